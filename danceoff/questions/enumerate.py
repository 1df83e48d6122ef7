"""All covers, listed or counted."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, ClassVar

from danceoff.questions.answer import Answer
from danceoff.questions.question import Counts, Lists

if TYPE_CHECKING:
    import pandas as pd


class Result(Answer):
    """How a search ended, and what it found; true if there is a cover, false if there is none.

    A search that was cut short may not know the answer. Then `count`, and the truth value of a result without covers,
    raise TimeoutError, MemoryError, ValueError for a `limit` on covers, or RuntimeError if the solver is at fault.

    status: `complete` (all covers), `limit`, `timeout`, `memory` (there may be more), `crashed` or `wrong` (the solver
        is at fault), as in the rows of results.
    """

    @property
    def count(self) -> int:
        """The number of all covers; raises an error, as the class explains, unless the status is `complete`."""
        self.raise_unless_decided("the number of covers")
        return len(self.covers)

    @property
    def fingerprint(self) -> str:
        """32 hexadecimal digits that name the set of covers, in any order, as in the rows of results."""
        from danceoff.problems import Fingerprint  # late: NumPy

        return str(sum(map(Fingerprint.of, self.covers.batches()), Fingerprint()))

    def to_frame(self, option: Hashable | Sequence[Hashable] | None = None) -> pd.DataFrame:
        """The covers as a pandas frame: `covers.to_frame`."""
        return self.covers.to_frame(option)

    def __bool__(self) -> bool:
        if not self.covers:
            self.raise_unless_decided("whether there is a cover")
        return len(self.covers) > 0

    def __str__(self) -> str:
        return self.ended

    def _repr_html_(self) -> str:
        """Return what a notebook shows for the result: one line, and the first cover."""
        from html import escape  # for notebooks alone: its table of entities takes a millisecond

        line = f"<p>{escape(str(self))}</p>"
        return line + (self.covers[0].drawn if self.covers else "")


class EnumerateQuestion(Lists):
    """All covers, each of them listed."""

    name: ClassVar[str] = "enumerate"
    asks: ClassVar[str] = "all covers, listed and checked"
    answer: ClassVar[type[Answer]] = Result


class CountQuestion(Counts):
    """How many covers there are."""

    name: ClassVar[str] = "count"
    asks: ClassVar[str] = "all covers, counted"

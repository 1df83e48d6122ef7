"""How an answer is said; by itself, as a number of covers.

Modules of questions import at the top what the command line can afford: no NumPy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

if TYPE_CHECKING:
    from danceoff.problems import Cover, Covers
    from danceoff.problems.instance import Instance

Row: TypeAlias = tuple[Any, ...]
"""A row of the table that is the answer, or a part of it; plain values, for it is sent as JSON."""


class Answer(Protocol):
    """What is kept of an answer until its end."""

    rows: list[Row]
    """Rows of the table that is the answer; none if the answer is covers."""

    @property
    def costs(self) -> Sequence[int]:
        """The costs of the cheapest covers, ascending."""

    @property
    def covers(self) -> Sequence[Cover]:
        """The covers that are shown at the end: the cheapest, or those shown together."""

    @property
    def instance(self) -> Instance:
        """The problem, which is read when this is first asked for."""


class Words:
    """What people and programs read of an answer; `row` is that of the case (`results.record.Row`)."""

    def in_words(self, row: Any, answer: Answer) -> str:
        """Return in a few words what was found, instead of a number of covers; empty if that is the answer.

        A question that a solver answers is asked this once the search is complete.
        """
        return ""

    def interim(self, seen: Mapping[str, Any]) -> str:
        """Return what is known while a search goes on, or when it is stopped; empty if that is a number of covers.

        seen: columns of the row.
        """
        return ""

    def remarks(self, row: Any, answer: Answer, seen: Mapping[str, Any]) -> list[str]:
        """Return what to say after the sentence that answers the question."""
        return []

    def lines(self, row: Any, answer: Answer) -> list[str]:
        """Return the lines to print before the last one."""
        return []

    def drawn(self, row: Any, instance: Instance, cover: Cover, cost: int) -> tuple[Covers, str, str]:
        """Return one of the cheapest covers as it is shown, what it costs, and a line to print below it."""
        from danceoff.problems import Covers

        return Covers.of([cover]), row.shown_cost(cost), ""

    def json(self, row: Any, answer: Answer) -> str:
        """Return what the answer adds to a JSON object, as members; numbers of covers are numbers."""
        return ""

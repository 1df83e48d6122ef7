"""The part of a drive that questions use; the class itself is in `asking.drive`, on the floor above."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from danceoff.questions.events import Events

if TYPE_CHECKING:
    from danceoff.problems import Covers
    from danceoff.problems.instance import Instance

T = TypeVar("T")


class Drive(Protocol):
    """One question about one problem, to be answered once; `asking.drive` has the only class of this kind.

    ask: what is asked (`asking.ask.Ask`).
    instance: the problem.
    draws: whether the answer is to be drawn.
    totals: what was found, and the clock of the search.
    status: how the search ended, once it has.
    """

    ask: Any
    instance: Instance
    draws: bool
    totals: Any
    status: str

    @property
    def options(self) -> Mapping[str, Any]:
        """All options of the question, by name."""

    @property
    def reasons(self) -> list[str]:
        """Sentences, each a proof by parity or counting that there is no cover."""

    def is_refuted(self) -> bool:
        """Whether a reason ends the search; it is looked for once, if the search has found nothing for some time."""

    def timed(self, elements: Iterator[T]) -> Generator[T]:
        """Yield the same elements, under the clock."""

    def again(self, task: str, time_limit_s: float) -> Drive:
        """Return a drive for another question about the same problem, with a clock of its own."""

    def events(self) -> Events:
        """Yield what is found, and last `Ended`."""

    def ordinary(self, search: Any) -> Events:
        """Return the events of a walk through the search: certified, for the cheapest covers, by orbits, or plain."""

    def shown(self, batches: Iterator[Covers]) -> Events:
        """Check covers that no search lists, and yield them; yield `Ended` only if a cover is wrong."""

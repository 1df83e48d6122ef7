"""How the answer to a question is said that a solver answers; by itself, as a number of covers.

Modules of questions import at the top what the command line can afford: no NumPy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from danceoff.problems import Cover, Covers
    from danceoff.problems.instance import Instance


class Words:
    """What people and programs read of an answer.

    `row` is that of the case (`results.record.Row`), and `covers` are those kept until the end: the cheapest, or those
    shown together.
    """

    def in_words(self, row: Any, costs: Sequence[int]) -> str:
        """Return what a complete search has found, instead of a number of covers; empty if that is the answer.

        costs: those of the cheapest covers, ascending.
        """
        return ""

    def interim(self, seen: Mapping[str, Any]) -> str:
        """Return what is known while a search goes on, or when it is stopped; empty if that is a number of covers.

        seen: columns of the row.
        """
        return ""

    def remarks(self, row: Any, seen: Mapping[str, Any], covers: Sequence[Cover]) -> list[str]:
        """Return what to say after the sentence that answers the question."""
        return []

    def drawn(self, row: Any, instance: Instance, cover: Cover, cost: int) -> tuple[Covers, str, str]:
        """Return one of the cheapest covers as it is shown, what it costs, and a line to print below it."""
        from danceoff.problems import Covers

        return Covers.of([cover]), row.shown_cost(cost), ""

    def json(self, row: Any, covers: Sequence[Cover], instance: Callable[[], Instance]) -> str:
        """Return the members of a JSON object that the answer adds.

        instance: reads the problem.
        """
        return ""

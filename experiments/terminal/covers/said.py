"""What a child has said of the answer to its question, besides the covers that are shown as they come."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from danceoff.asking.ask import Ask
    from danceoff.experiments.run.one_case.messages import Message
    from danceoff.problems import Cover
    from danceoff.problems.instance import Instance
    from danceoff.questions import question


class Said:
    """The answer so far.

    rows: of the table that answers a question that no solver walks.
    n_reported: how many of the cheapest covers the row reports, once there is one.
    """

    def __init__(self, case: Ask) -> None:
        self.case = case
        self.question = case.question
        self.rows: list[question.Row] = []
        self.n_reported: int | None = None
        self._covers: list[Cover] = []
        self._cheapest: Any = None
        if self.question.by_cost:
            from danceoff.solvers.base import Cheapest

            self._cheapest = Cheapest(case.limit or 1)

    def take(self, answer: Message) -> None:
        """Keep what an answer of the child says."""
        self.rows += map(tuple, answer.get("rows", []))
        self._covers += map(tuple, answer.get("options", []))
        if "cheaper" in answer:
            cost, cover = answer["cheaper"]
            self._cheapest.offer(cost, tuple(cover))

    @property
    def cheapest(self) -> Sequence[tuple[int, int, Cover]]:
        """The cheapest covers that the row reports, ascending: cost, a number, and the options."""
        return self._cheapest.kept[: self.n_reported] if self._cheapest else ()

    @property
    def costs(self) -> list[int]:
        """The costs of the cheapest covers that the row reports, ascending."""
        return [cost for cost, _, _ in self.cheapest]

    @property
    def covers(self) -> list[Cover]:
        """The covers that are shown at the end."""
        return [cover for _, _, cover in self.cheapest] or self._covers

    @cached_property
    def instance(self) -> Instance:
        """The problem, read once more to draw covers here."""
        from danceoff.experiments.terminal.covers.read_again import read_again

        return read_again(self.case.problem)

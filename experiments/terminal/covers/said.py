"""What a child has said of the answer to its question, besides the covers that are shown as they come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cached_property
from typing import TYPE_CHECKING, Any

from danceoff.questions.question import Question
from danceoff.questions.tasks import task

if TYPE_CHECKING:
    from danceoff.experiments.plans.case import Case
    from danceoff.experiments.results.record import Row
    from danceoff.experiments.run.one_case.messages import Answer
    from danceoff.problems import Cover
    from danceoff.problems.instance import Instance
    from danceoff.questions import question as asking


class Said:
    """The answer so far.

    rows: of the table that answers a question that no solver walks.
    """

    def __init__(self, case: Case) -> None:
        self.question = task(case.task)
        self.rows: list[asking.Row] = []
        self._source = case.problem
        self._covers: list[Cover] = []
        self._cheapest: Any = None
        if not isinstance(self.question, Question) and self.question.by_cost:
            from danceoff.solvers.base import Cheapest

            self._cheapest = Cheapest(case.limit or 1)

    def take(self, answer: Answer) -> None:
        """Keep what an answer of the child says."""
        self.rows += map(tuple, answer.get("rows", []))
        self._covers += map(tuple, answer.get("options", []))
        if "cheaper" in answer:
            cost, cover = answer["cheaper"]
            self._cheapest.offer(cost, tuple(cover))

    def cheapest(self, row: Row) -> Sequence[tuple[int, int, Cover]]:
        """Return the cheapest covers that the row reports, ascending: cost, a number, and the options."""
        return self._cheapest.kept[: row.covers] if self._cheapest else ()

    def covers(self, row: Row) -> list[Cover]:
        """Return the covers that are shown at the end."""
        return [cover for _, _, cover in self.cheapest(row)] or self._covers

    @cached_property
    def instance(self) -> Instance:
        """The problem, read once more to draw covers here."""
        from danceoff.experiments.terminal.covers.showing import read_again

        return read_again(self._source)

    def in_words(self, row: Row) -> str:
        """Return what was found in a few words; empty if that is a number of covers."""
        if isinstance(self.question, Question):
            return self.question.in_words(self.rows, row.n_options or 0)
        if row.status == "complete":
            return self.question.words.in_words(row, [cost for cost, _, _ in self.cheapest(row)])
        return self.question.words.interim(asdict(row))

    def interim(self, seen: Mapping[str, Any]) -> str:
        """Return what is known by now, from columns of the row; empty if that is a number of covers."""
        return "" if isinstance(self.question, Question) else self.question.words.interim(seen)

    def remarks(self, row: Row, seen: Answer) -> list[str]:
        """Return what to say after the sentence on how the case ended."""
        return [] if isinstance(self.question, Question) else self.question.words.remarks(row, seen, self._covers)

    def lines(self, row: Row) -> list[str]:
        """Return the lines to print before the last one."""
        return self.question.lines(self.rows, row.covers) if isinstance(self.question, Question) else []

    def json(self, row: Row) -> str:
        """Return what was found as members of a JSON object; numbers of covers are numbers."""
        if isinstance(self.question, Question):
            return self.question.json(self.rows)
        return self.question.words.json(row, self.covers(row), lambda: self.instance)

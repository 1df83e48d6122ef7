"""What a child has answered to a question, or the two covers of task `unique`, for people and programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from danceoff.experiments.terminal.covers import unique

if TYPE_CHECKING:
    from danceoff.experiments.results.record import Row
    from danceoff.experiments.run.one_case.messages import Answer
    from danceoff.problems import Cover
    from danceoff.questions import question as asking


class Said:
    """The answer so far.

    question: the question that no solver walks; None for another task.
    rows: the rows of the table that answers it.
    covers: the covers that the child sent as option numbers.
    """

    def __init__(self, question: asking.Question | None) -> None:
        self.question = question
        self.rows: list[asking.Row] = []
        self.covers: list[Cover] = []

    def take(self, answer: Answer) -> None:
        """Keep what an answer of the child says."""
        self.rows += map(tuple, answer.get("rows", []))
        self.covers += map(tuple, answer.get("options", []))

    def in_words(self, row: Row) -> str:
        """Return what a question has found in a few words; empty if that is a number of covers."""
        return self.question.in_words(self.rows, row.n_options or 0) if self.question else ""

    def lines(self, row: Row) -> list[str]:
        """Return the lines to print before the last one."""
        return self.question.lines(self.rows, row.covers) if self.question else []

    def json(self, row: Row) -> str:
        """Return what was found as members of a JSON object; numbers of covers are numbers."""
        if self.question:
            return self.question.json(self.rows)
        if row.task != "unique":
            return ""
        first, second = unique.only(self.covers)
        verdict = json.dumps(unique.verdict(row) or None)
        return f'"verdict": {verdict}, "only_first": {first}, "only_second": {second}'

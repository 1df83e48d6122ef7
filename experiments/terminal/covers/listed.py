"""The covers of `danceoff solve` for programs: in one JSON object, as JSON lines, or as a table in CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable

from danceoff.experiments.run.one_case.messages import Answer

FORMATS = ("text", "json", "jsonl", "csv")


class Listed:
    """The covers that a child has sent for programs; JSON lines and CSV are printed as they come.

    form: one of FORMATS but `text`.
    answers: the covers so far, each as JSON; empty if they are printed as they come.
    """

    def __init__(self, form: str) -> None:
        self.form = form
        self.answers: list[str] = []
        self._n = 0

    def take(self, answer: Answer, cost: str = "") -> str:
        """Take the cover in an answer, if there is one, and return the lines to print now.

        cost: the cost of the cover in words; empty if it is not shown.
        """
        found = answer.get("found")
        if not found:
            return ""
        self._n += 1
        if self.form == "csv":
            head = [("answer", *["cost"] * bool(cost), "option", "name")] * (self._n == 1)
            options, names = found["options"], found["names"]
            rows = zip(options, names, strict=True)  # type: ignore[call-overload]
            return table([*head, *((self._n, *[cost] * bool(cost), *row) for row in rows)])
        line = json.dumps({"cost": cost, **found} if cost else found)
        if self.form == "jsonl":
            return f"{line}\n"
        self.answers.append(line)
        return ""


def table(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as lines of CSV; escapes unprintable characters, as `say` does."""
    from danceoff.problems.model.printable import printable

    text = io.StringIO()
    printed = ([printable(value) if isinstance(value, str) else value for value in row] for row in rows)
    csv.writer(text, lineterminator="\n").writerows(printed)
    return text.getvalue()

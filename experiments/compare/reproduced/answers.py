"""Compares the answers of cases that were run again with the answers in the original folder."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from danceoff.experiments.report.names import bounded
from danceoff.experiments.results.record import SOLVED, Row
from danceoff.experiments.results.verify import Offence, at_fault, offences
from danceoff.problems.model.digits import decimal

KINDS = {
    "different": "contradict an answer of the folder, or a published one",
    "lost": "solved there, not here",
    "equal": "solved on both sides, and the same as far as both answers go",
    "gained": "solved here, not there",
    "disputed": "contradicted already in the folder, by its other rows or by a published number",
    "unsolved": "solved on neither side",
}
"""What became of the answer of a case -> what that means, the most serious first."""


class ComparedAnswer(NamedTuple):
    """A case that ran on both sides, and how its answers compare.

    there: the row of the original folder.
    here: the row of the new run.
    kind: one of KINDS.
    detail: the details in words.
    """

    there: Row
    here: Row
    kind: str
    detail: str = ""

    def __str__(self) -> str:
        """Return the case and the details."""
        (row,) = bounded([self.there])
        limit = "" if row.limit is None else f" limit {row.limit}"
        repeat = f" repeat {row.repeat}" if row.repeat != 1 else ""
        return f"{row.problem} {row.solver} {row.task}{limit}{repeat}: {self.detail}"


def answers(there: Sequence[Row], pairs: Iterable[tuple[Row, Row]]) -> list[ComparedAnswer]:
    """Return how the answers of each case compare, the most serious differences first.

    An answer here is compared with all uncontradicted answers there to the same problem, by the rules of `verify`:
    exact counts and fingerprints must be equal, and no lower bound may exceed an exact count. So an answer can differ
    even if the same case had no answer there.

    there: all rows of the original folder.
    pairs: rows of that folder, each with the row of the same case here.
    """
    disputed = {row.case for row, is_at_fault in zip(there, at_fault(there), strict=True) if is_at_fault}
    trusted: dict[str, list[Row]] = defaultdict(list)
    for row in there:
        if row.case not in disputed:
            trusted[row.digest].append(row)
    before = {digest: _counted(offences(rows)) for digest, rows in trusted.items()}
    found = []
    for old, new in pairs:
        new_ones = _counted(offences([*trusted[new.digest], new])) - before.get(new.digest, Counter())
        found.append(ComparedAnswer(old, new, *_kind(old, new, old.case in disputed, list(new_ones))))
    order = list(KINDS)
    return sorted(found, key=lambda answer: order.index(answer.kind))


def _counted(found: Sequence[Offence]) -> Counter[str]:
    return Counter(offence.what for offence in found)


def _kind(old: Row, new: Row, is_disputed: bool, contradictions: Sequence[str]) -> tuple[str, str]:
    if is_disputed:
        return "disputed", f"{_shown(old)} there, {_shown(new)} here"
    if contradictions:
        return "different", f"{_shown(old)} there, {_shown(new)} here: {'; '.join(contradictions)}"
    was_solved, is_solved = old.status in SOLVED, new.status in SOLVED
    if was_solved and not is_solved:
        return "lost", f"{_shown(old)} there, {_shown(new)} here"
    if is_solved and not was_solved:
        return "gained", f"{_shown(old)} there, {_shown(new)} here"
    return ("equal" if is_solved else "unsolved"), ""


def _shown(row: Row) -> str:
    """Return the answer of a row in a few words."""
    if row.status not in SOLVED:
        return f"{row.status} ({row.detail})" if row.detail else row.status
    if row.cost is not None:
        return f"cost {row.shown_cost(row.cost)}"
    return f"{decimal(row.covers)} cover{'s' * (row.covers != 1)}"

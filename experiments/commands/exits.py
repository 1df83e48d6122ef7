"""The exit codes of danceoff, and the exit code that follows from a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from danceoff.experiments.terminal.say import say

if TYPE_CHECKING:
    from danceoff.experiments.results.record import Row

DONE, DISAGREEMENT, BAD_INPUT, LIMIT_HIT, CRASHED, INTERNAL_ERROR, INTERRUPTED = 0, 1, 2, 3, 4, 5, 130
MEANINGS = {
    DONE: "done",
    DISAGREEMENT: "a disagreement, a wrong answer, a broken rule or a regression",
    BAD_INPUT: "bad input or usage",
    LIMIT_HIT: "a limit on time or memory was hit, a certificate is too large to make or check, a rule of the contract"
    " hits a limit, or, with `--strict`, a case has no answer",
    CRASHED: "the solver crashed",
    INTERNAL_ERROR: "internal error of danceoff",
    INTERRUPTED: "interrupted by Ctrl-C",
}
"""Exit code -> its meaning; docs/files.md has the same table."""
EXPLAINED = "\n".join(["exit codes:", *(f"  {code:<3}  {meaning}" for code, meaning in MEANINGS.items())])
OF_STATUS = {
    "complete": DONE,
    "limit": LIMIT_HIT,
    "timeout": LIMIT_HIT,
    "memory": LIMIT_HIT,
    "unsupported": BAD_INPUT,
    "missing": BAD_INPUT,
    "crashed": CRASHED,
    "wrong": DISAGREEMENT,
}
STRICT = "exit with 3 if a case has no answer: it hit a limit or crashed, or its solver is missing or refuses it"
"""What `--strict` does, for the help."""


def of_row(row: Row) -> int:
    """Return the exit code of a command whose answer is this row."""
    if row.contradicts_published:
        return DISAGREEMENT
    if row.status == "limit" and row.limit is not None and row.n_apart >= row.limit and not row.question.certifies:
        return DONE  # as many covers as the user asked for
    is_uncertified = row.question.certifies and row.status == "complete" and not row.certificate
    return LIMIT_HIT if is_uncertified else OF_STATUS[row.status]


def of_rows(rows: Iterable[Row]) -> int:
    """Say how many rows have no answer, and return the exit code of a command with `--strict`."""
    codes = [(of_row(row), row.status) for row in rows]
    ends = Counter(status for code, status in codes if code != DONE)
    if not ends:
        return DONE
    said = ", ".join(f"{n} {status}" for status, n in ends.most_common())
    say(f"no answer in {ends.total()} of {len(codes)} cases: {said}")
    return DISAGREEMENT if DISAGREEMENT in dict(codes) else LIMIT_HIT

"""Exit codes, and the exit code for a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from danceoff.experiments.results.record import Row

DONE, DISAGREEMENT, BAD_INPUT, LIMIT_HIT, CRASHED, INTERNAL_ERROR, INTERRUPTED = 0, 1, 2, 3, 4, 5, 130
EXPLAINED = """exit codes: 0 done, 1 disagreement or a wrong cover, 2 bad input or usage, 3 a limit was hit
            (or a certificate was not made or not checked because it needs too much), 4 the solver crashed,
            5 internal error of danceoff, 130 interrupted by Ctrl-C"""
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


def of_row(row: Row) -> int:
    """Return the exit code of a command whose answer is this row."""
    if differs(row):
        return DISAGREEMENT
    is_uncertified = row.task == "certify" and row.status == "complete" and not row.certificate
    return LIMIT_HIT if is_uncertified else OF_STATUS[row.status]


def differs(row: Row) -> bool:
    """Whether a row contradicts the published numbers."""
    pairs = ((row.covers, row.published), (row.orbits, row.published_orbits))
    return row.is_exact and any(None not in pair and pair[0] != pair[1] for pair in pairs)

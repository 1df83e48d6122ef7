"""Tells questions about one problem apart, for tables and charts whose lines are problems."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from danceoff.experiments.results.record import Row


def told_apart(rows: Sequence[Row]) -> list[Row]:
    """Return the rows; a bound on the cost, or the wish for the dearest cover, is now part of the problem's name."""
    return [_named(row) for row in rows]


def _named(row: Row) -> Row:
    asked = [f"at most {row.at_most}"] * bool(row.at_most) + ["maximise"] * row.maximise
    if not asked:
        return row
    return replace(row, problem=f"{row.problem} ({', '.join(asked)})", at_most="", maximise=False)

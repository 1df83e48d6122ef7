"""Rows that should not be compared meet in one table: of several machines, versions, or ways of measuring."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from danceoff.experiments.results.record import Row


def mixtures(rows: Sequence[Row]) -> list[str]:
    """A line for each thing that the rows do not share; none where their times can be compared."""
    ran = [row for row in rows if row.measured_by or row.versions]
    libraries = sorted({name for row in ran for name in row.versions})
    kinds = {
        "machines": [f"{row.host} ({row.cpu})" for row in ran],
        "ways of measuring": [row.measured_by or "poll" for row in ran],
        "commits of danceoff": [row.commit or "unknown" for row in ran],
        **{f"versions of {name}": [row.versions.get(name, "none") for row in ran] for name in libraries},
    }
    return [
        f"Rows of {len(found)} {kind} meet in this table, and their times may not compare: {', '.join(found)}."
        for kind, values in kinds.items()
        if len(found := _distinct(values)) > 1
    ]


def _distinct(values: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(values))

"""Detects rows whose times do not compare: from several machines, versions, or ways of measuring."""

from collections.abc import Sequence

from danceoff.experiments.results.record import Row
from danceoff.solvers.plugins import split


def mixtures(rows: Sequence[Row]) -> list[str]:
    """Return one line per circumstance in which the rows differ; none if their times compare."""
    ran = [row for row in rows if row.measured_by or row.versions]
    files = sorted({(split(row.solver)[0], file) for row in ran for file in row.sources})
    libraries = sorted({name for row in ran for name in row.versions})
    kinds = {
        "machines": [f"{row.host} ({row.cpu})" for row in ran],
        "ways of measuring": [row.measured_by or "poll" for row in ran],
        "commits of danceoff": [row.commit or "unknown" for row in ran],
        "versions of our engines": [str(row.engines or "unknown") for row in ran],
        **{
            f"versions of {file} of {solver}": [
                row.sources.get(file, "unknown") for row in ran if split(row.solver)[0] == solver
            ]
            for solver, file in files
        },
        **{f"versions of {name}": [row.versions[name] for row in ran if name in row.versions] for name in libraries},
    }
    return [
        f"This table mixes rows of {len(found)} {kind}, whose times may not compare: {', '.join(found)}."
        for kind, values in kinds.items()
        if len(found := dict.fromkeys(values)) > 1
    ]

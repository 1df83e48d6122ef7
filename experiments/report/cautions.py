"""Warnings to the reader of a report, in sentences."""

from collections import defaultdict
from collections.abc import Sequence

from danceoff.experiments.report.names import titled
from danceoff.experiments.results.record import Row
from danceoff.experiments.results.suspects import suspects
from danceoff.experiments.words.amounts import number_of
from danceoff.solvers.specs import split

_NAMED = 4


def cautions(rows: Sequence[Row]) -> list[str]:
    """Return every warning, the most serious first."""
    found = [f"{suspect}." for suspect in suspects(rows)]
    for status in ("crashed", "missing"):
        if ended := [row for row in rows if row.status == status]:
            solvers = [*dict.fromkeys(row.solver for row in ended)]
            more = f" and {len(solvers) - _NAMED} more" if len(solvers) > _NAMED else ""
            found.append(f"{number_of(len(ended), 'case')} ended {status}: {', '.join(solvers[:_NAMED])}{more}.")
    return [*found, *mixtures(rows)]


def mixtures(rows: Sequence[Row]) -> list[str]:
    """Return one line per circumstance in which the rows differ; empty if their times are comparable."""
    ran = [row for row in rows if row.measured_by or row.versions]
    seen: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for row in ran:
        kinds = {
            f"problems called {titled(row)}": row.digest,
            "machines": f"{row.host} ({row.cpu})",
            "ways of measuring": row.measured_by or "poll",
            "commits of danceoff": row.commit or "unknown",
            "versions of our engines": str(row.engines or "unknown"),
            **{f"versions of {name}": version for name, version in row.versions.items()},
            **{f"versions of {file} of {split(row.solver)[0]}": digest for file, digest in row.sources.items()},
        }
        for kind, value in kinds.items():
            seen[kind][value] = None
    return [
        f"This table mixes rows of {len(found)} {kind}, whose times may not compare: {', '.join(found)}."
        for kind, values in seen.items()
        if len(found := [value for value in values if value]) > 1
    ]

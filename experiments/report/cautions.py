"""Warnings to the reader of a report, in sentences."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from danceoff.experiments.report.names import titled
from danceoff.experiments.results.record import Row
from danceoff.experiments.results.suspects import suspects
from danceoff.solvers.specs import split

_NAMED = 4


def cautions(rows: Sequence[Row]) -> list[str]:
    """Return every warning, the most serious first."""
    return [*_of_answers(rows), *mixtures(rows)]


def _of_answers(rows: Sequence[Row]) -> Iterator[str]:
    for suspect in suspects(rows):
        yield f"{suspect}."
    for status in ("crashed", "missing"):
        if ended := [row for row in rows if row.status == status]:
            cases = "1 case" if len(ended) == 1 else f"{len(ended)} cases"
            yield f"{cases} ended {status}: {_some(dict.fromkeys(row.solver for row in ended))}."


def _some(names: Iterable[str]) -> str:
    """Return the first few names, and how many more there are."""
    listed = list(names)
    more = f" and {len(listed) - _NAMED} more" if len(listed) > _NAMED else ""
    return ", ".join(listed[:_NAMED]) + more


def mixtures(rows: Sequence[Row]) -> list[str]:
    """Return one line per circumstance in which the rows differ; none if their times compare."""
    ran = [row for row in rows if row.measured_by or row.versions]
    of_file: defaultdict[tuple[str, tuple[str, ...]], list[str]] = defaultdict(list)
    for solver, file in sorted({(split(row.solver)[0], file) for row in ran for file in row.sources}):
        own = [row.sources.get(file, "unknown") for row in ran if split(row.solver)[0] == solver]
        of_file[file, tuple(dict.fromkeys(own))].append(solver)
    libraries = sorted({name for row in ran for name in row.versions})
    called: defaultdict[str, list[str]] = defaultdict(list)
    for row in ran:
        called[f"problems called {titled(row)}"] += [row.digest] if row.digest else []
    kinds: dict[str, Sequence[str]] = {
        **called,
        "machines": [f"{row.host} ({row.cpu})" for row in ran],
        "ways of measuring": [row.measured_by or "poll" for row in ran],
        "commits of danceoff": [row.commit or "unknown" for row in ran],
        "versions of our engines": [str(row.engines or "unknown") for row in ran],
        **{f"versions of {file} of {_some(of)}": digests for (file, digests), of in of_file.items()},
        **{f"versions of {name}": [row.versions[name] for row in ran if name in row.versions] for name in libraries},
    }
    return [
        f"This table mixes rows of {len(found)} {kind}, whose times may not compare: {', '.join(found)}."
        for kind, values in kinds.items()
        if len(found := dict.fromkeys(values)) > 1
    ]

"""Warnings to the reader of a report, in sentences."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

import pandas as pd

from danceoff.experiments.report.names import Label, labels, titled
from danceoff.experiments.report.summary import summary
from danceoff.experiments.results.record import Row
from danceoff.experiments.results.suspects import suspects
from danceoff.questions.table import TASKS
from danceoff.solvers.plugins import split

_FEW_REPEATS = 3
_WIDE_SPREAD = 0.25
_LEAST_S = 0.01  # below it the spread is noise of the clock and the scheduler
_NAMED = 4


def cautions(rows: Sequence[Row], table: pd.DataFrame | None = None) -> list[str]:
    """Return every warning, the most serious first.

    table: the summary of the rows, if it is known.
    """
    table = summary(rows) if table is None else table
    is_dirty = any(row.commit.endswith("-dirty") for row in rows)
    return [
        *_of_answers(rows),
        *mixtures(rows),
        *(["The code of danceoff had uncommitted changes when these rows were made."] if is_dirty else []),
        *_of_questions(rows, table),
        *_of_times(table, any(row.order is not None for row in rows)),
    ]


def _of_answers(rows: Sequence[Row]) -> Iterator[str]:
    for suspect in suspects(rows):
        yield f"{suspect}."
    for status in ("crashed", "missing"):
        if ended := [row for row in rows if row.status == status]:
            cases = "1 case" if len(ended) == 1 else f"{len(ended)} cases"
            yield f"{cases} ended {status}: {_some(dict.fromkeys(row.solver for row in ended))}."


def _of_questions(rows: Sequence[Row], table: pd.DataFrame) -> Iterator[str]:
    cases = pd.DataFrame(labels(rows), columns=Label._fields)
    for column, limit in (("time_limit_s", "time limit"), ("cpu_limit_s", "CPU limit")):
        given = cases.assign(limit_s=[getattr(row, column) for row in rows]).groupby(["task", "problem"])["limit_s"]
        n_limits = given.nunique(dropna=False)
        differ = n_limits[n_limits > 1].index
        for task in TASKS:
            if problems := [problem for one, problem in differ if one == task]:
                yield f"Task {task}: the {limit} is not the same for all solvers on {_some(problems)}."
    for name, cells in table.groupby("task", sort=True):
        asked = cells.groupby("solver", sort=True).size()
        if asked.nunique() > 1:
            fewer = [f"{solver} {n}" for solver, n in asked[asked < asked.max()].items()]
            yield (
                f"Task {name}: not every solver was asked all {cells['problem'].nunique()} problems ({_some(fewer)}); "
                "scores are over those that all compared solvers were asked."
            )


def _of_times(table: pd.DataFrame, is_shuffled: bool) -> Iterator[str]:
    least = int(table["repeats"].min())
    if least < _FEW_REPEATS:
        each = "once" if least == 1 else f"{least} times"
        yield f"Few repeats: some cases ran only {each}, so small differences are not significant."
    wide = table[table["solved"] & (table["spread"] > _WIDE_SPREAD) & (table["total_s"] > _LEAST_S)]
    if len(wide):
        widest = wide.sort_values("spread", ascending=False, kind="stable").itertuples()
        who = [f"{line.solver} on {line.problem} ({line.task}) {line.spread:.0%}" for line in widest]
        which = "repeats, in shuffled orders," if is_shuffled else "repeats"
        yield f"Wide spread: the {which} of {len(wide)} cases differ by more than {_WIDE_SPREAD:.0%}: {_some(who)}."


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

"""Tables of a run: runs, their summary, and agreement; and all its tables as CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Any

import pandas as pd

from danceoff.experiments import BadInput
from danceoff.experiments.report.columns import amounts, column, exact
from danceoff.experiments.report.escaping import for_spreadsheets
from danceoff.experiments.report.names import Label, family, labels, titled
from danceoff.experiments.report.statistics.ranks import ranked
from danceoff.experiments.report.statistics.scores import ratios, scores
from danceoff.experiments.results.folder import inside
from danceoff.experiments.results.record import COLUMNS, SOLVED, STATUSES, Row
from danceoff.experiments.results.schema import kinds
from danceoff.experiments.results.suspects import suspects
from danceoff.experiments.results.verify import at_fault, by_digest, offences
from danceoff.experiments.results.whole_file import write_whole
from danceoff.experiments.words.solver_names import options
from danceoff.problems.model.arguments import choices
from danceoff.problems.model.digits import decimal

_GROUP = ["problem", "solver", "task"]
_AGREEMENT = [
    "problem", "digest", "published", "covers", "published_cost", "cost", "fingerprint", "n_solvers", "solvers",
    "answers", "agrees", "suspects", "detail",
]  # fmt: skip
_ANSWERS = ("published", "covers", "published_cost", "cost")
_COSTS = ["startup_s", "prepare_s", "first_s", "search_s", "cpu_s", "peak_rss_mb"]
_MOST_OPTIONS = 100  # a folder may come from anywhere
_KINDS = kinds(Row)
_COPIED = ("status", *_COSTS)
COUNTER = "stats."
"""With what the name of a column of a counter begins."""


def runs(rows: Sequence[Row]) -> pd.DataFrame:
    """Return one row per case, sorted by problem, solver, task and repeat; nested columns are JSON texts.

    After `solver` comes a column such as `sat.encoding` for each option that a solver was given; it is empty where the
    option has its default.
    """
    table = pd.DataFrame({name: column((getattr(row, name) for row in rows), kind) for name, kind in _KINDS.items()})
    for k, (name, values) in enumerate(_given(table["solver"]).items(), COLUMNS.index("solver") + 1):
        table.insert(k, name, values)
    return table.sort_values([*_GROUP, "repeat"], kind="stable", ignore_index=True)


def _given(specs: pd.Series[str]) -> dict[str, pd.Series[Any]]:
    """Return the values of each option that any of the solvers was given, by name."""
    settings = list(map(options, specs))
    names = sorted({(solver, option) for solver, given in settings for option in given})
    return {
        f"{solver}.{option}": amounts(given.get(option) if own == solver else None for own, given in settings)
        for solver, option in names[:_MOST_OPTIONS]
    }


def summary(rows: Sequence[Row], relative_to: str = "", counters: Sequence[str] = ()) -> pd.DataFrame:
    """Return one row per problem, solver and task: medians over the repeats, and the spread of the time.

    These columns are computed:

    family: the result of `names.family`.
    total_s: prepare_s + search_s.
    total_s_q1, total_s_q3: the quartiles of total_s, interpolated linearly between the repeats.
    spread: the range of total_s divided by its median.
    speed: relative to the solver `relative_to`, by default the first of `ranks.ranked`; only if both solve.
    cost, bound: the best value of the repeats, in the units of the user.
    gap: the largest gap of the repeats.
    status: the worst status of the repeats. If a repeat was stopped early, its times are up to the stop.
    stats.NAME: the median of a counter of `stats`.

    counters: the names of the counters of `stats` to add.

    Raises BadInput if the solver `relative_to` has no row, or if no row has one of the counters.
    """
    own = labels(rows)
    order = sorted(range(len(rows)), key=own.__getitem__)
    own, ordered = [own[k] for k in order], [rows[k] for k in order]
    table = pd.DataFrame(own, columns=Label._fields, dtype=object)
    for name in _COPIED:
        table[name] = pd.Series(map(attrgetter(name), ordered), dtype=object)
    for name in ("total_s", "gap", "limit_s"):
        table[name] = pd.Series(map(attrgetter(name), ordered), dtype=float)
    table["contradicted"] = at_fault(ordered)
    table["_row"] = pd.Series(ordered, dtype=object)
    table = table.astype(dict.fromkeys(_COSTS, float))
    for name in counters:
        if not any(name in row.stats for row in rows):
            known = dict.fromkeys(counter for row in rows for counter in row.stats)
            raise BadInput(f"no row has a counter {name}; {choices(name, known)}")
        table[COUNTER + name] = pd.Series([row.stats.get(name) for row in ordered], dtype=float)
    groups = table.groupby(_GROUP, sort=True)
    out = groups[["total_s", *_COSTS, *(COUNTER + name for name in counters)]].median()
    out.insert(0, "repeats", groups.size())
    out.insert(1, "status", groups["status"].agg(lambda statuses: max(statuses, key=list(STATUSES).index)))
    out.insert(2, "contradicted", groups["contradicted"].any())
    out.insert(3, "solved", out["status"].isin(SOLVED) & ~out["contradicted"])
    out.insert(4, "covers", exact(max(row.covers for row in found) for _, found in groups["_row"]).set_axis(out.index))
    out.insert(5, "cost", amounts(groups["_row"].agg(lambda found: _shown(found, "cost", min))).set_axis(out.index))
    out.insert(6, "bound", amounts(groups["_row"].agg(lambda found: _shown(found, "bound", max))).set_axis(out.index))
    out.insert(7, "gap", groups["gap"].max())
    out.insert(8, "time_limit_s", groups["limit_s"].max())
    out.insert(10, "total_s_min", groups["total_s"].min())
    out.insert(11, "total_s_q1", groups["total_s"].quantile(0.25))
    out.insert(12, "total_s_q3", groups["total_s"].quantile(0.75))
    out.insert(13, "total_s_max", groups["total_s"].max())
    out.insert(14, "spread", (out["total_s_max"] - out["total_s_min"]) / out["total_s"])
    return _with_speed(_with_sizes(out.reset_index(), table["problem"], ordered), relative_to)


def counter_columns(table: pd.DataFrame) -> list[str]:
    """Return the columns of a summary that are counters."""
    return [name for name in map(str, table) if name.startswith(COUNTER)]


def _with_sizes(table: pd.DataFrame, problems: Iterable[str], rows: Sequence[Row]) -> pd.DataFrame:
    """Add the family and the numbers of items and options of each problem, as far as they are known."""
    named = list(zip(problems, rows, strict=True))
    about = {problem: row for problem, row in named if row.n_items is not None}
    table.insert(3, "family", table["problem"].map({problem: family(row) for problem, row in named}))
    for k, name in enumerate(("n_items", "n_options"), 4):
        table.insert(k, name, [getattr(about.get(one), name, None) for one in table["problem"]])
        table[name] = table[name].astype("Int64")
    return table


def _shown(rows: Iterable[Row], name: str, best: Callable[[Iterable[int]], int]) -> str:
    """Return the best cost or bound in rows of one case, in the units of the user; empty if none is known."""
    known = {getattr(row, name): row for row in rows if getattr(row, name) is not None}
    if not known:
        return ""
    found = best(known)
    return known[found].shown_cost(found)


def _with_speed(table: pd.DataFrame, relative_to: str) -> pd.DataFrame:
    names = ranked(table)
    reference = relative_to or names[0]
    if reference not in names:
        raise BadInput(f"no row is of a solver {reference}; {choices(reference, names)}")
    times = table[(table["solver"] == reference) & table["solved"]].set_index(["problem", "task"])["total_s"]
    own = table["total_s"].where(table["solved"])
    theirs = times.reindex(pd.MultiIndex.from_frame(table[["problem", "task"]])).to_numpy()
    at = list(table.columns).index("spread") + 1
    table.insert(at, "speed", theirs / own)
    table.insert(at + 1, "relative_to", reference)
    return table


def agreement(rows: Sequence[Row]) -> pd.DataFrame:
    """Return one row per problem: its answers, the solvers that gave each, contradictions, and the solvers at fault.

    solvers: the solvers that found all covers or proved the optimum.
    answers: these solvers by their answers: `56: bits dlx; 45: mine`, with `cost` before an optimum.
    suspects: the solvers that `suspects` names.
    """
    lines = [_agreement(group) for group in by_digest(rows).values()]
    table = pd.DataFrame(lines, columns=_AGREEMENT).sort_values("problem", kind="stable", ignore_index=True)
    return table.assign(**{name: amounts(table[name]) for name in _ANSWERS})


def _agreement(group: Sequence[Row]) -> tuple[object, ...]:
    exact = [row for row in group if row.is_exact or row.is_optimal]
    solvers = sorted({row.solver for row in exact})
    found = offences(group)
    said: dict[str, dict[str, None]] = {}
    for row in exact:
        said.setdefault(row.answer, {})[row.solver] = None
    return (
        titled(group[0]),
        group[0].digest,
        _distinct(decimal(row.published) for row in group if row.published is not None),
        _distinct(decimal(row.covers) for row in exact if row.is_exact),
        _distinct(row.shown_cost(row.published_cost) for row in group if row.published_cost is not None),
        _distinct(row.shown_cost(row.cost) for row in exact if row.cost is not None),
        _distinct(row.fingerprint for row in exact if row.fingerprint),
        len(solvers),
        " ".join(solvers),
        "; ".join(f"{answer}: {' '.join(sorted(who))}" for answer, who in said.items()),
        not found,
        " ".join(suspect.solver for suspect in suspects(group, found)),
        "; ".join(offence.what for offence in found),
    )


def _distinct(values: Iterable[object]) -> str:
    """Return the distinct values, joined in one text."""
    return " ".join(map(str, dict.fromkeys(values)))


def write(rows: Sequence[Row], cells: pd.DataFrame, directory: Path, relative_to: str = "") -> list[Path]:
    """Write runs.csv, summary.csv, agreement.csv, scores.csv and ratios.csv; return the paths.

    relative_to: the solver to which speeds and ratios are relative; by default the first of `ranks.ranked` for speeds,
        and the best solver of each task for ratios.
    """
    tables = {"runs": runs(rows), "summary": cells, "agreement": agreement(rows), "scores": scores(cells)}
    tables["ratios"] = ratios(cells, relative_to)
    paths = []
    for name, table in tables.items():
        path = inside(directory, f"{name}.csv")
        write_whole(path, csv_text(table))
        paths.append(path)
    return paths


def csv_text(table: pd.DataFrame) -> str:
    """Return a table as CSV, with six digits of each time."""
    return str(for_spreadsheets(table).to_csv(index=False))

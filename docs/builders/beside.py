"""A run over data sets as tables of a document: what each solver counted, and who is wrong where."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import chain, groupby
from math import exp, log
from pathlib import Path

from danceoff.experiments.report.escaping import for_markdown
from danceoff.experiments.report.tables.markdown import aligned
from danceoff.experiments.results.record import Row, read
from danceoff.problems.sets.table import find

_OF = "counter"
"""The solver that others are compared with."""


def beside(folder: Path) -> str:
    """Return a line for each data set and solver: problems counted, wrong counts, CPU time, and ratios to `counter`."""
    rows = sorted((row for row in read(folder) if row.task == "count"), key=lambda row: (row.family, row.solver))
    lines = [["data set", "solver", "counted", "wrong", "CPU seconds", "times counter"]]
    for family, of_set in groupby(rows, key=lambda row: row.family):
        every = list(of_set)
        own = {row.problem: row for row in every if row.solver == _OF and _is_right(row)}
        lines += [_line(family, solver, list(of), own) for solver, of in groupby(every, key=lambda row: row.solver)]
    return aligned(lines)


def _line(family: str, solver: str, rows: Sequence[Row], own: dict[str, Row]) -> list[str]:
    right = [row for row in rows if row.problem in own and _is_right(row)]
    ratios = [_cpu(row) / _cpu(own[row.problem]) for row in right if own[row.problem].cpu_s]
    ratio = f"{exp(sum(map(log, ratios)) / len(ratios)):.3g}" if ratios else ""
    n_counted, n_wrong = sum(row.status == "complete" for row in rows), sum(map(_is_wrong, rows))
    cpu_s = sum(row.cpu_s or 0.0 for row in rows)
    return [family, for_markdown(solver), f"{n_counted} of {len(rows)}", f"{n_wrong}", f"{cpu_s:,.3g}", ratio]


def _cpu(row: Row) -> float:
    return max(row.cpu_s or 0.0, 1e-4)


def wrong(folder: Path) -> str:
    """Return a line for each problem with a wrong count: the known one with its source, and the wrong ones."""
    lines = [["problem", "covers", "by", "wrong"]]
    rows = sorted(filter(_is_wrong, read(folder)), key=lambda row: (row.problem, row.solver))
    for problem, of in groupby(rows, key=lambda row: row.problem):
        found = find(problem)
        if found and (known := found[1].known):
            differing = ", ".join(f"{for_markdown(row.solver)} {row.covers:,}" for row in of)
            lines.append([problem, f"{known.covers:,}", known.source, differing])
    return aligned(lines) if len(lines) > 1 else "None."


def kinds(folder: Path) -> str:
    """Return a line for each kind of tiling, with the tilings that each solver decided, and its CPU seconds.

    The kind is the folder of the authors' file: its tile, `mixed` for tiles of several kinds, `many-unique` for tiles
    of which most come once.
    """
    by_kind: defaultdict[str, list[Row]] = defaultdict(list)
    for row in read(folder):
        if row.task == "first" and (found := find(row.problem)):
            by_kind[found[1].place.split("/")[1]].append(row)
    solvers = sorted({row.solver for row in chain(*by_kind.values())}, key=lambda solver: (solver != "auto", solver))
    lines = [["tiles", "tilings", *solvers]]
    for kind, every in sorted(by_kind.items()):
        by_solver = [[row for row in every if row.solver == solver] for solver in solvers]
        cells = [f"{sum(row.status == 'complete' for row in own)}: {sum(map(_cpu, own)):,.3g} s" for own in by_solver]
        lines.append([kind, f"{len({row.problem for row in every})}", *cells])
    return aligned(lines)


def _is_right(row: Row) -> bool:
    return row.status == "complete" and not _is_wrong(row)


def _is_wrong(row: Row) -> bool:
    """Return whether a row has another count than is known about a problem of a data set."""
    found = find(row.problem)
    known = found and found[1].known
    return bool(known and row.status == "complete" and row.covers is not None and row.covers != known.covers)

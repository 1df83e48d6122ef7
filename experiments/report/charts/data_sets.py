"""The data sets that charts draw; page/scripts/charts.js makes the same from the cells that its filters leave."""

from collections.abc import Mapping, Sequence
from typing import Any

from danceoff.experiments.report.charts.growth import grows
from danceoff.experiments.report.statistics.ranks import compared

Records = Sequence[dict[str, Any]]


def data_sets(cells: Records, points: Records, chosen: Mapping[str, Any]) -> dict[str, Records]:
    """Return the records of every data set, by its name.

    cells: one record per problem and solver, of one task.
    points: covers over time, or cost and bound, of the same task.
    chosen: the parameters that select records: `$x_solver` and `$y_solver`, `$problem`, `$family` and `$by`.
    """
    shared = common(cells)
    asked = [{cell["problem"] for cell in cells if cell["solver"] == chosen.get(side)} for side in _SIDES]
    family, by = chosen.get("$family"), chosen.get("$by", "")
    here = [point for point in points if point["problem"] == chosen.get("$problem")]
    return {
        "cells": cells,
        "common": shared,
        "solved": [cell for cell in shared if cell["end"] == "solved"],
        "sized": [cell for cell in cells if cell["n_items"] and cell["n_options"]],
        "measured": [cell for cell in cells if cell["peak_rss_mb"]],
        "pairs": [{"problem": problem} for problem in sorted(set.intersection(*asked))],
        "progress": [point for point in here if point["gap"] is None],
        "gaps": [point for point in here if point["gap"] is not None],
        "growing": [cell for cell in cells if cell["family"] == family and grows(cell, by)],
    }


_SIDES = ("$x_solver", "$y_solver")


def common(cells: Records) -> Records:
    """Return the cells of one task's compared solvers, on the problems that all of these solvers were asked."""
    asked = _asked(cells)
    solvers, problems = compared((cell["problem"], cell["solver"]) for cell in asked)
    return [cell for cell in asked if cell["solver"] in solvers and cell["problem"] in problems]


def left_out(cells: Records) -> list[str]:
    """Return lines that name the solvers and problems of a task that are not in the common cells."""
    asked, shared = _asked(cells), common(cells)
    n_problems, n_common = (len({cell["problem"] for cell in some}) for some in (asked, shared))
    solvers = sorted({cell["solver"] for cell in asked} - {cell["solver"] for cell in shared})
    lines = {
        f"{n_common} of {n_problems} problems: those that all these solvers were asked": n_common < n_problems,
        f"Left out, for they were asked fewer than half: {', '.join(solvers)}": bool(solvers),
    }
    return [line for line, is_needed in lines.items() if is_needed]


def _asked(cells: Records) -> Records:
    return [cell for cell in cells if cell["status"] != "missing"]

"""The charts of a report: one Vega-Lite file each, drawn by the page and by the image files.

A text `$name` in a file is a parameter that the report fills in: its solvers, the colours of its theme, what is chosen.
Solver names may hold any character: expressions of Vega use `$x_quoted` and `$y_quoted`, which are string literals.

`usermeta` in a file tells the report how to present the chart.

rows: the data set behind it (see `data_sets`).
needs: the data set without which there is nothing to draw; by default that of `rows`.
table: a data set to show as a table below the chart; optional.
note: HTML, how to read the chart.

A chart that uses `$x_solver`, `$problem`, `$family` or `$by` gets controls to choose them.
"""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

CHARTS = {
    "cactus": "Cactus plot",
    "survival": "Survival curves",
    "profile": "Performance profiles",
    "scatter": "Two solvers",
    "progress": "Covers over time",
    "gap": "Gap over time",
    "growth": "Growth",
    "memory": "Memory",
    "features": "Size, density and hardness",
}
"""File name of each chart -> its heading, in the order of the page."""
HISTORY = {"history": "History"}
"""The same of a chart that only a page of several folders has."""
HEADINGS = {**CHARTS, **HISTORY}
N_COLOURS = 8
FEW = N_COLOURS  # solvers in a chart, unless the reader of a page asks for all
_NAME = re.compile(r"\$\w+")
_FOLDER = Path(__file__).parent
_DASHES: tuple[list[int], ...] = ([], [6, 3], [2, 2], [8, 2, 2, 2])
_SHAPES = ("circle", "square", "triangle-up", "diamond")

PALETTE = ("#0072b2", "#d55e00", "#009e73", "#aa3377", "#b8860b", "#3f9fd8", "#6a4fbf", "#555555")
"""Distinguishable for colour-blind readers on white, after Okabe and Ito (2008)."""
PRINTED: dict[str, Any] = {
    "$ink": "#1b1f24",
    "$faint": "#8b949e",
    "$grid": "#d0d7de",
    "$palette": list(PALETTE),
}
"""The theme of figures in a paper."""
STYLED: dict[str, Any] = {
    **{f"${name}": f"var(--{name})" for name in ("ink", "faint", "grid")},
    "$palette": [f"var(--s{k})" for k in range(N_COLOURS)],
    "$solvers": "$solvers",
    "$legend": None,
}
"""The theme of the page: its style sheet sets light, dark and print colours, its script fills in the solvers."""

_LEADING = "round(datum.value / pow(10, floor(log(datum.value) / LN10 + 1e-9)) * 1e6) / 1e6"


def _log_axis(scale: str) -> dict[str, Any]:
    """Return an axis with grid lines at powers of ten; at all their multiples if there are few powers.

    The lines at 1, 2 and 5 have labels; every line has one if the axis spans less than a factor of 5.
    """
    is_long = f"domain('{scale}')[1] > 5 * domain('{scale}')[0]"
    label = f"{is_long} && indexof([1, 2, 5], {_LEADING}) < 0 ? '' : datum.label"
    return {"format": "~g", "tickCount": 4, "labelExpr": label}


def _ends(x: str, y: str, op: str, is_up: bool = False, is_log: bool = False) -> dict[str, Any]:
    """Return a layer with the names of the solvers at the ends of their lines; names that would overlap are spread.

    x, y: fields; op: which y is at the end, `min` or `max`. is_up: whether names are moved up, not down.
    """
    x_and_y = {axis: {"field": field, "type": "quantitative"} for axis, field in (("x", x), ("y", y))}
    of_each = {"groupby": ["solver", "low", "high"]}
    sign, at = "" if is_up else "-", f"log(datum.{y})" if is_log else f"datum.{y}"
    step = "(max(log(datum.high / datum.low), 0.1) / 22)" if is_log else "0.045"
    by_height = {"sort": [{"field": y, "order": "ascending" if is_up else "descending"}], "frame": [None, 0]}
    moved = f"{sign}(datum.level + datum.k * {step})"
    return {
        "transform": [
            {"joinaggregate": [{"op": "min", "field": y, "as": "low"}, {"op": "max", "field": y, "as": "high"}]},
            {"aggregate": [{"op": "max", "field": x, "as": x}, {"op": op, "field": y, "as": y}], **of_each},
            {"window": [{"op": "row_number", "as": "k"}], **by_height},
            {"calculate": f"{sign}{at} - datum.k * {step}", "as": "level"},
            {"window": [{"op": "max", "field": "level", "as": "level"}], **by_height},
            {"calculate": f"exp({moved})" if is_log else moved, "as": y},
        ],
        "mark": {"type": "text", "align": "left", "baseline": "middle", "dx": 14, "limit": 120},
        "encoding": {**x_and_y, "text": {"field": "solver"}, "strokeDash": None},
    }


_PARTS = {
    "$log_x": _log_axis("x"),
    "$log_y": _log_axis("y"),
    "$counts": {"format": "~s", "labelExpr": "datum.value % 1 ? '' : datum.label"},
    "$ends_of_cactus": _ends("n_solved", "time_s", "max", is_log=True),
    "$ends_of_survival": _ends("time_s", "unsolved", "min", is_up=True),
    "$ends_of_profile": _ends("last", "share", "max"),
    "$ends_of_progress": _ends("s", "covers", "max", is_log=True),
    "$ends_of_growth": _ends("size_to", "time_to_s", "max", is_log=True),
    "$ends_of_history": _ends("number", "time_s", "max", is_log=True),
    "$ends_of_gap": _ends("s", "gap", "min", is_up=True),
}
"""What several charts have, or what is too long for their files."""


def chart(name: str, solvers: Sequence[str], theme: Mapping[str, Any]) -> dict[str, Any]:
    """Return a chart with its config, without its data.

    Every solver keeps its colour, dash and shape in all charts; after eight solvers the colours repeat with other
    dashes.

    name: the file name of the chart.
    solvers: the solvers, by rank.
    theme: values of parameters, including those that the reader chose (`$x_solver`, `$family`, ...) if they are known.
    """
    styles = solver_styles(len(solvers), theme)
    known = {
        "$solvers": list(solvers),
        **theme,
        "$colours": [style["colour"] for style in styles],
        "$dashes": [style["dash"] for style in styles],
        "$shapes": [style["shape"] for style in styles],
        **_PARTS,
    }
    filled: dict[str, Any] = fill({**_load(name), "config": _load("config")}, known)
    return filled


def solver_styles(n_solvers: int, theme: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Colour, dash and shape of each solver, by its rank."""
    rounds = [(number % N_COLOURS, number // N_COLOURS % len(_DASHES)) for number in range(n_solvers)]
    return [{"colour": theme["$palette"][k], "dash": _DASHES[i], "shape": _SHAPES[i]} for k, i in rounds]


def fill(value: Any, known: Mapping[str, Any]) -> Any:
    """Return the value with known parameters filled in, both whole texts and names inside a text."""
    if isinstance(value, dict):
        return {key: fill(inner, known) for key, inner in value.items()}
    if isinstance(value, list):
        return [fill(inner, known) for inner in value]
    if not isinstance(value, str) or "$" not in value:
        return value
    if value in known:
        return known[value]
    return _NAME.sub(lambda name: known[name[0]] if isinstance(known.get(name[0]), str) else name[0], value)


def compared(x_solver: str, y_solver: str) -> dict[str, str]:
    """Return the parameters of a comparison of two solvers: their names, plain and as literals for expressions."""
    quoted = {"$x_quoted": json.dumps(x_solver), "$y_quoted": json.dumps(y_solver)}
    return {"$x_solver": x_solver, "$y_solver": y_solver, **quoted}


def parameters(name: str) -> frozenset[str]:
    """Return the parameters, such as `$family`, that the file of a chart uses."""
    return frozenset(_NAME.findall(json.dumps(_load(name))))


def _load(name: str) -> Any:
    return json.loads((_FOLDER / f"{name}.json").read_text(encoding="utf-8"))

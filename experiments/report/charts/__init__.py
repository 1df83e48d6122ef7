"""The charts of a report: one Vega-Lite file each, drawn by the page and by the image files.

A text `$name` in a file is a parameter that the report fills in: its solvers, the colours of its theme, the reader's
choices. Solver names may hold any character: expressions of Vega use `$x_quoted` and `$y_quoted`, which are string
literals.

`usermeta` in a file tells the report how to present the chart.

rows: the data set behind it (see `data_sets`).
needs: the data set without which there is nothing to draw; by default the same as `rows`.
note: advice on reading the chart, in HTML.

`$colour`, `$dash` and `$shape` encode the solver, and the layer `$key` names the solvers beside the chart.

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
N_COLOURS = 8
FEW = N_COLOURS  # solvers in a chart, unless the reader of a page asks for all
_NAME = re.compile(r"\$\w+")
_FOLDER = Path(__file__).parent
_DASHES: tuple[list[int], ...] = (
    [], [7, 3], [2, 2], [8, 2, 2, 2], [14, 4], [8, 2, 2, 2, 2, 2], [2, 5], [14, 3, 4, 3],
)  # fmt: skip
_SHAPES = (
    "M1,0A1,1,0,1,1,-1,0A1,1,0,1,1,1,0Z",  # a circle
    "M-.9,-.9H.9V.9H-.9Z",  # a square
    "M0,-1.2L1.2,.9H-1.2Z",  # a triangle
    "M0,-1.4L1,0L0,1.4L-1,0Z",  # a diamond
    "M-.4,-1.2H.4V-.4H1.2V.4H.4V1.2H-.4V.4H-1.2V-.4H-.4Z",  # a plus
    "M0,1.2L1.2,-.9H-1.2Z",  # a triangle, upside down
    "M0,-.5L.7,-1.2L1.2,-.7L.5,0L1.2,.7L.7,1.2L0,.5L-.7,1.2L-1.2,.7L-.5,0L-1.2,-.7L-.7,-1.2Z",  # a cross
    "M-.4,-1.4H.4V1.4H-.4Z",  # a bar
)
"""Paths of SVG."""

PALETTE = ("#0072b2", "#d55e00", "#009e73", "#aa3377", "#b8860b", "#3f9fd8", "#6a4fbf", "#555555")
"""Distinguishable for colour-blind readers on white, after Okabe and Ito (2008)."""
PRINTED: dict[str, Any] = {
    "$ink": "#1b1f24",
    "$faint": "#8b949e",
    "$grid": "#d0d7de",
    "$palette": list(PALETTE),
    "$longest_name": 400,
}
"""The theme of figures in a paper."""
STYLED: dict[str, Any] = {
    **{f"${name}": f"var(--{name})" for name in ("ink", "faint", "grid")},
    "$palette": [f"var(--s{k})" for k in range(N_COLOURS)],
    "$solvers": "$solvers",
    "$longest_name": 120,
}
"""The theme of the page: its style sheet sets light, dark and print colours, its script fills in the solvers."""

_POWER = "round(log(datum.value) / LN10 * 1e6) / 1e6"  # an integer at 1, 10, 100, ..., in spite of rounding
_LEADING = f"round(datum.value / pow(10, floor({_POWER})) * 1e6) / 1e6"


def _log_axis(scale: str, is_whole: bool = False) -> dict[str, Any]:
    """Return an axis with grid lines at powers of ten, and at their multiples if there are few powers.

    The powers have labels; with fewer than two of them, the multiples 1, 2 and 5; below a factor of 5, every line.
    """
    low, high = (f"log(domain('{scale}')[{end}]) / LN10" for end in (0, 1))
    has_powers = f"floor({high} + 1e-6) > ceil({low} - 1e-6)"
    shown = f"{has_powers} ? {_LEADING} == 1 : {high} - {low} < log(5) / LN10 || indexof([1, 2, 5], {_LEADING}) >= 0"
    text = "format(datum.value, '~r')"
    if is_whole:
        shown = f"({shown}) && datum.value % 1 == 0"
        # not all fonts have raised digits
        text = f"{_LEADING} == 1 && datum.value >= 1e4 ? '10^' + {_POWER} : {text}"
    few = f"{high} - {low} < 3 ? 4 : min(10, 0.8 * ({high} - {low}))"
    return {"tickCount": {"expr": few}, "labelExpr": f"({shown}) ? {text} : ''"}


_PARTS = {
    "$log_x": _log_axis("x"),
    "$log_y": _log_axis("y"),
    "$counts_x": _log_axis("x", is_whole=True),
    "$counts_y": _log_axis("y", is_whole=True),
    "$few": {"condition": {"test": "(datum.n - datum.k) % ceil(datum.n / 8) == 0", "value": 1}, "value": 0},
}
"""What several charts have, or what is too long for their files; `$few` shows few of the n marks of a curve."""


def chart(name: str, solvers: Sequence[str], theme: Mapping[str, Any]) -> dict[str, Any]:
    """Return a chart with its config, without its data.

    Every solver keeps its colour, dash and shape in all charts. After eight solvers the colours repeat with other
    dashes and shapes.

    solvers: the solvers, by rank.
    theme: values of parameters, including the reader's choices, such as `$x_solver`, if they are known.
    """
    known: dict[str, Any] = {"$solvers": list(solvers), **theme, **_PARTS}
    styles = solver_styles(len(solvers), theme)
    for look in ("colour", "dash", "shape"):
        scale = {"domain": known["$solvers"], "range": [style[look] for style in styles]}
        known[f"${look}"] = {"field": "solver", "type": "nominal", "scale": scale, "legend": None}
    known["$key"] = fill(_load("key"), known)
    filled: dict[str, Any] = fill({**_load(name), "config": _load("config")}, known)
    return filled


def solver_styles(n_solvers: int, theme: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return colour, dash and shape of each solver, by rank; no two of 64 share the shape and the colour or dash."""
    styles = []
    for rank in range(n_solvers):
        turn = rank // N_COLOURS
        dash, shape = _DASHES[(rank + 2 * turn) % N_COLOURS], _SHAPES[(rank + turn) % N_COLOURS]
        styles.append({"colour": theme["$palette"][rank % N_COLOURS], "dash": dash, "shape": shape})
    return styles


def fill(value: Any, known: Mapping[str, Any]) -> Any:
    """Return the value with known parameters filled in, both as whole texts and within texts."""
    if isinstance(value, dict):
        return {key: fill(inner, known) for key, inner in value.items()}
    if isinstance(value, list):
        return [fill(inner, known) for inner in value]
    if not isinstance(value, str) or "$" not in value:
        return value
    if value in known:
        return known[value]
    texts = {name: text for name, text in known.items() if isinstance(text, str)}
    return _NAME.sub(lambda match: texts.get(match[0], match[0]), value)


def compared(x_solver: str, y_solver: str) -> dict[str, str]:
    """Return the parameters of a comparison of two solvers: their names, plain and as string literals."""
    quoted = {"$x_quoted": json.dumps(x_solver), "$y_quoted": json.dumps(y_solver)}
    return {"$x_solver": x_solver, "$y_solver": y_solver, **quoted}


def parameters(name: str) -> frozenset[str]:
    """Return the parameters, such as `$family`, that the file of a chart uses."""
    return frozenset(_NAME.findall(json.dumps(_load(name))))


def _load(name: str) -> Any:
    return json.loads((_FOLDER / f"{name}.json").read_text(encoding="utf-8"))

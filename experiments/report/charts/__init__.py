"""The charts of a report as Vega-Lite, a file each; the page and the figures draw the same ones.

A text `$name` in a file stands for what only the report knows: its solvers, its time axis, the colours of its theme.
Names may hold anything: in an expression of Vega they stand as `$x_quoted`, a literal.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

NAMES = ("cactus", "survival", "scatter", "progress", "growth", "memory")
N_COLOURS = 8
_NAME = re.compile(r"\$\w+")
_FOLDER = Path(__file__).parent
_DASHES: tuple[list[int], ...] = ([], [6, 3], [2, 2], [8, 2, 2, 2])
_SHAPES = ("circle", "square", "triangle-up", "diamond")

PALETTE = ("#0072b2", "#d55e00", "#009e73", "#aa3377", "#b8860b", "#3f9fd8", "#6a4fbf", "#555555")
"""Told apart by the colour-blind, after Okabe and Ito (2008), on white."""
PRINTED: dict[str, Any] = {
    "$ink": "#1b1f24",
    "$faint": "#8b949e",
    "$grid": "#d0d7de",
    "$palette": list(PALETTE),
    "$is_legend_elsewhere": False,
}
"""The theme of figures in a paper."""
STYLED: dict[str, Any] = {
    **{f"${name}": f"var(--{name})" for name in ("ink", "faint", "grid")},
    "$palette": [f"var(--s{k})" for k in range(N_COLOURS)],
    "$is_legend_elsewhere": True,
    "$solvers": "$solvers",
}
"""The theme of a page: its style sheet knows whether it is light, dark or printed, its script fills in the solvers."""


def chart(name: str, solvers: Sequence[str], time_domain: Sequence[float], theme: Mapping[str, Any]) -> dict[str, Any]:
    """A chart with its config, without its data; theme: also what it compares (`$x_solver`, `$family`, ...), if known.

    Every solver keeps its colour, dash and shape in all charts; after eight the colours begin again with other dashes.
    """
    styles = solver_styles(len(solvers), theme)
    known = {
        "$solvers": list(solvers),
        **theme,
        "$colours": [style["colour"] for style in styles],
        "$dashes": [style["dash"] for style in styles],
        "$shapes": [style["shape"] for style in styles],
        "$time_domain": list(time_domain),
        "$decades": _decades(*time_domain),
        "$time_least": time_domain[0],
        "$time_most": time_domain[1],
    }
    filled: dict[str, Any] = fill({**_load(name), "config": _load("config")}, known)
    return filled


def _decades(least: float, most: float) -> list[float]:
    """The powers of ten on an axis."""
    return [10.0**k for k in range(math.ceil(math.log10(least) - 1e-9), math.floor(math.log10(most)) + 1)]


def solver_styles(n_solvers: int, theme: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Colour, dash and shape of each solver, by its rank."""
    rounds = [(number % N_COLOURS, number // N_COLOURS % len(_DASHES)) for number in range(n_solvers)]
    return [{"colour": theme["$palette"][k], "dash": _DASHES[i], "shape": _SHAPES[i]} for k, i in rounds]


def fill(value: Any, known: Mapping[str, Any]) -> Any:
    """The value with what is known put in the place of each text that names it, and of each name inside a text."""
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
    """What is known of a comparison of two solvers: their names, and those as literals of Vega's expressions."""
    quoted = {"$x_quoted": json.dumps(x_solver), "$y_quoted": json.dumps(y_solver)}
    return {"$x_solver": x_solver, "$y_solver": y_solver, **quoted}


def _load(name: str) -> Any:
    return json.loads((_FOLDER / f"{name}.json").read_text(encoding="utf-8"))

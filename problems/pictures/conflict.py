"""Conflicts on their boards: items that cannot be covered together."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from math import ceil, sqrt
from textwrap import wrap
from typing import TypeAlias

import numpy as np

from danceoff.problems.grids.board import Board
from danceoff.problems.grids.grid import Grid
from danceoff.problems.grids.packing import Packing
from danceoff.problems.model.cover import ExactCover
from danceoff.problems.pictures.drawing import STYLE, Drawing, path
from danceoff.problems.pictures.mosaic import EMPTY, mosaic
from danceoff.problems.pictures.shades import SHADE_STYLE, Sign, shaded, sized, with_legend
from danceoff.problems.pictures.svg import document
from danceoff.problems.pictures.svg_cells import CELL, MARGIN, cells
from danceoff.problems.pictures.svg_polygons import Sheet, polygons

_WEAK, _STRONG = 0.45, 1.0
_COLUMNS = 44


def conflict_picture(
    problem: ExactCover, board: Board, items: Sequence[int], decisive: Collection[int], title: str
) -> str | None:
    """Draw items that cannot be covered together as an `<svg>` element; None for boards that cannot show them.

    Cells are filled. On a board of symbols a frame is a square that gets none, and a small symbol one that its row,
    column or box cannot get. Other items are named.

    decisive: those of the items without which, each alone, there is a cover; they are stronger.
    title: the title for screen readers.
    """
    if isinstance(board, Packing):
        base, shapes, marks, named = _of_packing(problem, board, items, decisive)
    elif isinstance(board, Grid):
        base, shapes, marks, named = _of_grid(problem, board, items, decisive)
    else:
        return None
    names = [problem.item_name(item) for item in items]
    one = len(names) == 1
    ground, *above = base.elements
    elements = [ground, *shaded("heat flat", shapes, 1.0), *above, *marks]
    legend = []
    for level, words in (
        (_WEAK, "cannot be covered" if one else "cannot be covered together"),
        (_STRONG, "without it there is a cover" if one else "without one of these there is a cover"),
    ):
        if any((item in decisive) == (level == _STRONG) for item in items):
            legend.append(Sign(words, "".join(shaded("heat flat", [(level, "M0 0h5v5h-5z")], 1.0)), 5))
    listed = " ".join(problem.item_name(item).replace(" ", "-") for item in named)
    legend += map(Sign, wrap(f"items: {listed}", _COLUMNS, max_lines=3, placeholder=" ...") if named else [])
    drawing = with_legend(Drawing(base.width, base.height, elements), legend)
    return document(drawing, title, f"cannot be covered together: {' '.join(names)}", STYLE + SHADE_STYLE)


def _level(item: int, decisive: Collection[int]) -> float:
    return _STRONG if item in decisive else _WEAK


def _square(x: float, y: float, width: float = CELL, height: float = CELL) -> str:
    return f"M{x:.4g} {y:.4g}h{width:.4g}v{height:.4g}h-{width:.4g}z"


_Found: TypeAlias = tuple[Drawing, list[tuple[float, str]], list[str], list[int]]
"""The empty board, filled shapes with their strength, what lies above them, and the items that are named."""


def _of_packing(problem: ExactCover, board: Packing, items: Sequence[int], decisive: Collection[int]) -> _Found:
    if not board.lattice.is_cubic:
        sheet = Sheet(board)
        found = [(_level(item, decisive), int(board.cell[item]) if item < len(board.cell) else -1) for item in items]
        shapes = [(level, sheet.outline(cell)) for level, cell in found if cell >= 0]
        ruled = [path("rule", sheet.grid())]
        return (
            polygons(board, ()),
            shapes,
            ruled,
            [item for item, (_, cell) in zip(items, found, strict=True) if cell < 0],
        )
    seen = mosaic(problem, board, ())
    layer, row, column = (axis.tolist() for axis in np.nonzero(seen.area >= EMPTY))
    step, top = seen.area.shape[2] * CELL + 2 * MARGIN, MARGIN + seen.longest_arc * CELL // 2
    shapes, named = [], []
    for item in items:
        cell = int(board.cell[item]) if item < len(board.cell) else -1
        if cell < 0:
            named.append(item)
        else:
            x, y = MARGIN + layer[cell] * step + column[cell] * CELL, top + row[cell] * CELL
            shapes.append((_level(item, decisive), _square(x, y)))
    return cells(replace(seen, is_ruled=True)), shapes, [], named


def _of_grid(problem: ExactCover, board: Grid, items: Sequence[int], decisive: Collection[int]) -> _Found:
    seen = mosaic(problem, board, tuple(problem.taken.tolist()))
    seen = replace(seen, colour=np.full_like(seen.colour, -1))
    used = sorted(set(board.symbol.tolist()))
    n_across = ceil(sqrt(len(used)))
    width, height = CELL / n_across, CELL / ceil(len(used) / n_across)
    options: dict[int, list[int]] = {item: [] for item in items}
    for option, number in enumerate(problem.origin.tolist()):
        if board.writing((number,)):
            for item in options.keys() & set(problem.items_of(option)):
                options[item].append(number)
    level: dict[tuple[int, int], float] = {}
    frames: dict[int, float] = {}
    named = []
    for item in items:
        squares = {int(board.square[number]) for number in options[item]}
        strength = _level(item, decisive)
        if len(squares) == 1 < len(used):
            frames[squares.pop()] = strength
        else:
            named.append(item)
        for number in options[item]:
            place = int(board.square[number]), used.index(int(board.symbol[number]))
            level[place] = max(strength, level.get(place, 0.0))
    shapes, marks = [], []
    for (square, k), strength in sorted(level.items()):
        left, top = _corner(board, square)
        x, y = left + k % n_across * width, top + k // n_across * height
        shapes.append((strength, _square(x, y, width, height)))
        if len(used) > 1:
            marks.append(sized(x + width / 2, y + height / 2, board.symbols[used[k]], 0.65 * width))
    outlines = []
    for square, strength in frames.items():
        left, top = _corner(board, square)
        outlines.append((strength, _square(left + 0.9, top + 0.9, 8.2, 8.2)))
    return cells(replace(seen, is_ruled=True)), shapes, [*shaded("hot", outlines, 1.0), *marks], named


def _corner(board: Grid, square: int) -> tuple[int, int]:
    return MARGIN + square % board.n_columns * CELL, MARGIN + square // board.n_columns * CELL

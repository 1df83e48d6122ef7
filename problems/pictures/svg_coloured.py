"""Boards of coloured problems as SVG: tiles with coloured sides, labels on the points of a graph, and routes."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.grids.labelling import Labelling, Route
from danceoff.problems.grids.tiles import Tiles
from danceoff.problems.model.cover import Cover
from danceoff.problems.pictures.drawing import Drawing, label, path
from danceoff.problems.pictures.palette import N_COLOURS
from danceoff.problems.pictures.svg_cells import CELL

_MARGIN = 3
RADIUS = 4.5  # of a labelled point
_APART = 22  # the distance of points that are 1 apart
_UNIT = {3: (10, 10 * sqrt(3)), 4: (8, 16)}
"""Half the width and the height of a cell, by its number of sides."""


def tiles(board: Tiles, cover: Cover) -> Drawing:
    """Draw each tile as a sector of colour for each side, so that two tiles of a colour make one figure."""
    empty, outlines = tile_board(board)
    elements = [*empty.elements]
    for option in cover:
        cell = int(board.cell[option])
        of_colour: dict[int, str] = {}  # those of a colour in one path, since no seam is seen between them
        for colour, sector in zip(board.colour[option].tolist(), sectors(board, cell), strict=True):
            of_colour[colour] = of_colour.get(colour, "") + sector
        elements += [path(f"c{colour % N_COLOURS}", outline) for colour, outline in of_colour.items()]
        elements.append(path("tile", outlines[cell]))
    return replace(empty, elements=elements)


def tile_board(board: Tiles) -> tuple[Drawing, list[str]]:
    """Return the drawing of the board without tiles, and the path of each cell."""
    unit = np.array(_UNIT[board.corner.shape[1]])
    corner = board.corner * unit + _MARGIN
    outlines = [f"M{'L'.join(f'{x:.2f} {y:.2f}' for x, y in cell)}z" for cell in corner.tolist()]
    width, height = (board.corner.reshape(-1, 2).max(axis=0) * unit + 2 * _MARGIN).tolist()
    return Drawing(round(width, 2), round(height, 2), [path("empty tile", "".join(outlines))]), outlines


def sectors(board: Tiles, cell: int) -> list[str]:
    """Return the path of the sector of each side of a cell."""
    corner = board.corner[cell] * np.array(_UNIT[board.corner.shape[1]]) + _MARGIN
    ends = zip(corner.tolist(), np.roll(corner, -1, axis=0).tolist(), strict=True)
    x, y = corner.mean(axis=0).tolist()
    return [f"M{x:.2f} {y:.2f}L{a[0]:.2f} {a[1]:.2f}L{b[0]:.2f} {b[1]:.2f}z" for a, b in ends]


def labelling(board: Labelling, cover: Cover) -> Drawing:
    """Draw the lines, and a disc with its label on each point; the label of a line is in its middle."""
    place = spots(board)
    at = [f"{x:.2f} {y:.2f}" for x, y in place.tolist()]
    elements = [path("edge", "".join(f"M{at[a]}L{at[b]}" for a, b in board.line.tolist()))]
    elements += [_dot("empty side", x, y, RADIUS) for x, y in place.tolist()]
    middle = np.vstack([place, (place[board.line[:, 0]] + place[board.line[:, 1]]) / 2]).round(2).tolist()
    written = {entry for option in cover for entry in board.entries(option)}
    for point, number in sorted(written):
        x, y = middle[point]
        kind, ink = (f"c{number % N_COLOURS}", "on") if board.is_coloured else ("empty", "")
        if point < len(place):
            elements += [_dot(f"{kind} side", x, y, RADIUS), label(x, y, board.labels[number], ink)]
        else:
            elements += [_dot(kind, x, y, 2.4), label(x, y, board.labels[number], "small found")]
    width, height = (place.max(axis=0) + RADIUS + _MARGIN).tolist()
    return Drawing(round(width, 2), round(height, 2), elements)


def _dot(kind: str, x: float, y: float, radius: float) -> str:
    return f'<circle class="{kind}" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'


def spots(board: Labelling) -> NDArray[Any]:
    """Return where the points lie on the sheet, float64[n_points, 2]."""
    place: NDArray[Any] = ((board.place - board.place.min(axis=0)) * _APART + RADIUS + _MARGIN).round(2)
    return place


def route(board: Route, cover: Cover) -> Drawing:
    """Draw a chequered board and the moves as lines from centre to centre, with a ring at the start."""
    cells = np.arange(board.n_rows * board.n_columns)
    row, column = cells // board.n_columns, cells % board.n_columns
    dark = "".join(
        f"M{_MARGIN + c * CELL} {_MARGIN + r * CELL}h{CELL}v{CELL}h-{CELL}z"
        for r, c in zip(row.tolist(), column.tolist(), strict=True)
        if (r + c) % 2
    )
    width, height = board.n_columns * CELL, board.n_rows * CELL
    frame = f"M{_MARGIN} {_MARGIN}h{width}v{height}h-{width}z"
    elements = [path("empty flat", frame), path("square flat", dark), path("border", frame)]
    for option in cover:
        cell, to = int(board.cell[option]), int(board.to[option])
        if cell < 0:
            continue
        x, y = centre(board, cell)
        if to >= 0:
            x_to, y_to = centre(board, to)
            elements += [path("move", f"M{x:g} {y:g}L{x_to:g} {y_to:g}"), _dot("dot", x_to, y_to, 1.2)]
        elements.append(_dot("dot", x, y, 1.2))
        if board.is_start[option]:
            elements.append(_dot("ring", x, y, 3))
    return Drawing(width + 2 * _MARGIN, height + 2 * _MARGIN, elements)


def centre(board: Route, cell: int) -> tuple[float, float]:
    """Return the centre of a cell on the sheet."""
    return _MARGIN + (cell % board.n_columns + 0.5) * CELL, _MARGIN + (cell // board.n_columns + 0.5) * CELL

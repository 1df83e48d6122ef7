"""Packings of squares and cubes as mosaics, and packings of any cells as text."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from danceoff.problems.grids.layout import LETTERS, Layout
from danceoff.problems.model.cover import BoolArray, IntArray
from danceoff.problems.pictures.copies import Copy
from danceoff.problems.pictures.drawing import CELL, MARGIN
from danceoff.problems.pictures.mosaic import EMPTY, WALL, Mosaic


def packed(packing: Layout, pieces: Sequence[Copy]) -> Mosaic:
    """Return the mosaic of pieces in their places."""
    lying, marks = [EMPTY] * packing.n_cells, ["·"] * packing.n_cells
    for k, one in enumerate(pieces):
        cells = packing.cells_of(one.option)
        for cell, mark in zip(cells, packing.letters_of(one.option, one.mark), strict=True):
            lying[cell], marks[cell] = k, mark
    area: IntArray = np.full(packing.region.shape, WALL, np.int32)
    mark_of = np.full(packing.region.shape, "", object)
    area[packing.region], mark_of[packing.region] = lying, marks
    area = area.reshape(-1, *packing.region.shape[-2:])
    by_area = np.array([*(one.colour for one in _coloured(packing, pieces)), -1, -1], np.int32)  # last: WALL and EMPTY
    labelled = (area >= 0) & (len(pieces) <= max(len(LETTERS), len(packing.pieces)))
    if area.shape[:2] != (1, 1) and not packing.is_lettered:
        labelled &= _first_of_each(area)
    texts, strong, arc = mark_of.reshape(area.shape), np.zeros(area.shape, bool), _longest_arc(packing)
    return Mosaic(area, texts, by_area.take(area), strong, labelled, is_ruled=False, longest_arc=arc, is_packed=True)


def exhibit(packing: Layout, pieces: Sequence[Copy]) -> dict[str, Any]:
    """Return a cover of a packing for the scripts of a gallery.

    It has the number of the copy in each cell, from 1, or 0; and the piece, the letter and the colour of each copy.
    """
    cells, place = [0] * packing.region.size, packing.spot
    for number, one in enumerate(pieces, 1):
        for cell in packing.cells_of(one.option):
            cells[place[cell]] = number
    return {"cells": cells, "copies": [(piece, mark, colour) for _, piece, mark, colour in _coloured(packing, pieces)]}


def corners(packing: Layout) -> list[tuple[int, int]]:
    """Return where the upper left corner of each cell is on the sheet; the layers are side by side."""
    layer, row, column = np.nonzero(packing.region.reshape(-1, *packing.region.shape[-2:]))
    x = MARGIN + column * CELL + layer * (packing.region.shape[-1] * CELL + 2 * MARGIN)
    y = MARGIN + row * CELL + _longest_arc(packing) * CELL // 2
    return list(zip(x.tolist(), y.tolist(), strict=True))


def _longest_arc(packing: Layout) -> int:
    if packing.region.shape[:-1] != (1,):
        return 0
    steps = (np.diff(piece.cells.max(axis=1)).max(initial=1) for piece in packing.pieces)
    return max((int(step) for step in steps if step > 1), default=0)


def _coloured(packing: Layout, pieces: Sequence[Copy]) -> Sequence[Copy]:
    """Return the pieces in the colours in which they are drawn.

    If there are more dominoes than letters, a domino has one of four colours, by how it lies on a chessboard; this
    makes the frozen corners of random tilings visible.
    """
    are_dominoes = packing.region.ndim == 2 and [len(piece.cells) for piece in packing.pieces] == [2]
    if not are_dominoes or packing.n_cells <= 2 * len(LETTERS):
        return pieces
    return [one._replace(colour=_lies(packing, one)) for one in pieces]


def _lies(packing: Layout, domino: Copy) -> int:
    """Return how a domino lies on a chessboard: 0 or 1 if it is horizontal, 2 or 3 if it is vertical."""
    n_columns: int = packing.region.shape[1]
    first, last = (packing.spot[cell] for cell in packing.cells_of(domino.option))
    row, column = divmod(first, n_columns)
    is_vertical = row != last // n_columns
    return 2 * int(is_vertical) + (row + column) % 2


def _first_of_each(area: IntArray) -> BoolArray:
    """Return whether each cell is the first of its area in its layer."""
    first = np.zeros(area.shape, bool)
    for layer, seen in zip(first, area, strict=True):
        layer.ravel()[np.unique(seen, return_index=True)[1]] = True
    return first


def laid_out(packing: Layout, marks: Sequence[str]) -> str:
    """Return a mark for each cell as text: `#` for walls, an empty line between layers."""
    if not packing.lattice.is_cubic:
        return _on_lattice(packing, marks)
    drawn = np.full(packing.region.shape, "#", dtype=object)
    drawn[packing.region] = marks
    gap = " " if max(map(len, marks)) > 1 else ""
    layers = drawn.reshape(-1, *drawn.shape[-2:])
    return "\n\n".join("\n".join(map(gap.join, layer)) for layer in layers)


def _on_lattice(packing: Layout, marks: Sequence[str]) -> str:
    """Return the marks of all cells as text, each in its place, and + for a knot that no piece crosses straight."""
    place = packing.place
    layer = place[:, 0] if place.shape[1] == 3 else np.zeros(len(place), np.int32)
    n_lines, n_columns = (place[:, -2:].max(axis=0) + 2).tolist()
    layers = np.full((layer.max() + 1, n_lines, n_columns), " ", dtype=object)
    if packing.lattice.name == "trigs":  # several pieces may have knots of one corner
        is_trig = (packing.cells % 3 == 0).all(axis=1)
        marks = np.where(is_trig, marks, "+").tolist()
    layers[layer, place[:, -2], place[:, -1]] = marks
    if packing.lattice.name == "sticks":
        for line, column in place[place.sum(axis=1) % 2 == 1].tolist():
            for knot in ((line - line % 2, column - column % 2), (line + line % 2, column + column % 2)):
                if layers[0][knot] in " .":
                    layers[0][knot] = "+"
    width = max(map(len, marks))
    rows = (["".join(mark.ljust(width) for mark in row).rstrip() for row in one.tolist()] for one in layers)
    return "\n\n".join("\n".join(one).rstrip("\n") for one in rows)

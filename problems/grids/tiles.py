"""Tiles with coloured sides, as in MacMahon's squares: sides that touch have the same colour.

Cells and tiles are primary items. A side inside the board is a secondary item, coloured by the tiles on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import chain, compress, product

import numpy as np

from danceoff.problems.model.cover import ExactCover, IntArray
from danceoff.problems.model.one_line import OneLine

SYMBOLS = "abcdefghijklmnopqrstuvwxyz"
"""The names of the colours."""


@dataclass(frozen=True, eq=False, repr=False)
class Tiles(OneLine):
    """A board of cells with the same number of sides, 3 or 4; an option lays a tile into a cell.

    corner: int32[n_cells, n_sides, 2], the corners (x, y) of each cell, clockwise; x is counted in half widths of a
        cell, y in rows downwards. Side s goes from corner s to the next.
    cell: int32[n_options].
    colour: int32[n_options, n_sides], the colour of each side, a place in SYMBOLS.
    """

    corner: IntArray
    cell: IntArray
    colour: IntArray

    @property
    def middle(self) -> IntArray:
        """Twice the middle of each side, int32[n_cells, n_sides, 2]; sides that touch have the same."""
        return _middle(self.corner)


def squares(n_rows: int, n_columns: int) -> IntArray:
    """Return the corners of the cells of a rectangle, row by row; side 0 is above, the next one on the right."""
    row, column = np.indices((n_rows, n_columns), dtype=np.int32).reshape(2, -1)
    corner = np.array([[0, 0], [2, 0], [2, 1], [0, 1]], np.int32)
    return np.stack([2 * column, row], axis=1)[:, None] + corner


def hexagon(n: int) -> IntArray:
    """Return the corners of the triangles in a hexagon of side n, row by row."""
    up, down = [(1, 0), (2, 1), (0, 1)], [(0, 0), (2, 0), (1, 1)]
    cells = []
    for row in range(2 * n):
        indent = n - 1 - row if row < n else row - n
        for place in range(indent, 4 * n - 1 - indent):
            is_up = (place - indent) % 2 == (row >= n)
            cells.append([(place + dx, row + dy) for dx, dy in (up if is_up else down)])
    return np.array(cells, np.int32)


def turned(tile: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the different rotations of a tile, ascending."""
    return sorted({(*tile[k:], *tile[:k]) for k in range(len(tile))})


def laid(corner: IntArray, tiles: Sequence[Sequence[int]], border: int | None) -> tuple[ExactCover, Tiles]:
    """Return the problem of laying all tiles, rotated as one likes; exchanging equal tiles makes no other cover.

    corner: the cells, as in `Tiles`; there are as many as tiles.
    tiles: the colours of each tile's sides, clockwise.
    border: the colour of the whole border, or None for any colours. If the tiles have it no oftener than the border is
        long, it is not laid inside.
    """
    copies = Counter(turned(tile)[0] for tile in tiles)
    names = [[f"{y}.{x}" for x, y in cell] for cell in _middle(corner).tolist()]
    touching = Counter(chain.from_iterable(names))
    inside = [name for name, cells in touching.items() if cells == 2]
    used = Counter(chain.from_iterable(tiles))
    only_outside = border is not None and used[border] == len(touching) - len(inside)
    options, option_names, cells, colours = [], [], [], []
    for tile, (cell, around) in product(copies, enumerate(names)):
        is_inside = [touching[name] == 2 for name in around]
        for rotation in turned(tile):
            wrong = (
                only_outside and colour == border if within else border is not None and colour != border
                for colour, within in zip(rotation, is_inside, strict=True)
            )
            if any(wrong):
                continue
            entries = [(name, SYMBOLS[colour]) for name, colour in zip(around, rotation, strict=True)]
            options.append([f"cell{cell}", _name(tile), *compress(entries, is_inside)])
            option_names.append(f"cell {cell} {''.join(colour for _, colour in entries)}")
            cells.append(cell)
            colours.append(rotation)
    primary = [*(f"cell{cell}" for cell in range(len(corner))), *map(_name, copies)]
    times: dict[Hashable, tuple[int, int]] = {_name(tile): (n, n) for tile, n in copies.items() if n > 1}
    problem = ExactCover.from_options(options, primary, inside, option_names, times)
    colour = np.array(colours, np.int32).reshape(-1, corner.shape[1])
    return problem, Tiles(corner, np.array(cells, np.int32), colour)


def _name(tile: Sequence[int]) -> str:
    return "tile-" + "".join(SYMBOLS[colour] for colour in tile)


def _middle(corner: IntArray) -> IntArray:
    middle: IntArray = corner + np.roll(corner, -1, axis=1)
    return middle

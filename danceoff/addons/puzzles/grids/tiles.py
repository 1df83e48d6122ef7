"""Tiles with coloured sides, as in MacMahon's squares: sides that touch have the same colour.

Cells and tiles are primary items. A side inside the board is a secondary item, coloured by the tiles on it.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, compress, pairwise, product
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.board import Board
from danceoff.problems.grids.board_symmetries import Looks
from danceoff.problems.model.cover import Cover, ExactCover, IntArray
from danceoff.problems.pictures.drawing import MARGIN, N_COLOURS, Drawing, path

SYMBOLS = "abcdefghijklmnopqrstuvwxyz"
"""The names of the colours."""
_UNIT = {3: (10, 10 * sqrt(3)), 4: (8, 16)}
"""Half the width and the height of a cell, by its number of sides."""
_TURN = {3: [[1, 1], [-3, 1]], 4: [[0, 1], [-4, 0]]}
"""By the number of sides: twice the matrix of a sixth or a quarter of a turn, for corners as in `Tiles`."""


@dataclass(frozen=True, eq=False, repr=False)
class Tiles(Board):
    """A board of cells with the same number of sides, 3 or 4; an option lays a tile into a cell.

    corner: int32[n_cells, n_sides, 2], the corners (x, y) of each cell, clockwise; x is counted in half widths of a
        cell, y in rows downwards. Side s goes from corner s to the next.
    cell: int32[n_options].
    colour: int32[n_options, n_sides], the colour of each side, as its place in SYMBOLS.
    """

    corner: IntArray
    cell: IntArray
    colour: IntArray

    def plain(self, problem: ExactCover, cover: Cover) -> str:
        """Draw the corners of the cells, and a letter in the middle of each side that has a colour."""
        middle = _middle(self.corner)
        width, height = (2 * self.corner.reshape(-1, 2).max(axis=0) + 1).tolist()
        marks = np.full((height, width), " ")
        x, y = 2 * self.corner.reshape(-1, 2).T
        marks[y, x] = "+"
        x, y = middle.reshape(-1, 2).T
        marks[y, x] = "."
        for option in cover:
            x, y = middle[self.cell[option]].T
            marks[y, x] = [SYMBOLS[colour] for colour in self.colour[option].tolist()]
        return "\n".join("".join(row).rstrip() for row in marks.tolist())

    def draw(self, problem: ExactCover, cover: Cover) -> Drawing:
        """Draw each tile with a coloured sector for each side, so that sides that match form one figure."""
        corner = self.corner * np.array(_UNIT[self.corner.shape[1]]) + MARGIN
        cells, middles = corner.tolist(), corner.mean(axis=1).tolist()
        outlines = [_closed(cell) for cell in cells]
        elements = [path("empty tile", "".join(outlines))]
        for option in cover:
            cell = int(self.cell[option])
            of_colour: dict[int, str] = {}  # tiles of a colour in one path, since no seam is seen between them
            sides = pairwise([*cells[cell], cells[cell][0]])
            for colour, ends in zip(self.colour[option].tolist(), sides, strict=True):
                of_colour[colour] = of_colour.get(colour, "") + _closed([middles[cell], *ends])
            elements += [path(f"c{colour % N_COLOURS}", outline) for colour, outline in of_colour.items()]
            elements.append(path("tile", outlines[cell]))
        width, height = (corner.max(axis=(0, 1)) + MARGIN).tolist()
        return Drawing(round(width, 2), round(height, 2), elements)

    def looks(self) -> Iterator[Looks]:
        """Yield the looks of options: as they are, then after motions of the board, then with two colours exchanged."""
        yield np.column_stack([self.cell, self.colour]).astype(np.int64)
        for cell_image, side_image in _images_of_sides(self.corner):
            colour = np.empty_like(self.colour)
            np.put_along_axis(colour, side_image[self.cell], self.colour, axis=1)
            yield np.column_stack([cell_image[self.cell], colour]).astype(np.int64)
        for exchanged in _exchanges(self.colour):
            yield np.column_stack([self.cell, exchanged[self.colour]]).astype(np.int64)


def _closed(points: Iterable[Sequence[float]]) -> str:
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points) + "z"


def _exchanges(used: IntArray) -> Iterator[IntArray]:
    """Yield the exchanges of any two of the numbers that occur, each as int32[1 + the largest]."""
    for pair in combinations(np.unique(used).tolist(), 2):
        exchanged = np.arange(int(used.max()) + 1, dtype=np.int32)
        exchanged[list(pair)] = pair[::-1]
        yield exchanged


def _images_of_sides(corner: IntArray) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Yield, for each motion of the board, the images of cells, int[n_cells], and of sides, int[n_cells, n_sides]."""
    n_sides = corner.shape[1]
    motion = np.diag([2, 2])  # twice the matrix of the motion
    for _ in range(6 if n_sides == 3 else 4):
        for mirror in (1, -1):
            moved = corner @ motion * np.array([mirror, 1])
            moved += 2 * corner.min(axis=(0, 1)) - moved.min(axis=(0, 1))
            if (images := _matched(2 * corner, moved)) is not None:
                yield images
        motion = motion @ _TURN[n_sides] // 2


def _matched(corner: IntArray, moved: IntArray) -> tuple[NDArray[np.intp], NDArray[np.intp]] | None:
    """Return the cell and the sides that each moved cell and its sides lie on; None if some lie on none."""
    cell_at = {tuple(centre): cell for cell, centre in enumerate(corner.sum(axis=1).tolist())}
    cell_image = np.array([cell_at.get(tuple(centre), -1) for centre in moved.sum(axis=1).tolist()])
    middle, moved_middle = (one + np.roll(one, -1, axis=1) for one in (corner, moved))
    is_same = (moved_middle[:, :, None] == middle[cell_image][:, None]).all(axis=3)
    if cell_image.min() < 0 or not is_same.any(axis=2).all():
        return None
    return cell_image, is_same.argmax(axis=2)


def squares(n_rows: int, n_columns: int) -> IntArray:
    """Return the corners of the cells of a rectangle, row by row; side 0 is above, side 1 on the right."""
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
            is_up = (place - indent) % 2 == int(row >= n)  # the first triangle of a row in the upper half
            cells.append([(place + dx, row + dy) for dx, dy in (up if is_up else down)])
    return np.array(cells, np.int32)


def turned(tile: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the different rotations of a tile, ascending."""
    return sorted({(*tile[k:], *tile[:k]) for k in range(len(tile))})


def laid(corner: IntArray, tiles: Sequence[Sequence[int]], border: int | None) -> tuple[ExactCover, Tiles]:
    """Return the problem of laying all tiles in any rotation; an exchange of equal tiles gives the same cover.

    corner: the cells, as in `Tiles`; there are as many as tiles.
    tiles: the colours of each tile's sides, clockwise.
    border: the colour of the whole border, or None for any colours. If the tiles have just enough sides of this colour,
        no option lays them inside.
    """
    copies = Counter(turned(tile)[0] for tile in tiles)
    names = [[f"{y}.{x}" for x, y in cell] for cell in _middle(corner).tolist()]
    touching = Counter(chain.from_iterable(names))
    inside = [name for name, cells in touching.items() if cells == 2]
    used = Counter(chain.from_iterable(tiles))
    within = set(used)
    outside = set(used) if border is None else {border}
    if border is not None and used[border] == len(touching) - len(inside):
        within.discard(border)
    options, option_names, cells, colours = [], [], [], []
    for tile, (cell, around) in product(copies, enumerate(names)):
        is_inside = [touching[name] == 2 for name in around]
        fitting = [within if inner else outside for inner in is_inside]
        for rotation in turned(tile):
            if not all(colour in fit for colour, fit in zip(rotation, fitting, strict=True)):
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
    """Return twice the middle of each side, int32[n_cells, n_sides, 2]; sides that touch have the same middle."""
    return np.asarray(corner + np.roll(corner, -1, axis=1))

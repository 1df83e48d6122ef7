"""What a picture of a board of cells shows: areas with borders between them, marks and colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.grids.board import CellBoard
from danceoff.problems.grids.grid import Cage, Grid
from danceoff.problems.grids.packing import Packing
from danceoff.problems.grids.rules import NO_MARK
from danceoff.problems.grids.words import Words
from danceoff.problems.model.cover import BoolArray, Cover, ExactCover, IntArray
from danceoff.problems.pictures.copies import LETTERS, Copy, copies
from danceoff.problems.pictures.palette import N_COLOURS

BLACK, WALL, EMPTY = -3, -2, -1


@dataclass(frozen=True, eq=False)
class Mosaic:
    """Layers of cells; all arrays are [layers, rows, columns].

    area: int32, WALL outside the region, BLACK for a black cell, EMPTY where there is no piece; borders are drawn
        between different areas.
    mark: a text for each cell.
    colour: int32, a number below N_COLOURS, or -1 for none.
    strong: bool, whether a mark is a given of the puzzle.
    is_labelled: bool, whether a coloured picture shows the mark.
    is_ruled: whether thin lines separate all cells.
    is_chess: whether the marks are chessmen, as in `Grid`.
    longest_arc: on a board of one row, the most cells that an arc between two cells of a piece spans; else 0.
    traces: the words to show in the first layer.
    is_packed: whether the areas are pieces of a packing.
    cages: outlined in the first layer, with their sums.
    """

    area: IntArray
    mark: NDArray[Any]
    colour: IntArray
    strong: BoolArray
    is_labelled: BoolArray
    is_ruled: bool
    is_chess: bool = False
    longest_arc: int = 0
    traces: Sequence[Trace] = ()
    is_packed: bool = False
    cages: Sequence[Cage] = ()


class Trace(NamedTuple):
    """The first and the last cell of a word, as (row, column), and the colour that joins them in a picture."""

    first: tuple[int, int]
    last: tuple[int, int]
    colour: int


def mosaic(problem: ExactCover, board: CellBoard, cover: Cover) -> Mosaic:
    """Return what a picture of a cover, or of a partial cover, shows.

    cover: in the numbering of the root problem.
    """
    if isinstance(board, Words):
        return _of_words(board, cover)
    return packed(board, copies(board, cover)) if isinstance(board, Packing) else _of_grid(problem, board, cover)


def packed(packing: Packing, pieces: Sequence[Copy]) -> Mosaic:
    """Return what a picture of pieces in their places shows."""
    shape = (-1, *packing.region.shape[-2:])
    area = np.where(packing.region, EMPTY, WALL).astype(np.int32)
    mark = np.where(packing.region, "·", "").astype(object)
    lying, marks = np.full(packing.n_cells, EMPTY, np.int32), np.full(packing.n_cells, "·", dtype=object)
    for k, one in enumerate(pieces):
        cells = packing.cells_of(one.option)
        lying[cells] = k
        marks[cells] = one.mark
        if packing.is_lettered and (written := packing.marks[one.option]):
            marks[cells] = [one.mark if letter == NO_MARK else letter for letter in written]
    area[packing.region] = lying
    mark[packing.region] = marks
    area = area.reshape(shape)
    by_area = np.append(_colours(packing, pieces), [-1, -1]).astype(np.int32)
    labelled = (area >= 0) & (len(pieces) <= max(len(LETTERS), len(packing.pieces)))
    if area.shape[:2] != (1, 1) and not packing.is_lettered:
        labelled &= _first_of_each(area)
    return Mosaic(
        area,
        mark.reshape(shape),
        by_area[area],
        np.zeros(area.shape, bool),
        labelled,
        False,
        longest_arc=_longest_arc(packing),
        is_packed=True,
    )


def _longest_arc(packing: Packing) -> int:
    if packing.region.shape[:-1] != (1,):
        return 0
    steps = (np.diff(piece.cells.max(axis=1)).max(initial=1) for piece in packing.pieces)
    return max((int(step) for step in steps if step > 1), default=0)


def _colours(packing: Packing, pieces: Sequence[Copy]) -> list[int]:
    """Return a colour for each piece.

    More dominoes than there are letters have one of four colours, by how they lie on a chessboard: so the frozen
    corners of random tilings are seen.
    """
    are_dominoes = packing.region.ndim == 2 and [len(piece.cells) for piece in packing.pieces] == [2]
    if are_dominoes and packing.n_cells > 2 * len(LETTERS):
        place = np.argwhere(packing.region)
        return [_lies(*place[packing.cells_of(one.option)]) for one in pieces]
    return [one.colour for one in pieces]


def _lies(first: NDArray[Any], last: NDArray[Any]) -> int:
    """Return how two cells lie on a chessboard: 0 or 1 if they are beside each other, 2 or 3 if not."""
    return int(2 * (first[0] != last[0]) + first.sum() % 2)


def _first_of_each(area: IntArray) -> BoolArray:
    """Return whether each cell is the first of its area in its layer."""
    first = np.zeros(area.shape, bool)
    for layer, seen in zip(first, area, strict=True):
        layer.ravel()[np.unique(seen, return_index=True)[1]] = True
    return first


def _of_grid(problem: ExactCover, grid: Grid, cover: Cover) -> Mosaic:
    shape = (1, grid.n_rows, grid.n_columns)
    row, column = np.indices(shape[1:], dtype=np.int32)
    area = np.zeros(shape, np.int32)
    if grid.box:
        height, width = grid.box
        area[0] = row // height * grid.n_columns + column // width
    if grid.regions is not None:
        area[0] = grid.regions.reshape(area.shape[1:])
    colour = np.where(grid.is_chess & ((row + column) % 2 == 1), 0, -1).astype(np.int32).reshape(shape)
    colour.flat[list(grid.shaded)] = 0
    mark = np.full(area.size, "·", dtype=object)
    strong = np.zeros(area.size, bool)
    for option in grid.writing(cover):
        mark[grid.square[option]] = grid.symbols[grid.symbol[option]]
    strong[grid.square[problem.taken]] = True
    is_labelled = (mark != "·").reshape(shape)
    return Mosaic(
        area,
        mark.reshape(shape),
        colour,
        strong.reshape(shape),
        is_labelled,
        not grid.is_chess,
        grid.is_chess,
        cages=grid.cages,
    )


def _of_words(board: Words, cover: Cover) -> Mosaic:
    mark = np.where(board.region, "·", "█").astype(object)
    traces = []
    for option in cover:
        letters = list(board.letters(option))
        for cell, letter in letters:
            mark.flat[cell] = letter
        if board.is_traced:
            first, last = (divmod(cell, board.region.shape[1]) for cell, _ in (letters[0], letters[-1]))
            traces.append(Trace(first, last, int(board.word[option]) % N_COLOURS))
    area = np.where(board.region, 0, BLACK).astype(np.int32)[None]
    no_colour, is_given = np.full(area.shape, -1, np.int32), np.zeros(area.shape, bool)
    labelled = board.region[None] & (mark != "·")
    return Mosaic(area, mark[None], no_colour, is_given, labelled, is_ruled=not board.is_traced, traces=traces)

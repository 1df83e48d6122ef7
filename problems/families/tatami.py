"""Tilings with a rule about lines or points: `fault-free-domino/8x8`, `tatami/4x6`, `tatami-pentomino/6x10`.

A tiling is fault-free if every line between two rows or columns crosses a domino. It is a tatami tiling if no four
pieces meet at a point: at each point, some piece has two or more of the four cells around it. The lines and points are
primary items that are covered several times. `tatami-monomer/3x4` also has single cells.
"""

from collections.abc import Sequence
from functools import partial

import numpy as np

from danceoff.problems.families.added_items import with_added_items
from danceoff.problems.families.board import board
from danceoff.problems.grids.lattice import drawn
from danceoff.problems.grids.packing import Packing, Piece, pack
from danceoff.problems.grids.pieces import DOMINO, PENTOMINOES
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.sizes import parsed

_FORM = "ROWSxCOLUMNS"
_DOMINO = Piece("I", DOMINO, least=0, most=None)
_SINGLE = Piece("O", drawn(["#"]), least=0, most=None)
_PENTOMINOES = [Piece(letter, cells) for letter, cells in PENTOMINOES.items()]


def _fault_free(size: str) -> Model:
    packing = _packing(size, [_DOMINO])
    n_rows, n_columns = packing.region.shape
    start, item = packing.problem.start, packing.problem.item
    domino = np.flatnonzero(np.diff(start) == 2).astype(np.int32)
    row, column = np.divmod(item[start[domino]], n_columns)
    is_upright = item[start[domino] + 1] // n_columns > row
    line = np.where(is_upright, row, n_rows - 1 + column)
    most = np.repeat([n_columns, n_rows], [n_rows - 1, n_columns - 1])
    return with_added_items(packing.problem, domino, line, most, partial(_line_name, n_rows)), packing


def _tatami(pieces: Sequence[Piece], size: str) -> Model:
    packing = _packing(size, pieces)
    problem, (n_rows, n_columns) = packing.problem, packing.region.shape
    row, column = np.divmod(packing.cell[problem.item], np.int32(n_columns))  # -1 if no cell
    # The points at the four corners of each cell, for each option that covers the cell.
    point_row = np.concatenate([row, row, row - 1, row - 1])
    point_column = np.concatenate([column, column - 1, column, column - 1])
    is_inside = (np.minimum(point_row, point_column) >= 0) & (point_row < n_rows - 1) & (point_column < n_columns - 1)
    n_points = (n_rows - 1) * (n_columns - 1)
    option = np.tile(np.repeat(np.arange(problem.n_options), np.diff(problem.start)), 4)
    at = (option * n_points + point_row * (n_columns - 1) + point_column)[is_inside]
    pair, n_cells = np.unique(at, return_counts=True)  # an option and a point, and how many of its cells are there
    option, point = np.array(np.divmod(pair[n_cells > 1], n_points), np.int32)
    most, name = np.full(n_points, 2), partial(_point_name, n_columns)
    return with_added_items(problem, option, point, most, name), packing


def _packing(size: str, pieces: Sequence[Piece]) -> Packing:
    """Return the packing of a rectangle, in which all items are cells."""
    return pack(board(parsed(r"\d+x\d+", size, _FORM)[0]), pieces)


def _line_name(n_rows: int, line: int) -> str:
    """Return the name of the line below a row (h0, ...) or right of a column (v0, ...)."""
    return f"h{line}" if line < n_rows - 1 else f"v{line - n_rows + 1}"


def _point_name(n_columns: int, point: int) -> str:
    """Return the name of the point at the lower right corner of a cell (p0,0, ...)."""
    row, column = divmod(point, n_columns - 1)
    return f"p{row},{column}"


FAMILIES = (
    Family("fault-free-domino", _FORM, _fault_free),
    Family("tatami", _FORM, partial(_tatami, [_DOMINO])),
    Family("tatami-monomer", _FORM, partial(_tatami, [_SINGLE, _DOMINO])),
    Family("tatami-pentomino", _FORM, partial(_tatami, _PENTOMINOES)),
)

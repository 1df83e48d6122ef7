"""Covers as the data from which the scripts of a gallery draw them."""

from __future__ import annotations

from typing import Any

import numpy as np

from danceoff.problems.grids.board import Board
from danceoff.problems.grids.grid import Grid
from danceoff.problems.grids.packing import Packing
from danceoff.problems.model.cover import Cover, ExactCover
from danceoff.problems.pictures.copies import copies
from danceoff.problems.pictures.mosaic import mosaic, packed
from danceoff.problems.pictures.svg import svg
from danceoff.problems.pictures.svg_cells import CHESSMEN

Exhibit = dict[str, Any]
"""What the scripts need to draw a cover, as a JSON object; `exhibit` says which values it has."""


def exhibit(problem: ExactCover, board: Board, cover: Cover, title: str, is_first: bool) -> Exhibit:
    """Return what a gallery needs to draw a cover.

    On a board of squares, `cells` has the number of the symbol in each square, or 0. Of a packing of squares or cubes,
    `cells` has the number of the copy in each cell, or 0, and `copies` the piece, the letter and the colour of copy 1,
    2, ... Any other board, and pieces with letters, are drawn here, as `svg`.

    is_first: whether to add `board`: what all covers share.
    """
    if isinstance(board, Grid) and not board.cages:
        options = list(cover)
        cells = np.zeros(board.n_rows * board.n_columns, np.int32)
        cells[board.square[options]] = board.symbol[options] + 1
        drawn: Exhibit = {"cells": cells.tolist()}
    elif isinstance(board, Packing) and _is_drawn_by_scripts(board):
        found = copies(board, cover)
        seen = packed(board, found)
        colour = np.zeros(len(found), np.int32)
        colour[seen.area[seen.area >= 0]] = seen.colour[seen.area >= 0]
        lying = [(one.piece, one.mark, shade) for one, shade in zip(found, colour.tolist(), strict=True)]
        drawn = {"cells": np.maximum(seen.area + 1, 0).ravel().tolist(), "copies": lying}
    else:
        return {"svg": svg(problem, board, cover, title, styled=False)}
    return drawn | {"board": shared(problem, board)} if is_first else drawn


def _is_drawn_by_scripts(packing: Packing) -> bool:
    return packing.lattice.is_cubic and packing.region.shape[:-1] != (1,) and not packing.is_lettered


def shared(problem: ExactCover, board: Grid | Packing) -> Exhibit:
    """Return what all covers share: the areas and colours of the cells, and the symbols or the names of the pieces."""
    empty = mosaic(problem, board, ())
    about: Exhibit = {
        "shape": empty.area.shape,
        "area": empty.area.ravel().tolist(),
        "colour": empty.colour.ravel().tolist(),
    }
    if isinstance(board, Grid):
        kinds = CHESSMEN if board.is_chess else {}
        about["symbols"] = [kinds.get(symbol, (symbol, "")) for symbol in board.symbols]
        about["given"] = np.flatnonzero(empty.strong).tolist()
        about["isChess"] = board.is_chess
    else:
        about["pieces"] = [piece.name for piece in board.pieces]
    return about

"""Boards and boxes filled with pentominoes, each used once or, in a subset, at most once: `pentomino/6x10`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from danceoff.problems.families.board import BOX_FORM, FORM, board, box
from danceoff.problems.grids.lattice import Freedom, in_space, mirrored
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.grids.pieces import PENTOMINOES, TETROMINOES
from danceoff.problems.instance import Family, Known, Model

_LISTED = "exact-cover-samples 0.0.8; isomerdesign.com/Pentomino"
_COUNTED = "isomerdesign.com/Pentomino (up to symmetry), raw by recount"
_RECOUNTED = "recount by an independent program"
_PARALLEL = "Quentin18/exact-cover-parallel"
_HANDED = "FLNPYZ"
"""The pentominoes that differ from their mirror images; the images have small letters."""


def _on_board(pieces: Iterable[Piece], size: str) -> Model:
    return pack(board(size), list(pieces)).model


def _in_box(size: str) -> Model:
    """Build the packing of a box. Flat pieces in space need no reflections, since rotations have the same effect."""
    pieces = [Piece(letter, in_space(cells), Freedom.ONE_SIDED) for letter, cells in PENTOMINOES.items()]
    return pack(box(size), pieces).model


_ALL = [Piece(letter, cells) for letter, cells in PENTOMINOES.items()]
_SOME = [Piece(letter, cells, least=0) for letter, cells in PENTOMINOES.items()]
_ONE_SIDED = [Piece(letter, cells, Freedom.ONE_SIDED) for letter, cells in PENTOMINOES.items()] + [
    Piece(letter.lower(), mirrored(PENTOMINOES[letter]), Freedom.ONE_SIDED) for letter in _HANDED
]
_WITH_TETROMINOES = _ALL + [Piece(f"{letter}4", cells) for letter, cells in TETROMINOES.items()]

FAMILIES = (
    Family(
        "pentomino",
        FORM,
        partial(_on_board, _ALL),
        {
            "3x20": Known(8, 2, _LISTED),
            "4x15": Known(1472, 368, _LISTED),
            "5x12": Known(4040, 1010, _LISTED),
            "6x10": Known(9356, 2339, f"C. B. and J. Haselgrove, 1960; {_LISTED}"),
            "8x8-centre": Known(520, 65, "D. S. Scott, 1958; exact-cover-samples 0.0.8"),
            "8x8-corners": Known(17360, None, _RECOUNTED),
            "5x6+5x6": Known(64, None, "exact-cover-samples 0.0.8 (two boards)"),
        },
    ),
    Family(
        "pentomino-subset",
        FORM,
        partial(_on_board, _SOME),
        {
            "3x5": Known(28, 7, _COUNTED),
            "5x5": Known(856, 107, _COUNTED),
            "5x6": Known(2164, 541, _COUNTED),
            "3x10": Known(580, 145, _COUNTED),
            "4x10": Known(8340, 2085, _COUNTED),
            "5x10": Known(27804, 6951, _COUNTED),
        },
    ),
    Family(
        "one-sided-pentomino",
        FORM,
        partial(_on_board, _ONE_SIDED),
        {"3x30": Known(184, None, _RECOUNTED), "5x18": None, "6x15": None, "9x10": None},
    ),
    Family(
        "solid-pentomino",
        BOX_FORM,
        _in_box,
        {
            "2x3x10": Known(96, None, _RECOUNTED),
            "2x5x6": Known(2112, None, _RECOUNTED),
            "3x4x5": Known(31520, None, _RECOUNTED),
        },
    ),
    Family(
        "pentomino-tetromino",
        FORM,
        partial(_on_board, _WITH_TETROMINOES),
        {
            # No cover is fixed by a rotation or reflection of a board or by exchanging the boards, so 32 divides the
            # number of covers. It does not divide the published 895536, which must count an exchange of boards once.
            "4x10+4x10": Known(2 * 895536, None, f"{_PARALLEL}, where exchanged boards count once"),
            "8x10": Known(13544006752, None, _PARALLEL),
        },
    ),
)

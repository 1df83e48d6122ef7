"""Boards and boxes filled with pentominoes, each used once or, in a subset, at most once: `pentomino/6x10`."""

from collections.abc import Iterable
from functools import partial

from danceoff.problems.families.board import BOX_FORM, FORM, board, box
from danceoff.problems.grids.lattice import Freedom, in_space, mirrored
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.grids.pieces import PENTOMINOES, TETROMINOES
from danceoff.problems.instance import Family, Model

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
    Family("pentomino", FORM, partial(_on_board, _ALL)),
    Family("pentomino-subset", FORM, partial(_on_board, _SOME)),
    Family("one-sided-pentomino", FORM, partial(_on_board, _ONE_SIDED)),
    Family("solid-pentomino", BOX_FORM, _in_box),
    Family("pentomino-tetromino", FORM, partial(_on_board, _WITH_TETROMINOES)),
)

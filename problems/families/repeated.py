"""Boards filled with polyominoes of one size, any number of each: `any-tetromino/8x8`, `t-tetromino/4x4`."""

from collections.abc import Mapping, Sequence
from functools import partial

from danceoff.problems.families.board import FORM, board
from danceoff.problems.grids.lattice import Cells
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.grids.pieces import PENTOMINOES, TETROMINOES, TROMINOES
from danceoff.problems.instance import Family, Model


def _build(shapes: Mapping[str, Cells], size: str) -> Model:
    return pack(board(size), [Piece(name, cells, least=0, most=None) for name, cells in shapes.items()]).model


_SHAPES = {"tromino": TROMINOES, "tetromino": TETROMINOES, "pentomino": PENTOMINOES}


def _any(name: str) -> Family:
    return Family(f"any-{name}", FORM, partial(_build, _SHAPES[name]))


def _one(letter: str, name: str) -> Family:
    return Family(f"{letter.lower()}-{name}", FORM, partial(_build, {letter: _SHAPES[name][letter]}))


FAMILIES: Sequence[Family] = (
    *(_one("I", "tromino"), _any("tromino")),
    *(_any("tetromino"), *(_one(letter, "tetromino") for letter in "TLI")),
    *(_any("pentomino"), *(_one(letter, "pentomino") for letter in "YPL")),
)

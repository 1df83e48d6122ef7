"""Boards filled with polyominoes of one size, any number of each: `any-tetromino/8x8`, `t-tetromino/4x4`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from danceoff.problems.families.board import FORM, board
from danceoff.problems.grids.lattice import Cells
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.grids.pieces import PENTOMINOES, TETROMINOES, TROMINOES
from danceoff.problems.instance import Family, Known, Model

_RECOUNTED = "recount by an independent program (not in OEIS)"


def _build(shapes: Mapping[str, Cells], size: str) -> Model:
    return pack(board(size), [Piece(name, cells, least=0, most=None) for name, cells in shapes.items()]).model


def _any(name: str, shapes: Mapping[str, Cells], source: str, counts: Mapping[str, int]) -> Family:
    return Family(
        f"any-{name}", FORM, partial(_build, shapes), {size: Known(n, None, source) for size, n in counts.items()}
    )


def _one(name: str, shapes: Mapping[str, Cells], letter: str, counts: Mapping[str, int]) -> Family:
    listed = {size: Known(n, None, _SOURCES.get(f"{letter}-{size}", _RECOUNTED)) for size, n in counts.items()}
    return Family(f"{letter.lower()}-{name}", FORM, partial(_build, {letter: shapes[letter]}), listed)


_SOURCES = {"I-4x9": "OEIS A049086", "I-5x9": "OEIS A236576"}

FAMILIES: Sequence[Family] = (
    _one("tromino", TROMINOES, "I", {"4x9": 57, "5x9": 121, "6x6": 64, "9x9": 37160, "12x12": 378875648}),
    _any("tromino", TROMINOES, "OEIS A233320", {"5x6": 8342, "6x6": 80092, "6x8": 5271923}),
    _any(
        "tetromino",
        TETROMINOES,
        "OEIS A230031",
        {"4x4": 117, "4x8": 40899, "6x6": 178939, "5x8": 800290, "6x8": 22483347, "8x8": 19077209438},
    ),
    _one("tetromino", TETROMINOES, "T", {"4x4": 2, "8x8": 84, "12x12": 78696}),
    _one("tetromino", TETROMINOES, "L", {"4x8": 182, "8x8": 141970}),
    _one("tetromino", TETROMINOES, "I", {"8x8": 100, "12x12": 135950}),
    _any("pentomino", PENTOMINOES, "OEIS A233427", {"5x5": 4006, "5x8": 1696781, "5x10": 101698212}),
    _one("pentomino", PENTOMINOES, "Y", {"5x10": 10, "10x10": 350}),
    _one("pentomino", PENTOMINOES, "P", {"10x10": 378268}),
    _one("pentomino", PENTOMINOES, "L", {"10x10": 3952}),
)

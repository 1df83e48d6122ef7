"""Boards and boxes filled with polyominoes: `tromino/7x7-16`, `any-tetromino/8x8`, `pentomino/6x10`, `n-omino/6`.

Each pentomino is used once or, in a subset, at most once; all other pieces are used any number of times. Dominoes also
fill boxes and Aztec diamonds, and leave single cells open in `monomer-dimer`. `n-omino` cuts a board of n x n into
n-ominoes of any shapes. Copies of one flat polycube fill a box: `pentacube/n-5x5x5`, `tetracube/o-4x4x4`.
"""

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np

from danceoff.problems.families.board import BOX_FORM, FORM, board, box
from danceoff.problems.grids.lattice import SQUARES, Cells, Freedom, drawn, in_space, mirrored
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.grids.pieces import DOMINO, PENTOMINOES, TETROMINOES, TROMINOES
from danceoff.problems.grids.polyforms import polyforms
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import BoolArray, InvalidProblem
from danceoff.problems.model.sizes import refuse_beyond_limit, whole_number

_DOMINO_FORM = f"{FORM}; or {BOX_FORM}, or aztec-N, the order of an Aztec diamond"
_N_FORM = "N, the side of the board and the size of the pieces"
_HANDED = "FLNPYZ"
"""The pentominoes that differ from their mirror images; the images have small letters."""


def _any(shapes: Mapping[str, Cells]) -> list[Piece]:
    return [Piece(name, cells, least=0, most=None) for name, cells in shapes.items()]


def _on_board(pieces: Sequence[Piece], size: str) -> Model:
    return pack(board(size), pieces).model


def _dominoes(size: str) -> Model:
    region = _with_diamonds(size)
    return pack(region, _any({"I": DOMINO if region.ndim == 2 else in_space(DOMINO)})).model


def _with_diamonds(size: str) -> BoolArray:
    if size.startswith("aztec-"):  # centred rows of 2, 4, ..., 2n, 2n, ..., 4, 2 cells, where n is the order
        order = whole_number(size.removeprefix("aztec-"), "aztec-N")
        refuse_beyond_limit(4 * order * order, f"an Aztec diamond of order {order}")
        distance = np.abs(np.arange(2 * order) - order + 0.5)
        return np.asarray(distance[:, None] + distance <= order)
    return box(size) if size.count("x") == 2 else board(size)


def _n_ominoes(size: str) -> Model:
    n = whole_number(size, _N_FORM)
    refuse_beyond_limit(n**3 << 2 * max(min(n, 40) - 2, 0), f"a board with all polyominoes of {n} cells")
    shapes = {f"{n}-{k}": cells for k, cells in enumerate(polyforms(SQUARES, n), 1)}
    return pack(np.ones((n, n), dtype=bool), _any(shapes)).model


def _solid_pentominoes(size: str) -> Model:
    """Build the packing of a box. Flat pieces in space need no reflections, since rotations have the same effect."""
    pieces = [Piece(letter, in_space(cells), Freedom.ONE_SIDED) for letter, cells in PENTOMINOES.items()]
    return pack(box(size), pieces).model


def _polycubes(shapes: Mapping[str, Cells], form: str, size: str) -> Model:
    letter, _, sides = size.partition("-")
    letter = letter.upper()
    if letter not in shapes:
        raise InvalidProblem(f"{size!r} is not of the form {form}")
    piece = Piece(letter, in_space(shapes[letter]), Freedom.ONE_SIDED, least=0, most=None)
    return pack(box(sides, form), [piece]).model


def _filling(name: str, pieces: Sequence[Piece]) -> Family:
    return Family(name, FORM, partial(_on_board, pieces))


def _of_one(name: str, shapes: Mapping[str, Cells], letters: str) -> list[Family]:
    return [_filling(f"{letter.lower()}-{name}", _any({letter: shapes[letter]})) for letter in letters]


def _in_boxes(name: str, shapes: Mapping[str, Cells]) -> Family:
    form = f"PIECE-{BOX_FORM}, PIECE one of {' '.join(shapes).lower()}"
    return Family(name, form, partial(_polycubes, shapes, form))


_ALL = [Piece(letter, cells) for letter, cells in PENTOMINOES.items()]
_SOME = [Piece(letter, cells, least=0) for letter, cells in PENTOMINOES.items()]
_ONE_SIDED = [Piece(letter, cells, Freedom.ONE_SIDED) for letter, cells in PENTOMINOES.items()] + [
    Piece(letter.lower(), mirrored(PENTOMINOES[letter]), Freedom.ONE_SIDED) for letter in _HANDED
]
_WITH_TETROMINOES = _ALL + [Piece(f"{letter}4", cells) for letter, cells in TETROMINOES.items()]

FAMILIES = (
    _filling("tromino", _any({"L": drawn(["#.", "##"])})),
    Family("domino", _DOMINO_FORM, _dominoes),
    _filling("monomer-dimer", _any({"O": drawn(["#"]), "I": DOMINO})),
    *(*_of_one("tromino", TROMINOES, "I"), _filling("any-tromino", _any(TROMINOES))),
    *(_filling("any-tetromino", _any(TETROMINOES)), *_of_one("tetromino", TETROMINOES, "TLI")),
    *(_filling("any-pentomino", _any(PENTOMINOES)), *_of_one("pentomino", PENTOMINOES, "YPL")),
    Family("n-omino", _N_FORM, _n_ominoes),
    _filling("pentomino", _ALL),
    _filling("pentomino-subset", _SOME),
    _filling("one-sided-pentomino", _ONE_SIDED),
    Family("solid-pentomino", BOX_FORM, _solid_pentominoes),
    _filling("pentomino-tetromino", _WITH_TETROMINOES),
    *(_in_boxes("tricube", TROMINOES), _in_boxes("tetracube", TETROMINOES), _in_boxes("pentacube", PENTOMINOES)),
)

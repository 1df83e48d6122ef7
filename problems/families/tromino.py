"""Boards filled with any number of L-trominoes: `tromino/7x7-16`."""

from danceoff.problems.families.board import FORM, board
from danceoff.problems.grids.lattice import drawn
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.instance import Family, Model

_L = Piece("L", drawn(["#.", "##"]), least=0, most=None)


def _build(size: str) -> Model:
    return pack(board(size), [_L]).model


FAMILIES = (Family("tromino", FORM, _build),)

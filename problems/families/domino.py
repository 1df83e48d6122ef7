"""Dominoes on boards, in boxes and on Aztec diamonds, and dominoes with single cells (monomer-dimer)."""

import numpy as np

from danceoff.problems.families.board import BOX_FORM, FORM, board, box
from danceoff.problems.grids.lattice import drawn, in_space
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.grids.pieces import DOMINO
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import BoolArray
from danceoff.problems.model.sizes import refuse_beyond_limit, whole_number

_FORM = f"{FORM}; or {BOX_FORM}, or aztec-N, the order of an Aztec diamond"


def _build(size: str) -> Model:
    region = _region(size)
    cells = DOMINO if region.ndim == 2 else in_space(DOMINO)
    return pack(region, [Piece("I", cells, least=0, most=None)]).model


def _monomer_dimer(size: str) -> Model:
    return pack(
        board(size), [Piece("O", drawn(["#"]), least=0, most=None), Piece("I", DOMINO, least=0, most=None)]
    ).model


def _region(size: str) -> BoolArray:
    if size.startswith("aztec-"):  # centred rows of 2, 4, ..., 2n, 2n, ..., 4, 2 cells, where n is the order
        order = whole_number(size.removeprefix("aztec-"), "aztec-N")
        refuse_beyond_limit(4 * order * order, f"an Aztec diamond of order {order}")
        distance = np.abs(np.arange(2 * order) - order + 0.5)
        return np.asarray(distance[:, None] + distance <= order)
    return box(size) if size.count("x") == 2 else board(size)


FAMILIES = (Family("domino", _FORM, _build), Family("monomer-dimer", FORM, _monomer_dimer))

"""Dominoes on boards, in boxes and on Aztec diamonds, and dominoes with single cells (monomer-dimer)."""

from __future__ import annotations

import numpy as np

from danceoff.problems.families.board import BOX_FORM, FORM, board, box
from danceoff.problems.grids.lattice import drawn, in_space
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.grids.pieces import DOMINO
from danceoff.problems.instance import Family, Known, Model
from danceoff.problems.model.cover import BoolArray
from danceoff.problems.model.sizes import refuse_beyond_limit, whole_number

_FORM = f"{FORM}; or {BOX_FORM}, or aztec-N, the order of an Aztec diamond"

_BOARDS = {
    "2x2": 2,
    "4x4": 36,
    "6x6": 6728,
    "8x8": 12988816,
    "10x10": 258584046368,
    "12x12": 53060477521960000,
    "16x16": 2444888770250892795802079170816,
    "20x20": 1269984011256235834242602753102293934298576249856,
}
_BOXES = {
    "2x2x4": Known(121, None, "recount by an independent program"),
    "4x4x4": Known(5051532105, None, "OEIS A028446"),
}


def _build(size: str) -> Model:
    region = _region(size)
    cells = DOMINO if region.ndim == 2 else in_space(DOMINO)
    return pack(region, [Piece("I", cells, least=0, most=None)]).model


def _monomer_dimer(size: str) -> Model:
    return pack(
        board(size), [Piece("O", drawn(["#"]), least=0, most=None), Piece("I", DOMINO, least=0, most=None)]
    ).model


def _region(size: str) -> BoolArray:
    if size.startswith("aztec-"):
        return _aztec_diamond(whole_number(size.removeprefix("aztec-"), "aztec-N"))
    return box(size) if size.count("x") == 2 else board(size)


def _aztec_diamond(order: int) -> BoolArray:
    """Return the region of centred rows of 2, 4, ..., 2n, 2n, ..., 4, 2 cells, where n is the order."""
    refuse_beyond_limit(4 * order * order, f"an Aztec diamond of order {order}")
    distance = np.abs(np.arange(2 * order) - order + 0.5)
    return np.asarray(distance[:, None] + distance <= order)


FAMILIES = (
    Family(
        "domino",
        _FORM,
        _build,
        {size: Known(covers, None, "OEIS A004003") for size, covers in _BOARDS.items()}
        | _BOXES
        | {
            f"aztec-{n}": Known(2 ** (n * (n + 1) // 2), None, "Elkies, Kuperberg, Larsen, Propp, 1992")
            for n in (2, 3, 4, 6)
        },
    ),
    Family(
        "monomer-dimer",
        FORM,
        _monomer_dimer,
        {
            size: Known(covers, None, "OEIS A028420")
            for size, covers in {"3x3": 131, "5x5": 2810694, "6x6": 2989126727}.items()
        },
    ),
)

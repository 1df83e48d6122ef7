"""Boxes filled with any number of copies of one flat polycube: `pentacube/n-5x5x5`, `tetracube/o-4x4x4`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from danceoff.problems.families.board import BOX_FORM, box
from danceoff.problems.grids.lattice import Cells, Freedom, in_space
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.grids.pieces import PENTOMINOES, TETROMINOES, TROMINOES
from danceoff.problems.instance import Family, Known, Model
from danceoff.problems.model.cover import InvalidProblem


def _build(shapes: Mapping[str, Cells], form: str, size: str) -> Model:
    """Build the packing of a box. Flat pieces in space need no reflections, since rotations have the same effect."""
    letter, _, sides = size.partition("-")
    letter = letter.upper()
    if letter not in shapes:
        raise InvalidProblem(f"{size!r} is not of the form {form}")
    piece = Piece(letter, in_space(shapes[letter]), Freedom.ONE_SIDED, least=0, most=None)
    return pack(box(sides, form), [piece]).model


def _family(name: str, shapes: Mapping[str, Cells], listed: Mapping[str, Known | None]) -> Family:
    form = f"PIECE-{BOX_FORM}, PIECE one of {' '.join(shapes).lower()}"
    return Family(name, form, partial(_build, shapes, form), listed)


_RECOUNTED = "recount by an independent program"

FAMILIES = (
    _family(
        "tricube",
        TROMINOES,
        {
            "i-3x3x3": Known(21, None, _RECOUNTED),
            "v-2x3x3": Known(432, None, _RECOUNTED),
            "v-3x3x3": Known(5328, None, _RECOUNTED),
        },
    ),
    _family("tetracube", TETROMINOES, {"o-4x4x4": Known(44913, None, _RECOUNTED)}),
    _family(
        "pentacube",
        PENTOMINOES,
        {
            "n-5x5x5": Known(192, 4, "seed article: 25 N-pentacubes in a cube"),
            "y-5x5x5": Known(60672, 1264, "kociemba.org; H. F. Nemotron, Packing 25 Y Pentacubes; C. J. Bouwkamp"),
        },
    ),
)

"""Boxes filled with any number of copies of one flat polycube: `pentacube/n-5x5x5`, `tetracube/o-4x4x4`."""

from collections.abc import Mapping
from functools import partial

from danceoff.problems.families.board import BOX_FORM, box
from danceoff.problems.grids.lattice import Cells, Freedom, in_space
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.grids.pieces import PENTOMINOES, TETROMINOES, TROMINOES
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import InvalidProblem


def _build(shapes: Mapping[str, Cells], form: str, size: str) -> Model:
    """Build the packing of a box. Flat pieces in space need no reflections, since rotations have the same effect."""
    letter, _, sides = size.partition("-")
    letter = letter.upper()
    if letter not in shapes:
        raise InvalidProblem(f"{size!r} is not of the form {form}")
    piece = Piece(letter, in_space(shapes[letter]), Freedom.ONE_SIDED, least=0, most=None)
    return pack(box(sides, form), [piece]).model


def _family(name: str, shapes: Mapping[str, Cells]) -> Family:
    form = f"PIECE-{BOX_FORM}, PIECE one of {' '.join(shapes).lower()}"
    return Family(name, form, partial(_build, shapes, form))


FAMILIES = (_family("tricube", TROMINOES), _family("tetracube", TETROMINOES), _family("pentacube", PENTOMINOES))

"""Instant Insanity: four cubes in a row so that each of the four long sides shows all colours.

A cube is a primary item, and so is a colour on a side of the row. Each cube has its place in the row, since their order
does not matter. Turning the whole row gives 8 covers for one solution.
"""

from itertools import product

import numpy as np

from danceoff.problems.grids.labelling import Labelling
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import ExactCover, InvalidProblem

_CUBES = ("BRRRGY", "RGYGBB", "RBGRYY", "GBRYGY")
"""The cubes: a face, the four faces around, and the face opposite the first one; in red, yellow, blue and green."""
_COLOURS = "BY GR"
"""The letters at the numbers of the colours that pictures draw most like them."""
_SIDES = "abcd"


def _build(size: str) -> Model:
    if size:
        raise InvalidProblem(f"unknown size {size!r}: instant-insanity has only one size, so write instant-insanity")
    options, written = [], []
    for cube, faces in enumerate(_CUBES):
        for ring in _rings(faces):
            options.append([f"cube{cube}", *(f"{side}{face}" for side, face in zip(_SIDES, ring, strict=True))])
            written.append([(4 * side + cube, _COLOURS.index(face)) for side, face in enumerate(ring)])
    shown = [f"{side}{face}" for side, face in product(_SIDES, "RYBG")]
    problem = ExactCover.from_options(options, [*(f"cube{cube}" for cube in range(len(_CUBES))), *shown])
    place = np.array([(k % 4, k // 4) for k in range(16)]) * 0.6
    line = np.array([(k, k + 1) for k in range(16) if k % 4 < 3], np.int32)
    return problem, Labelling(place, line, np.array(written, np.int32), _COLOURS, True)


def _rings(faces: str) -> list[str]:
    """Return the different rings of four faces that the sides of the row can show."""
    first, around, last = faces[0], faces[1:5], faces[5]
    # A ring leaves out two opposite faces: the first and the last, or two of those around.
    rings = [around, first + around[0] + last + around[2], first + around[1] + last + around[3]]
    turned = [ring[k:] + ring[:k] for ring in rings for k in range(4)]
    return sorted({*turned, *(ring[::-1] for ring in turned)})


FAMILIES = (Family("instant-insanity", "nothing more", _build),)

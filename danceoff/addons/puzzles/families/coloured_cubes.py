"""Cubes with coloured faces: Instant Insanity, and bricks of P. A. MacMahon's thirty cubes: `macmahon-cubes/2x2x2`.

In Instant Insanity, four cubes lie in a row so that each of the four long sides shows all colours. A cube is a primary
item, and so is a colour on a side of the row. Each cube has its place in the row, since their order does not matter.
Turning the whole row gives 8 covers for one solution.

MacMahon's cubes have six colours, each cube in another way. In a brick of different cubes, faces that meet have one
colour, and so has each side of the brick; with -six, the colours of its sides differ. The first cube is fixed, so there
are 720 times as many bricks (D. E. Knuth, TAOCP 4B, exercise 7.2.2.1-147).
"""

from itertools import compress, permutations, product

import numpy as np

from danceoff.problems.grids.labelling import Labelling
from danceoff.problems.grids.lattice import CUBES, Freedom
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import ExactCover, InvalidProblem
from danceoff.problems.model.sizes import parsed

_FACES = np.array([[-1, 0, 0], [0, -1, 0], [0, 0, -1], [0, 1, 0], [0, 0, 1], [1, 0, 0]])
"""The directions of a face, the four faces around, and the face opposite the first one, as (layer, row, column)."""
_TURNS = [[*map(_FACES.tolist().index, turn)] for turn in (_FACES @ CUBES.motions(Freedom.ONE_SIDED)).tolist()]
"""The face that comes to each place by each rotation of a cube."""
_INSANE = ("BRRRGY", "RGYGBB", "RBGRYY", "GBRYGY")
"""The four cubes in red, yellow, blue and green."""
_LETTERS = "BY GR"
"""The letters at the numbers of the colours that pictures draw most like them."""
_SIDES, _COLOURS = "abcd", "abcdef"
_FORM = "LAYERSxROWSxCOLUMNS, at most 30 cubes; -six after it asks for six colours outside"


def _turned(cube: str) -> list[str]:
    """Return the colours of the faces of a cube after each of its 24 rotations."""
    return ["".join(cube[face] for face in turn) for turn in _TURNS]


def _instant_insanity(size: str) -> Model:
    if size:
        raise InvalidProblem(f"unknown size {size!r}: instant-insanity has only one size, so write instant-insanity")
    options, written = [], []
    for cube, faces in enumerate(_INSANE):
        for ring in sorted({turned[1:5] for turned in _turned(faces)}):
            options.append([f"cube{cube}", *(f"{side}{face}" for side, face in zip(_SIDES, ring, strict=True))])
            written.append([(4 * side + cube, _LETTERS.index(face)) for side, face in enumerate(ring)])
    shown = [f"{side}{face}" for side, face in product(_SIDES, "RYBG")]
    problem = ExactCover.from_options(options, [*(f"cube{cube}" for cube in range(len(_INSANE))), *shown])
    place = np.array([(k % 4, k // 4) for k in range(16)]) * 0.6
    line = np.array([(k, k + 1) for k in range(16) if k % 4 < 3], np.int32)
    return problem, Labelling(place, line, np.array(written, np.int32), _LETTERS, True)


def _bricks(size: str) -> Model:
    *lengths, six = parsed(r"([1-9]\d?)x([1-9]\d?)x([1-9]\d?)(-six)?", size, _FORM).groups()
    box = np.array(lengths, int)
    if box.prod() > 30:
        raise InvalidProblem(f"{size!r} is not of the form {_FORM}")
    faces = 2 * np.argwhere(np.ones(box))[:, None] + 1 + _FACES  # their coordinates, one of which is even
    at, point = np.unique(faces.reshape(-1, 3), axis=0, return_inverse=True)
    own = point.reshape(-1, 6)
    # All faces of a side of the brick have one name, and so one item: that of the first face.
    is_outer = ((at == 0) | (at == 2 * box)).any(axis=1)
    names = [",".join(map(str, one)) for one in np.where(is_outer[:, None] & (at % 2 == 1), 1, at).tolist()]
    sides = {*compress(names, is_outer)} if six else set()
    cube_of = {"".join(painted): min(_turned("".join(painted))) for painted in permutations(_COLOURS)}
    options, written = [], []
    for cell, points in enumerate(own.tolist()):
        for painted in cube_of if cell else [_COLOURS]:
            shown = [*zip([names[k] for k in points], painted, strict=True)]
            only = [(colour, face) for face, colour in shown if face in sides]  # where a colour may be outside
            options.append([f"place{cell}", cube_of[painted], *shown, *only])
            written.append([*zip(points, map(_COLOURS.index, painted), strict=True)])
    primary = [f"place{cell}" for cell in range(len(own))]
    secondary = dict.fromkeys([*cube_of.values(), *names, *(_COLOURS if six else "")])
    problem = ExactCover.from_options(options, primary, secondary)
    # Layers of faces side by side: those between layers of cubes, and those around the cubes of a layer.
    place = np.column_stack([at[:, 2] + at[:, 0] * (2 * box[2] + 3), at[:, 1]]) * 0.4
    line = own[:, [[1, 2], [2, 3], [3, 4], [4, 1]]].reshape(-1, 2).astype(np.int32)
    return problem, Labelling(place, line, np.array(written, np.int32), _COLOURS, True)


FAMILIES = (Family("instant-insanity", "nothing more", _instant_insanity), Family("macmahon-cubes", _FORM, _bricks))

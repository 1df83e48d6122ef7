"""Packings in space as SVG: an isometric drawing, the layers beside it, and a legend below.

The first layer is on top, the first row and column at the back. The axes x (columns), y (rows) and z (layers, upwards)
point at the viewer at equal angles, so each point of the sheet stands for a line of direction (1, 1, 1).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.grids.lattice import parts
from danceoff.problems.grids.layout import Layout
from danceoff.problems.model.cover import IntArray
from danceoff.problems.pictures.copies import Copy
from danceoff.problems.pictures.drawing import PALETTE, Drawing, escaped, label, path, sheet
from danceoff.problems.pictures.mosaic import Mosaic
from danceoff.problems.pictures.packed import packed
from danceoff.problems.pictures.svg_cells import cells

MOST_CUBES = 1000
"""The most cubes of a drawing."""
_CELL, _MARGIN = 10, 3
_SHEET = np.array([[_CELL * sqrt(0.75), _CELL / 2], [-_CELL * sqrt(0.75), _CELL / 2], [0, -_CELL]])
"""Where the axes x, y and z point on the sheet, whose second axis points down."""
_PLANES = ((0, 1), (0, 2), (1, 2))
"""The axes along the sides of the three faces that are seen: top (of normal z), left (y) and right (x)."""
_NORMALS = (2, 1, 0)
_WHITE = (0.35, 0.12, 0.0)
"""How much white is mixed into the colour of each face; the ink of its letter stays legible on all of them."""
_TO_READ = (((0, 1), (1, 1)), ((0, 1), (2, -1)), ((1, -1), (2, -1)))
"""Along which axes a letter on each face runs to the right and down."""
_LETTER = 0.13
"""The scale of a letter on a face, where 1 is a cell for each unit of the font."""
_EPSILON = 1e-6
_TRIANGLES = np.array([(2 / 3, 1 / 3), (1 / 3, 2 / 3)])
"""A point in each triangle of a face; other cubes of a lattice hide all of a triangle or nothing."""

_Floats = NDArray[Any]

_CAPTION = 6
_SHAPE = 1.7
"""The width of a picture divided by its height, as near as the layers allow."""


class _Face(NamedTuple):
    """A face of a cube; side 0 is on top, 1 on the left, 2 on the right. If it is whole, nothing hides a part of it."""

    cube: int
    side: int
    corner: _Floats  # with the least x, y and z
    is_whole: bool


def isometric(packing: Layout, pieces: Sequence[Copy]) -> Drawing | None:
    """Draw pieces in space; None if more than MOST_CUBES cubes have a face that no other cube covers.

    packing: a packing in space.
    """
    place, owner = _cubes(packing, pieces)
    if len({cube for cube, _ in _outer(place)}) > MOST_CUBES:
        return None
    return _drawn(pieces, place, owner, _sheet([place]))


def moved(packing: Layout, states: Sequence[Mapping[Copy, Sequence[int]]]) -> list[Drawing]:
    """Draw pieces that have moved, on sheets of one size.

    states: for each drawing its pieces, and how many cells each has moved along each axis of the region.
    """
    cubes = []
    for state in states:
        place, owner = _cubes(packing, [*state])
        cubes.append((place + _in_space(np.array([*state.values()], np.int32))[owner], owner))
    sheet = _sheet([place for place, _ in cubes])
    return [_drawn([*state], place, owner, sheet) for state, (place, owner) in zip(states, cubes, strict=True)]


def _drawn(pieces: Sequence[Copy], place: IntArray, owner: IntArray, sheet: tuple[_Floats, _Floats]) -> Drawing:
    low, high = sheet
    faces = list(_faces(place))
    width, height = (high - low).round(1).tolist()
    return Drawing(width, height, _painted(faces, place, owner, pieces, -low))


def _cubes(packing: Layout, pieces: Sequence[Copy]) -> tuple[IntArray, IntArray]:
    """Return the places of the pieces' cubes, int32[n_cubes, 3], and the piece of each."""
    place = _in_space(packing.cells)
    owner = np.full(len(place), -1, np.int32)
    for k, one in enumerate(pieces):
        owner[packing.cells_of(one.option)] = k
    return place[owner >= 0], owner[owner >= 0]


def _in_space(vectors: IntArray) -> IntArray:
    """Return layers, rows and columns as x, y and z; a board in the plane is one layer."""
    layered = np.pad(vectors, ((0, 0), (3 - vectors.shape[1], 0)))
    return (layered[:, ::-1] * [1, 1, -1]).astype(np.int32)


def _sheet(places: Sequence[IntArray]) -> tuple[_Floats, _Floats]:
    """Return two corners of the sheet that holds the drawings of all these cubes."""
    corners = np.concatenate([(cubes + corner) @ _SHEET for cubes in places for corner in np.ndindex(2, 2, 2)])
    return corners.min(axis=0) - _MARGIN, corners.max(axis=0) + _MARGIN


def _outer(place: IntArray) -> list[tuple[int, int]]:
    """Return cube and side of each face on which no cube lies."""
    filled = set(map(tuple, place.tolist()))
    return sorted(
        (cube, side)
        for side, normal in enumerate(_NORMALS)
        for cube, beside in enumerate((place + np.eye(3, dtype=np.int32)[normal]).tolist())
        if tuple(beside) not in filled
    )


def _faces(place: IntArray) -> Iterator[_Face]:
    """Yield the faces that other cubes do not hide."""
    for cube, side in _outer(place):
        corner = place[cube] + np.eye(3)[_NORMALS[side]]
        seen = [_is_seen(corner + along @ np.eye(3)[list(_PLANES[side])], place) for along in _TRIANGLES]
        if any(seen):
            yield _Face(cube, side, corner, all(seen))


def _is_seen(point: _Floats, cubes: IntArray) -> bool:
    """Return whether no cube is between a point and the viewer."""
    enter, leave = (cubes - point).max(axis=1), (cubes + 1 - point).min(axis=1)
    return not ((leave > enter + _EPSILON) & (leave > _EPSILON)).any()


def _painted(
    faces: Sequence[_Face], place: IntArray, owner: IntArray, pieces: Sequence[Copy], origin: _Floats
) -> list[str]:
    """Return the elements of all faces: area, letter, and lines where the surface of the piece ends or turns."""
    drawn = {(face.side, *place[face.cube].tolist(), int(owner[face.cube])) for face in faces}
    lettered = _lettered(faces, place, owner)
    elements = []
    for k in sorted(range(len(faces)), key=lambda k: (faces[k].corner.sum(), faces[k].side)):  # the nearest last
        face = faces[k]
        one = pieces[owner[face.cube]]
        a, b = _PLANES[face.side]
        cell = place[face.cube]
        ends = [(0, 0), (1, 0), (1, 1), (0, 1)]
        corners = [_on_sheet(face.corner, a, b, *end, origin) for end in ends]
        outline = "M" + "L".join(corners) + "z"
        shade = tinted(PALETTE[one.colour], _WHITE[face.side])
        elements.append(f'<path class="face" fill="{shade}" stroke="{shade}" d="{outline}"/>')
        lines = []  # on sides where the piece's surface does not go on in this plane
        beside = (b, -1), (a, 1), (b, 1), (a, -1)  # the step across side n, which joins corner n and the next one
        for n, (axis, way) in enumerate(beside):
            beyond = cell.copy()
            beyond[axis] += way
            if (face.side, *beyond.tolist(), int(owner[face.cube])) not in drawn:
                lines.append(f"M{corners[n]}L{corners[(n + 1) % 4]}")
        if lines:
            elements.append(path("cut", "".join(lines)))
        if k in lettered:
            elements.append(_letter_on(face, one.mark, origin))
    return elements


def _on_sheet(corner: _Floats, a: int, b: int, along: float, across: float, origin: _Floats) -> str:
    x, y = ((corner + along * np.eye(3)[a] + across * np.eye(3)[b]) @ _SHEET + origin).tolist()
    return f"{x:.2f} {y:.2f}"


def tinted(colour: str, white: float) -> str:
    """Return a colour mixed with white.

    white: the share of white, from 0 to 1.
    """
    parts = (int(colour[k : k + 2], 16) for k in (1, 3, 5))
    return "#" + "".join(f"{round(part + (255 - part) * white):02x}" for part in parts)


def _lettered(faces: Sequence[_Face], place: IntArray, owner: IntArray) -> set[int]:
    """Return the faces that have a letter: in each flat part of a piece's surface, the face nearest to its middle."""
    at: dict[tuple[int, ...], int] = {
        (int(owner[face.cube]), face.side, *place[face.cube].tolist()): k
        for k, face in enumerate(faces)
        if face.is_whole
    }
    chosen: set[int] = set()
    for group in parts(at, _in_plane):
        middle = np.mean(group, axis=0)
        nearest = min(sorted(group), key=lambda key: float(((np.array(key) - middle) ** 2).sum()))
        chosen.add(at[nearest])
    return chosen


def _in_plane(key: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return the neighbouring faces of the same piece in the plane of a face; each as its piece, side and place."""
    steps = np.eye(5, dtype=np.int32)[[2 + axis for axis in _PLANES[key[1]]]]
    return [*map(tuple, (key + np.concatenate([steps, -steps])).tolist())]


def _letter_on(face: _Face, mark: str, origin: _Floats) -> str:
    """Return a letter that lies on a face."""
    a, b = _PLANES[face.side]
    x, y = ((face.corner + (np.eye(3)[a] + np.eye(3)[b]) / 2) @ _SHEET + origin).tolist()
    (right, way), (down, fall) = _TO_READ[face.side]
    across, downwards = way * _LETTER * _SHEET[right], fall * _LETTER * _SHEET[down]
    turned = " ".join(f"{value:.3f}" for value in (*across, *downwards))
    return f'<text class="on" transform="matrix({turned} {x:.2f} {y:.2f})">{escaped(mark)}</text>'


def in_space(packing: Layout, pieces: Sequence[Copy]) -> Drawing:
    """Draw pieces in space, with the layers beside them, the first on top.

    Without pieces, or with too many cubes, there are the layers alone.
    """
    seen = packed(packing, pieces)
    layers = [_layer(seen, k) for k in range(len(seen.area))]
    solid = (isometric(packing, pieces) if pieces else None) or Drawing(0, 0, [])
    pictures = (_beside(solid, sheet(layers, n_across)) for n_across in range(1, len(layers) + 1))
    return min(pictures, key=lambda drawing: abs(drawing.width / drawing.height - _SHAPE))


def _layer(seen: Mosaic, layer: int) -> Drawing:
    only = slice(layer, layer + 1)
    area, mark, colour = seen.area[only], seen.mark[only], seen.colour[only]
    drawn = cells(
        replace(seen, area=area, mark=mark, colour=colour, strong=seen.strong[only], is_labelled=seen.is_labelled[only])
    )
    first = "layer 1, top" if drawn.width > 2 * _CELL else "top"  # what a single column has room for
    words = f"layer {layer + 1}" if layer else first
    caption = label(drawn.width / 2, drawn.height + _CAPTION / 2 - 1, words, "small")
    return Drawing(drawn.width, drawn.height + _CAPTION, [*drawn.elements, caption])


def _beside(solid: Drawing, layers: Drawing) -> Drawing:
    height = max(solid.height, layers.height)
    elements: list[str] = []
    for drawing, x in ((solid, 0.0), (layers, solid.width)):
        y = (height - drawing.height) / 2
        elements += [f'<g transform="translate({x:.8g} {y:.8g})">', *drawing.elements, "</g>"]
    return Drawing(solid.width + layers.width, height, elements)

"""Heat maps of packings of squares and cubes, which show the cells in one piece, and conflicts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from danceoff.problems.pictures.copies import copies
from danceoff.problems.pictures.drawing import CELL, MARGIN, Drawing, path, rectangle
from danceoff.problems.pictures.mosaic import EMPTY
from danceoff.problems.pictures.packed import packed
from danceoff.problems.pictures.shades import IN_ALL, Conflict, OptionCounts, Sign, scale, shaded, with_legend
from danceoff.problems.pictures.svg_cells import cells

if TYPE_CHECKING:
    from danceoff.problems.grids.packing import Packing

_KNOT = 6
"""The width of a strip between the centres of two cells."""
_LINK = CELL - _KNOT
_INSET = (CELL - _KNOT) // 2
_STRIP = {-1: f"M{{0}} {{1}}h{_LINK}v{_KNOT}h-{_LINK}z", -2: f"M{{2}} {{3}}h{_KNOT}v{_LINK}h-{_KNOT}z"}
"""Between a cell and that above it (axis -2), or left of it (axis -1)."""
_NEVER = Sign("never in one piece", path("border", "M2.5 0v5"), 5)


def packing_heat(board: Packing, counted: OptionCounts) -> Drawing:
    """Draw a strip between neighbouring cells, the stronger the more probable one piece covers both.

    Pieces that all covers hold are drawn as in a cover. On a board of one row an arc joins the cells of a piece.
    """
    seen = packed(board, copies(board, counted.in_all))
    layer, row, column = np.nonzero(seen.area >= EMPTY)
    x, y = column * CELL + layer * (seen.area.shape[2] * CELL + 2 * MARGIN), row * CELL + seen.longest_arc * CELL // 2
    corner = list(zip((x + MARGIN).tolist(), (y + MARGIN).tolist(), strict=True))
    is_open = (seen.area[seen.area >= EMPTY] == EMPTY).tolist()
    found = Together.of(board, counted)
    shapes: list[tuple[float, str]] = []
    knots, apart = found.alone.copy(), []
    for axis, (a, b) in neighbours(board):
        if not (is_open[a] and is_open[b]):
            continue
        (left, top), count = corner[b], found.joined[a, b]
        if count:
            strip = _STRIP[axis].format(left - _LINK // 2, top + _INSET, left + _INSET, top - _LINK // 2)
            shapes.append((counted.share(count), strip))
            knots[a], knots[b] = max(knots[a], count), max(knots[b], count)
        elif not seen.longest_arc:
            apart.append(f"M{left} {top}{'v' if axis == -1 else 'h'}{CELL}")
    square = f"h{_KNOT}v{_KNOT}h-{_KNOT}z"
    for cell, count in sorted(knots.items()):
        left, top = corner[cell]
        shapes.append((counted.share(count), f"M{left + _INSET} {top + _INSET}{square}"))
    arcs = []
    for (a, b), count in found.arcs.items():
        (left, top), radius = corner[a], (corner[b][0] - corner[a][0]) // 2
        arcs.append((counted.share(count), f"M{left + CELL // 2} {top}a{radius} {radius} 0 0 1 {2 * radius} 0"))
    most = max((share for share, _ in shapes + arcs), default=1.0)
    base = cells(seen)
    elements = [*base.elements, *shaded("heat flat", shapes, most), *shaded("hot", arcs, most)]
    elements += [path("border", "".join(apart))] * bool(apart)
    legend = [scale(most, "both cells in one piece")] * bool(shapes or arcs)
    legend += [IN_ALL] * bool(counted.in_all) + [_NEVER] * bool(apart)
    return with_legend(Drawing(base.width, base.height, elements), legend)


@dataclass(frozen=True)
class Together:
    """In how many covers one piece fills certain cells, without the pieces that all covers hold.

    joined: for two neighbouring cells in a layer: one piece fills both.
    alone: for a cell: a piece of one cell fills it.
    arcs: on a board of one row, for two cells that are no neighbours: they follow each other in a piece.
    """

    joined: Counter[tuple[int, int]]
    alone: Counter[int]
    arcs: Counter[tuple[int, int]]

    @classmethod
    def of(cls, board: Packing, counted: OptionCounts) -> Together:
        """Count these numbers of covers for a packing."""
        found = cls(Counter(), Counter(), Counter())
        column = np.nonzero(board.region)[-1].tolist()
        beside = defaultdict(list)
        for _, (a, b) in neighbours(board):
            beside[a].append(b)
        is_row = board.region.shape[:-1] == (1,)
        for option, count in counted.in_some:
            filled = board.cells_of(option)
            inside = set(filled)
            if len(filled) == 1:
                found.alone[filled[0]] += count
            found.joined.update({(a, b): count for a in filled for b in beside[a] if b in inside})
            if is_row:
                found.arcs.update({(a, b): count for a, b in pairwise(filled) if column[b] - column[a] > 1})
        return found


def neighbours(board: Packing) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield each pair of neighbouring cells in a layer as its axis (-1: right, -2: below) and the pair."""
    number = np.full(board.region.shape, -1)
    number[board.region] = range(board.n_cells)
    for axis in (-1, -2):
        along = np.moveaxis(number, axis, 0)
        for a, b in zip(along[:-1].ravel().tolist(), along[1:].ravel().tolist(), strict=True):
            if a >= 0 and b >= 0:
                yield axis, (a, b)


def packing_conflict(board: Packing, strength: Mapping[int, float]) -> Conflict:
    """Draw a conflict: its cells on the board, its other items by name."""
    seen = packed(board, [])
    layer, row, column = (axis.tolist() for axis in np.nonzero(seen.area >= EMPTY))
    step, top = seen.area.shape[2] * CELL + 2 * MARGIN, MARGIN + seen.longest_arc * CELL // 2
    cells_of, named = board.by_cell(strength)
    shapes = [
        (strong, rectangle(MARGIN + layer[cell] * step + column[cell] * CELL, top + row[cell] * CELL))
        for strong, cell in cells_of
    ]
    return Conflict(cells(replace(seen, is_ruled=True)), shapes, [], named)

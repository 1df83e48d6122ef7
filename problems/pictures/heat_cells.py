"""Heat maps of packings of squares and cubes, which show the cells that are likely in one piece; and conflicts."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

import numpy as np

from danceoff.problems.grids.layout import Layout
from danceoff.problems.pictures.copies import copies
from danceoff.problems.pictures.drawing import CELL, Drawing, path, rectangle
from danceoff.problems.pictures.mosaic import EMPTY
from danceoff.problems.pictures.packed import corners, packed
from danceoff.problems.pictures.shades import IN_ALL, Conflict, OptionCounts, Sign, scale, shaded, with_legend
from danceoff.problems.pictures.svg_cells import cells

_KNOT = 6
"""The width of a strip between the centres of two cells."""
_LINK = CELL - _KNOT
_INSET = (CELL - _KNOT) // 2
_STRIP = {-1: f"M{{0}} {{1}}h{_LINK}v{_KNOT}h-{_LINK}z", -2: f"M{{2}} {{3}}h{_KNOT}v{_LINK}h-{_KNOT}z"}
"""The strip between a cell and the cell left of it (axis -1) or above it (axis -2)."""
_NEVER = Sign("never in one piece", path("border", "M2.5 0v5"), 5)


def packing_heat(board: Layout, counted: OptionCounts) -> Drawing:
    """Draw a strip between neighbouring cells; the more probable it is that one piece covers both, the stronger.

    Pieces that all covers hold are drawn as in a cover. On a board of one row an arc joins the cells of a piece.
    """
    seen = packed(board, copies(board, counted.in_all))
    corner = corners(board)
    is_open = (seen.area[seen.area >= EMPTY] == EMPTY).tolist()
    beside = list(neighbours(board))
    joined, knots = together(board, counted, [pair for _, pair in beside]), Counter[int]()
    shapes: list[tuple[float, str]] = []
    apart = []
    arcs = Counter[tuple[int, int]]()
    for option, count in counted.in_some:
        filled = board.cells_of(option)
        # A piece of one cell joins no two cells: only its knot shows it.
        if len(filled) == 1:
            knots[filled[0]] += count
        if seen.longest_arc:
            arcs.update({(a, b): count for a, b in pairwise(filled) if corner[b][0] - corner[a][0] > CELL})
    for axis, (a, b) in beside:
        # Cells of a piece in all covers are drawn already.
        if not (is_open[a] and is_open[b]):
            continue
        (left, top), count = corner[b], joined[a, b]
        if count:
            strip = _STRIP[axis].format(left - _LINK // 2, top + _INSET, left + _INSET, top - _LINK // 2)
            shapes.append((counted.share(count), strip))
            knots |= Counter({a: count, b: count})  # the larger count of each cell
        elif not seen.longest_arc:
            apart.append(f"M{left} {top}{'v' if axis == -1 else 'h'}{CELL}")
    square = f"h{_KNOT}v{_KNOT}h-{_KNOT}z"
    for cell, count in sorted(knots.items()):
        left, top = corner[cell]
        shapes.append((counted.share(count), f"M{left + _INSET} {top + _INSET}{square}"))
    bends = []
    for (a, b), count in arcs.items():
        (left, top), radius = corner[a], (corner[b][0] - corner[a][0]) // 2
        bends.append((counted.share(count), f"M{left + CELL // 2} {top}a{radius} {radius} 0 0 1 {2 * radius} 0"))
    most = max((share for share, _ in shapes + bends), default=1.0)
    base = cells(seen)
    elements = [*base.elements, *shaded("heat flat", shapes, most), *shaded("hot", bends, most)]
    elements += [path("border", "".join(apart))] * bool(apart)
    legend = [scale(most, "both cells in one piece")] * bool(shapes or bends)
    legend += [IN_ALL] * bool(counted.in_all) + [_NEVER] * bool(apart)
    return with_legend(Drawing(base.width, base.height, elements), legend)


def together(board: Layout, counted: OptionCounts, pairs: Iterable[tuple[int, int]]) -> Counter[tuple[int, int]]:
    """Return for each pair of cells the number of covers in which one piece, not in all covers, fills both."""
    beside = defaultdict(set)
    for a, b in pairs:
        beside[a].add(b)
    found = Counter[tuple[int, int]]()
    for option, count in counted.in_some:
        filled = board.cells_of(option)
        found.update({(a, b): count for a in filled for b in beside[a].intersection(filled)})
    return found


def neighbours(board: Layout) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield the axis of each pair of neighbouring cells in a layer (-1: right, -2: below), and the pair."""
    number = np.full(board.region.shape, -1)
    number[board.region] = range(board.n_cells)
    for axis in (-1, -2):
        along = np.moveaxis(number, axis, 0)
        for a, b in zip(along[:-1].ravel().tolist(), along[1:].ravel().tolist(), strict=True):
            if a >= 0 and b >= 0:
                yield axis, (a, b)


def packing_conflict(board: Layout, strength: Mapping[int, float]) -> Conflict:
    """Draw a conflict: its cells on the board, its other items by name."""
    seen = packed(board, [])
    corner = corners(board)
    cells_of, named = board.by_cell(strength)
    shapes = [(strong, rectangle(*corner[cell])) for strong, cell in cells_of]
    return Conflict(cells(replace(seen, is_ruled=True)), shapes, [], named)

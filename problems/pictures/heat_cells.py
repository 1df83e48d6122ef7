"""Heat maps of boards of cells: which cells are in one piece, and which symbols and letters stand where."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil, sqrt

import numpy as np

from danceoff.problems.grids.grid import Grid
from danceoff.problems.grids.packing import Packing
from danceoff.problems.grids.words import Words
from danceoff.problems.model.cover import ExactCover
from danceoff.problems.pictures.drawing import Drawing, label, path
from danceoff.problems.pictures.mosaic import EMPTY, mosaic
from danceoff.problems.pictures.shades import IN_ALL, Held, Sign, percent, scale, shaded, sized, with_legend
from danceoff.problems.pictures.svg_cells import CELL, MARGIN, cells

_KNOT = 6
"""The width of a strip between the centres of two cells."""
_LINK = CELL - _KNOT
_INSET = (CELL - _KNOT) // 2
_STRIP = {-1: f"M{{0}} {{1}}h{_LINK}v{_KNOT}h-{_LINK}z", -2: f"M{{2}} {{3}}h{_KNOT}v{_LINK}h-{_KNOT}z"}
"""Between a cell and that above it (axis -2), or left of it (axis -1)."""
_NEVER = Sign("never in one piece", path("border", "M2.5 0v5"), 5)


def packing_heat(problem: ExactCover, board: Packing, held: Held) -> Drawing:
    """Draw a strip between neighbouring cells, the stronger the more probable one piece lies on both.

    Pieces that all covers hold are drawn as in a cover. On a board of one row an arc joins the cells of a piece.
    """
    seen = mosaic(problem, board, held.in_all)
    layer, row, column = np.nonzero(seen.area >= EMPTY)
    x, y = column * CELL + layer * (seen.area.shape[2] * CELL + 2 * MARGIN), row * CELL + seen.longest_arc * CELL // 2
    corner = list(zip((x + MARGIN).tolist(), (y + MARGIN).tolist(), strict=True))
    is_open = (seen.area[seen.area >= EMPTY] == EMPTY).tolist()
    found = Together.of(board, held)
    shapes: list[tuple[float, str]] = []
    knots, apart = found.alone.copy(), []
    for axis, (a, b) in neighbours(board):
        if not (is_open[a] and is_open[b]):
            continue
        (left, top), count = corner[b], found.joined[a, b]
        if count:
            strip = _STRIP[axis].format(left - _LINK // 2, top + _INSET, left + _INSET, top - _LINK // 2)
            shapes.append((held.share(count), strip))
            knots[a], knots[b] = max(knots[a], count), max(knots[b], count)
        elif not seen.longest_arc:
            apart.append(f"M{left} {top}{'v' if axis == -1 else 'h'}{CELL}")
    square = f"h{_KNOT}v{_KNOT}h-{_KNOT}z"
    for cell, count in sorted(knots.items()):
        left, top = corner[cell]
        shapes.append((held.share(count), f"M{left + _INSET} {top + _INSET}{square}"))
    arcs = []
    for (a, b), count in found.arcs.items():
        (left, top), radius = corner[a], (corner[b][0] - corner[a][0]) // 2
        arcs.append((held.share(count), f"M{left + CELL // 2} {top}a{radius} {radius} 0 0 1 {2 * radius} 0"))
    most = max((share for share, _ in shapes + arcs), default=1.0)
    base = cells(seen)
    elements = [*base.elements, *shaded("heat flat", shapes, most), *shaded("hot", arcs, most)]
    elements += [path("border", "".join(apart))] * bool(apart)
    legend = [scale(most, "both cells in one piece")] * bool(shapes or arcs)
    legend += [IN_ALL] * bool(held.in_all) + [_NEVER] * bool(apart)
    return with_legend(Drawing(base.width, base.height, elements), legend)


@dataclass(frozen=True)
class Together:
    """In how many covers cells are in one piece, of the pieces that not all covers hold.

    joined: for two neighbours in a layer.
    alone: for a cell, in how many covers a piece fills it alone.
    arcs: on a board of one row, for two cells that come one after the other in a piece and are not neighbours.
    """

    joined: Counter[tuple[int, int]]
    alone: Counter[int]
    arcs: Counter[tuple[int, int]]

    @classmethod
    def of(cls, board: Packing, held: Held) -> Together:
        """Count for each pair of cells."""
        found = cls(Counter(), Counter(), Counter())
        column = np.nonzero(board.region)[-1].tolist()
        beside = defaultdict(list)
        for _, (a, b) in neighbours(board):
            beside[a].append(b)
        is_row = board.region.shape[:-1] == (1,)
        for option, count in held.in_some:
            filled = board.cells_of(option)
            inside = set(filled)
            if len(filled) == 1:
                found.alone[filled[0]] += count
            found.joined.update({(a, b): count for a in filled for b in beside[a] if b in inside})
            if is_row:
                found.arcs.update({(a, b): count for a, b in pairwise(filled) if column[b] - column[a] > 1})
        return found


def neighbours(board: Packing) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield the axis, -1 for right and -2 for below, of each pair of neighbouring cells in a layer, and the pair."""
    number = np.full(board.region.shape, -1)
    number[board.region] = range(board.n_cells)
    for axis in (-1, -2):
        along = np.moveaxis(number, axis, 0)
        for a, b in zip(along[:-1].ravel().tolist(), along[1:].ravel().tolist(), strict=True):
            if a >= 0 and b >= 0:
                yield axis, (a, b)


def grid_heat(problem: ExactCover, board: Grid, held: Held) -> Drawing:
    """Draw what may stand in each square, on a ground that is the stronger the more probable it is.

    Symbols that all covers hold are large, as in a cover; where only one symbol is used, its probability is written.
    """
    seen = mosaic(problem, board, held.in_all)
    if board.is_chess:
        seen = replace(seen, colour=np.full_like(seen.colour, -1), is_ruled=True)
    base = cells(seen)
    used = sorted(set(board.symbol.tolist()))
    n_across = ceil(sqrt(len(used)))
    width, height = CELL / n_across, CELL / ceil(len(used) / n_across)
    counts: dict[tuple[int, int], int] = defaultdict(int)
    for option, count in held.in_some:
        if board.writing((option,)):
            counts[int(board.square[option]), used.index(int(board.symbol[option]))] += count
    most = held.share(max(counts.values(), default=held.n_covers)) if board.is_chess else 1.0
    grounds, texts = [], []
    for (square, k), count in sorted(counts.items()):
        x = MARGIN + square % board.n_columns * CELL + k % n_across * width
        y = MARGIN + square // board.n_columns * CELL + k // n_across * height
        grounds.append((held.share(count), f"M{x:.4g} {y:.4g}h{width:.4g}v{height:.4g}h-{width:.4g}z"))
        text = percent(held.share(count)) if len(used) == 1 else board.symbols[used[k]]
        texts.append(sized(x + width / 2, y + height / 2, text, 3.5 if len(used) == 1 else 0.65 * width))
    ground, *above = base.elements
    elements = [ground, *shaded("heat flat", grounds, most), *above, *texts]
    what = "here, in %" if len(used) == 1 else "here"
    legend = [scale(most, what)] if grounds else []
    return with_legend(Drawing(base.width, base.height, elements), legend)


def words_heat(problem: ExactCover, board: Words, held: Held) -> Drawing:
    """Draw the most probable letter of each cell, or where words are traced, a line for each place of a word."""
    base = cells(mosaic(problem, board, held.in_all))
    if board.is_traced:
        lines = list(_lines(board, held))
        most = max((share for share, _ in lines), default=1.0)
        legend = [scale(most, "a word here")] if lines else []
        return with_legend(Drawing(base.width, base.height, [*base.elements, *shaded("hot", lines, most)]), legend)
    letters: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for option, count in enumerate(held.counts):
        for cell, letter in board.letters(option) if count else ():
            letters[cell][letter] += count
    grounds, texts = [], []
    for cell, weights in sorted(letters.items()):
        letter, weight = max(sorted(weights.items()), key=lambda pair: pair[1])
        if len(weights) > 1:
            x, y = _corner(board, cell)
            grounds.append((weight / sum(weights.values()), f"M{x} {y}h{CELL}v{CELL}h-{CELL}z"))
            texts.append(label(x + CELL / 2, y + CELL / 2, letter))
    most = max((share for share, _ in grounds), default=1.0)
    ground, *above = base.elements
    elements = [ground, *shaded("heat flat", grounds, most), *above, *texts]
    legend = [scale(most, "the most probable letter")] if grounds else []
    return with_legend(Drawing(base.width, base.height, elements), legend)


def _lines(board: Words, held: Held) -> Iterator[tuple[float, str]]:
    """Yield the line between two cells with the mean number of words that lie between them, in either direction."""
    counts: Counter[tuple[int, ...]] = Counter()
    for option, count in held.in_some:
        counts[tuple(sorted(board.cell[[board.start[option], board.start[option + 1] - 1]].tolist()))] += count
    for ends, count in counts.items():
        (x, y), (x_last, y_last) = (_corner(board, cell) for cell in ends)
        yield held.share(count), f"M{x + CELL // 2} {y + CELL // 2}L{x_last + CELL // 2} {y_last + CELL // 2}"


def _corner(board: Words, cell: int) -> tuple[int, int]:
    row, column = divmod(cell, board.region.shape[1])
    return MARGIN + column * CELL, MARGIN + row * CELL

"""Heat maps of figures without squares, and of coloured boards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from math import cos, pi, sin

from danceoff.problems.grids.grid import Points, Triangles
from danceoff.problems.grids.labelling import Labelling, Route
from danceoff.problems.grids.tiles import Tiles
from danceoff.problems.pictures.drawing import Drawing, label, path
from danceoff.problems.pictures.palette import N_COLOURS
from danceoff.problems.pictures.shades import IN_ALL, Held, Sign, mixed, scale, shaded, with_legend
from danceoff.problems.pictures.svg_coloured import RADIUS, centre, labelling, route, sectors, spots, tile_board, tiles
from danceoff.problems.pictures.svg_figures import Lattice, in_rows, is_crowded, on_circles

_MIXED = Sign(
    "colours mixed as their probabilities", "".join(path(f"c{k} flat", f"M{2 * k} 0h2v5h-2z") for k in range(3)), 6
)


def lozenge_heat(board: Triangles, held: Held) -> Drawing:
    """Draw each triangle in the mixed colours of the lozenges that may cover it."""
    lattice = Lattice(board)
    weights: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for option, count in enumerate(held.counts):
        for triangle in board.pair[option].tolist() if count else ():
            weights[triangle][lattice.lozenge(option)[0]] += count
    elements = [path("empty", "".join(lattice.outline))]
    elements += mixed((lattice.outline[triangle], of_colour) for triangle, of_colour in sorted(weights.items()))
    elements += [path(f"c{lies} side", shape) for lies, shape in map(lattice.lozenge, held.in_all)]
    legend = [_MIXED] * bool(held.in_some) + [IN_ALL] * bool(held.in_all)
    return with_legend(Drawing(lattice.width, lattice.height, elements), legend)


def points_heat(board: Points, held: Held) -> Drawing:
    """Draw each set of points as a chord, a polygon or a row, the stronger the more probable."""
    options = [*held.in_all, *(option for option, _ in held.in_some)]
    crowded = is_crowded(board)
    outlines, empty = in_rows(board, sorted(options, key=board.points)) if crowded else on_circles(board, options)
    shapes = [(held.share(count), outlines[option]) for option, count in held.in_some]
    most = max((share for share, _ in shapes), default=1.0)
    sure = [path("c0 side", outlines[option]) for option in held.in_all]
    legend = [scale(most, "this set")] * bool(shapes) + [IN_ALL] * bool(sure)
    hot = shaded("heat flat" if crowded else "hot", shapes, most)
    return with_legend(replace(empty, elements=[*sure, *hot, *empty.elements]), legend)


def tiles_heat(board: Tiles, held: Held) -> Drawing:
    """Draw each side of a cell in the mixed colours of the tiles that may lie there."""
    _, outlines = tile_board(board)
    weights: dict[tuple[int, int], dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for option, count in held.in_some:
        for side, colour in enumerate(board.colour[option].tolist()):
            weights[int(board.cell[option]), side][colour % N_COLOURS] += count
    laid = tiles(board, held.in_all)
    shapes = {cell: sectors(board, cell) for cell in sorted({cell for cell, _ in weights})}
    elements = [*laid.elements]
    elements += mixed((shapes[cell][side], of_colour) for (cell, side), of_colour in sorted(weights.items()))
    elements += [path("tile", outlines[cell]) for cell in shapes]
    return with_legend(replace(laid, elements=elements), [_MIXED] * bool(shapes))


def labelling_heat(board: Labelling, held: Held) -> Drawing:
    """Draw each point as a pie of its colours, or with its most probable label."""
    place = spots(board).tolist()
    weights: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for option, count in held.in_some:
        for at, number in board.entries(option):
            if at < len(place):
                weights[at][number] += count
    base = labelling(board, held.in_all)
    elements = [*base.elements]
    if board.is_coloured:
        for at, of_label in sorted(weights.items()):
            x, y = place[at]
            elements += _pie(x, y, of_label)
            elements += [label(x, y, board.labels[number]) for number in of_label if len(of_label) == 1]
        return with_legend(replace(base, elements=elements), [])
    grounds, texts = [], []
    for at, of_label in sorted(weights.items()):
        number, weight = max(sorted(of_label.items()), key=lambda pair: pair[1])
        x, y = place[at]
        grounds.append((weight / sum(of_label.values()), _disc(x, y)))
        texts.append(label(x, y, board.labels[number]))
    most = max((share for share, _ in grounds), default=1.0)
    elements += [*shaded("heat", grounds, most), *texts]
    legend = [scale(most, "the most probable label")] * bool(grounds)
    return with_legend(replace(base, elements=elements), legend)


def _disc(x: float, y: float) -> str:
    return f"M{x - RADIUS:g} {y:g}a{RADIUS} {RADIUS} 0 0 1 {2 * RADIUS} 0a{RADIUS} {RADIUS} 0 0 1 {-2 * RADIUS} 0z"


def _pie(x: float, y: float, weights: Mapping[int, int]) -> list[str]:
    if len(weights) == 1:
        return [path(f"c{number % N_COLOURS} side", _disc(x, y)) for number in weights]
    total, before, slices = sum(weights.values()), 0, []
    for number, weight in sorted(weights.items()):
        begin, end = 2 * pi * (before / total), 2 * pi * ((before + weight) / total)
        before += weight
        ends = [f"{x + RADIUS * sin(angle):.2f} {y - RADIUS * cos(angle):.2f}" for angle in (begin, end)]
        bend = f"A{RADIUS} {RADIUS} 0 {int(2 * weight > total)} 1 {ends[1]}"
        slices.append(path(f"c{number % N_COLOURS} side", f"M{x:g} {y:g}L{ends[0]}{bend}z"))
    return slices


def route_heat(board: Route, held: Held) -> Drawing:
    """Draw the moves from cell to cell, in either direction, the stronger the more probable."""
    moves: dict[tuple[int, int], int] = defaultdict(int)
    for option, count in held.in_some:
        cell, to = sorted((int(board.cell[option]), int(board.to[option])))
        if cell >= 0:
            moves[cell, to] += count
    shapes = []
    for (cell, to), count in sorted(moves.items()):
        (x, y), (x_to, y_to) = centre(board, cell), centre(board, to)
        shapes.append((held.share(count), f"M{x:g} {y:g}L{x_to:g} {y_to:g}"))
    most = max((share for share, _ in shapes), default=1.0)
    base = route(board, held.in_all)
    legend = [scale(most, "this move, either way")] * bool(shapes)
    return with_legend(replace(base, elements=[*base.elements, *shaded("hot", shapes, most)]), legend)

"""Boards of cells as SVG: filled areas with borders and marks, and layers side by side."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from math import hypot

import numpy as np

from danceoff.problems.grids.board_rules import Cage
from danceoff.problems.model.cover import BoolArray, IntArray
from danceoff.problems.pictures.boxed import borders, framed_by
from danceoff.problems.pictures.drawing import CELL, MARGIN, Drawing, escaped, label, path, rectangle
from danceoff.problems.pictures.mosaic import BLACK, CHESSMEN, EMPTY, WALL, Mosaic, Trace

_RADIUS = 3.8
_INSET = 0.9
_SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))


def cells(seen: Mosaic) -> Drawing:
    """Draw all layers of a board, the first on the left. On a board of one row, arcs join the cells of a piece."""
    n_layers, n_rows, n_columns = seen.area.shape
    corners = _corners(seen)
    top = corners[0][1]
    elements = list(_arcs(seen.area[0, 0].tolist(), top)) if seen.longest_arc else []
    for layer, corner in enumerate(corners):
        elements += _layer(seen, layer, corner)
    return Drawing(n_layers * (n_columns * CELL + 2 * MARGIN), n_rows * CELL + top + MARGIN, elements)


def encircled(seen: Mosaic, chosen: BoolArray) -> Drawing:
    """Draw a board with thick lines around some of its cells.

    chosen: bool[n_cells]; the cells of the region only.
    """
    inside = np.full(seen.area.shape, WALL, np.int32)
    inside[seen.area != WALL] = np.where(chosen, EMPTY, WALL)
    outlines = [_edges(layer, corner) for layer, corner in zip(inside, _corners(seen), strict=True)]
    rings = [f'<path class="ring" style="stroke-width:2" d="{outline}"/>' for outline in outlines if outline]
    board = cells(seen)
    return replace(board, elements=[*board.elements, *rings])


def _corners(seen: Mosaic) -> list[tuple[int, int]]:
    """Return the upper left corner of each layer."""
    n_layers, _, n_columns = seen.area.shape
    top = MARGIN + seen.longest_arc * CELL // 2
    return [(MARGIN + layer * (n_columns * CELL + 2 * MARGIN), top) for layer in range(n_layers)]


def _layer(seen: Mosaic, layer: int, corner: tuple[int, int]) -> Iterator[str]:
    area, mark, colour = seen.area[layer], seen.mark[layer], seen.colour[layer]
    yield path("empty flat", _filled(area >= EMPTY, corner))
    shapes = defaultdict[int, list[str]](list)
    for r, c, n, shade in _runs(colour, -1):
        shapes[shade].append(_block(corner[0] + c * CELL, corner[1] + r * CELL, n * CELL))
    for shade, shape in sorted(shapes.items()):
        yield path("square flat" if seen.is_chess or seen.is_ruled else f"c{shade} flat", "".join(shape))
    # Each cell gets an area of its own, so that lines run between all cells.
    if seen.is_ruled:
        each = np.where(area >= EMPTY, np.arange(area.size, dtype=np.int32).reshape(area.shape), area)
        yield path("rule", _edges(each, corner))
    if (area == BLACK).any():
        yield path("wall flat", _filled(area == BLACK, corner))
    if seen.is_packed:
        region = np.where(area == WALL, WALL, EMPTY).astype(np.int32)
        # Around empty cells there is only the border of the region; pieces have seams around them.
        for kind, areas, chosen in (("border", region, area == EMPTY), ("border seam", area, area >= 0)):
            if chosen.any():
                yield path(kind, _edges(areas, corner, chosen))
    else:
        yield path("border", _edges(area, corner))
    if layer == 0:
        yield from (_traced(trace, corner) for trace in seen.traces)
        for cage in seen.cages:
            yield from caged(cage, area.shape[1], corner)
    x, y = corner
    rows, columns = np.nonzero(seen.is_labelled[layer])
    every = zip(rows.tolist(), columns.tolist(), mark[rows, columns], seen.strong[layer, rows, columns], strict=True)
    for r, c, text, is_strong in every:
        centre = x + (c + 0.5) * CELL, y + (r + 0.5) * CELL
        if seen.is_chess:
            yield label(*centre, *CHESSMEN[text])
        else:
            in_square = "given" if is_strong else "found"
            kind = in_square if seen.is_ruled else "on" * seen.is_packed
            yield label(*centre, text, kind)


def _traced(trace: Trace, corner: tuple[int, int]) -> str:
    """Return a stadium around the cells of a word."""
    (x, y), (x_last, y_last) = (
        (corner[0] + (c + 0.5) * CELL, corner[1] + (r + 0.5) * CELL) for r, c in (trace.first, trace.last)
    )
    length = hypot(x_last - x, y_last - y)
    dx, dy = -_RADIUS * (y_last - y) / length, _RADIUS * (x_last - x) / length  # across the word
    bend = f"A{_RADIUS} {_RADIUS} 0 0 0 "
    outline = (
        f"M{x + dx:.2f} {y + dy:.2f}L{x_last + dx:.2f} {y_last + dy:.2f}"
        f"{bend}{x_last - dx:.2f} {y_last - dy:.2f}L{x - dx:.2f} {y - dy:.2f}{bend}{x + dx:.2f} {y + dy:.2f}z"
    )
    return path(f"c{trace.colour} trace glass", outline)


def _filled(shape: BoolArray, corner: tuple[int, int]) -> str:
    """Return the path around a shape, bool[rows, columns]: True for each of its cells."""
    x, y = corner
    return "".join(_block(x + c * CELL, y + r * CELL, n * CELL) for r, c, n, _ in _runs(shape, 0))


def _edges(area: IntArray, corner: tuple[int, int], chosen: BoolArray | None = None) -> str:
    """Return the path of the borders between areas, int32[rows, columns]; only around the chosen cells, if given."""
    x, y = corner
    beside, above = borders(area)
    if chosen is not None:
        framed = framed_by(chosen, False)
        beside &= framed[1:-1, 1:] | framed[1:-1, :-1]
        above &= framed[1:, 1:-1] | framed[:-1, 1:-1]
    level = [_line(x + c * CELL, y + r * CELL, "h", n * CELL) for r, c, n, _ in _runs(above, 0)]
    upright = [_line(x + c * CELL, y + r * CELL, "v", n * CELL) for c, r, n, _ in _runs(beside.T, 0)]
    return "".join(level + upright)


@lru_cache(1 << 14)
def _block(x: int, y: int, width: int) -> str:
    return f"M{x} {y}h{width}v{CELL}h-{width}z"


@lru_cache(1 << 14)
def _line(x: int, y: int, way: str, length: int) -> str:
    return f"M{x} {y}{way}{length}"


def _runs(cells: BoolArray | IntArray, none: int) -> Iterator[tuple[int, int, int, int]]:
    """Return (row, first column, length, value) for each run of neighbours in a row with a value above `none`."""
    n_rows, n_columns = cells.shape
    flat = np.full(n_rows * (n_columns + 1) + 1, none, np.int32)  # a cell in no run before each row, and at the end
    flat[1:].reshape(n_rows, n_columns + 1)[:, :-1] = cells
    step = np.flatnonzero(flat[1:] != flat[:-1])
    value, begin, length = flat[step[:-1] + 1], step[:-1], step[1:] - step[:-1]  # the last step ends a run
    row, column = np.divmod(begin, n_columns + 1)
    every = zip(row.tolist(), column.tolist(), length.tolist(), value.tolist(), strict=True)
    return (one for one in every if one[3] > none)


def _arcs(row: list[int], top: int) -> Iterator[str]:
    """Yield an arc from each cell of a row to the next cell of its area, unless they are neighbours."""
    last: dict[int, int] = {}
    for c, area in enumerate(row):
        if area >= 0 and c - last.get(area, c) > 1:
            radius = (c - last[area]) * CELL // 2
            x = MARGIN + last[area] * CELL + CELL // 2
            yield path("arc", f"M{x} {top}a{radius} {radius} 0 0 1 {2 * radius} 0")
        last[area] = c


def caged(cage: Cage, n_columns: int, corner: tuple[int, int]) -> Iterator[str]:
    """Yield the elements of a cage.

    n_columns: the squares in a row of the board.
    corner: the upper left corner of the board.
    """
    squares = {divmod(square, n_columns) for square in cage.squares}
    lines = []
    for row, column in sorted(squares):
        for down, right in _SIDES:
            if (row + down, column + right) in squares:
                continue
            ends = [_end((row, column), (down, right), along, squares) for along in ((-right, down), (right, -down))]
            (x, y), (x_last, y_last) = ((corner[0] + x, corner[1] + y) for x, y in ends)
            lines.append(f"M{x:.8g} {y:.8g}L{x_last:.8g} {y_last:.8g}")
    yield path("cage", "".join(lines))
    row, column = divmod(cage.squares[0], n_columns)
    x, y = corner[0] + column * CELL + 1, corner[1] + row * CELL + 1.9
    yield path("empty", rectangle(x - 0.4, y - 1.4, 1.6 * len(cage.label) + 0.6, 2.6))  # interrupts the dashes
    yield f'<text x="{x:.8g}" y="{y:.8g}" class="sum">{escaped(cage.label)}</text>'


def _end(
    square: tuple[int, int], side: tuple[int, int], along: tuple[int, int], squares: set[tuple[int, int]]
) -> tuple[float, float]:
    """Return the end of the line along a side of a square, in a direction: there the cage's next line begins."""
    (row, column), (down, right), (further_down, further_right) = square, side, along
    beside = row + further_down, column + further_right
    ahead = beside[0] + down, beside[1] + right
    # The line is shorter at an outer corner of the cage, and longer at an inner one.
    reach = 5 - _INSET if beside not in squares else 5 + _INSET if ahead in squares else 5
    y = (row + 0.5) * CELL + down * (5 - _INSET) + further_down * reach
    x = (column + 0.5) * CELL + right * (5 - _INSET) + further_right * reach
    return x, y

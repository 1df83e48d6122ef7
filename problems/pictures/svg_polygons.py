"""Packings on lattices without squares as SVG: hexagons, triangles and sticks; in space, layers side by side."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from typing import TypeAlias

from danceoff.problems.grids.layout import LETTERS, Layout
from danceoff.problems.pictures.copies import Copy, copies
from danceoff.problems.pictures.drawing import CELL, MARGIN, PALETTE, Drawing, label, path
from danceoff.problems.pictures.heat_cells import together
from danceoff.problems.pictures.shades import IN_ALL, Conflict, OptionCounts, scale, shaded, with_legend

_Point: TypeAlias = tuple[float, float]
_SHORTER, _BEND = 2.4, 4.0
"""How far from a knot a stick ends, and where its bend begins: pieces that meet there do not touch."""
_LOZENGE = 0.15
_ROUND = "stroke-linecap:round;stroke-linejoin:round"
_BROAD = "stroke-width:{};" + _ROUND


class Sheet:
    """The cells of a packing on a sheet.

    corners: the names of the corners of each cell; cells that share a corner share its name.
    at: the point of each corner.
    centre: the middle of each cell.
    """

    def __init__(self, board: Layout) -> None:
        self.board = board
        (x_down, y_down), (x_right, y_right) = board.lattice.plane
        flat: dict[tuple[int, int, int], _Point] = {}
        self.corners: list[list[tuple[int, int, int]]] = []
        middle: list[tuple[int, float, float]] = []
        for *layer, row, column in board.cells.tolist():  # in the plane, `layer` is empty and its sum is 0
            kind = board.lattice.kinds[row % board.lattice.step[-2], column % board.lattice.step[-1]]
            here = [(sum(layer), 6 * row + down, 6 * column + right) for down, right in kind.corners]
            for name in here:
                down, right = (sixths * CELL / 6 for sixths in name[1:])
                flat[name] = down * x_down + right * x_right, down * y_down + right * y_right
            self.corners.append(here)
            x, y = row * x_down + column * x_right, row * y_down + column * y_right
            middle.append((sum(layer), CELL * x, CELL * y))
        all_x, all_y = zip(*flat.values(), strict=True)
        left, top = min(all_x) - MARGIN, min(all_y) - MARGIN
        step = max(all_x) - left + MARGIN
        self.at = {name: (x - left + name[0] * step, y - top) for name, (x, y) in flat.items()}
        self.centre = [(x - left + layer * step, y - top) for layer, x, y in middle]
        self.width = round(step * (1 + max(layer for layer, _, _ in middle)), 2)
        self.height = round(max(all_y) - top + MARGIN, 2)

    def outline(self, cell: int) -> str:
        """Return the path around a cell. For a stick this is a thin lozenge, for a knot it is empty."""
        corners = [self.at[name] for name in self.corners[cell]]
        if len(corners) == 2:
            (x, y), (x_last, y_last) = corners
            across = _LOZENGE * (y_last - y), _LOZENGE * (x - x_last)
            middle = self.centre[cell]
            corners[1:1] = [(middle[0] + across[0], middle[1] + across[1])]  # one on either side of the middle
            corners.append((middle[0] - across[0], middle[1] - across[1]))
        return _joined(corners) + "z" if len(corners) > 1 else ""

    def grid(self) -> str:
        """Return the path of all sides of cells, or of all sticks."""
        return self.borders(range(len(self.corners)))[1]

    def borders(self, area: Sequence[int]) -> tuple[str, str]:
        """Return the sides between different areas as two paths: between empty cells and the outside, and all others.

        area: a number for each cell, -1 if it is empty.
        """
        beside: dict[frozenset[tuple[int, int, int]], list[int]] = defaultdict(list)
        for cell, names in enumerate(self.corners):
            for side in dict.fromkeys(map(frozenset, zip(names, [*names[1:], names[0]], strict=True))):
                beside[side].append(area[cell])
        found: tuple[list[str], list[str]] = ([], [])  # without and with a piece beside the side
        for side, areas in beside.items():
            # A side at the edge has one cell. A knot has one corner, and so no side.
            if len(side) == 2 and areas[:1] != areas[1:]:
                found[max(areas) >= 0].append(_joined([self.at[name] for name in sorted(side)]))
        return "".join(sorted(found[0])), "".join(sorted(found[1]))

    def strokes(self, cells: Sequence[int]) -> str:
        """Return the path of a piece of sticks, rounded where it bends and shorter where it ends."""
        ends: dict[tuple[int, int, int], list[tuple[int, int, int]]] = defaultdict(list)
        straight = {self.corners[cell][0] for cell in cells if len(self.corners[cell]) == 1}
        sticks = [self.corners[cell] for cell in cells if len(self.corners[cell]) == 2]
        for a, b in sticks:
            ends[a].append(b)
            ends[b].append(a)

        def inward(knot: tuple[int, int, int], other: tuple[int, int, int]) -> _Point:
            cut = 0.0 if knot in straight else {1: _SHORTER, 2: _BEND}.get(len(ends[knot]), 0.0)  # by sticks that meet
            (x, y), to = self.at[knot], self.at[other]
            share = cut / hypot(to[0] - x, to[1] - y)
            return x + share * (to[0] - x), y + share * (to[1] - y)

        lines = [_joined([inward(a, b), inward(b, a)]) for a, b in sticks]
        for knot, others in sorted(ends.items()):
            if len(others) == 2 and knot not in straight:
                first, last = (inward(knot, other) for other in others)
                lines.append(f"M{_written(first)}Q{_written(self.at[knot])} {_written(last)}")
        return "".join(lines)


def polygons(board: Layout, pieces: Sequence[Copy]) -> Drawing:
    """Draw pieces in their places."""
    sheet = Sheet(board)
    area = [-1] * board.n_cells
    for k, one in enumerate(pieces):
        for cell in board.cells_of(one.option):
            area[cell] = k
    return Drawing(sheet.width, sheet.height, list(_elements(sheet, pieces, area)))


def _elements(sheet: Sheet, pieces: Sequence[Copy], area: Sequence[int]) -> Iterator[str]:
    board = sheet.board
    is_sticks = board.lattice.is_sticks
    if is_sticks:
        yield path("edge", sheet.grid())
    else:
        yield path("empty", "".join(map(sheet.outline, range(board.n_cells))))
    for one in pieces:
        cells = board.cells_of(one.option)
        if is_sticks:
            strokes = sheet.strokes(cells)
            yield f'<path class="border" style="{_BROAD.format(5)}" d="{strokes}"/>'
            yield f'<path class="border" style="{_BROAD.format(4)};stroke:{PALETTE[one.colour]}" d="{strokes}"/>'
        else:
            yield path(f"c{one.colour} cells", "".join(map(sheet.outline, cells)))
    if not is_sticks:
        for kind, sides in zip(("border", "border seam"), sheet.borders(area), strict=True):
            if sides:
                yield f'<path class="{kind}" style="{_ROUND}" d="{sides}"/>'
    if len(pieces) <= max(len(LETTERS), len(board.pieces)):
        for one in pieces:
            cells = [cell for cell in board.cells_of(one.option) if len(sheet.corners[cell]) > 1]
            first_in = {sheet.corners[cell][0][0]: cell for cell in reversed(cells)}  # by layer
            for _, cell in sorted(first_in.items()):
                x, y = sheet.centre[cell]
                yield label(round(x, 2), round(y, 2), one.mark, "on small" if is_sticks else "on")


def polygon_heat(board: Layout, counted: OptionCounts) -> Drawing:
    """Draw a line between the middles of cells that touch, stronger the more probable one piece covers both."""
    base = polygons(board, copies(board, counted.in_all))
    sheet = Sheet(board)
    joined = together(board, counted, map(tuple, board.touching.tolist()))
    shapes = [(counted.share(n), _joined([sheet.centre[a], sheet.centre[b]])) for (a, b), n in sorted(joined.items())]
    most = max((share for share, _ in shapes), default=1.0)
    legend = [scale(most, "both cells in one piece")] * bool(shapes) + [IN_ALL] * bool(counted.in_all)
    lines = [line.replace('class="hot"', 'class="hot" style="stroke-width:3"') for line in shaded("hot", shapes, most)]
    drawing = Drawing(base.width, base.height, [*base.elements, *lines])
    return with_legend(drawing, legend)


def polygon_conflict(board: Layout, strength: Mapping[int, float]) -> Conflict:
    """Draw a conflict: its cells on the board, its other items by name."""
    sheet = Sheet(board)
    cells, named = board.by_cell(strength)
    shapes = [(strong, sheet.outline(cell)) for strong, cell in cells]
    return Conflict(polygons(board, []), shapes, [path("rule", sheet.grid())], named)


def _joined(points: Sequence[_Point]) -> str:
    return "M" + "L".join(map(_written, points))


def _written(point: _Point) -> str:
    return f"{point[0]:.2f} {point[1]:.2f}"

"""Paths of a rook from corner to corner that visit no cell twice: `corner-path/5x5`.

A cell is a primary item, and an option says how the path crosses it, or that it does not. The edges between cells are
secondary items. The colour of an edge is the number of quarter turns of the path up to there, modulo 8, or `unused`. A
loop apart from the path would make four quarter turns in all, which are not 0 modulo 8, so no colours fit around it.
"""

from collections.abc import Iterator

import numpy as np

from danceoff.problems.grids.route import Route
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import ExactCover
from danceoff.problems.model.sizes import LARGEST_NAMED, parsed, refuse_beyond_limit

_FORM = "ROWSxCOLUMNS, at least 2 cells"
_HEADINGS = (0, 1), (1, 0), (0, -1), (-1, 0)  # east, south, west, north: a right turn is +1
_LAPS = 8

_Cell = tuple[int, int]
_Edge = tuple[_Cell, _Cell]


def _build(size: str) -> Model:
    rows, columns = map(int, parsed(r"(?!1x1$)([1-9]\d{0,3})x([1-9]\d{0,3})", size, _FORM).groups())
    refuse_beyond_limit(5 * (3 * _LAPS + 1) * rows * columns, f"paths on a board of {size}", LARGEST_NAMED)
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    number = {cell: k for k, cell in enumerate(cells)}
    options, names, drawn = [], [], []
    edges: dict[_Edge, None] = {}
    for cell in cells:
        around = [_edge(cell, step) for step in _HEADINGS if _beyond(cell, step) in number]
        edges.update(dict.fromkeys(around))
        for turns, to, used in _crossings(cell, cells[-1]):
            if all(edge in around for edge in used):
                options.append([cell, *((edge, used.get(edge, "unused")) for edge in around)])
                target = number[to] if to else -1
                course = f"to {target} " * (target >= 0) + f"after {turns} turns"
                names.append(f"{number[cell]} {course if used else 'is not visited'}")
                drawn.append((number[cell] if used else -1, target))
    problem = ExactCover.from_options(options, cells, edges, names)
    here, there = np.array(drawn, np.int32).T
    return problem, Route(rows, columns, here == 0, here, there)


def _crossings(cell: _Cell, end: _Cell) -> Iterator[tuple[int, _Cell | None, dict[_Edge, int]]]:
    """Yield each way to cross a cell: the turns before it, the next cell, and its edges with their colours."""
    if cell == (0, 0):
        for heading in (0, 1):
            yield 0, _beyond(cell, _HEADINGS[heading]), {_edge(cell, _HEADINGS[heading]): heading}
        return
    if cell != end:
        yield 0, None, {}
    for turns in range(_LAPS):
        into = {_edge(cell, _HEADINGS[(turns + 2) % 4]): turns}
        if cell == end:
            yield turns, None, into
            continue
        for further in (turns - 1, turns, turns + 1):
            step = _HEADINGS[further % 4]
            yield turns, _beyond(cell, step), {**into, _edge(cell, step): further % _LAPS}


def _beyond(cell: _Cell, step: _Cell) -> _Cell:
    return cell[0] + step[0], cell[1] + step[1]


def _edge(cell: _Cell, step: _Cell) -> _Edge:
    low, high = sorted([cell, _beyond(cell, step)])
    return low, high


FAMILIES = (Family("corner-path", _FORM, _build),)

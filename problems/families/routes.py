"""Routes on a board: knight's tours, `knight-tour/5x5` and `closed-knight-tour/6x6`, and a rook's `corner-path/5x5`.

In a tour an option is a step: at some time the route leaves a cell and goes to another cell. Between two times there is
a secondary item, coloured by the cell where one step ends and the next begins. Times and cells are primary items.

A path of a rook leads from corner to corner, and visits no cell twice. A cell is a primary item, and an option says how
the path crosses it, or that it does not. The edges between cells are secondary items. The colour of an edge is the
number of quarter turns of the path up to there, modulo 8, or `unused`. A loop apart from the path would make four
quarter turns in all, which are not 0 modulo 8, so no colours fit around it.
"""

from collections.abc import Iterator
from functools import partial

import numpy as np

from danceoff.problems.grids.route import Route
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import ExactCover
from danceoff.problems.model.sizes import LARGEST_NAMED, parsed, refuse_beyond_limit

_FORM = "ROWSxCOLUMNS, at least 2 cells"
_KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
_NONE = -1
_HEADINGS = (0, 1), (1, 0), (0, -1), (-1, 0)  # east, south, west, north: a right turn is +1
_LAPS = 8

_Cell = tuple[int, int]
_Edge = tuple[_Cell, _Cell]


def _moves(rows: int, columns: int) -> list[list[int]]:
    """Return the cells that a knight reaches from each cell in one move."""
    cells = [divmod(cell, columns) for cell in range(rows * columns)]
    return [
        [(r + dr) * columns + c + dc for dr, dc in _KNIGHT if 0 <= r + dr < rows and 0 <= c + dc < columns]
        for r, c in cells
    ]


def _within(moves: list[list[int]], first: set[int], last: set[int], n_moves: int) -> list[tuple[int, int, int]]:
    """Return (time, cell, next cell) for each move on a walk of n_moves from a cell in `first` to a cell in `last`."""
    reached = [first]
    for _ in range(n_moves):
        reached.append({to for cell in reached[-1] for to in moves[cell]})
    found: list[tuple[int, int, int]] = []
    ahead = last
    for time in reversed(range(n_moves)):
        found += [(time, cell, to) for cell in sorted(reached[time]) for to in moves[cell] if to in ahead]
        ahead = {cell for cell in reached[time] if not ahead.isdisjoint(moves[cell])}
    return sorted(found)


def _tour(is_closed: bool, size: str) -> Model:
    rows, columns = map(int, parsed(r"(?!1x1$)([1-9]\d{0,3})x([1-9]\d{0,3})", size, _FORM).groups())
    n = rows * columns
    refuse_beyond_limit(40 * n**2, f"a route on a board of {size}", LARGEST_NAMED)
    moves = _moves(rows, columns)
    if is_closed:
        found = _within(moves, {0}, {0}, n)  # from these, steps that leave or reach cell 0 on the way are dropped
        steps = [
            (time, cell, to) for time, cell, to in found if (time == 0) == (cell == 0) and (time == n - 1) == (to == 0)
        ]
    else:
        anywhere = set(range(n))
        steps = [*_within(moves, anywhere, anywhere, n - 1), *((n - 1, cell, _NONE) for cell in range(n))]
    time, cell, to = np.array(steps, np.int32).reshape(-1, 3).T
    return _problem(steps, n), Route(rows, columns, time == 0, cell, to)


def _problem(steps: list[tuple[int, int, int]], n: int) -> ExactCover:
    """Return the problem of n times and n cells whose options are steps (time, cell, next cell)."""
    options, names = [], []
    for time, cell, to in steps:
        between = [(f"m{when}", where) for when, where in ((time, cell), (time + 1, to)) if 0 < when < n]
        options.append([f"t{time}", f"c{cell}", *between])
        names.append(f"{time}: {cell}" + (f" to {to}" if to != _NONE else ""))
    primary = [*(f"t{time}" for time in range(n)), *(f"c{cell}" for cell in range(n))]
    return ExactCover.from_options(options, primary, [f"m{time}" for time in range(1, n)], names)


def _corner_path(size: str) -> Model:
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
                course = (f"to {target} " if to else "") + f"after {turns} turns"
                names.append(f"{number[cell]} {course if used else 'is not visited'}")
                drawn.append((number[cell] if used else -1, target))
    problem = ExactCover.from_options(options, cells, edges, names)
    here, there = np.array(drawn, np.int32).T
    return problem, Route(rows, columns, here == 0, here, there)


def _crossings(cell: _Cell, end: _Cell) -> Iterator[tuple[int, _Cell | None, dict[_Edge, int]]]:
    """Yield each way to cross a cell: the turns before the cell, the next cell, and the edges used with colours.

    The next cell is None at the end of the path, and for a cell that is not visited, which uses no edge.
    """
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


FAMILIES = (
    Family("knight-tour", _FORM, partial(_tour, False)),
    Family("closed-knight-tour", _FORM, partial(_tour, True)),
    Family("corner-path", _FORM, _corner_path),
)

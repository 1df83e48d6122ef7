"""Knight's tours, open and closed: `knight-tour/5x5`, `closed-knight-tour/6x6`.

An option is a step: at some time the route leaves a cell and goes to another cell. Between two times there is a
secondary item, coloured by the cell where one step ends and the next begins. Times and cells are primary items.
"""

from functools import partial

import numpy as np

from danceoff.problems.grids.route import Route
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import ExactCover
from danceoff.problems.model.sizes import LARGEST_NAMED, parsed, refuse_beyond_limit

_FORM = "ROWSxCOLUMNS, at least 2 cells"
_KNIGHT = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
_NONE = -1


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
        found = _within(moves, {0}, {0}, n)
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


FAMILIES = (
    Family("knight-tour", _FORM, partial(_tour, False)),
    Family("closed-knight-tour", _FORM, partial(_tour, True)),
)

"""Mondrian's puzzle: a square cut into different rectangles, the areas as equal as possible: `mondrian/8`.

The cost is the largest area less the smallest one. An option `largest A` costs A, an option `smallest A` costs -A, and
a cover has one of each. Areas are secondary items: a rectangle colours its area `used`; `largest A` colours all areas
above A `unused`, and `smallest A` all areas below A. In a cheapest cover A is the area of a rectangle both times.
"""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations_with_replacement

import numpy as np

from danceoff.problems.grids.packing import Packing, Piece, pack
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import ExactCover, IntArray, InvalidProblem
from danceoff.problems.model.covers import offsets
from danceoff.problems.model.naming import Names
from danceoff.problems.model.sizes import refuse_beyond_limit, whole_number

_FORM = "N, the side of the square, at least 3"
_USED, _UNUSED = 1, 2


def _build(size: str) -> Model:
    n = whole_number(size, _FORM)
    if n < 3:
        raise InvalidProblem(f"{size!r} is not of the form {_FORM}: smaller squares have no two different rectangles")
    refuse_beyond_limit((n * (n + 1) * (n + 2) // 6) ** 2 + n**4, f"a board of side {n} with all its rectangles")
    sides = [pair for pair in combinations_with_replacement(range(1, n + 1), 2) if pair != (n, n)]
    shapes = [Piece(f"{a}x{b}", np.argwhere(np.ones((a, b), bool)).astype(np.int32), least=0) for a, b in sides]
    packing = pack(np.ones((n, n), bool), shapes)
    problem = _with_areas(packing, np.array([a * b for a, b in sides], np.int32))
    n_more = problem.n_options - packing.problem.n_options
    cell = np.full(problem.n_items, -1, np.int32)
    cell[: n * n] = range(n * n)
    piece = np.append(packing.piece, np.full(n_more, len(shapes) - 1, np.int32))
    return problem, replace(packing, problem=problem, cell=cell, piece=piece)


def _with_areas(packing: Packing, area_of_piece: IntArray) -> ExactCover:
    """Return the problem with further items and options: the items `largest` and `smallest`, and an item for each area.

    `largest` and `smallest` come after the cells, areas after all items. The options `largest A` and `smallest A` come
    last.
    """
    problem, n_cells = packing.problem, packing.n_cells
    areas = np.unique(area_of_piece)
    n, first_area = len(areas), problem.n_items + 2
    own = np.searchsorted(areas, area_of_piece[packing.piece])
    bound, area = np.nonzero(np.concatenate([areas > areas[:, None], areas < areas[:, None]]))
    entries = [
        (
            np.repeat(np.arange(problem.n_options), np.diff(problem.start)),
            problem.item + 2 * (problem.item >= n_cells),
            0,
        ),
        (np.arange(problem.n_options), first_area + own, _USED),
        (problem.n_options + np.arange(2 * n), n_cells + np.repeat([0, 1], n), 0),
        (problem.n_options + bound, first_area + area, _UNUSED),
    ]
    option = np.concatenate([options for options, _, _ in entries])
    item = np.concatenate([items for _, items, _ in entries])
    colour = np.repeat([colour for _, _, colour in entries], [len(options) for options, _, _ in entries])
    order = np.lexsort((item, option))
    item_names = [*problem.item_names[:n_cells], "largest", "smallest", *problem.item_names[n_cells:]]
    bounds = [f"largest {area}" for area in areas] + [f"smallest {area}" for area in areas]
    return ExactCover(
        offsets(np.bincount(option)),
        item[order].astype(np.int32),
        first_area + n,
        n_cells + 2,
        (*item_names, *(f"area{area}" for area in areas)),
        Names(problem.n_options + 2 * n, partial(_option_name, problem.option_names, bounds)),
        colour=colour[order].astype(np.int32),
        colour_names=("used", "unused"),
        cost=np.concatenate([np.zeros(problem.n_options, np.int64), areas, -areas]),
    )


def _option_name(placements: Sequence[Hashable], bounds: Sequence[str], option: int) -> Hashable:
    return placements[option] if option < len(placements) else bounds[option - len(placements)]


FAMILIES = (Family("mondrian", _FORM, _build),)

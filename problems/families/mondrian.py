"""Mondrian's puzzle: a square cut into different rectangles, the areas as equal as possible: `mondrian/8`.

The cost is the largest area less the smallest one. An option `largest A` costs A, an option `smallest A` costs -A, and
a cover has one of each. Areas are secondary items: a rectangle colours its area `used`; `largest A` colours all areas
above A `unused`, and `smallest A` all areas below A. In a cheapest cover, some rectangle has the area A of `largest A`,
and some the area of `smallest A`.
"""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from itertools import combinations_with_replacement

import numpy as np

from danceoff.problems.grids.packing import Packing, Piece, pack
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import ExactCover, InvalidProblem
from danceoff.problems.model.sizes import refuse_beyond_limit, whole_number

_FORM = "N, the side of the square, at least 3"


def _build(size: str) -> Model:
    n = whole_number(size, _FORM)
    if n < 3:
        raise InvalidProblem(f"{size!r} is not of the form {_FORM}: smaller squares have no two different rectangles")
    refuse_beyond_limit((n * (n + 1) * (n + 2) // 6) ** 2 + n**4, f"a board of side {n} with all its rectangles")
    sides = [pair for pair in combinations_with_replacement(range(1, n + 1), 2) if pair != (n, n)]
    shapes = [Piece(f"{a}x{b}", np.argwhere(np.ones((a, b), bool)).astype(np.int32), least=0) for a, b in sides]
    packing = pack(np.ones((n, n), bool), shapes)
    problem = _with_areas(packing, [a * b for a, b in sides])
    n_more = problem.n_options - packing.problem.n_options
    cell = np.full(problem.n_items, -1, np.int32)
    cell[: n * n] = range(n * n)
    piece = np.append(packing.piece, np.full(n_more, len(shapes) - 1, np.int32))  # ascending, as `Layout` wants it
    return problem, replace(packing, problem=problem, cell=cell, piece=piece)


def _with_areas(packing: Packing, area_of_piece: Sequence[int]) -> ExactCover:
    """Return the problem with further items and options: the items `largest` and `smallest`, and an item for each area.

    `largest` and `smallest` follow the cells, areas all items. The options `largest A` and `smallest A` are the last.
    """
    problem, n_cells = packing.problem, packing.n_cells
    names, areas = problem.item_names, sorted({*area_of_piece})
    options: list[list[Hashable]] = [
        [*(names[item] for item in problem.items_of(option)), (f"area{area_of_piece[piece]}", "used")]
        for option, piece in enumerate(packing.piece.tolist())
    ]
    options += [["largest", *((f"area{more}", "unused") for more in areas if more > area)] for area in areas]
    options += [["smallest", *((f"area{less}", "unused") for less in areas if less < area)] for area in areas]
    bounds = [f"{which} {area}" for which in ("largest", "smallest") for area in areas]
    return ExactCover.from_options(
        options,
        [*names[:n_cells], "largest", "smallest"],
        [*names[n_cells:], *(f"area{area}" for area in areas)],
        [*problem.option_names, *bounds],
        cost=[*[0] * problem.n_options, *areas, *(-area for area in areas)],
    )


FAMILIES = (Family("mondrian", _FORM, _build),)

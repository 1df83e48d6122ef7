"""Heat maps: how probable each option is in a random cover, drawn on the board of its problem."""

from __future__ import annotations

from collections.abc import Sequence

from danceoff.problems.grids.board import Board
from danceoff.problems.grids.grid import Grid, Points, Triangles
from danceoff.problems.grids.labelling import Labelling
from danceoff.problems.grids.packing import Packing
from danceoff.problems.grids.tiles import Tiles
from danceoff.problems.grids.words import Words
from danceoff.problems.model.cover import ExactCover
from danceoff.problems.pictures.drawing import STYLE, Drawing
from danceoff.problems.pictures.heat_cells import grid_heat, packing_heat, words_heat
from danceoff.problems.pictures.heat_figures import labelling_heat, lozenge_heat, points_heat, route_heat, tiles_heat
from danceoff.problems.pictures.shades import SHADE_STYLE, Held
from danceoff.problems.pictures.svg import document
from danceoff.problems.pictures.svg_polygons import polygon_heat


def heat_map(problem: ExactCover, board: Board, counts: Sequence[int], n_covers: int, title: str) -> str:
    """Draw as an `<svg>` element how many covers hold each option; the options of all covers as in a cover.

    counts: how many covers hold each option of the problem.
    n_covers: the number of covers; not 0.
    title: the title for screen readers.

    Raises ValueError for a problem without a board.
    """
    of_root = [0] * (1 + int(max([-1, *problem.origin.tolist(), *problem.taken.tolist()])))
    for option in problem.taken.tolist():
        of_root[option] = n_covers
    for option, count in zip(problem.origin.tolist(), counts, strict=True):
        of_root[option] = count
    held = Held(of_root, n_covers)
    n_none = sum(count == 0 for count in counts)
    described = f"{len(held.in_all)} options are in all covers, {len(held.in_some)} in some, {n_none} in none"
    return document(_drawn(problem, board, held), title, described, STYLE + SHADE_STYLE)


def _drawn(problem: ExactCover, board: Board, held: Held) -> Drawing:
    if board is None:
        raise ValueError("a problem without a board has no heat map")
    if isinstance(board, Packing):
        return packing_heat(problem, board, held) if board.lattice.is_cubic else polygon_heat(board, held)
    if isinstance(board, Grid):
        return grid_heat(problem, board, held)
    if isinstance(board, Words):
        return words_heat(problem, board, held)
    if isinstance(board, Triangles):
        return lozenge_heat(board, held)
    if isinstance(board, Points):
        return points_heat(board, held)
    if isinstance(board, Tiles):
        return tiles_heat(board, held)
    if isinstance(board, Labelling):
        return labelling_heat(board, held)
    return route_heat(board, held)

"""Heat maps: how probable each option is in a random cover, drawn on the board of its problem."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from danceoff.problems.model.cover import ExactCover
from danceoff.problems.pictures.drawing import STYLE, document
from danceoff.problems.pictures.shades import SHADE_STYLE, Held

if TYPE_CHECKING:
    from danceoff.problems.grids.board import Board


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
    return document(board.heat(problem, held), title, described, STYLE + SHADE_STYLE)

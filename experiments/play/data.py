"""A problem as the data from which the page plays it."""

from __future__ import annotations

from typing import Any

import numpy as np

from danceoff.problems import InvalidProblem
from danceoff.problems.grids.board import Board
from danceoff.problems.grids.grid import Grid
from danceoff.problems.grids.packing import Packing
from danceoff.problems.instance import Instance
from danceoff.problems.model.cover import ExactCover
from danceoff.problems.model.naming import option_name
from danceoff.problems.model.printable import printable
from danceoff.problems.pictures.copies import letters
from danceoff.problems.pictures.gallery.exhibits import shared

_MOST_CHARACTERS = 40_000
"""With longer names of options in all, an option is called by its items."""


def problem_data(instance: Instance) -> dict[str, Any]:
    """Return what the page needs of a problem, as a JSON object.

    `options` has the items of each option, `colours` their colours if there are any, `least` and `most` the
    multiplicities if there are any, and `board` what the board and the options on it look like, or None.

    Raises InvalidProblem for a problem with a bound on the cost of a cover.
    """
    problem = instance.problem
    if problem.max_cost is not None:
        raise InvalidProblem(f"{instance.name}: the page cannot play a problem with a bound on the cost of a cover")
    names = [option_name(problem, option) for option in range(problem.n_options)] if problem.option_names else []
    data = {
        "name": instance.name,
        "items": [printable(problem.item_name(item)) for item in range(problem.n_items)],
        "nPrimary": problem.n_primary,
        "options": [problem.items_of(option) for option in range(problem.n_options)],
        "names": names if sum(map(len, names)) <= _MOST_CHARACTERS else [],
        "hasCosts": problem.has_costs,
        "board": _board(problem, instance.board),
    }
    if problem.has_multiplicities:
        data |= {"least": problem.least.tolist(), "most": problem.most.tolist()}
    if problem.has_colours:
        data["colours"] = [[colour for _, colour in problem.entries_of(k)] for k in range(problem.n_options)]
        data["colourNames"] = [printable(str(name)) for name in problem.colour_names]
    return data


def _board(problem: ExactCover, board: Board) -> dict[str, Any] | None:
    """Return the board as in a gallery, and what each option draws on it; None if the page cannot draw it."""
    if isinstance(board, Grid) and not board.cages and (problem.origin < len(board.square)).all():
        on_board = {"square": board.square[problem.origin].tolist(), "symbol": board.symbol[problem.origin].tolist()}
        given = board.writing(tuple(problem.taken.tolist()))
        taken = [[int(board.square[option]), int(board.symbol[option])] for option in given]
        return {**shared(problem, board), **on_board, "taken": taken}
    if not isinstance(board, Packing) or not board.lattice.is_cubic or board.problem is not problem:
        return None
    once, left = letters(board)
    place = np.append(np.flatnonzero(board.region), -1)
    return {
        **shared(problem, board),
        "cellOf": place[board.cell].tolist(),
        "piece": board.piece.tolist(),
        "once": [once.get(piece) for piece in range(len(board.pieces))],
        "left": left,
    }

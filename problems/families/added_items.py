"""Further items for the options of a problem: rules besides the cells of a board."""

from collections.abc import Callable, Hashable, Sequence
from functools import partial

import numpy as np

from danceoff.problems.model.cover import ExactCover, IntArray
from danceoff.problems.model.covers import offsets
from danceoff.problems.model.naming import Names


def with_added_items(
    problem: ExactCover, option: IntArray, item: IntArray, most: IntArray, item_name: Callable[[int], str]
) -> ExactCover:
    """Return the problem with further primary items, each covered once to `most` times.

    problem: all its items are primary.
    option, item: the pairs of an option and a further item that it also covers; further items are numbered from 0.
    most: how often each further item may be covered.
    item_name: returns the name of a further item.
    """
    n_cells, n_items = problem.n_items, problem.n_items + len(most)
    option = np.concatenate([np.repeat(np.arange(problem.n_options), np.diff(problem.start)), option])
    item = np.concatenate([problem.item, n_cells + item])
    order = np.lexsort((item, option))
    return ExactCover(
        offsets(np.bincount(option, minlength=problem.n_options)),
        item[order],
        n_items,
        n_items,
        Names(n_items, partial(_item_name, problem.item_names, item_name)),
        problem.option_names,
        least=np.ones(n_items, np.int32),
        most=np.concatenate([problem.most, most]),
    )


def _item_name(cells: Sequence[Hashable], further: Callable[[int], str], item: int) -> Hashable:
    """Return the name of a cell or of an added item."""
    return cells[item] if item < len(cells) else further(item - len(cells))

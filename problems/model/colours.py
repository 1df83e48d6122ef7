"""The colours of items as groups of options, for everything that states them as constraints."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from danceoff.problems.model.cover import BoolArray, ExactCover


class ColouredItem(NamedTuple):
    """An item with colours, and its options, ascending: at most one plain option, or any of one colour, is chosen.

    plain: the options that cover the item without a colour.
    coloured: for each of its colours, ascending, the options that give it.
    """

    item: int
    plain: list[int]
    coloured: list[list[int]]


def has_colour(problem: ExactCover) -> BoolArray:
    """Return which items some option gives a colour: bool[n_items]."""
    found = np.zeros(problem.n_items, bool)
    if problem.has_colours:
        found[problem.item[problem.colour > 0]] = True
    return found


def coloured_items(problem: ExactCover) -> list[ColouredItem]:
    """Return the items with colours whose options can exclude each other; one colour alone excludes nothing."""
    entries = np.flatnonzero(has_colour(problem)[problem.item])
    if len(entries) == 0:
        return []
    entries = entries[np.lexsort((problem.colour[entries], problem.item[entries]))]
    option = np.searchsorted(problem.start, entries, side="right") - 1
    item, colour = problem.item[entries], problem.colour[entries]
    is_first = (np.diff(item, prepend=-1) != 0) | (np.diff(colour, prepend=-1) != 0)
    found: dict[int, ColouredItem] = {}
    for begin, end in pairwise([*np.flatnonzero(is_first).tolist(), len(entries)]):
        one = found.setdefault(int(item[begin]), ColouredItem(int(item[begin]), [], []))
        options = option[begin:end].tolist()
        if colour[begin]:
            one.coloured.append(options)
        else:
            one.plain.extend(options)
    return [one for one in found.values() if one.plain or len(one.coloured) > 1]

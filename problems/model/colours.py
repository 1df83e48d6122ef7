"""The colours of items as groups of options, or as numbered pairs of an item and a colour."""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.model.cover import BoolArray, ExactCover, IntArray


class ColouredItem(NamedTuple):
    """An item with colours; a cover has at most one of its plain options, or any of its options of one colour.

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
    """Return the coloured items that some options use differently, so that these options exclude each other."""
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


class Pairs(NamedTuple):
    """The pairs of an item and a colour that occur, numbered by item and then by colour.

    item: int64[n_pairs], the item of a pair.
    number: int64[n_entries], the pair of an entry, or -1 if it has no colour.
    """

    item: NDArray[np.int64]
    number: NDArray[np.int64]


def numbered_pairs(item: IntArray, colour: IntArray) -> Pairs:
    """Return the pairs of an item and a colour in these entries, whose items and colours are arrays of one length."""
    is_coloured = colour > 0
    pairs, number = np.unique(item[is_coloured].astype(np.int64) << 32 | colour[is_coloured], return_inverse=True)
    numbers = np.full(len(item), -1, np.int64)
    numbers[is_coloured] = number
    return Pairs(pairs >> 32, numbers)

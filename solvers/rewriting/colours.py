"""Coloured items as sets of plain ones, for engines whose state is a set of items.

A coloured item becomes a few items, its *places*; each of its colours is a set of them, its *code*. An option that
gives the item a colour needs the places outside the code and takes those of the code; an option that covers the item
without a colour needs and takes all places. No code is inside another one (Sperner, "Ein Satz über Untermengen einer
endlichen Menge", Mathematische Zeitschrift 27, 1928). So options of one colour agree, and of two options of different
colours each takes a place that the other needs. The places that are left show the colour, and their number is about the
binary logarithm of the number of colours.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, islice
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import ExactCover
from danceoff.problems.model.colours import numbered_pairs
from danceoff.problems.model.cover import BoolArray
from danceoff.problems.model.covers import offsets


class Places(NamedTuple):
    """A problem by the places of its items.

    problem: the same options and primary items, no colours; an option covers all places of its items.
    needs: bool[len(problem.item)], whether the option needs the place; without colours the slice of all.
    takes: bool[len(problem.item)], whether the option takes the place; without colours the slice of all.
    """

    problem: ExactCover
    needs: BoolArray | slice
    takes: BoolArray | slice

    @property
    def has_colours(self) -> bool:
        """Whether an option may need other places than it takes."""
        return self.needs is not self.takes


def in_places(problem: ExactCover) -> Places:
    """Return a problem by places.

    An item without colours is its own place. An item has no place if all its options give it the same colour.
    """
    if not problem.has_colours:
        every = slice(None)
        return Places(problem, every, every)
    pairs = numbered_pairs(problem.item, problem.colour)
    n_colours = np.bincount(pairs.item, minlength=problem.n_items)
    has_plain = np.bincount(problem.item[pairs.number < 0], minlength=problem.n_items) > 0
    width = np.ones(problem.n_items, np.int64)
    code = np.zeros((len(pairs.item), _n_places(int(n_colours.max()))), bool)
    row = 0
    for i in np.flatnonzero(n_colours).tolist():
        n = int(n_colours[i])
        width[i] = _n_places(n) if n > 1 or has_plain[i] else 0
        code[row : row + n, : width[i]] = _codes(n)[:, : width[i]]
        row += n

    # Each entry of the problem becomes as many entries as its item has places; `nth` counts these.
    entry = np.repeat(np.arange(len(problem.item)), width[problem.item])
    nth = np.arange(len(entry)) - np.searchsorted(entry, entry)
    takes, needs = np.ones((2, len(entry)), bool)
    pair = pairs.number[entry]
    is_coded = pair >= 0
    takes[is_coded] = code[pair, nth][is_coded]
    needs[is_coded] = ~takes[is_coded]
    size = np.add.reduceat(width[problem.item], problem.start[:-1])
    item = (np.cumsum(width) - width)[problem.item[entry]] + nth
    least, most = np.repeat(problem.least, width), np.repeat(problem.most, width)
    n_places = int(width.sum())
    plain = ExactCover(offsets(size), item.astype(np.int32), n_places, problem.n_primary, least=least, most=most)
    return Places(plain, needs, takes)


def _n_places(n_colours: int) -> int:
    """Return the least number of places, at least 2, that has n_colours codes."""
    n = 2
    while comb(n, n // 2) < n_colours:
        n += 1
    return n


@cache
def _codes(n_colours: int) -> NDArray[np.bool_]:
    """Return a code for each colour, bool[n_colours, n_places]: half of the places, another half for each."""
    n = _n_places(n_colours)
    code = np.zeros((n_colours, n), bool)
    np.put_along_axis(code, np.array(list(islice(combinations(range(n), n // 2), n_colours))), True, axis=1)
    return code

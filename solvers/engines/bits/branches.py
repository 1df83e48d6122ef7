"""Untried branches, moved from one search to another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.bits.kernel_state import NEXT, Levels, Tables
from danceoff.solvers.engines.bits.tables import bitset


class Branches(NamedTuple):
    """Untried options of one branching item, as one search hands them to another.

    path: the options taken above the level of the item.
    rows: the row of that level in each of `_arrays`.
    """

    path: NDArray[np.int32]
    rows: Sequence[NDArray[Any]]


def split_off(
    tables: Tables, levels: Levels, further: Sequence[NDArray[Any]], columns: NDArray[np.uint64]
) -> Branches | None:
    """Remove half of the untried options from the first level that has any, and return them; None if none has any.

    The removed options are no longer tried below those that stay, but those that stay are tried below the removed ones.
    So the search that takes the removed options alone finds the covers with options of both kinds, which an item with a
    multiplicity allows.

    further: arrays with a row for each level that are not in `levels`.
    columns: uint64[n_branching, W], the options of each item that may be branched on.
    """
    begun = slice(1, int(levels.at["level"][0]))
    word, untried = levels.word[begun, None], levels.untried[begun, None]
    number = np.arange(columns.shape[1])
    rest = np.where(number > word, levels.live[begun] & columns[levels.branch[begun]], untried * (number == word))
    with_rest = np.flatnonzero(rest.any(axis=1))
    if not len(with_rest):
        return None
    level = 1 + int(with_rest[0])
    options = np.flatnonzero(np.unpackbits(rest[with_rest[0]].view(np.uint8), bitorder="little"))
    taken = options[len(options) // 2 :]
    bits = bitset(np.zeros(len(taken), int), taken, 1, len(tables.n_primary))[0]
    kept = rest[with_rest[0]] & ~bits

    first = taken[0] >> 6
    own_word = levels.word[level]
    levels.word[level], levels.untried[level], levels.n_untried[level] = first, bits[first], len(taken)
    branches = Branches(levels.path[1:level].copy(), [array[level].copy() for array in _arrays(levels, further)])
    levels.word[level], levels.untried[level] = own_word, kept[own_word]
    levels.n_untried[level] = len(options) - len(taken)
    levels.live[level] &= ~bits
    levels.n_live[level] -= len(taken)
    if levels.has_sizes[level]:
        levels.size[level] -= tables.row[taken].sum(axis=0)
    return branches


def begin(levels: Levels, further: Sequence[NDArray[Any]], branches: Branches) -> None:
    """Set the levels to these branches, and leave no others to try."""
    level = 1 + len(branches.path)
    levels.path[1:level] = branches.path
    levels.word[1:level], levels.untried[1:level] = levels.live.shape[1] - 1, 0
    for array, row in zip(_arrays(levels, further), branches.rows, strict=True):
        array[level] = row
    levels.at["level"], levels.at["phase"] = level, NEXT


def _arrays(levels: Levels, further: Sequence[NDArray[Any]]) -> Sequence[NDArray[Any]]:
    s = levels
    return s.live, s.left, s.size, s.has_sizes, s.n_live, s.n_left, s.branch, s.word, s.untried, s.n_untried, *further

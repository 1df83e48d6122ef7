"""The same problem with many sets of givens: the bitsets are made once, a set of givens only clears some bits.

The memo and the witnesses stay from one set to the next: what they say is true of every sub-problem.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solvers.bits.kernel import (
    LEVEL,
    NEW,
    NODES,
    NONE,
    OVER,
    PHASE,
    SLOT,
    Levels,
    Tables,
    search,
    take_in_place,
    update,
)
from solvers.compiled import inlined, lean

ZERO, ONE, SIX, WORD = (np.uint64(k) for k in (0, 1, 6, 64))


@lean
def search_each(
    state: NDArray[np.uint64],
    tables: Tables,
    levels: Levels,
    budget: np.uint64,
    first: np.uint64,
    is_begun: np.uint64,
    limit: np.int64,
    live: NDArray[np.uint64],
    left: NDArray[np.uint64],
    size: NDArray[np.uint64],
    given_start: NDArray[np.int32],
    given: NDArray[np.int32],
    n_covers: NDArray[np.int64],
    start: NDArray[np.int32],
    option: NDArray[np.int32],
    cover_start: NDArray[np.int32],
    cover: NDArray[np.int32],
) -> np.uint64:
    """Answer the sets of givens from `first` on, for about `budget` nodes; return the first one that is not finished.

    state: the addresses of `tables`, `levels` and the rest, see `search`. live, left, size: the first level of the
    problem without givens; has_sizes[0] says whether its sizes are kept. Set k is given[given_start[k]:given_start[k +
    1]]; n_covers[k] becomes the number of its covers, at most `limit`, and option[start[k]:start[k + 1]] the first of
    them. is_begun: the set `first` is half done since the call before. cover_start: int32[2] and cover: room for one.
    """
    last_node = levels.at[NODES] + budget
    k = first
    while k < np.uint64(len(n_covers)):
        if is_begun == ZERO:
            n_covers[k] = 0
            begin(tables, levels, live, left, size)
            for g in range(given_start[k], given_start[k + ONE]):
                give(tables, levels, np.uint64(given[g]))
            update(tables, levels, ZERO, ONE, ONE, ZERO)
            start[k + ONE] = start[k]
        is_begun = ZERO
        while levels.at[PHASE] != OVER and n_covers[k] < limit:
            if levels.at[NODES] >= last_node:
                return k
            if search(state, last_node - levels.at[NODES], cover_start, cover) == ONE:
                n_covers[k] += 1
                if n_covers[k] == 1:
                    end = start[k + ONE]
                    for c in range(cover_start[1]):
                        option[end] = cover[c]
                        end += 1
                    start[k + ONE] = end
        k += ONE
    return k


@lean
def begin(
    tables: Tables, levels: Levels, live: NDArray[np.uint64], left: NDArray[np.uint64], size: NDArray[np.uint64]
) -> None:
    """Set the search to the first level of the problem without givens."""
    for w in range(len(live)):
        levels.live[ZERO, np.uint64(w)] = levels.live[ONE, np.uint64(w)] = live[w]
    for w in range(len(left)):
        levels.left[ONE, np.uint64(w)] = left[w]
    for v in range(len(size)):
        levels.size[ONE, np.uint64(v)] = size[v]
    levels.at[LEVEL], levels.at[PHASE], levels.at[SLOT] = ONE, NEW, NONE
    levels.has_sizes[ONE] = levels.has_sizes[ZERO]
    levels.n_path[ONE] = ZERO
    levels.n_left[ONE] = np.uint64(len(tables.column))
    levels.n_live[ONE] = np.uint64(len(tables.conflict))


@inlined
def give(tables: Tables, levels: Levels, chosen: np.uint64) -> None:
    """Take an option on the first level; the search is over when it is not live."""
    if (levels.live[ONE, chosen >> SIX] >> (chosen & (WORD - ONE))) & ONE == ZERO:
        levels.at[PHASE] = OVER
    else:
        take_in_place(tables, levels, ONE, chosen)

"""A form for narrow problems: the items in a fixed order, the options in lists by the state of the items around them.

It suits long and narrow boards with few pieces that are all different: a node takes 20 ns, a fifth of one that looks
for the item with the fewest options.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import Cover, ExactCover
from danceoff.problems.model.cover import IntArray
from danceoff.solvers.engines.bits.kernel_narrow import (
    DEPTH,
    IS_OVER,
    NODES,
    WINDOW,
    Lists,
    Path,
    file_options,
    search_narrow,
)
from danceoff.solvers.engines.bits.kernel_state import ONE, WORD, ZERO
from danceoff.solvers.engines.bits.kernel_words import Words
from danceoff.solvers.engines.bits.walkers import Walk, Walker

_LARGEST = 1 << 20  # options times items, or times states: 20 ms
_WIDE = 0.7  # of all items: those that share options with so many have no place in an order
_BUDGET = 1 << 20  # nodes in a call: about 20 ms
_A_NODE, _A_STATE = 20.0, 7.0
"""Work, for `Search.work`: of a node, and of an option in a state of the window when the lists are made."""
_PARTS = 1 << 14, 3 << 14, 3 << 16, 3 << 18
"""Nodes of the parts of a trial, each part three times the ones before: 0.4 ms, 1 ms, ..."""
_DEAR, _WORTH, _LESS, _STEADY = 5.0, 5.0, 1.4, 2.5
"""Lists and a trial are made if a node of the present walk costs so many times a node along lists, and if it has so
many times their work to do. Their walk is taken if it expects so many times less after a part of the trial that expects
at most so many times what the part before did: a share of the tree that does not grow says nothing. Fitted to 90 cases.
"""
_N_BITS = int(WORD)
_N_STATES = 1 << int(WINDOW)


def narrow_walk(problem: ExactCover, blocked: frozenset[Cover], present: Walker) -> NarrowWalk | None:
    """Return a walk along lists if it can be expected to end long before the present one."""
    rest, making = _rest(present), _A_STATE * problem.n_options * _N_STATES
    n_done = present.stats()["nodes"]
    if present.work() < _DEAR * _A_NODE * n_done or rest < _WORTH * (making + _A_NODE * sum(_PARTS[:2])):
        return None
    lists = lists_of(problem)
    if lists is None:
        return None
    trial, nowhere, whole = NarrowWalk(lists, blocked), np.zeros(0, np.int32), 0.0
    for n_nodes in _PARTS:
        trial.walk(nowhere, nowhere, n_nodes)
        before, whole = whole, trial.work() + _rest(trial)
        if whole >= rest or _WORTH * trial.work() > rest:
            break
        if whole <= _STEADY * before:
            worked = present.work() + making + trial.work()
            return NarrowWalk(lists, blocked, worked) if _LESS * whole < rest else None
    return None


def _rest(walk: Walker | NarrowWalk) -> float:
    """Return how much work a walk still has to do, by the share of the tree that is done."""
    done = walk.done()
    return walk.work() * (1 - done) / done if done else inf


class NarrowWalk(Walk):
    """Searches a problem from its root on, along the lists.

    worked: the work before, as `Search.work`.
    """

    def __init__(self, lists: Lists, blocked: frozenset[Cover], worked: float = 0.0) -> None:
        n_rows = len(lists.first) // _N_STATES + 1
        super().__init__(blocked, n_rows)
        self._lists, self._worked = lists, worked
        state, number, following, end = np.zeros((4, n_rows), np.uint64)
        self._path = Path(state, number, following, end, np.zeros(n_rows, np.int32), np.zeros(3, np.uint64))
        self._path.end[0] = lists.first[1]

    @property
    def is_over(self) -> bool:
        """Whether no branch is left."""
        return bool(self._path.at[IS_OVER])

    def walk(self, start: IntArray, option: IntArray, budget: int = _BUDGET) -> int:
        """Walk on until the buffers are full or the budget is spent; return the number of covers."""
        return int(search_narrow(self._lists, self._path, np.uint64(budget), start, option))

    def stats(self) -> Mapping[str, int]:
        """Return the nodes of this walk."""
        return {"nodes": int(self._path.at[NODES])}

    def work(self) -> float:
        """Return the work so far, as `Search.work`."""
        return self._worked + float(self._path.at[NODES]) * _A_NODE

    def done(self) -> float:
        """Return the share of the tree that is done if all entries of a list have subtrees of equal size."""
        path, share, done = self._path, 1.0, 0.0
        for row in range(int(path.at[DEPTH]) + 1):
            begin, end = self._lists.first[int(path.list[row]) :][:2].tolist()
            share /= max(end - begin, 1)
            done += share * max(int(path.next[row]) - begin - 1, 0)
        return 1.0 if self.is_over else done


def lists_of(problem: ExactCover) -> Lists | None:
    """Return the lists of a problem; None if it is not narrow, or they would be too large."""
    n_cells = problem.n_options * max(problem.n_items, _N_STATES)
    if problem.has_multiplicities or problem.has_colours or n_cells > _LARGEST:
        return None
    owner = np.repeat(np.arange(problem.n_options), np.diff(problem.start))
    shared = _shared(problem, owner)
    is_wide = np.mean(shared > 0, axis=1) >= _WIDE
    is_wide[problem.n_primary :] = True  # an item that may stay open has no place in the order either
    narrow, wide = np.flatnonzero(~is_wide), np.flatnonzero(is_wide)
    place = np.empty(problem.n_items, np.int64)
    place[narrow[_order(shared[np.ix_(narrow, narrow)])]] = np.arange(len(narrow))
    place[wide] = np.arange(-len(wide), 0)  # counted from the end of a state
    entry = place[problem.item]
    first = np.minimum.reduceat(np.where(entry < 0, len(narrow), entry), problem.start[:-1])
    bit = entry - first[owner]
    # An option without a place, one that reaches over half of the order, and one that fits into no word.
    if first.max() == len(narrow) or 2 * bit.max() >= len(narrow) or bit.max() + len(wide) + 1 >= _N_BITS:
        return None
    word = np.zeros(problem.n_options, np.uint64)
    np.bitwise_or.at(word, owner, ONE << np.where(entry < 0, entry + _N_BITS, bit).astype(np.uint64))
    needed = ONE << (place[wide[wide < problem.n_primary]] + _N_BITS).astype(np.uint64)
    low = ~ZERO >> np.uint64(len(wide))
    option, starts = _filed(word, first, len(narrow), low)
    return Lists(word[option], option, starts, low, np.bitwise_or.reduce(needed, initial=ZERO))


def _shared(problem: ExactCover, owner: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return how many options each two items share; owner: the option of each entry."""
    rows = np.zeros((problem.n_options, problem.n_items))
    rows[owner, problem.item] = 1
    return rows.T @ rows


def _order(shared: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return an order in which options are short: again and again, an item goes towards the mean place of its others.

    The sums are of whole numbers, so that every machine finds the same order.
    """
    np.fill_diagonal(shared, 0)
    n_others = np.maximum(shared.sum(axis=1), 1)
    order = np.arange(len(shared))
    for _ in range(len(shared)):
        place = np.argsort(order)
        order = np.argsort(place + shared @ place / n_others, kind="stable")
    return order


def _filed(word: NDArray[np.uint64], first: NDArray[np.int64], n_items: int, low: np.uint64) -> tuple[IntArray, Words]:
    """Return the options of all lists, one list after the other, and where each begins."""
    by_item = np.argsort(first, kind="stable")
    begin = np.searchsorted(first[by_item], np.arange(n_items + 1)).astype(np.uint64)
    wide = word[by_item] & ~low
    group = np.where(wide == ZERO, low ^ low >> ONE, wide & -wide)  # a bit that no option has, if it has no wide item
    fitting, n_filed = np.zeros((2, n_items * _N_STATES), np.uint64)
    filed = np.empty(len(word) * _N_STATES, np.int32)
    n = file_options(word[by_item], group, begin, low, fitting, n_filed, filed)
    return by_item[filed[:n]].astype(np.int32), np.append(ZERO, np.cumsum(n_filed))

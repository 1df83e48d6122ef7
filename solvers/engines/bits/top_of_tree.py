"""The top of the search tree, walked with dancing links, which need little memory; bitsets search what is below."""

from __future__ import annotations

import numpy as np

from danceoff.problems import ExactCover
from danceoff.solvers.engines.bits.kernel_descend import Left, descend
from danceoff.solvers.engines.dancing_links.solver import coloured, linked, root

_FIRST = 1 << 10  # sizes of the primary items, summed; twice that takes 1.3 to 1.7 times as long if not needed
_LARGEST = 1 << 14  # options of a problem below: 32 MB of conflicts
_COST = 1 << 12  # nodes below that are searched in the time of building small bitsets; large ones take longer
_NARROW = 1 << 6  # options of an item that are hidden in the time of a node below
_TRIALS = 1 << 5  # problems given before their size is judged


class TreeTop:
    """Walks the top of the tree, returns the problem at each node below it, and learns which size of problem is best.

    The size grows as long as walking the top and building bitsets cost more than half of the search below. It never
    shrinks: a size that is too small costs little time to find out, one that is too large costs much.
    """

    def __init__(self, problem: ExactCover) -> None:
        self._problem = problem
        self._links = linked(problem)
        self._colours = coloured(problem)
        self._place = root(problem)
        n_options, n_items, n_entries = problem.n_options, problem.n_items, len(problem.item)
        room = (n_options + 1, n_entries, len(problem.colour), n_options, n_items, n_options, 3)
        self._left = Left(*(np.zeros(n, np.int32) for n in room))
        self._width = 1 + n_entries // max(1, _NARROW * n_items)
        self._never_larger = max(_FIRST, _LARGEST * n_entries // max(n_options, 1))
        self._n_below = self._n_above = self._n_made = 0
        self._largest = _FIRST

    @property
    def n_nodes(self) -> int:
        """The nodes of the top that were visited so far."""
        return int(self._place.at[2])

    @property
    def is_over(self) -> bool:
        """Whether the top is walked to its end."""
        return bool(self._place.at[0] < 0)

    def below(self, budget: int) -> ExactCover | None:
        """Return the next problem that is small enough; None if `budget` nodes have led to none."""
        problem, n_nodes, left = self._problem, self.n_nodes, self._left
        links, rows = (self._links, self._colours), (problem.start, problem.item)
        level = descend(*links, self._place, left, *rows, self._largest, budget)
        self._n_above += self.n_nodes - n_nodes
        if level < 0:
            self._learn()
            return None
        n_options, n_primary, n_items = left.n.tolist()
        start = left.start[: n_options + 1]
        return ExactCover(
            start.copy(),
            left.item[: start[-1]].copy(),
            n_items,
            n_primary,
            origin=problem.origin[left.option[:n_options]],
            taken=np.append(problem.taken, problem.origin[self._links.option[self._place.choice[:level]]]),
            colour=left.colour[: start[-1]].copy(),
        )

    def walked(self, n_nodes: int) -> None:
        """Record how many nodes the search of the last problem visited."""
        self._n_made += 1
        self._n_below += n_nodes
        self._learn()

    def _learn(self) -> None:
        cost = _COST + self._largest // 8
        spent = self._width * self._n_above + cost * self._n_made
        if spent > cost * _TRIALS:
            if 2 * spent > self._n_below:
                self._largest = min(2 * self._largest, self._never_larger)
            self._n_above = self._n_made = self._n_below = 0

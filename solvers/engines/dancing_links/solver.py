"""Dancing links as a backend: builds the links, passes buffers to the kernel, and maps nodes back to options."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.problems.model.cover import IntArray
from danceoff.solvers.base import Feature, Improvement, Search, Solver, warm_up_best, without
from danceoff.solvers.engines.dancing_links.kernel import Place, search
from danceoff.solvers.engines.dancing_links.kernel_costs import Costs
from danceoff.solvers.engines.dancing_links.kernel_links import Colours, Links
from danceoff.solvers.engines.dancing_links.kernel_multiplicity import Multiplicities
from danceoff.solvers.engines.prices import Net, cheapest_by_room, net

_BUFFER = 1 << 18  # option numbers in the largest batch, unless one cover is longer
_LARGEST_BATCH = 1 << 14
_LARGEST_BUDGET = 1 << 16  # tree nodes in a call: about 50 ms
_SCANNED = 1 << 24  # items read in a call while choosing: keeps calls short if many items are open at a node
_A_NODE, _AN_ENTRY = 60.0, 0.3
"""Work, for `Search.work`: of a node, and of each entry of the options that an option excludes at the root. Fitted to
16 problems; nine tenths took 0.6 to 2.1 ns per unit."""


@dataclass(frozen=True)
class DancingLinks(Solver):
    """Knuth's dancing links, compiled: depth-first search that branches on the item with the fewest options."""

    name = "dlx"
    features = frozenset(Feature)

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Build the links."""
        return _Search(problem, blocked)

    def warm_up(self, problem: ExactCover, listing: bool) -> None:
        """Load the kernels for costs, too, if the problem has any."""
        super().warm_up(problem, listing)
        warm_up_best(self, problem)


class _Search(Search):
    """The search of dancing links.

    most_nodes: set before a walk that ends after so many nodes, where the root counts as one, as in Algorithm X.
    """

    most_nodes = inf

    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self._problem = problem
        self._blocked = blocked
        self._net = None if problem.max_cost is None else net(problem)
        self._walk = _Walk(problem, self._net)
        n_entries = len(problem.item)
        n_excluded = (n_entries / max(problem.n_options, 1)) ** 2 * n_entries / max(problem.n_items, 1)
        self._a_node = _A_NODE + _AN_ENTRY * n_excluded

    def _batches(self) -> Generator[Covers]:
        option = np.empty(max(_BUFFER, len(self._walk.place.choice)), np.int32)
        size = 1
        while (n_left := self._n_left()) > 0:
            start = np.zeros(size + 1, np.int32)
            n_covers = self._walk.on(start, option, n_left)
            start = start[: n_covers + 1]
            batch = Covers(start, option[: start[-1]].copy())
            batch = without(self._net.within_bound(batch) if self._net else batch, self._blocked)
            size = min(2 * size, _LARGEST_BATCH) if n_covers else size
            yield batch

    def _increments(self) -> Generator[int]:
        if self._blocked or self._net:
            yield from super()._increments()
            return
        nowhere = np.zeros(0, np.int32)
        while (n_left := self._n_left()) > 0:
            yield self._walk.on(nowhere, nowhere, n_left)

    def _n_left(self) -> float:
        """Return how many more nodes the walk may visit; 0 if there are none."""
        return 0.0 if self._walk.is_over() else self.most_nodes - self.stats()["nodes"]

    @property
    def is_cut(self) -> bool:
        """Whether a walk that has ended had more nodes."""
        return not self._walk.is_over()

    def _cheapest(self, limit: int) -> Generator[Improvement]:
        sorted_by_cost = self._net or net(self._problem)
        self._walk = _Walk(self._problem, sorted_by_cost)
        yield from cheapest_by_room(sorted_by_cost, self._walk.on_within, limit, self._blocked, lambda: self.cutoff)

    def stats(self) -> Mapping[str, int]:
        return {"nodes": int(self._walk.place.at[2])}

    def work(self) -> float:
        """Return the work so far, as if every node excluded as many options as the root."""
        return float(self._walk.place.at[2]) * self._a_node


class _Walk:
    """Links and the current place in the tree. With net costs, the options are sorted by them."""

    def __init__(self, problem: ExactCover, sorted_by_cost: Net | None) -> None:
        walked = sorted_by_cost.problem if sorted_by_cost else problem
        self._links = linked(walked)
        # Costs bring multiplicities, and these bring colours, needed or not: so there are four forms of the kernel, not
        # eight, to compile.
        self._multiplicity = _multiplicities(walked, always=sorted_by_cost is not None)
        self._colours = coloured(walked, always=self._multiplicity is not None)
        self.place = root(walked)
        self._costs = None
        if sorted_by_cost:
            room = np.array([sorted_by_cost.room(problem.max_cost)], np.int64)
            self._costs = Costs(sorted_by_cost.cost, np.zeros(len(self.place.choice) + 1, np.int64), room)
        self._budget = min(_LARGEST_BUDGET, _SCANNED // (problem.n_primary + 1) + 1)

    def on(self, start: IntArray, option: IntArray, most_nodes: float = inf) -> int:
        """Walk on until the buffers are full or the budget is spent; return the number of covers."""
        arrays = self._links, self._colours, self._multiplicity, self._costs, self.place
        return search(*arrays, int(min(self._budget, most_nodes)), start, option)

    def on_within(self, start: IntArray, option: IntArray, room: int) -> int | None:
        """Walk on to covers whose net costs are at most `room`; return their number, or None if the walk is over."""
        if self.is_over() or self._costs is None:
            return None
        self._costs.room[0] = room
        return self.on(start, option)

    def is_over(self) -> bool:
        """Whether the whole tree was walked."""
        return bool(self.place.at[0] < 0)


def root(problem: ExactCover) -> Place:
    """Return the place of the root, where a search begins."""
    n_levels = problem.n_options + 2 if problem.has_multiplicities else problem.n_primary + 1
    return Place(np.zeros(n_levels, np.uint32), np.array([0, 1, 0]))


def _multiplicities(problem: ExactCover, always: bool = False) -> Multiplicities | None:
    """Return the bounds of the items, none of them covered yet; None, but for `always`, if all are covered once."""
    if not (problem.has_multiplicities or always):
        return None
    least, most = (np.append(0, bound).astype(np.uint32) for bound in (problem.least, problem.most))
    item = 1 + np.flatnonzero(problem.has_multiplicity).astype(np.uint32)
    return Multiplicities(least, most, np.zeros_like(most), item, kind=np.zeros(problem.n_options + 2, np.uint8))


def coloured(problem: ExactCover, always: bool = False) -> Colours | None:
    """Return the colours of a problem, none of them settled yet; None, but for `always`, if it has no colours."""
    if not (problem.has_colours or always):
        return None
    nodes = _nodes(problem, _owner(problem))
    colour = np.zeros(nodes.max(initial=0) + 2, np.int32)
    colour[nodes] = problem.colour if problem.has_colours else 0
    return Colours(colour, np.zeros(problem.n_items + 1, np.uint32))


def linked(problem: ExactCover) -> Links:
    """Return the links of a problem at the root, numbered as in the drawing in results/notes/dancing-links.md."""
    n_items, n_options = problem.n_items, problem.n_options
    owner = _owner(problem)
    nodes = _nodes(problem, owner)
    spacers = n_items + 1 + problem.start.astype(np.int64) + np.arange(n_options + 1)
    up, down, top = (np.zeros(spacers[-1] + 1, np.uint32) for _ in range(3))
    option = np.zeros(len(top), np.int32)
    top[: n_items + 1] = np.arange(n_items + 1)
    top[nodes], option[nodes] = problem.item + 1, owner

    standing = np.concatenate([np.arange(n_items + 1), nodes])
    column = top[standing].astype(np.uint16 if n_items < 1 << 16 else np.uint32)  # 16 bits sort in linear time
    standing = standing[np.argsort(column, kind="stable")]  # column by column, its header first
    first = np.flatnonzero(standing <= n_items)
    below = np.roll(standing, -1)
    below[np.roll(first, -1) - 1] = standing[first]  # below the last node of a column is its header
    down[standing], up[below] = below, standing
    up[spacers[1:]] = spacers[:-1] + 1
    down[spacers[:-1]] = spacers[1:] - 1

    left, right = np.arange(n_items + 1, dtype=np.uint32), np.arange(n_items + 1, dtype=np.uint32)
    ring = np.append(0, 1 + np.flatnonzero(~problem.has_multiplicity[: problem.n_primary]))
    left[ring], right[ring] = np.roll(left[ring], 1), np.roll(right[ring], -1)
    size = np.bincount(problem.item + 1, minlength=n_items + 1).astype(np.uint32)
    return Links(left, right, up, down, top, size, option)


def _owner(problem: ExactCover) -> IntArray:
    """Return the option of each entry of `problem.item`."""
    return np.repeat(np.arange(problem.n_options, dtype=np.int32), np.diff(problem.start))


def _nodes(problem: ExactCover, owner: IntArray) -> NDArray[np.int64]:
    """Return the node of each entry of `problem.item`: after the headers, with a spacer before each option."""
    return problem.n_items + 2 + np.arange(len(owner)) + owner

"""Dancing links as a backend: builds the links, passes buffers to the kernel, and maps nodes back to options."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.problems.model.cover import IntArray
from danceoff.solvers.base import OPTIMISING, Feature, Search, Solver, without
from danceoff.solvers.engines.dancing_links.kernel import Place, search
from danceoff.solvers.engines.dancing_links.kernel_links import Colours, Links
from danceoff.solvers.engines.dancing_links.kernel_multiplicity import Multiplicities

_BUFFER = 1 << 18  # option numbers in the largest batch, unless one cover is longer
_LARGEST_BATCH = 1 << 14
_LARGEST_BUDGET = 1 << 16  # tree nodes in a call: about 50 ms
_SCANNED = 1 << 24  # items read in a call while choosing: keeps calls short if many items are open at a node


@dataclass(frozen=True)
class DancingLinks(Solver):
    """Knuth's dancing links, compiled: depth-first search that branches on the item with the fewest options."""

    name = "dlx"
    features = frozenset(Feature) - OPTIMISING

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Build the links."""
        return _Search(problem, blocked)


class _Search(Search):
    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self._blocked = blocked
        self._links = linked(problem)
        self._colours = coloured(problem)
        self._multiplicity = _multiplicities(problem)
        self._place = root(problem)
        self._budget = min(_LARGEST_BUDGET, _SCANNED // (problem.n_primary + 1) + 1)

    def _batches(self) -> Generator[Covers]:
        option = np.empty(max(_BUFFER, len(self._place.choice)), np.int32)
        size = 1
        while not self._is_over():
            start = np.zeros(size + 1, np.int32)
            n_covers = self._walk(start, option)
            start = start[: n_covers + 1]
            batch = without(Covers(start, option[: start[-1]].copy()), self._blocked)
            size = min(2 * size, _LARGEST_BATCH) if len(batch) else size
            yield batch

    def _increments(self) -> Generator[int]:
        if self._blocked:
            yield from super()._increments()
            return
        nowhere = np.zeros(0, np.int32)
        while not self._is_over():
            yield self._walk(nowhere, nowhere)

    def stats(self) -> Mapping[str, int]:
        return {"nodes": int(self._place.at[2])}

    def _walk(self, start: IntArray, option: IntArray) -> int:
        return search(self._links, self._colours, self._multiplicity, self._place, self._budget, start, option)

    def _is_over(self) -> bool:
        return bool(self._place.at[0] < 0)


def root(problem: ExactCover) -> Place:
    """Return the place of the root, where a search begins."""
    n_levels = problem.n_options + 2 if problem.has_multiplicities else problem.n_primary + 1
    return Place(np.zeros(n_levels, np.uint32), np.array([0, 1, 0]))


def _multiplicities(problem: ExactCover) -> Multiplicities | None:
    """Return the bounds of the items, none of them covered yet; None if the problem has no multiplicities."""
    if not problem.has_multiplicities:
        return None
    least, most = (np.append(0, bound).astype(np.uint32) for bound in (problem.least, problem.most))
    item = 1 + np.flatnonzero(problem.has_multiplicity).astype(np.uint32)
    return Multiplicities(least, most, np.zeros_like(most), item, kind=np.zeros(problem.n_options + 2, np.uint8))


def coloured(problem: ExactCover) -> Colours | None:
    """Return the colours of a problem, none of them settled yet; None if it has no colours."""
    if not problem.has_colours:
        return None
    nodes = _nodes(problem, _owner(problem))
    colour = np.zeros(nodes[-1] + 2, np.int32)
    colour[nodes] = problem.colour
    return Colours(colour, np.zeros(problem.n_items + 1, np.uint32))


def linked(problem: ExactCover) -> Links:
    """Return the links of a problem at the root, numbered as in the drawing in the package's docstring."""
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
    below[np.roll(first, -1) - 1] = standing[first]
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

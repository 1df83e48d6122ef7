"""Knuth's Algorithm X on dicts and sets: the teaching version.

D. E. Knuth, "Dancing links" (2000), arXiv:cs/0011047: branch on the item with the fewest options left; choosing an
option removes its items, and with them every option that covers one of them. Backtracking restores what was removed,
in the opposite order.

An item with multiplicity lo..hi is removed once it is covered hi times; once lo is out of reach there is no cover. The
search branches on such an item only when all other items are covered: it takes an option, then leaves this option out.

The first chosen option that gives an item a colour removes the options that use the item in another way (Knuth, TAOCP
4B, 7.2.2.1, Algorithm C).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from math import inf
from typing import ClassVar

import numpy as np

from danceoff.problems import Cover, ExactCover
from danceoff.solvers.base import TICK, Feature, Improvement, OneByOne, Solver, Steps, cheapest_of
from danceoff.solvers.base.events import Back, Branch, Event, Found, Take


class AlgorithmX(Solver):
    """Branch on the item with the fewest options left; among equals, on the first."""

    name: ClassVar[str] = "algorithm-x"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - {Feature.MAX_COST}

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> AlgorithmXSearch:
        """Build the dict from items to options, and the one from options to items."""
        return AlgorithmXSearch(problem, blocked)


class AlgorithmXSearch(OneByOne):
    """The search tree of Algorithm X; `options` holds the open items, each with the options that still fit.

    most_nodes: the number of nodes after which a walk ends, if it is set before the walk.
    is_cut: whether the walk has ended early for that reason.
    """

    most_nodes = inf
    is_cut = False

    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self.problem = problem
        self.blocked = blocked
        self.nodes = 0
        self.least: list[int] = problem.least.tolist()
        self.most: list[int] = problem.most.tolist()
        self.times = [0] * problem.n_items
        self.items = {option: problem.items_of(option) for option in range(problem.n_options)}
        self.colours = {option: dict(problem.entries_of(option)) for option in range(problem.n_options)}
        self.coloured_by: dict[int, int] = {}
        self.options: dict[int, set[int]] = {item: set() for item in range(problem.n_items)}
        for option, items in self.items.items():
            for item in items:
                self.options[item].add(option)
        self.exact: list[int] = np.flatnonzero(~problem.has_multiplicity[: problem.n_primary]).tolist()
        self.counted: list[int] = np.flatnonzero(problem.has_multiplicity).tolist()
        self.removed: list[tuple[int, set[int]]] = []

    def events(self) -> Generator[Event]:
        """Yield every step: a walk for a reader who wants to watch the search."""
        return self._guarded(self._begin(self._events()))

    def _events(self) -> Generator[Event]:
        """Yield every step. The stack is a list, so only memory bounds the depth."""
        moves: list[int] = []
        stack: list[Iterator[int]] = []
        while True:
            if self.nodes >= self.most_nodes:
                self.is_cut = True
                return
            self.nodes += 1
            item, options = self._branch()
            if item is not None:
                stack.append(iter(self._moves(item, options)))
                yield Branch(item, options)
            else:
                stack.append(iter(()))
                yield Found(tuple(sorted(option for option in moves if option >= 0)))
            while (move := next(stack[-1], None)) is None:
                stack.pop()
                if not stack:
                    return
                last = moves.pop()
                self._undo(last)
                if last >= 0:
                    yield Back(last)
            moves.append(move)
            self._do(move)
            if move >= 0:
                yield Take(move)

    def why(self) -> str:
        """Return why the last Branch chose its item: the rule, and how many other items tie with it."""
        n_left = len(set().union(*self.options.values()))
        left = f"{n_left} option{'s' if n_left != 1 else ''} left in all"
        sizes = [len(self.options[item]) for item in self.exact if item in self.options]
        if not sizes:
            return f"all that is to be covered once is, so it is taken or left; {left}"
        others = sizes.count(min(sizes)) - 1
        as_few = f"; {others} more {'has' if others == 1 else 'have'} as few" if others else ""
        return f"the fewest of {len(sizes)} open items{as_few}; {left}"

    def probe(self, below: Callable[[int], int]) -> tuple[int, Cover | None]:
        """Go down the tree at random and back; return the product of numbers of branches, and the cover met or None.

        If a probe that meets no cover counts as 0, the expected product is the number of covers (Knuth, "Estimating the
        efficiency of backtrack programs", Mathematics of Computation 29, 1975).

        below: returns a random number from 0 to one less than its argument.
        """
        product, taken = 1, list[int]()
        item, options = self._branch()
        while item is not None and options:
            moves = self._moves(item, options)
            product *= len(moves)
            taken.append(moves[below(len(moves))])
            self._do(taken[-1])
            item, options = self._branch()
        for move in reversed(taken):
            self._undo(move)
        return product, None if item is not None else tuple(sorted(move for move in taken if move >= 0))

    def _steps(self) -> Steps:
        """Yield each cover once, and None as a heartbeat after some milliseconds: large problems have slow nodes."""
        tick = due = nodes_in_a_beat(self.problem)
        for event in self._events():
            if isinstance(event, Found):
                yield None if event.cover in self.blocked else event.cover
            elif self.nodes >= due:
                due = self.nodes + tick
                yield None

    def _cheapest(self, limit: int) -> Generator[Improvement]:
        yield from cheapest_of(self.problem, self._steps(), limit)

    def stats(self) -> Mapping[str, int]:
        """Return the number of partial covers visited, covers included."""
        return {"nodes": self.nodes}

    def _branch(self) -> tuple[int | None, list[int]]:
        """Return the item to branch on, with the options to try; None if this node is a cover."""
        slack = {item: self._slack(item) for item in self.counted if item in self.options}
        short = next((item for item, n in slack.items() if n < 0), None)
        if short is not None:
            return short, []
        # Exact items first: branching on an item with a multiplicity also has to leave options out.
        exact = (one for one in self.exact if one in self.options)
        item = min(exact, key=lambda one: (len(self.options[one]), one), default=None)
        if item is not None:
            return item, sorted(self.options[item])
        counted = (one for one in slack if self.options[one])
        item = min(counted, key=slack.__getitem__, default=None)
        return item, ([] if item is None else [min(self.options[item])])

    def _moves(self, item: int, options: list[int]) -> list[int]:
        """Return the moves of a node: to take an option or, if the item has a multiplicity, also to leave it out."""
        is_exact = self.least[item] == self.most[item] == 1
        return options if is_exact else [*options, *map(_leave, options)]

    def _do(self, move: int) -> None:
        if move < 0:
            self._drop(_leave(move))
        else:
            self._choose(move)

    def _undo(self, move: int) -> None:
        if move < 0:
            self._add(_leave(move))
        else:
            self._put_back(move)

    def _slack(self, item: int) -> int:
        """Return how many options of an item may still be left out; negative if it has too few options."""
        return self.times[item] + len(self.options[item]) - self.least[item]

    def _choose(self, option: int) -> None:
        self._drop(option)
        for item in self.items[option]:
            colour = self.colours[option][item]
            if colour == 0:
                self.times[item] += 1
                if self.times[item] == self.most[item]:
                    self._remove(item, self.options[item])
                    del self.options[item]
            elif item not in self.coloured_by:
                self.coloured_by[item] = option
                others = {other for other in self.options[item] if self.colours[other][item] != colour}
                self._remove(item, others)
                self.options[item] -= others

    def _put_back(self, option: int) -> None:
        for item in reversed(self.items[option]):
            if self.colours[option][item] == 0:
                if self.times[item] == self.most[item]:
                    self.options[item] = self._restore()
                self.times[item] -= 1
            elif self.coloured_by[item] == option:
                del self.coloured_by[item]
                self.options[item] |= self._restore()
        self._add(option)

    def _remove(self, item: int, clashing: set[int]) -> None:
        """Remove options from all their items but this item, which excludes them."""
        for clash in clashing:
            for other in self.items[clash]:
                if other != item:
                    self.options[other].remove(clash)
        self.removed.append((item, clashing))

    def _restore(self) -> set[int]:
        """Undo the last `_remove`, and return the options."""
        item, clashing = self.removed.pop()
        for clash in clashing:
            for other in self.items[clash]:
                if other != item:
                    self.options[other].add(clash)
        return clashing

    def _drop(self, option: int) -> None:
        for item in self.items[option]:
            self.options[item].remove(option)

    def _add(self, option: int) -> None:
        for item in self.items[option]:
            self.options[item].add(option)


def nodes_in_a_beat(problem: ExactCover) -> int:
    """Return the number of nodes between two heartbeats: fewer for a larger problem, whose nodes are slower."""
    return TICK // (32 + len(problem.item) // 32) + 1


def _leave(option: int) -> int:
    """Return the move that leaves out an option, -1 - option, or the option that such a move leaves out."""
    return -1 - option

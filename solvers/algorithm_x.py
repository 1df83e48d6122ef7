"""Knuth's Algorithm X on dicts and sets: the teaching version.

D. E. Knuth, "Dancing links" (2000), arXiv:cs/0011047: branch on the item with the fewest options left; choosing an
option removes its items, and with them every option that covers one of them. To go back is to put back what was
removed, in the opposite order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from problems import Cover, ExactCover
from solvers.base import Feature, Solver
from solvers.events import Back, Branch, Event, Found, Take
from solvers.one_by_one import TICK, OneByOne, Steps


@dataclass(frozen=True)
class AlgorithmX(Solver):
    """Branch on the item with the fewest options left, the first of them where several have as few."""

    name: ClassVar[str] = "algorithm-x"
    features: ClassVar[frozenset[Feature]] = frozenset({Feature.LIST, Feature.SECONDARY, Feature.BLOCK})

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> AlgorithmXSearch:
        """The dict of items with their options, and that of options with their items."""
        return AlgorithmXSearch(problem, blocked)


class AlgorithmXSearch(OneByOne):
    """The search tree of Algorithm X; `options` holds the uncovered items, each with the options that still fit."""

    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self.n_primary = problem.n_primary
        self.blocked = blocked
        self.nodes = 0
        self.items = {option: problem.items_of(option) for option in range(problem.n_options)}
        self.options: dict[int, set[int]] = {item: set() for item in range(problem.n_items)}
        for option, items in self.items.items():
            for item in items:
                self.options[item].add(option)
        self.removed: list[tuple[int, set[int]]] = []

    def events(self) -> Iterator[Event]:
        """Every step of the search. The stack is our own: depth is bounded by memory only."""
        chosen: list[int] = []
        stack: list[Iterator[int]] = []
        while True:
            self.nodes += 1
            item = self._item_to_branch_on()
            if item is not None:
                options = sorted(self.options[item])
                stack.append(iter(options))
                yield Branch(item, options)
            else:
                stack.append(iter(()))
                yield Found(tuple(sorted(chosen)))
            while (option := next(stack[-1], None)) is None:
                stack.pop()
                if not stack:
                    return
                self._put_back(chosen[-1])
                yield Back(chosen.pop())
            chosen.append(option)
            self._choose(option)
            yield Take(option)

    def why(self) -> str:
        """The rule, and how many other items it would have allowed."""
        sizes = [len(options) for item, options in self.options.items() if item < self.n_primary]
        n_left = len(set().union(*self.options.values()))
        others = sizes.count(min(sizes)) - 1
        as_few = f"; {others} more {'has' if others == 1 else 'have'} as few" if others else ""
        left = f"{n_left} option{'s' if n_left != 1 else ''} left in all"
        return f"the fewest of {len(sizes)} open items{as_few}; {left}"

    def steps(self) -> Steps:
        """Each cover once, and None every so often."""
        for event in self.events():
            if isinstance(event, Found):
                yield None if event.cover in self.blocked else event.cover
            elif isinstance(event, Branch) and self.nodes % TICK == 0:
                yield None

    def stats(self) -> Mapping[str, int]:
        """How many partial covers were visited, covers among them."""
        return {"nodes": self.nodes}

    def _item_to_branch_on(self) -> int | None:
        """The uncovered primary item with the fewest options, ties by number; None when all are covered."""
        uncovered = (item for item in self.options if item < self.n_primary)
        return min(uncovered, key=lambda item: (len(self.options[item]), item), default=None)

    def _choose(self, option: int) -> None:
        for item in self.items[option]:
            for clash in self.options[item]:
                for other in self.items[clash]:
                    if other != item:
                        self.options[other].remove(clash)
            self.removed.append((item, self.options.pop(item)))

    def _put_back(self, option: int) -> None:
        for _ in self.items[option]:
            item, options = self.removed.pop()
            for clash in options:
                for other in self.items[clash]:
                    if other != item:
                        self.options[other].add(clash)
            self.options[item] = options

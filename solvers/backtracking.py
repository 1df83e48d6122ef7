"""Depth-first search in a fixed item order, without looking ahead: what people write by hand first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from problems import Cover, ExactCover
from solvers.base import Feature, Solver
from solvers.one_by_one import TICK, OneByOne, Steps


@dataclass(frozen=True)
class Backtracking(Solver):
    """Cover the first uncovered item with each option that fits, and go on from there."""

    name: ClassVar[str] = "backtracking"
    features: ClassVar[frozenset[Feature]] = frozenset({Feature.LIST, Feature.SECONDARY, Feature.BLOCK})

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> BacktrackingSearch:
        """Sort the options by their first item."""
        return BacktrackingSearch(problem, blocked)


class BacktrackingSearch(OneByOne):
    """The tree of partial covers. A set of items is a whole number: bit i stands for item i."""

    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self.n_primary = problem.n_primary
        self.blocked = blocked
        self.nodes = 0
        self.items: list[int] = []
        # Where all items below i are covered, only an option whose first item is i can cover i.
        self.options_from: list[list[int]] = [[] for _ in range(problem.n_primary)]
        for option in range(problem.n_options):
            items = problem.items_of(option)
            self.items.append(sum(1 << item for item in items))
            self.options_from[items[0]].append(option)

    def steps(self) -> Steps:
        """Each cover once, and None every so often. The stack is our own: depth is bounded by memory only."""
        chosen: list[int] = []
        stack: list[tuple[int, Iterator[int]]] = []
        covered = 0
        while True:
            self.nodes += 1
            item = _first_uncovered(covered)
            if item < self.n_primary:
                stack.append((covered, iter(self.options_from[item])))
                if self.nodes % TICK == 0:
                    yield None
            else:
                stack.append((covered, iter(())))
                cover = tuple(sorted(chosen))
                yield None if cover in self.blocked else cover
            while (option := self._next_fitting(*stack[-1])) is None:
                stack.pop()
                if not stack:
                    return
                chosen.pop()
            chosen.append(option)
            covered = stack[-1][0] | self.items[option]

    def stats(self) -> Mapping[str, int]:
        """How many partial covers were visited, covers among them."""
        return {"nodes": self.nodes}

    def _next_fitting(self, covered: int, untried: Iterator[int]) -> int | None:
        return next((option for option in untried if not covered & self.items[option]), None)


def _first_uncovered(covered: int) -> int:
    """The lowest bit that is not set."""
    return (~covered & (covered + 1)).bit_length() - 1

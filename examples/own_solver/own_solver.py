"""Backtracking over the item with the fewest options left: a whole solver for danceoff in 40 lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from danceoff.problems import Cover, ExactCover
from danceoff.solvers import Feature, Search, Solver
from danceoff.solvers.base.one_by_one import TICK, OneByOne, Steps

Node: TypeAlias = tuple[Cover, frozenset[int], list[int]]
"""The options chosen, the primary items still to cover, and the options that clash with no chosen one."""


@dataclass(frozen=True)
class FewestFirst(Solver):
    """`most` branches on the item with the most options left instead, to see how much worse that is."""

    name: ClassVar[str] = "fewest-first"
    features: ClassVar[frozenset[Feature]] = frozenset({Feature.LIST, Feature.SECONDARY, Feature.BLOCK})

    most: bool = False

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Prepare the search; nothing is searched before its walk begins."""
        return _Search(problem, blocked, self.most)


class _Search(OneByOne):
    def __init__(self, problem: ExactCover, blocked: frozenset[Cover], most: bool) -> None:
        self.problem, self.blocked, self.nodes = problem, blocked, 0
        self.sign = -1 if most else 1
        self.items = [frozenset(problem.items_of(k)) for k in range(problem.n_options)]

    def _steps(self) -> Steps:
        root: Node = (), frozenset(range(self.problem.n_primary)), list(range(len(self.items)))
        stack: list[Iterator[Node]] = [iter([root])]
        while stack:
            for chosen, open_items, options in stack[-1]:
                self.nodes += 1
                if self.nodes % TICK == 0:
                    yield None
                if open_items:
                    stack.append(self._branches(chosen, open_items, options))
                    break
                if tuple(sorted(chosen)) not in self.blocked:
                    yield chosen
            else:
                stack.pop()

    def _branches(self, chosen: Cover, open_items: frozenset[int], options: list[int]) -> Iterator[Node]:
        item = min(sorted(open_items), key=lambda i: self.sign * sum(i in self.items[k] for k in options))
        for k in options:
            if item in self.items[k]:
                rest = [other for other in options if not self.items[other] & self.items[k]]
                yield (*chosen, k), open_items - self.items[k], rest

    def stats(self) -> dict[str, int]:
        return {"nodes": self.nodes}

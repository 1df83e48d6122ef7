"""Backtracking over the item with the fewest options left: a whole solver for danceoff."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from danceoff.problems import Cover, ExactCover
from danceoff.solvers import TICK, Feature, OneByOne, Search, Solver, Steps


@dataclass(frozen=True)
class FewestFirst(Solver):
    """Depth-first search that branches on the item with the fewest options left.

    most: whether it branches on the item with the most instead, to see how much worse that is.
    """

    name: ClassVar[str] = "fewest-first"
    features: ClassVar[frozenset[Feature]] = frozenset({Feature.LIST, Feature.SECONDARY, Feature.BLOCK})
    most: bool = False

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Prepare the search; its walk begins later."""
        return _Search(problem, blocked, -1 if self.most else 1)


class _Search(OneByOne):
    def __init__(self, problem: ExactCover, blocked: frozenset[Cover], sign: int) -> None:
        self.n_primary, self.blocked, self.sign, self.nodes = problem.n_primary, blocked, sign, 0
        self.items = [frozenset(problem.items_of(k)) for k in range(problem.n_options)]
        self.options = [{k for k, items in enumerate(self.items) if i in items} for i in range(problem.n_items)]

    def _steps(self) -> Steps:
        stack: list[tuple[Cover, frozenset[int], frozenset[int]]] = [
            ((), frozenset(range(self.n_primary)), frozenset(range(len(self.items))))
        ]
        while stack:
            chosen, uncovered, left = stack.pop()  # left: the options that clash with no chosen one
            self.nodes += 1
            if self.nodes % TICK == 0:
                yield None
            if uncovered:
                item = min(sorted(uncovered), key=lambda i: self.sign * len(self.options[i] & left))
                for k in sorted(self.options[item] & left):
                    clashing = set[int]().union(*(self.options[i] for i in self.items[k]))
                    stack.append(((*chosen, k), uncovered - self.items[k], left - clashing))
            elif tuple(sorted(chosen)) not in self.blocked:
                yield chosen

    def stats(self) -> dict[str, int]:
        return {"nodes": self.nodes}

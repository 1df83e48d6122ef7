"""Tries every set of options: the slow reference for all other backends."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from itertools import combinations
from typing import ClassVar

from danceoff.problems import Cover, ExactCover
from danceoff.solvers.base import TICK, Feature, Improvement, OneByOne, Solver, Steps, cheapest_of


class BruteForce(Solver):
    """Look at every set of options, smallest first, and keep the covers."""

    name: ClassVar[str] = "brute-force"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - {Feature.MAX_COST}

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> BruteForceSearch:
        """Prepare the walk over all sets of options."""
        return BruteForceSearch(problem, blocked)


class BruteForceSearch(OneByOne):
    """A walk over the subsets of the options, by size and then in lexicographic order."""

    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self.problem = problem
        self.options = [problem.entries_of(k) for k in range(problem.n_options)]
        self.least: list[int] = problem.least.tolist()
        self.most: list[int] = problem.most.tolist()
        self.largest = min(problem.n_options, sum(self.most[: problem.n_primary]))
        self.blocked = blocked
        self.subsets = 0

    def _steps(self) -> Steps:
        # Every option covers a primary item, so the multiplicities of these items bound the number of options.
        for size in range(self.largest + 1):
            for subset in combinations(range(len(self.options)), size):
                self.subsets += 1
                if self._is_cover(subset):
                    yield None if subset in self.blocked else subset
                elif self.subsets % TICK == 0:
                    yield None

    def _cheapest(self, limit: int) -> Generator[Improvement]:
        yield from cheapest_of(self.problem, self._steps(), limit)

    def stats(self) -> Mapping[str, int]:
        """Return the number of subsets visited."""
        return {"subsets": self.subsets}

    def _is_cover(self, subset: Cover) -> bool:
        times = [0] * len(self.most)
        colours = [0] * len(self.most)
        for option in subset:
            for item, colour in self.options[option]:
                if colour and colours[item] == colour:  # options that agree on a colour cover the item once together
                    continue
                colours[item] = colour
                times[item] += 1
                if times[item] > self.most[item]:
                    return False
        return all(least <= covered for least, covered in zip(self.least, times, strict=True))

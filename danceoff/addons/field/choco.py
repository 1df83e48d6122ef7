"""Constraint programming with Choco (Prud'homme and Fages, JOSS 2022) through pychoco, which contains it compiled."""

from collections.abc import Generator, Mapping
from typing import ClassVar

import pychoco

from danceoff.problems import Cover, ExactCover
from danceoff.problems.model.colours import coloured_items
from danceoff.solvers.base import OPTIMISING, Feature, OneByOne, Search, Solver, Steps, settled
from danceoff.solvers.rewriting.by_item import options_by_item


class Choco(Solver):
    """One 0-1 variable per option and per colour of an item, one sum per item, and Choco's default search."""

    name: ClassVar[str] = "choco"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - OPTIMISING

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """State the sums."""
        return settled(problem, blocked) or _ChocoSearch(problem, blocked)


class _ChocoSearch(OneByOne):
    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        model = pychoco.Model()
        self._chosen = model.boolvars(problem.n_options)
        for item, options in enumerate(options_by_item(problem)):
            if options:
                choices = [self._chosen[k] for k in options]
                least, most = int(problem.least[item]), int(problem.most[item])
                if least == most:
                    model.sum(choices, "=", most).post()
                else:
                    model.sum(choices, "<=", most).post()
                    model.sum(choices, ">=", least).post()
        for one in coloured_items(problem):
            colours = [model.boolvar() for _ in one.coloured]
            for colour, options in zip(colours, one.coloured, strict=True):
                model.max(colour, [self._chosen[k] for k in options]).post()
            model.sum([*(self._chosen[k] for k in one.plain), *colours], "<=", 1).post()
        for cover in sorted(blocked):
            weight = [1 if k in cover else -1 for k in range(problem.n_options)]
            model.scalar(self._chosen, weight, "<", len(cover)).post()
        self._solver = model.get_solver()

    def _steps(self) -> Steps:
        while self._solver.solve():
            yield [k for k, variable in enumerate(self._chosen) if variable.get_value()]

    def _increments(self) -> Generator[int]:
        """Yield 1 for each cover, without reading its variables."""
        while self._solver.solve():
            yield 1

    def stats(self) -> Mapping[str, int]:
        return {"nodes": int(self._solver.get_node_count()), "backtracks": int(self._solver.get_backtrack_count())}

"""Loads all kernels of diagrams, so that none is loaded while a question is measured."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from dataclasses import replace
from functools import cache

from danceoff.problems import ExactCover
from danceoff.solvers.engines.diagram.costs import cheapest, counts_by_cost, only_cheapest
from danceoff.solvers.engines.diagram.covers import ranks, samples
from danceoff.solvers.engines.diagram.graph import counts_of_options
from danceoff.solvers.engines.diagram.record import diagram, searched
from danceoff.solvers.engines.diagram.text import nnf


@cache
def warm_up() -> None:
    """Ask every question once about tiny problems."""
    multiplicities: list[dict[Hashable, tuple[int, int]]] = [{}, {"b": (1, 2)}]
    for multiplicity in multiplicities:
        problem = ExactCover.from_options(["ab", "a", "b"], "ab", multiplicity=multiplicity, cost=[2, 1, 3])
        made = diagram(replace(problem, max_cost=3))
        deque(cheapest(made, problem.cost), maxlen=0)
        only_cheapest(made, problem.cost)
        counts_by_cost(made, problem.cost)
        counts_of_options(made)
        nnf(made)
        for batch in samples(made, 2, seed=1):
            ranks(made, batch)
    for _ in searched(ExactCover.from_options(["ab", "b", "a", "ab"], "ab"), 1):
        pass

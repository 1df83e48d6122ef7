"""Features of a problem: numbers known without solving it, by which problems are compared."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from danceoff.problems import ExactCover
from danceoff.problems.analysis.group import symmetries
from danceoff.problems.instance import Instance
from danceoff.problems.model.cover import InvalidProblem
from danceoff.questions.tasks import WALKED
from danceoff.solvers import load
from danceoff.solvers.engines.counter.probes import tree_size

_MOST = 40.0  # decades: all trees too large to walk count as equal
_LARGEST = 1e300  # JSON has no infinity
_BATCHES = 2  # of a walk of dancing links, some 50 ms each, or 65,000 nodes where nodes are cheap
_LOST = 1e6  # nodes: stands for a search that reached neither a cover nor its end; ten times the nodes walked


class Features(NamedTuple):
    """Numbers about a problem.

    items, options: the numbers of items and options.
    density: the mean share of items that an option covers.
    options_in_a_cover: an estimate of the number of options in a cover.
    choices: the mean number of options of a primary item.
    nodes: the nodes of a search tree, estimated from random probes.
    covers: the number of covers, estimated from the same probes.
    symmetries: the number of symmetries; 1 if they are not known.
    first: nodes of dancing links until the first cover, or until the end; a million if neither was reached.
    costs: the number of different costs of options.
    """

    items: int
    options: int
    density: float
    options_in_a_cover: float
    choices: float
    nodes: float
    covers: float
    symmetries: int
    first: float
    costs: int = 1

    def asked(self, task: str) -> Features:
        """Return the features that matter to a task: of costs all of them; for others `costs` is set to 1."""
        return self if WALKED[task].by_cost else self._replace(costs=1)

    @property
    def is_lost(self) -> bool:
        """Whether the first steps of a search reached neither a cover nor the end."""
        return self.first >= _LOST

    @property
    def scaled(self) -> list[float]:
        """The features on a common scale: their logarithms to base 10."""
        known = self._replace(covers=self.covers + 1)
        return [min(math.log10(max(value, 1e-12)), _MOST) for value in known]


def features(instance: Instance) -> Features:
    """Return the features of a problem; they are deterministic."""
    problem = instance.problem
    n_entries = max(len(problem.item), 1)
    n_primary_entries = max(int(np.count_nonzero(problem.item < problem.n_primary)), 1)
    nodes, covers = (min(estimate, _LARGEST) for estimate in tree_size(problem))
    return Features(
        problem.n_items,
        problem.n_options,
        n_entries / max(problem.n_options * problem.n_items, 1),
        problem.n_primary * problem.n_options / n_primary_entries,
        n_primary_entries / max(problem.n_primary, 1),
        nodes,
        covers,
        _n_symmetries(instance, problem),
        _first(problem),
        len(np.unique(problem.cost)) or 1,
    )


def _first(problem: ExactCover) -> float:
    search = load("dlx").prepare(problem)
    batches = search.batches(heartbeats=True)
    for _ in range(_BATCHES):
        batch = next(batches, None)
        if batch is None or len(batch):
            return float(search.stats()["nodes"])
    return _LOST


def _n_symmetries(instance: Instance, problem: ExactCover) -> int:
    try:
        return len(symmetries(problem, instance.board))
    except InvalidProblem:
        return 1

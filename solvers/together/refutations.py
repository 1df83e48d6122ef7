"""Proofs without a search that there is no cover, each looked for once the searches have done as much work as it takes.

A third of the problems with costs that `make regret` draws have no cover. A bounded look at the weights comes as soon
as a search has taken as long as loading the library of linear programs, 0.1 s; on most problems it then takes
milliseconds, but on a few the linear program takes as long as a search.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial
from operator import itemgetter
from typing import Any

import numpy as np

from danceoff.problems import ExactCover
from danceoff.solvers.base.search import Weights
from danceoff.solvers.rewriting.congruence import MODULI, refuting_weights
from danceoff.solvers.rewriting.look_ahead import Stuck, stuck_item
from danceoff.solvers.rewriting.weighting import looked_for

TABLE: tuple[tuple[float, float, float, Callable[[ExactCover], Any], str], ...] = (
    (0.0, 1500.0, 0.1, partial(refuting_weights, moduli=MODULI[:1]), "linear congruences show"),
    (0.0, 2e3, 0.4, partial(refuting_weights, moduli=MODULI[1:]), "linear congruences show"),
    (5e7, 3e3, 0.0, partial(looked_for, seconds=0.03), "weights of the items show"),
    (2e8, 3e3, 0.0, stuck_item, "one step of look-ahead shows"),
    (6e8, 8e3, 0.0, looked_for, "weights of the items show"),
)
"""For each proof: the work of all searches before it is looked for, as a constant, for each entry, and for the third
power of the number of primary items, as congruences grow; the function that looks for it; what is said if found."""


class Refutations:
    """The proofs that are still to be looked for.

    found: what shows that there is no cover; empty until then.
    weights: weights of the items, if these show that.
    """

    def __init__(self, problem: ExactCover) -> None:
        self.found = ""
        self.weights: Weights | None = None
        size = np.array([1, len(problem.item), problem.n_primary**3], float)
        self._problem = problem
        self._left = sorted(((float(size @ work), look, words) for *work, look, words in TABLE), key=itemgetter(0))

    def after(self, work: Callable[[], float]) -> Generator[None]:
        """Look for the next proof if `work`, the work of all searches, is enough; yield while this takes time."""
        if not self._left or work() < self._left[0][0]:
            return
        _, look, words = self._left.pop(0)
        proof = look(self._problem)
        if isinstance(proof, Generator):
            proof = yield from proof
        if proof is not None:
            self.found = words
            self.weights = None if isinstance(proof, Stuck) else proof

"""passagemath-combinat 10.8 (GPL-2.0 or later): SageMath's dancing links in C++."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sage.combinat.matrices.dancing_links import dlx_solver

from danceoff.problems import ExactCover
from danceoff.solvers.base import Feature
from danceoff.solvers.others.peers.peer import Native, Peer, option_rows


@dataclass(frozen=True)
class Passagemath(Peer):
    """The package that most mathematicians use. It counts in this process only, so its times are of one core."""

    name: ClassVar[str] = "peer-passagemath"
    features: ClassVar[frozenset[Feature]] = frozenset({Feature.LIST, Feature.BLOCK})

    def native(self, problem: ExactCover) -> Native:
        """Build the links."""
        links = dlx_solver(option_rows(problem))
        return Native(links.solutions_iterator, lambda: int(links.number_of_solutions(ncpus=1)))

"""dxz 0.0.6 (MIT): DXZ (Nishino, Yasuda, Minato, Nagata, AAAI 2017), dancing links that build a ZDD, in C++."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import dxz

from danceoff.problems import ExactCover
from danceoff.solvers.base import Feature
from danceoff.solvers.others.peers.peer import Native, Peer, matrix


@dataclass(frozen=True)
class Dxz(Peer):
    """Visits every cover even to count them, counts in 32 bits, and never frees its memory."""

    name: ClassVar[str] = "peer-dxz"
    features: ClassVar[frozenset[Feature]] = frozenset({Feature.LIST, Feature.BLOCK})

    def native(self, problem: ExactCover) -> Native:
        """Write the problem as a flat list of 0 and 1."""
        cells = matrix(problem).astype(int).ravel().tolist()
        size = problem.n_options, problem.n_items
        return Native(lambda: dxz.dxz_solve(*size, cells, 0), lambda: int(dxz.dxz_count(*size, cells)))

"""dlx 1.0.4 (Raaphorst, Apache-2.0): dancing links in pure Python, one generator per level."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import dlx

from danceoff.problems import ExactCover
from danceoff.solvers.base import Feature, UnsupportedProblem
from danceoff.solvers.others.peers.peer import Native, Peer, largest_cover, option_rows

_FRAMES_OF_OTHERS = 250


@dataclass(frozen=True)
class Dlx(Peer):
    """Recursive, so Python's recursion limit bounds the options in a cover."""

    name: ClassVar[str] = "peer-dlx"
    features: ClassVar[frozenset[Feature]] = frozenset({Feature.LIST, Feature.SECONDARY, Feature.BLOCK})

    def native(self, problem: ExactCover) -> Native:
        """Build the links."""
        if largest_cover(problem) > sys.getrecursionlimit() - _FRAMES_OF_OTHERS:
            raise UnsupportedProblem(
                f"{self.name} recurses for each option: a cover may exceed Python's recursion limit"
            )
        links = dlx.DLX([(i, int(i >= problem.n_primary)) for i in range(problem.n_items)])
        links.appendRows(option_rows(problem), range(problem.n_options))

        def walk() -> Iterator[list[int]]:
            for nodes in links.solve():
                yield [links.N[node] for node in nodes]

        return Native(walk)

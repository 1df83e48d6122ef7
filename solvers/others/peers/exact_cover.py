"""exact-cover 1.5.0 (GPL-2.0): dancing links in C, over a dense matrix."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from exact_cover.error import NoSolution
from exact_cover.wrapper import get_all_solutions, get_exact_cover, get_solution_count

from danceoff.problems import ExactCover
from danceoff.solvers.base import Feature, UnsupportedProblem
from danceoff.solvers.others.peers.peer import Native, Peer, matrix

_LARGEST_BUFFER = 2**31  # bytes; its size is an int in the package


@dataclass(frozen=True)
class ExactCoverPeer(Peer):
    """Counts all covers, then lists them, then yields the first.

    first: whether to search for a single cover before counting.
    """

    name: ClassVar[str] = "peer-exact-cover"
    features: ClassVar[frozenset[Feature]] = frozenset({Feature.LIST, Feature.BLOCK})

    first: bool = False

    def native(self, problem: ExactCover) -> Native:
        """Write the problem as a matrix."""
        if (np.bincount(problem.item, minlength=problem.n_items) == 1).all():
            raise UnsupportedProblem(f"{self.name} gives an empty cover if all options together are the only cover")
        covers = matrix(problem)

        def walk() -> Iterable[Sequence[int]]:
            n_covers = get_solution_count(covers)
            if 4 * n_covers * problem.n_options >= _LARGEST_BUFFER:
                raise UnsupportedProblem(
                    f"{self.name} crashes when it lists {n_covers} covers of a problem with {problem.n_options} options"
                )
            return sorted(get_all_solutions(covers, max_count=n_covers)) if n_covers else ()

        def first() -> Sequence[int] | None:
            try:
                option_numbers: list[int] = get_exact_cover(covers).tolist()
            except NoSolution:
                return None
            return option_numbers

        return Native(walk, lambda: int(get_solution_count(covers)), first if self.first else None)

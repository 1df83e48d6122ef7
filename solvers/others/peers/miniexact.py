"""miniexact 1.6.1 (BSD-3): Knuth's Algorithm C in C."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import miniexact

from danceoff.problems import ExactCover
from danceoff.solvers.base import OPTIMISING, Feature
from danceoff.solvers.others.peers.peer import Native, Peer, coloured_rows

_FOUND = 10


@dataclass(frozen=True)
class MiniExact(Peer):
    """Finds one cover per call."""

    name: ClassVar[str] = "peer-miniexact"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - OPTIMISING - {Feature.MULTIPLICITY}

    def native(self, problem: ExactCover) -> Native:
        """State the items and the colours, then the options, each ended by a 0."""
        handle = miniexact.miniexacts_c()
        items = [handle.primary(f"p{i}") for i in range(problem.n_primary)]
        items += [handle.secondary(f"s{i}") for i in range(problem.n_primary, problem.n_items)]
        colours = [0, *(handle.color(f"c{colour}") for colour in range(1, int(problem.colour.max(initial=0)) + 1))]
        for row in coloured_rows(problem):
            for item, colour in row:
                handle.add(items[item], colours[colour])
            handle.add(0)

        def walk() -> Iterator[list[int]]:
            while handle.solve() == _FOUND:
                yield [number - 1 for number in handle.selected_options()]

        return Native(walk)

"""pyxcc 0.1.1 (MIT or Apache-2.0): Knuth's dancing cells in Rust."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pyxcc

from danceoff.problems import ExactCover
from danceoff.solvers.base import OPTIMISING, Feature
from danceoff.solvers.others.peers.peer import Native, Peer, coloured_rows


@dataclass(frozen=True)
class Pyxcc(Peer):
    """Stores every cover as strings, even to count them.

    first: whether to search for a single cover before listing all.
    """

    name: ClassVar[str] = "peer-pyxcc"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - OPTIMISING - {Feature.MULTIPLICITY}

    first: bool = False

    def native(self, problem: ExactCover) -> Native:
        """Name items, options and colours by their numbers.

        A secondary item without options is left out: pyxcc panics on it.
        """
        names = [str(item) for item in range(problem.n_items)]
        secondary = [names[item] for item in np.unique(problem.item).tolist() if item >= problem.n_primary]
        options = [
            pyxcc.Option(
                str(k),
                [names[item] for item, _ in row if item < problem.n_primary],
                [(names[item], str(colour or "")) for item, colour in row if item >= problem.n_primary],
            )
            for k, row in enumerate(coloured_rows(problem))
        ]
        stated = pyxcc.Problem(names[: problem.n_primary], secondary, options)

        def walk() -> Iterator[list[int]]:
            for labels in pyxcc.solve(stated, True).all():
                yield [int(label) for label in labels]

        def first() -> list[int] | None:
            found = pyxcc.solve(stated, False)
            return [int(label) for label in found.first()] if found.count() else None

        return Native(walk, lambda: int(pyxcc.solve(stated, True).count()), first if self.first else None)

"""Steiner triple systems: triples of v points such that every pair of points is in exactly one: `steiner/9`."""

from __future__ import annotations

from functools import partial
from itertools import chain, combinations

import numpy as np

from danceoff.problems.grids.building import equal_options, refuse_beyond_limit, whole_number
from danceoff.problems.grids.points import Points
from danceoff.problems.instance import Family, Known, Model
from danceoff.problems.model.cover import IntArray

_FORM = "V, the number of points"
_COUNTS = {7: 30, 9: 840, 13: 1197504000, 15: 60281712691200}


def _build(size: str) -> Model:
    v = whole_number(size, _FORM)
    refuse_beyond_limit(v * v * v // 2, f"all triples of {v} points")
    pairs = np.column_stack(np.triu_indices(v, 1)).astype(np.int32)
    number = np.zeros((v, v), np.int32)
    number[pairs[:, 0], pairs[:, 1]] = np.arange(len(pairs))
    triples = np.fromiter(chain.from_iterable(combinations(range(v), 3)), np.int32).reshape(-1, 3)
    first, second, third = triples.T
    items = np.column_stack([number[first, second], number[first, third], number[second, third]])
    problem = equal_options(items, len(pairs), partial(_name, pairs), partial(_name, triples))
    return problem, Points(v, problem.start, triples.ravel())


def _name(sets: IntArray, k: int) -> str:
    return "-".join(map(str, sets[k].tolist()))


FAMILIES = (
    Family(
        "steiner",
        _FORM,
        _build,
        {
            str(v): Known(covers, None, "OEIS A001201; A030129 up to isomorphism: 1, 1, 2, 80")
            for v, covers in _COUNTS.items()
        },
    ),
)

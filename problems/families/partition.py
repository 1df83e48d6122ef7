"""Partitions of a set of n elements; every non-empty subset is an option: `partition/12`."""

from __future__ import annotations

from functools import partial

import numpy as np

from danceoff.problems.grids.points import Points
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import ExactCover, IntArray
from danceoff.problems.model.naming import Names
from danceoff.problems.model.sizes import refuse_beyond_limit, whole_number

_FORM = "N, the number of elements"


def _build(size: str) -> Model:
    n = whole_number(size, _FORM)
    refuse_beyond_limit(n << min(n - 1, 40), f"all blocks of {n} elements")
    holds = (np.arange(1, 1 << n)[:, None] >> np.arange(n)) & 1
    start = np.concatenate([[0], np.cumsum(holds.sum(axis=1))]).astype(np.int32)
    item = np.nonzero(holds)[1].astype(np.int32)
    option_names = Names((1 << n) - 1, partial(_block_name, start, item))
    return ExactCover(start, item, n, n, Names(n, str), option_names), Points(n, start, item)


def _block_name(start: IntArray, item: IntArray, option: int) -> str:
    return " ".join(map(str, item[start[option] : start[option + 1]]))


FAMILIES = (Family("partition", _FORM, _build),)

"""A problem with other options than its own: some of them, or in another order."""

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.model.cover import ExactCover
from danceoff.problems.model.covers import offsets


def with_options(problem: ExactCover, order: NDArray[np.integer], **others: Any) -> ExactCover:
    """Return the problem with some or all of its options in any order, as a root problem without names of options.

    order: int[n]; option k of the result is option `order[k]` of the problem.
    others: other fields of the result.
    """
    size = np.diff(problem.start)[order]
    start = offsets(size)
    entry = np.repeat(problem.start[order] - start[:-1], size) + np.arange(start[-1])
    fields = {
        "start": start,
        "item": problem.item[entry],
        "colour": problem.colour[entry] if problem.has_colours else problem.colour,
        "cost": problem.cost[order] if problem.has_costs else problem.cost,
        "option_names": (),
        "origin": np.zeros(0, np.int32),
        "taken": np.zeros(0, np.int32),
    }
    return replace(problem, **(fields | others))

"""The largest packing: as many items as possible covered, and none too often, where a cover may not exist.

The problem is relaxed: every primary item may be left out, at the price of 1 for each time that it is not covered as it
asks. The cheapest cover of the relaxed problem is the largest packing of the problem.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from danceoff.problems import Cover, ExactCover, InvalidProblem


def relaxed(problem: ExactCover) -> ExactCover:
    """Return the problem in which items may be left out; its own costs do not count.

    Its first options are those of the problem. Raises InvalidProblem for a bound on the cost, and for multiplicities
    that add up to too many options.
    """
    if problem.max_cost is not None:
        raise InvalidProblem("the nearest to a cover is looked for without regard to costs: leave out the bound")
    none = np.zeros(0, np.int32)
    whole = replace(
        problem, item_names=(), option_names=(), origin=none, taken=none, cost=np.zeros(0, np.int64), cost_scale=1
    )
    return whole.with_slack(dict.fromkeys(np.flatnonzero(problem.least > 0).tolist(), 1))


def without_slack(problem: ExactCover, cover: Cover) -> tuple[Cover, list[int]]:
    """Return the problem's options in a cover of the relaxed problem, and the items that they leave out, ascending.

    An item that is covered too seldom is listed once for each missing time.
    """
    options = tuple(option for option in cover if option < problem.n_options)
    times = np.bincount([item for option in options for item in problem.items_of(option)], minlength=problem.n_items)
    missing = np.maximum(problem.least - times, 0)
    return options, np.repeat(np.arange(problem.n_items), missing).tolist()

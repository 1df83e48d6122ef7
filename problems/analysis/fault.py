"""Why a set of options is no cover."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from danceoff.problems.model.cover import Covers, ExactCover
from danceoff.problems.model.naming import called


def fault(problem: ExactCover, options: Sequence[int]) -> str:
    """Return in words why these options are no cover; empty if they are one.

    options: in any order.
    """
    for option in options:
        if options.count(option) > 1:
            return f"{called(problem.option_names, option)} comes twice"
    times = np.zeros(problem.n_items, int)
    colours: dict[int, dict[int, int]] = {}
    for option in options:
        for item, colour in problem.entries_of(option):
            if colour:
                colours.setdefault(item, {})[colour] = option
            else:
                times[item] += 1
    for item, given in colours.items():
        if len(given) + times[item] > 1:
            also = " and without one" * bool(times[item])
            return f"item {problem.item_name(item)} is covered in {_number(len(given), 'colour')}{also}"
    for item in range(problem.n_items):
        if not problem.least[item] <= times[item] <= problem.most[item]:
            return f"item {problem.item_name(item)} is covered {_times(int(times[item]))}"
    cost = int(problem.cost_of(Covers.of([options]))[0])
    if problem.max_cost is not None and cost > problem.max_cost:
        return f"it costs {problem.shown_cost(cost)}, and {problem.shown_cost(problem.max_cost)} is the most"
    return ""


def _number(n: int, what: str) -> str:
    return f"{n} {what}{'s' * (n != 1)}"


def _times(n: int) -> str:
    return {0: "by none of them", 1: "once", 2: "twice"}.get(n, f"{n} times")

"""A problem with other options than its own: some of them, in another order, or those that covers are to show."""

import re
from dataclasses import replace
from fnmatch import translate
from typing import Any

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.model.cover import ADDED, ExactCover, InvalidProblem
from danceoff.problems.model.covers import offsets
from danceoff.problems.model.lookup import there_are
from danceoff.problems.model.naming import whole_name


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


def projected(problem: ExactCover, pattern: str) -> ExactCover:
    """Return the problem whose covers, once lifted, only have the options that a pattern names, and those taken.

    pattern: it fits the name of an option, or of an item that the option covers. As in names of files, `*` is any text,
        `?` any character, and `[ab]` one of these characters.

    Raises InvalidProblem if the pattern names no option.
    """
    fits = re.compile(translate(pattern)).match
    names = [whole_name(problem, option) for option in range(problem.n_options)]
    is_item = np.array([fits(problem.item_name(item)) is not None for item in range(problem.n_items)], bool)
    is_named = np.array([fits(name) is not None for name in names], bool)
    owner = np.repeat(np.arange(problem.n_options), np.diff(problem.start))  # of each entry
    is_named[owner[is_item[problem.item]]] = True
    if problem.n_options and not is_named.any():
        raise InvalidProblem(f"distinct: {pattern!r} names no option; {there_are(pattern, dict.fromkeys(names))}")
    hidden = max(ADDED, int(problem.origin.max(initial=-1)) + 1) + np.arange(problem.n_options)
    return replace(problem, origin=np.where(is_named, problem.origin, hidden).astype(np.int32))

"""Splits a problem into disjoint parts, for any backend: each cover of the problem is in exactly one part."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

import numpy as np

from danceoff.problems import ExactCover


def split(problem: ExactCover, n_parts: int) -> list[ExactCover]:
    """Return parts such that each cover of the problem is in exactly one of them; `part.lift` completes its covers.

    n_parts: the least number of parts. There are fewer if no part can be split further, and none if a split shows that
        there is no cover.

    Each step splits the part with the most options, on the primary item with the fewest options: one part for each
    option of the item, in which that option is given. Items that are covered exactly once are preferred. For an item
    with a multiplicity, each part also forbids the options before the given one, and if the item may be left uncovered,
    one more part forbids all its options.

    Raises ValueError if n_parts is below 1.
    """
    if n_parts < 1:
        raise ValueError(f"a problem has 1 part or more, not {n_parts}")
    done: list[ExactCover] = []
    waiting = [(-problem.n_options, 0, problem)]
    n_made = 1
    while waiting and len(waiting) + len(done) < n_parts:
        part = heapq.heappop(waiting)[2]
        if part.n_options == 0:
            done += [part] * (not part.least.any())
            continue
        for further in _divided(part, _narrowest(part)):
            heapq.heappush(waiting, (-further.n_options, n_made, further))
            n_made += 1
    return done + [part for _, _, part in sorted(waiting, key=lambda entry: entry[:2])]


def _narrowest(problem: ExactCover) -> int:
    size = np.bincount(problem.item, minlength=problem.n_items)[: problem.n_primary]
    has_multiplicity = problem.has_multiplicity[: problem.n_primary]
    nothing_to_split = has_multiplicity & (size == 0)
    return int(np.argmin(size + problem.n_options * (has_multiplicity + nothing_to_split * 2)))


def _divided(problem: ExactCover, item: int) -> Iterator[ExactCover]:
    options = _options_of(problem, item)
    if not problem.has_multiplicity[item]:
        yield from (problem.given([option]) for option in options)
        return
    for k, option in enumerate(options):
        yield problem.without(options[:k]).given([option - k])
    if problem.least[item] == 0:
        yield problem.without(options)


def _options_of(problem: ExactCover, item: int) -> list[int]:
    position = np.flatnonzero(problem.item == item)
    options: list[int] = (np.searchsorted(problem.start, position, side="right") - 1).tolist()
    return options


def options_in_a_cover(problem: ExactCover) -> float:
    """Estimate how many options a cover has: the primary items, divided by their mean number in an option."""
    n_entries = int(np.count_nonzero(problem.item < problem.n_primary))
    return problem.n_primary * problem.n_options / n_entries if n_entries else 0.0

"""Any problem in disjoint parts, for any backend: whoever answers all parts has every cover once."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

import numpy as np

from danceoff.problems import ExactCover


def split(problem: ExactCover, n_parts: int) -> list[ExactCover]:
    """Parts of which each cover of the problem has exactly one; `part.lift` completes a part's covers.

    At least n_parts, unless the problem is at its end before; none where it surely has no cover. Always the part with
    the most options is split, into what is left when each of the options of one item is given: the primary item with
    the fewest of them, one that is to be covered just once while there is any. Of the options of another one those
    before the given one are forbidden, and where it need not be covered all are in one more part. Raises ValueError
    where n_parts is below 1.
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
    """About how many options a cover has: primary items by the mean number of them in an option."""
    n_entries = int(np.count_nonzero(problem.item < problem.n_primary))
    return problem.n_primary * problem.n_options / n_entries if n_entries else 0.0

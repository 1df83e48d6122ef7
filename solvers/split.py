"""Any problem in disjoint parts, for any backend: whoever answers all parts has every cover once."""

from __future__ import annotations

import heapq

import numpy as np

from problems import ExactCover


def split(problem: ExactCover, n_parts: int) -> list[ExactCover]:
    """Parts of which each cover of the problem has exactly one; `part.lift` completes a part's covers.

    At least n_parts, unless the problem is at its end before; none where it surely has no cover. Always the part with
    the most options is split, into what is left when each of the options of one item is given: the primary item with
    the fewest of them. Raises ValueError where n_parts is below 1.
    """
    if n_parts < 1:
        raise ValueError(f"a problem has 1 part or more, not {n_parts}")
    done: list[ExactCover] = []
    waiting = [(-problem.n_options, 0, problem)]
    n_made = 1
    while waiting and len(waiting) + len(done) < n_parts:
        part = heapq.heappop(waiting)[2]
        if part.n_primary == 0:
            done.append(part)
            continue
        for option in _options_of(part, _narrowest(part)):
            further = part.given([option])
            heapq.heappush(waiting, (-further.n_options, n_made, further))
            n_made += 1
    return done + [part for _, _, part in sorted(waiting, key=lambda entry: entry[:2])]


def _narrowest(problem: ExactCover) -> int:
    return int(np.argmin(np.bincount(problem.item, minlength=problem.n_items)[: problem.n_primary]))


def _options_of(problem: ExactCover, item: int) -> list[int]:
    position = np.flatnonzero(problem.item == item)
    options: list[int] = (np.searchsorted(problem.start, position, side="right") - 1).tolist()
    return options

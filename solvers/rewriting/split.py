"""Disjoint parts of a problem: each cover is in exactly one of them; and components, whose covers multiply."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import ExactCover
from danceoff.problems.analysis.components import components_of_items
from danceoff.problems.model.cover import IntArray


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


def components(
    problem: ExactCover, label: IntArray | None = None, wanted: NDArray[np.bool_] | None = None
) -> list[ExactCover]:
    """Return the components, by their least item; secondary items that no option covers are left out.

    label: int32[n_items], the least item of each item's component, where that is known; default: it is looked for.
    wanted: bool[n_items], at the least item of each component, whether the component is returned; default: all are.
    """
    label = components_of_items(problem) if label is None else label
    roots = np.flatnonzero(label == np.arange(len(label)))
    part_of = np.searchsorted(roots, label)
    if len(roots) == 1:
        return [problem]
    size = np.diff(problem.start)
    part_of_option = part_of[problem.item[problem.start[:-1]]]
    items = np.argsort(part_of, kind="stable")
    first_item = np.searchsorted(part_of[items], np.arange(len(roots) + 1))
    number = np.empty(problem.n_items, np.int32)
    number[items] = np.arange(problem.n_items) - first_item[part_of[items]]

    by_part = np.argsort(np.repeat(part_of_option, size), kind="stable")
    item = number[problem.item[by_part]]
    colour = problem.colour[by_part] if problem.has_colours else problem.colour
    options = np.argsort(part_of_option, kind="stable")
    start = np.concatenate([[0], np.cumsum(size[options])])
    first_option = np.searchsorted(part_of_option[options], np.arange(len(roots) + 1))
    n_primary = np.bincount(part_of[: problem.n_primary], minlength=len(roots))
    return [
        _part(
            problem,
            start[first_option[k] : first_option[k + 1] + 1],
            item,
            colour,
            items[first_item[k] : first_item[k + 1]],
            int(n_primary[k]),
        )
        for k in np.flatnonzero((n_primary > 0) & (True if wanted is None else wanted[roots])).tolist()
    ]


def _part(
    whole: ExactCover, start: IntArray, item: IntArray, colour: IntArray, items: NDArray[np.intp], n_primary: int
) -> ExactCover:
    return ExactCover(
        start - start[0],
        item[start[0] : start[-1]],
        len(items),
        n_primary,
        least=whole.least[items],
        most=whole.most[items],
        colour=colour[start[0] : start[-1]],
    )

"""Connected components: parts of a problem that share no item, so that their numbers of covers multiply."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import ExactCover
from danceoff.problems.model.cover import IntArray


def components(problem: ExactCover) -> list[ExactCover]:
    """Return the components, by their least item; secondary items that no option covers are left out."""
    label = labels(problem)
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
        for k in np.flatnonzero(n_primary).tolist()
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


def labels(problem: ExactCover) -> IntArray:
    """Return the least item of each item's component, int32[n_items], by hooking and pointer jumping."""
    label = np.arange(problem.n_items, dtype=np.int32)
    size = np.diff(problem.start)
    while problem.n_options:
        least = np.repeat(np.minimum.reduceat(label[problem.item], problem.start[:-1]), size)
        new = label.copy()
        np.minimum.at(new, label[problem.item], least)
        np.minimum.at(new, problem.item, least)
        new = new[new]
        if np.array_equal(new, label):
            break
        label = new
    return label

"""The covers that a symmetry leaves unchanged, as the covers of a smaller problem.

A cover that a symmetry maps to itself is a union of orbits of options under the powers of that symmetry. So such orbits
are the options of the quotient, and an item asks the same of them as of the options in them. Items that ask the same
are one item. By Burnside's lemma the mean number of covers that a symmetry of a group leaves unchanged is the number of
orbits of covers: it needs counts alone, so it holds for numbers of covers too large to list.
"""

from __future__ import annotations

import numpy as np

from danceoff.problems.model.cover import BoolArray, ExactCover, IntArray, InvalidProblem
from danceoff.problems.model.covers import offsets


def quotient(problem: ExactCover, symmetry: IntArray) -> ExactCover:
    """Return a problem with as many covers as the problem has covers that the symmetry maps to themselves.

    symmetry: int32[n_options], a permutation of the options that maps covers to covers.

    Raises InvalidProblem if an orbit covers an item several times that may be covered so: only weights could say that.
    """
    label = _cycles(symmetry)
    _, orbit = np.unique(label, return_inverse=True)
    n_orbits = int(orbit.max(initial=-1)) + 1
    owner = np.repeat(orbit, np.diff(problem.start))
    colour = problem.colour if problem.has_colours else np.zeros(len(problem.item), np.int32)
    entries = np.column_stack([problem.item, owner, colour])
    kept, times = np.unique(entries, axis=0, return_counts=True)  # by item, orbit and colour
    item, owner, colour = kept.T
    several = (times > 1) & (colour == 0)
    if np.any(several & (problem.most[item] > 1)):
        name = problem.item_name(int(item[np.argmax(several & (problem.most[item] > 1))]))
        raise InvalidProblem(f"several options of one orbit cover item {name}, which may be covered several times")
    clashes = (np.diff(item, append=-1) == 0) & (np.diff(owner, append=-1) == 0)  # in two colours, or in one and none
    is_out = np.zeros(n_orbits, bool)
    is_out[owner[several | clashes]] = True
    is_in = ~is_out[owner]
    return _of_columns(problem, item[is_in], owner[is_in], colour[is_in], is_out)


def _of_columns(
    problem: ExactCover,
    item: IntArray,
    owner: IntArray,
    colour: IntArray,
    is_out: BoolArray,
) -> ExactCover:
    """Return the problem of these entries, sorted by item, in which items that ask the same are one."""
    first = np.searchsorted(item, np.arange(problem.n_items + 1))
    bounds = zip(problem.least.tolist(), problem.most.tolist(), strict=True)
    columns: dict[tuple[bytes, bytes, int, int, bool], int] = {}
    for i, (least, most) in enumerate(bounds):
        own = slice(first[i], first[i + 1])
        asks = owner[own].tobytes(), colour[own].tobytes(), least, most, i < problem.n_primary
        columns.setdefault(asks, i)
    kept = np.array(sorted(columns.values()), np.int64)
    number = np.full(problem.n_items, -1, np.int32)
    number[kept] = np.arange(len(kept))
    is_kept = number[item] >= 0
    option = (np.cumsum(~is_out) - 1)[owner[is_kept]]
    order = np.lexsort((number[item[is_kept]], option))
    return ExactCover(
        offsets(np.bincount(option, minlength=int(np.count_nonzero(~is_out)))),
        number[item[is_kept]][order].astype(np.int32),
        len(kept),
        int(np.count_nonzero(kept < problem.n_primary)),
        least=problem.least[kept],
        most=problem.most[kept],
        colour=colour[is_kept][order].astype(np.int32),
        colour_names=problem.colour_names,
    )


def _cycles(symmetry: IntArray) -> IntArray:
    """Return the least option of the cycle of each option, int32[n_options]."""
    least, image = np.arange(len(symmetry), dtype=np.int32), symmetry
    while (image != np.arange(len(symmetry))).any():
        np.minimum(least, image, out=least)
        image = symmetry[image]
    return least

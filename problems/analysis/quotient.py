"""The covers that a symmetry leaves unchanged, as the covers of a smaller problem, the quotient.

A cover that a symmetry maps to itself is a union of orbits of options under the powers of that symmetry. So the options
of the quotient are these orbits. An orbit covers an item as often as its options together do. Items that every orbit
covers equally often become one item.

By Burnside's lemma the mean number of covers that a symmetry of a group leaves unchanged is the number of orbits of
covers. So counts are enough, also where there are too many covers to list.
"""

from typing import NamedTuple

import numpy as np

from danceoff.problems.model.cover import ExactCover, IntArray
from danceoff.problems.model.covers import offsets


class _Entries(NamedTuple):
    """The entries of options: an option, an item that it covers, and the colour; entry k is element k of each array."""

    item: IntArray
    option: IntArray
    colour: IntArray


def quotient(problem: ExactCover, symmetry: IntArray) -> ExactCover:
    """Return a problem with as many covers as the problem has covers that the symmetry maps to themselves.

    symmetry: int32[n_options], a permutation of the options that maps covers to covers.

    A cover of the quotient costs as much as the cover that it stands for.
    """
    label = _cycles(symmetry)
    _, orbit = np.unique(label, return_inverse=True)
    n_orbits = int(orbit.max(initial=-1)) + 1
    colours = problem.colour if problem.has_colours else np.zeros(len(problem.item), np.int32)
    owners = orbit[np.repeat(np.arange(problem.n_options), np.diff(problem.start))]
    # Equal entries (item, orbit, colour) become one entry, which counts them.
    pairs = problem.item.astype(np.int64) * n_orbits + owners
    order = np.lexsort((colours, pairs))
    sorted_pairs, sorted_colours = pairs[order], colours[order]
    first = np.flatnonzero((np.diff(sorted_pairs, prepend=-1) != 0) | (np.diff(sorted_colours, prepend=-1) != 0))
    times, colour = np.diff(first, append=len(pairs)), sorted_colours[first]
    item, owner = (part.astype(np.int32) for part in np.divmod(sorted_pairs[first], n_orbits))
    # No cover has an orbit that covers an item too often, or in two colours, or in one colour and without any.
    too_often = (colour == 0) & (times > problem.most[item])
    clashes = (np.diff(item, append=-1) == 0) & (np.diff(owner, append=-1) == 0)
    is_possible = ~np.isin(owner, owner[too_often | clashes])
    n_times: IntArray = np.where(colour > 0, 1, times)[is_possible].astype(np.int32)
    possible = _Entries(item[is_possible], owner[is_possible], colour[is_possible])
    entries, n_new = _each_once(possible, n_times, n_orbits)
    n_primary = n_new + problem.n_primary
    least, most = (np.concatenate([np.ones(n_new, np.int32), bound]) for bound in (problem.least, problem.most))
    cost = np.zeros(n_orbits + n_new, np.int64)
    np.add.at(cost, orbit, problem.cost if problem.has_costs else 0)

    kept = _different(entries, least, most)  # of items that every orbit covers equally often, one
    number = np.full(len(least), -1, np.int32)
    number[kept] = np.arange(len(kept))
    is_kept = number[entries.item] >= 0
    options, option = np.unique(entries.option[is_kept], return_inverse=True)
    column = number[entries.item[is_kept]]
    by_option = np.lexsort((column, option))
    return ExactCover(
        offsets(np.bincount(option, minlength=len(options))),
        column[by_option],
        len(kept),
        int(np.count_nonzero(kept < n_primary)),
        least=least[kept],
        most=most[kept],
        colour=entries.colour[is_kept][by_option].astype(np.int32),
        colour_names=problem.colour_names,
        cost=cost[options],
        max_cost=problem.max_cost,
        cost_scale=problem.cost_scale,
    )


def _each_once(entries: _Entries, times: IntArray, n_options: int) -> tuple[_Entries, int]:
    """Return equivalent entries, sorted by item, in which no option covers an item several times.

    An option that covers an item up to t times gets t - 1 *companions*, which cover it the other times, and an
    *opposite*, and t new items: the opposite covers all of them, the option the first one, and each companion one of
    the others. So a cover has either the opposite, or the option with all its companions.

    The new options come after the old ones, the new items before the old ones. There are as many new options as new
    items; this number is returned, too.
    """
    n_times = np.ones(n_options, np.int32)
    np.maximum.at(n_times, entries.option, times)
    first = offsets(np.where(n_times > 1, n_times, 0))
    new = np.arange(first[-1])  # the item, and the option less n_options: the opposite, and then the companions
    owner = np.repeat(np.arange(n_options), np.diff(first))
    opposite = first[owner]
    again = np.repeat(np.arange(len(times)), times - 1)
    nth = np.arange(len(again)) - offsets(times - 1)[again]
    item = [new, new, len(new) + entries.item, len(new) + entries.item[again]]
    option = [
        n_options + opposite,
        np.where(new == opposite, owner, n_options + new),
        entries.option,
        n_options + first[entries.option[again]] + 1 + nth,
    ]
    colour = np.concatenate([np.zeros(2 * len(new), np.int32), entries.colour, np.zeros(len(again), np.int32)])
    columns = np.concatenate(item), np.concatenate(option)
    order = np.lexsort(columns[::-1])
    return _Entries(columns[0][order], columns[1][order], colour[order]), len(new)


def _different(entries: _Entries, least: IntArray, most: IntArray) -> IntArray:
    """Return one item, the first, of each set of items with equal entries and multiplicity, ascending."""
    first = np.searchsorted(entries.item, np.arange(len(least) + 1))
    columns: dict[tuple[bytes, bytes, int, int], int] = {}
    for i, bounds in enumerate(zip(least.tolist(), most.tolist(), strict=True)):
        own = slice(first[i], first[i + 1])
        asks = entries.option[own].tobytes(), entries.colour[own].tobytes(), *bounds
        columns.setdefault(asks, i)
    return np.array(sorted(columns.values()), np.int32)


def _cycles(symmetry: IntArray) -> IntArray:
    """Return for each option the least option in its cycle, int32[n_options]."""
    least, image = np.arange(len(symmetry), dtype=np.int32), symmetry
    while (image != np.arange(len(symmetry))).any():
        np.minimum(least, image, out=least)
        image = symmetry[image]
    return least

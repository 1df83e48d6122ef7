"""The top of a search by dancing links: down to sub-problems that are small enough for bitsets, which are copied."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.compiled import lean, part
from danceoff.solvers.engines.dancing_links.kernel import Place
from danceoff.solvers.engines.dancing_links.kernel_links import (
    ROOT,
    Colours,
    Links,
    cover,
    most_hidden,
    uncover,
)
from danceoff.solvers.engines.dancing_links.kernel_multiplicity import cover_rest, uncover_rest


class Left(NamedTuple):
    """The sub-problem at a node of the tree; all arrays are int32, with room for the whole problem.

    start, item, colour: its options in compressed rows; no colours if the problem has none.
    option: the number that each of its options has in the problem.
    number: the number that each item of the problem has in it, or -1.
    is_left: whether each option of the problem is in it.
    n: int32[3], its options, primary items and items.
    """

    start: NDArray[np.int32]
    item: NDArray[np.int32]
    colour: NDArray[np.int32]
    option: NDArray[np.int32]
    number: NDArray[np.int32]
    is_left: NDArray[np.int32]
    n: NDArray[np.int32]


@lean
def descend(
    links: Links,
    colours: Colours | None,
    place: Place,
    left: Left,
    start: NDArray[np.int32],
    item: NDArray[np.int32],
    largest: int,
    budget: int,
) -> int:
    """Walk on to a node where the primary items have at most `largest` options in sum; return its level.

    Copies the sub-problem of the node to `left`, and does not walk it. Returns -1 if the search is over, or has walked
    `budget` nodes or hidden `most_hidden` options.

    start, item: the options of the problem in compressed rows.
    """
    choice, at = place.choice, place.at
    level, is_new, n_nodes = at[0], at[1], at[2]
    n_items = len(links.size) - 1
    last_node = n_nodes + budget
    links.size[ROOT], n_hidden = 0, most_hidden(links)
    found = -1
    # As in `search` of the links, with which it shares places and moves; but it never looks at a node that is small
    # enough to be collected.
    while level >= 0 and n_nodes < last_node and found < 0 and links.size[ROOT] < n_hidden:
        if is_new:
            is_new = 0
            best, total = smallest(links)
            is_dead = best != ROOT and links.size[best] == 0
            # Dead, or small enough: either way nothing is chosen here, and the level above is next.
            if is_dead or total <= largest:
                if not is_dead:
                    collect(links, colours, left, start, item)
                    found = level
                level -= 1
                continue
            cover(links, best)
            choice[level] = best
        # Undo the option that was tried, and take the next one of the column, until its header comes.
        here = choice[level]
        if here > n_items:
            uncover_rest(links, colours, None, here)
        here = links.down[here]
        choice[level] = here
        if here > n_items:
            cover_rest(links, colours, None, here)
            level += 1
            n_nodes += 1
            is_new = 1
        else:
            uncover(links, here)
            level -= 1
    at[0], at[1], at[2] = level, is_new, n_nodes
    return found


@part
def smallest(links: Links) -> tuple[np.uint32, int]:
    """The first active primary item with the fewest options, and the sum of all sizes; no sum if the item has none."""
    item: np.uint32 = links.right[ROOT]
    best = item
    fewest = links.size[best]
    total = 0
    while item != ROOT:
        size = links.size[item]
        total += size
        if size < fewest:
            best, fewest = item, size
        if size == 0:
            break
        item = links.right[item]
    return best, total


@part
def collect(
    links: Links, colours: Colours | None, left: Left, start: NDArray[np.int32], item: NDArray[np.int32]
) -> None:
    """Copy the active options and their items to `left`, both in the order of the problem.

    Items with a settled colour are left out: all active options agree on them.
    """
    left.is_left[:] = 0
    left.number[:] = -1
    column = links.right[ROOT]
    left.n[1] = 0
    while column != ROOT:
        left.n[1] += 1
        node = links.down[column]
        while node != column:
            option = links.option[node]
            left.is_left[option] = 1
            for place in range(start[option], start[option + 1]):
                if colours is None or colours.settler[item[place] + 1] == ROOT:
                    left.number[item[place]] = 0
            node = links.down[node]
        column = links.right[column]
    n_items = 0
    for old in range(len(left.number)):
        if left.number[old] == 0:
            left.number[old] = n_items
            n_items += 1
    n_options, end = 0, 0
    for option in range(len(left.is_left)):
        if left.is_left[option]:
            for place in range(start[option], start[option + 1]):
                if colours is not None:
                    # Its colour is settled above: no option here can disagree, and the sub-problem needs no such item.
                    if left.number[item[place]] < 0:
                        continue
                    left.colour[end] = colours.colour[len(left.number) + 2 + place + option]  # of its node
                left.item[end] = left.number[item[place]]
                end += 1
            left.option[n_options] = option
            n_options += 1
            left.start[n_options] = end
    left.n[0], left.n[2] = n_options, n_items

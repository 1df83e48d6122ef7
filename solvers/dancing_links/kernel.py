"""Dancing links: Algorithm X of Knuth (TAOCP 4B, 7.2.2.1), compiled, without recursion, resumable.

Items are numbered from 1, and item 0 is the root of the ring of active primary items. Nodes 0..n_items are the
headers of the items' columns; the nodes of an option stand in a row, between two spacers, which have `top` 0.

What was tried and did not help, in CPU time of this kernel = 1: signed indices 1.5; one interleaved array of
{up, down, top} instead of three 0.98 to 1.02, and harder to read.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.compiled import kernel

ROOT = np.uint32(0)
ONE = np.uint64(1)


class Links(NamedTuple):
    """The dancing links.

    left, right: uint32[n_items + 1], the ring of active primary items. size: uint32[n_items + 1], active options of
    an item. up, down: uint32[n_nodes], the ring of active nodes of an item; for a spacer, the first node of the option
    before and the last node of the option after it. top: uint32[n_nodes], the item of a node. option: int32[n_nodes],
    the option of a node.
    """

    left: NDArray[np.uint32]
    right: NDArray[np.uint32]
    up: NDArray[np.uint32]
    down: NDArray[np.uint32]
    top: NDArray[np.uint32]
    size: NDArray[np.uint32]
    option: NDArray[np.int32]


class Place(NamedTuple):
    """Where a search stands between two calls.

    choice: uint32[n_primary + 1], the node chosen at each level, or the header of an item of which none is chosen yet.
    at: int64[3], the level (-1: the search is over), whether the level is new, and the nodes of the tree seen so far.
    """

    choice: NDArray[np.uint32]
    at: NDArray[np.int64]


@kernel
def search(links: Links, place: Place, budget: int, start: NDArray[np.int32], option: NDArray[np.int32]) -> int:
    """Walk on from `place` for at most `budget` tree nodes; return the number of covers met.

    Cover k is written to option[start[k]:start[k + 1]]. The walk pauses when `start` is full or `option` may not hold
    another cover. A `start` of length 0 asks to count and write nothing.
    """
    choice, at = place.choice, place.at
    level, is_new, n_nodes = at[0], at[1], at[2]
    n_items = len(links.size) - 1
    last_node = n_nodes + budget
    listing, room = len(start) > 0, len(option) - len(choice)
    n_covers = 0
    while level >= 0 and n_nodes < last_node:
        if is_new:
            is_new = 0
            if links.right[ROOT] == ROOT:
                if listing:
                    for depth in range(level):
                        option[start[n_covers] + depth] = links.option[choice[depth]]
                    start[n_covers + 1] = start[n_covers] + level
                n_covers += 1
                level -= 1
                if listing and (n_covers + 1 == len(start) or start[n_covers] > room):
                    break
                continue
            item = smallest(links)
            cover(links, item)
            choice[level] = item
        here = choice[level]
        if here > n_items:
            uncover_rest(links, here)
        here = links.down[here]
        choice[level] = here
        if here > n_items:
            cover_rest(links, here)
            level += 1
            n_nodes += 1
            is_new = 1
        else:
            uncover(links, here)
            level -= 1
    at[0], at[1], at[2] = level, is_new, n_nodes
    return n_covers


@kernel
def smallest(links: Links) -> np.uint32:
    """The active primary item with the fewest options, the first of several (minimum remaining values)."""
    item: np.uint32 = links.right[ROOT]
    best = item
    fewest = links.size[best]
    while item != ROOT and fewest > 0:
        if links.size[item] < fewest:
            best, fewest = item, links.size[item]
        item = links.right[item]
    return best


@kernel
def cover(links: Links, item: np.uint32) -> None:
    """Take an item out of the ring and hide all its options from the other items."""
    left, right, down = links.left, links.right, links.down
    before, after = left[item], right[item]
    right[before], left[after] = after, before
    row = down[item]
    while row != item:
        hide(links, row)
        row = down[row]


@kernel
def uncover(links: Links, item: np.uint32) -> None:
    """Undo `cover`, in exactly the opposite order."""
    left, right, up = links.left, links.right, links.up
    row = up[item]
    while row != item:
        unhide(links, row)
        row = up[row]
    before, after = left[item], right[item]
    right[before] = left[after] = item


@kernel
def hide(links: Links, row: np.uint32) -> None:
    """Unlink the other nodes of an option from their columns, rightwards."""
    up, down, top, size = links.up, links.down, links.top, links.size
    node = row + ONE
    while node != row:
        item, above, below = top[node], up[node], down[node]
        if item == ROOT:
            node = np.uint64(above)
        else:
            down[above], up[below] = below, above
            size[item] -= ONE
            node += ONE


@kernel
def unhide(links: Links, row: np.uint32) -> None:
    """Undo `hide`, leftwards."""
    up, down, top, size = links.up, links.down, links.top, links.size
    node = row - ONE
    while node != row:
        item, above, below = top[node], up[node], down[node]
        if item == ROOT:
            node = np.uint64(below)
        else:
            down[above] = up[below] = node
            size[item] += ONE
            node -= ONE


@kernel
def cover_rest(links: Links, chosen: np.uint32) -> None:
    """Cover the other items of the chosen option, rightwards."""
    node = chosen + ONE
    while node != chosen:
        if links.top[node] == ROOT:
            node = np.uint64(links.up[node])
        else:
            cover(links, links.top[node])
            node += ONE


@kernel
def uncover_rest(links: Links, chosen: np.uint32) -> None:
    """Undo `cover_rest`, leftwards."""
    node = chosen - ONE
    while node != chosen:
        if links.top[node] == ROOT:
            node = np.uint64(links.down[node])
        else:
            uncover(links, links.top[node])
            node -= ONE

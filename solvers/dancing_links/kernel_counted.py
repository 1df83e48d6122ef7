"""Dancing links where some primary items are to be covered lo to hi times.

Knuth's Algorithm M (TAOCP 4B, 7.2.2.1) branches on such items like on others. Here they only count, and are covered
when they are full, while there is any other item to branch on: in a packing the cells are narrower than the pieces.
When there is none, an option of the item that can least afford it is taken, then left, so that no set comes twice.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solvers.compiled import kernel
from solvers.dancing_links.kernel import ONE, ROOT, Links, Place, cover, hide, smallest, uncover, unhide

EACH, TAKEN, LEFT = np.uint8(0), np.uint8(1), np.uint8(2)


class Counts(NamedTuple):
    """What is counted. Items are numbered like the links.

    least, most, times: uint32[n_items + 1], how often an item is to be and has been covered. item: uint32[n_counted],
    the primary items that are not to be covered just once. kind: uint8[n_levels], what is tried at a level: EACH option
    of an item, or one that is TAKEN or LEFT.
    """

    least: NDArray[np.uint32]
    most: NDArray[np.uint32]
    times: NDArray[np.uint32]
    item: NDArray[np.uint32]
    kind: NDArray[np.uint8]


@kernel
def search(
    links: Links, counts: Counts, place: Place, budget: int, start: NDArray[np.int32], option: NDArray[np.int32]
) -> int:
    """Walk on like `kernel.search`, of whose `place` the choices are uint32[n_options + 2]."""
    choice, kind, at = place.choice, counts.kind, place.at
    level, is_new, n_nodes = at[0], at[1], at[2]
    n_items = len(links.size) - 1
    last_node = n_nodes + budget
    listing, room = len(start) > 0, len(option) - len(choice)
    n_covers = 0
    while level >= 0 and n_nodes < last_node:
        if is_new:
            is_new = 0
            item, is_dead = tightest(links, counts)
            if is_dead:
                level -= 1
                continue
            if links.right[ROOT] != ROOT:
                item = smallest(links)
                cover(links, item)
                choice[level], kind[level] = item, EACH
            elif item != ROOT:
                choice[level], kind[level] = links.down[item], TAKEN
                take(links, counts, choice[level])
                level += 1
                n_nodes += 1
                is_new = 1
                continue
            else:
                if listing:
                    end = start[n_covers]
                    for depth in range(level):
                        if kind[depth] != LEFT:
                            option[end] = links.option[choice[depth]]
                            end += 1
                    start[n_covers + 1] = end
                n_covers += 1
                level -= 1
                if listing and (n_covers + 1 == len(start) or start[n_covers] > room):
                    break
                continue
        here = choice[level]
        if kind[level] == EACH:
            if here > n_items:
                uncount_rest(links, counts, here)
            here = links.down[here]
            choice[level] = here
            if here > n_items:
                count_rest(links, counts, here)
                level += 1
                n_nodes += 1
                is_new = 1
            else:
                uncover(links, here)
                level -= 1
        elif kind[level] == TAKEN:
            untake(links, counts, here)
            leave(links, here)
            kind[level] = LEFT
            level += 1
            n_nodes += 1
            is_new = 1
        else:
            unleave(links, here)
            level -= 1
    at[0], at[1], at[2] = level, is_new, n_nodes
    return n_covers


@kernel
def tightest(links: Links, counts: Counts) -> tuple[np.uint32, bool]:
    """The counted item with options of which the fewest can be left, or the root; whether one cannot be full enough."""
    best = ROOT
    fewest = np.int64(0)
    for item in counts.item:
        if counts.times[item] == counts.most[item]:
            continue
        slack = np.int64(counts.times[item]) + np.int64(links.size[item]) - np.int64(counts.least[item])
        if slack < 0:
            return item, True
        if links.size[item] > 0 and (best == ROOT or slack < fewest):
            best, fewest = item, slack
    return best, False


@kernel
def count(links: Links, counts: Counts, item: np.uint32) -> None:
    """Count an item as covered once more, and cover it when that was the last time."""
    counts.times[item] += ONE
    if counts.times[item] == counts.most[item]:
        cover(links, item)


@kernel
def uncount(links: Links, counts: Counts, item: np.uint32) -> None:
    """Undo `count`."""
    if counts.times[item] == counts.most[item]:
        uncover(links, item)
    counts.times[item] -= ONE


@kernel
def count_rest(links: Links, counts: Counts, chosen: np.uint32) -> None:
    """Count the other items of the chosen option, rightwards."""
    node = chosen + ONE
    while node != chosen:
        if links.top[node] == ROOT:
            node = np.uint64(links.up[node])
        else:
            count(links, counts, links.top[node])
            node += ONE


@kernel
def uncount_rest(links: Links, counts: Counts, chosen: np.uint32) -> None:
    """Undo `count_rest`, leftwards."""
    node = chosen - ONE
    while node != chosen:
        if links.top[node] == ROOT:
            node = np.uint64(links.down[node])
        else:
            uncount(links, counts, links.top[node])
            node -= ONE


@kernel
def leave(links: Links, node: np.uint32) -> None:
    """Unlink a whole option."""
    hide(links, node)
    above, below = links.up[node], links.down[node]
    links.down[above], links.up[below] = below, above
    links.size[links.top[node]] -= ONE


@kernel
def unleave(links: Links, node: np.uint32) -> None:
    """Undo `leave`."""
    links.down[links.up[node]] = links.up[links.down[node]] = node
    links.size[links.top[node]] += ONE
    unhide(links, node)


@kernel
def take(links: Links, counts: Counts, node: np.uint32) -> None:
    """Unlink a whole option and count all its items."""
    leave(links, node)
    count(links, counts, links.top[node])
    count_rest(links, counts, node)


@kernel
def untake(links: Links, counts: Counts, node: np.uint32) -> None:
    """Undo `take`."""
    uncount_rest(links, counts, node)
    uncount(links, counts, links.top[node])
    unleave(links, node)

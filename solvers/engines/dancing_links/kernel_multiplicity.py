"""Items that are covered lo to hi times, in dancing links: how often each is covered, and when it is full.

Knuth's Algorithm M (TAOCP 4B, 7.2.2.1) branches on such items as on any other item. Here they are only counted, and
covered in the links when they are full, as long as there is any other item to branch on: in a packing the cells have
fewer options than the pieces. When no other item is left, an option of the tightest item is taken, then left out, so
that no set of options comes twice.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.compiled import CHECKED, part
from danceoff.solvers.engines.dancing_links.kernel_links import (
    ONE,
    ROOT,
    Colours,
    Links,
    cover,
    hide,
    purify,
    uncover,
    unhide,
    unpurify,
)

EACH, TAKEN, LEFT = np.uint8(0), np.uint8(1), np.uint8(2)


class Multiplicities(NamedTuple):
    """Bounds and present counts, indexed by item as the links are.

    least, most: uint32[n_items + 1], how often an item must and may be covered.
    times: uint32[n_items + 1], how often it is covered now.
    item: uint32[n_multiple], the primary items that are not to be covered exactly once.
    kind: uint8[n_levels], what a level tries: EACH option of an item in turn, or one option that is first TAKEN, then
        LEFT out.
    """

    least: NDArray[np.uint32]
    most: NDArray[np.uint32]
    times: NDArray[np.uint32]
    item: NDArray[np.uint32]
    kind: NDArray[np.uint8]


@part
def tightest(links: Links, multiplicity: Multiplicities) -> tuple[np.uint32, bool]:
    """The multiple item that can do without the fewest of its options, or the root; and whether an item is dead."""
    best = ROOT
    fewest = np.int64(0)
    for item in multiplicity.item:
        # Full items are covered in the links, and no longer a choice.
        if multiplicity.times[item] == multiplicity.most[item]:
            continue
        # What it has and what it could still get, less what it needs; negative if it can no longer be satisfied.
        slack = np.int64(multiplicity.times[item]) + np.int64(links.size[item]) - np.int64(multiplicity.least[item])
        if slack < 0:
            return item, True
        # Without options there is nothing to choose; what the item needs it has.
        if links.size[item] > 0 and (best == ROOT or slack < fewest):
            best, fewest = item, slack
    return best, False


@part
def count(links: Links, multiplicity: Multiplicities, item: np.uint32) -> None:
    """Count an item as covered once more, and cover it in the links if it is full now."""
    multiplicity.times[item] += ONE
    if CHECKED:
        assert multiplicity.times[item] <= multiplicity.most[item]
    if multiplicity.times[item] == multiplicity.most[item]:
        cover(links, item)


@part
def uncount(links: Links, multiplicity: Multiplicities, item: np.uint32) -> None:
    """Undo `count`."""
    # As in `count`: moves are undone in the opposite order, so `times` is what it was there.
    if multiplicity.times[item] == multiplicity.most[item]:
        uncover(links, item)
    multiplicity.times[item] -= ONE


@part
def cover_rest(links: Links, colours: Colours | None, multiplicity: Multiplicities | None, chosen: np.uint32) -> None:
    """Cover or count the other items of the chosen option, rightwards.

    An item that the option colours is purified, unless its colour is settled.
    """
    node = chosen + ONE
    while node != chosen:
        item = links.top[node]
        if item == ROOT:
            node = np.uint64(links.up[node])
        else:
            if colours is not None and colours.colour[node] != 0:
                # Settled by an option above: this option agrees, or it would be hidden.
                if colours.settler[item] == ROOT:
                    purify(links, colours, node)
            elif multiplicity is None:
                cover(links, item)
            else:
                count(links, multiplicity, item)
            node += ONE


@part
def uncover_rest(links: Links, colours: Colours | None, multiplicity: Multiplicities | None, chosen: np.uint32) -> None:
    """Undo `cover_rest`, leftwards."""
    node = chosen - ONE
    while node != chosen:
        item = links.top[node]
        if item == ROOT:
            node = np.uint64(links.down[node])
        else:
            if colours is not None and colours.colour[node] != 0:
                # Only the node that settled the colour undoes it.
                if colours.settler[item] == node:
                    unpurify(links, colours, node)
            elif multiplicity is None:
                uncover(links, item)
            else:
                uncount(links, multiplicity, item)
            node -= ONE


@part
def leave(links: Links, node: np.uint32) -> None:
    """Unlink a whole option."""
    hide(links, node)
    # `hide` leaves the node that it was called with in its column; here the whole option goes.
    above, below = links.up[node], links.down[node]
    links.down[above], links.up[below] = below, above
    links.size[links.top[node]] -= ONE


@part
def unleave(links: Links, node: np.uint32) -> None:
    """Undo `leave`."""
    links.down[links.up[node]] = links.up[links.down[node]] = node
    links.size[links.top[node]] += ONE
    unhide(links, node)


@part
def take(links: Links, colours: Colours | None, multiplicity: Multiplicities, node: np.uint32) -> None:
    """Unlink a whole option and count all its items."""
    leave(links, node)
    count(links, multiplicity, links.top[node])
    cover_rest(links, colours, multiplicity, node)


@part
def untake(links: Links, colours: Colours | None, multiplicity: Multiplicities, node: np.uint32) -> None:
    """Undo `take`."""
    uncover_rest(links, colours, multiplicity, node)
    uncount(links, multiplicity, links.top[node])
    unleave(links, node)

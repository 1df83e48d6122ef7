"""The links of Algorithm X and the moves on them: cover, hide, purify and their inverses (Knuth, TAOCP 4B, 7.2.2.1).

results/notes/dancing-links.md draws the arrays. The inverse of a move does the same steps backwards: both together
leave the links as they were, bit for bit.

Colours are those of Algorithm C, with one difference: instead of marking each node of the right colour, `purify` stores
the chosen node in `settler` of the item. So the colours never change, and `hide` does not look at them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.compiled import part

ROOT = np.uint32(0)
ONE = np.uint64(1)
HIDDEN = 1 << 23
"""Nodes of the options that a call may hide, 20 to 100 ms: where items have very many options, a node takes long."""


class Links(NamedTuple):
    """The dancing links.

    left, right: uint32[n_items + 1], the ring of active primary items.
    up, down: uint32[n_nodes], the ring of active nodes of an item; for a spacer, the first node of the option before it
        and the last node of the option after it.
    top: uint32[n_nodes], the item of a node.
    size: uint32[n_items + 1], how many active options an item has; for the root, how many options this call has hidden
        or read.
    option: int32[n_nodes], the option of a node.
    """

    left: NDArray[np.uint32]
    right: NDArray[np.uint32]
    up: NDArray[np.uint32]
    down: NDArray[np.uint32]
    top: NDArray[np.uint32]
    size: NDArray[np.uint32]
    option: NDArray[np.int32]


class Colours(NamedTuple):
    """The colours of a problem; the kernels take None for a problem without any.

    colour: int32[n_nodes], the colour of a node, or 0 for none.
    settler: uint32[n_items + 1], the chosen node that settled the colour of an item, or the root.
    """

    colour: NDArray[np.int32]
    settler: NDArray[np.uint32]


@part
def most_hidden(links: Links) -> int:
    """The number of options after which a call pauses."""
    last = len(links.option) - 2  # the node before the last spacer
    return 1 + HIDDEN * (int(links.option[last]) + 1) // len(links.option)


@part
def smallest(links: Links) -> np.uint32:
    """The active primary item with the fewest options, the first of several (minimum remaining values)."""
    item: np.uint32 = links.right[ROOT]
    best = item
    fewest = links.size[best]
    # An item without options ends the scan: nothing can be smaller.
    while item != ROOT and fewest > 0:
        if links.size[item] < fewest:
            best, fewest = item, links.size[item]
        item = links.right[item]
    return best


@part
def cover(links: Links, item: np.uint32) -> None:
    """Take an item out of the ring and hide all its options from the other items."""
    left, right, down = links.left, links.right, links.down
    before, after = left[item], right[item]
    right[before], left[after] = after, before
    # The work of this call, against HIDDEN.
    links.size[ROOT] += links.size[item]
    # The column itself stays as it is; it says what `uncover` must put back.
    row = down[item]
    while row != item:
        hide(links, row)
        row = down[row]


@part
def uncover(links: Links, item: np.uint32) -> None:
    """Undo `cover`, in exactly the opposite order."""
    left, right, up = links.left, links.right, links.up
    row = up[item]
    while row != item:
        unhide(links, row)
        row = up[row]
    before, after = left[item], right[item]
    right[before] = left[after] = item


@part
def hide(links: Links, row: np.uint32) -> None:
    """Unlink the other nodes of an option from their columns, rightwards."""
    up, down, top, size = links.up, links.down, links.top, links.size
    node = row + ONE
    while node != row:
        item, above, below = top[node], up[node], down[node]
        # A spacer: its `up` is the first node of the option, so the walk goes round.
        if item == ROOT:
            node = np.uint64(above)
        else:
            down[above], up[below] = below, above
            size[item] -= ONE
            node += ONE


@part
def unhide(links: Links, row: np.uint32) -> None:
    """Undo `hide`, leftwards."""
    up, down, top, size = links.up, links.down, links.top, links.size
    node = row - ONE
    while node != row:
        item, above, below = top[node], up[node], down[node]
        if item == ROOT:
            node = np.uint64(below)
        else:
            # The node still knows its old neighbours. They are the right ones only because moves are undone in the
            # opposite order.
            down[above] = up[below] = node
            size[item] += ONE
            node -= ONE


@part
def purify(links: Links, colours: Colours, chosen: np.uint32) -> None:
    """Settle the colour of an item by a chosen node, and hide the options that use the item otherwise."""
    down, colour, item = links.down, colours.colour, links.top[chosen]
    colours.settler[item] = chosen
    links.size[ROOT] += links.size[item]
    row = down[item]
    while row != item:
        # Options of the same colour stay, and the item stays in their rows: they do not exclude each other here.
        if colour[row] != colour[chosen]:
            hide(links, row)
        row = down[row]


@part
def unpurify(links: Links, colours: Colours, chosen: np.uint32) -> None:
    """Undo `purify`, in exactly the opposite order."""
    up, colour, item = links.up, colours.colour, links.top[chosen]
    row = up[item]
    while row != item:
        if colour[row] != colour[chosen]:
            unhide(links, row)
        row = up[row]
    colours.settler[item] = ROOT


@part
def check(links: Links, colours: Colours | None) -> None:
    """Assert, in the checked build, that the links are whole.

    The ring and its columns are closed, columns are as long as `size` says, and options have the settled colours.
    """
    item = links.right[ROOT]
    assert links.left[item] == ROOT
    while item != ROOT:
        assert links.left[links.right[item]] == item
        n_options = 0
        node = links.down[item]
        while node != item:
            assert links.top[node] == item
            assert links.up[links.down[node]] == node
            if colours is not None:
                check_colours(links, colours, node)
            n_options += 1
            node = links.down[node]
        assert n_options == links.size[item]
        item = links.right[item]


@part
def check_colours(links: Links, colours: Colours, row: np.uint32) -> None:
    """Assert that an option has the settled colour of each item whose colour is settled."""
    node = row + ONE
    while node != row:
        item = links.top[node]
        if item == ROOT:
            node = np.uint64(links.up[node])
        else:
            settler = colours.settler[item]
            assert settler == ROOT or colours.colour[settler] == colours.colour[node] > 0
            node += ONE

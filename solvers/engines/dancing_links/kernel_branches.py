"""The first levels of a search tree, and an estimate of the work in each subtree below them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.compiled import kernel, part
from danceoff.solvers.engines.dancing_links.kernel_links import ROOT, Colours, Links, cover, smallest, uncover
from danceoff.solvers.engines.dancing_links.kernel_multiplicity import cover_rest, uncover_rest


class Branches(NamedTuple):
    """The nodes of the first levels in preorder; node 0 is the root.

    parent: int64[n], the parent of a node.
    option: int32[n], the option chosen last.
    weight: float64[n], the estimated work in the subtree.
    n_further: the number of nodes on the next level.
    """

    parent: NDArray[np.int64]
    option: NDArray[np.int32]
    weight: NDArray[np.float64]
    n_further: int


@kernel
def branches(links: Links, colours: Colours | None, promise: NDArray[np.float64], last: int) -> Branches:
    """The nodes down to level `last`, the root being level 0; the links are as before afterwards.

    A node of the last level weighs 1 plus the product of promise[size] over its active primary items; any other node
    weighs 1 plus its children.

    promise: float64[...], by the number of options of an item.
    """
    n_items = len(links.size) - 1
    choice, path = np.zeros(last + 1, np.uint32), np.zeros(last + 1, np.int64)
    parent, option, weight = np.zeros(1024, np.int64), np.full(1024, -1, np.int32), np.ones(1024)
    level, is_new, n, n_further = 0, True, 1, 0
    while level >= 0:
        if is_new:
            is_new = False
            below = smallest(links)
            n_children = 0 if below == ROOT else int(links.size[below])
            # The tree is cut here, and what is below is estimated: the more options the open items have, the more.
            if level == last and n_children > 0:
                weight[path[level]] += promised(links, promise)
                n_further += n_children
            is_over = level == last or n_children == 0
            if not is_over:
                cover(links, below)
        else:
            # Back from the child: undo its option, and go on behind it in the column.
            below = choice[level]
            uncover_rest(links, colours, None, below)
            is_over = links.down[below] <= n_items
            if is_over:
                uncover(links, links.down[below])
        if is_over:
            if level > 0:
                weight[path[level - 1]] += weight[path[level]]
            level -= 1
            continue
        below = links.down[below]
        choice[level] = below
        cover_rest(links, colours, None, below)
        level += 1
        is_new = True
        # Arrays that double: how many nodes there are is known only at the end.
        if n == len(parent):
            parent = np.append(parent, np.zeros(n, np.int64))
            option = np.append(option, np.zeros(n, np.int32))
            weight = np.append(weight, np.ones(n))
        parent[n], option[n], path[level] = path[level - 1], links.option[below], n
        n += 1
    return Branches(parent[:n], option[:n], weight[:n], n_further)


@part
def promised(links: Links, promise: NDArray[np.float64]) -> float:
    """The product of promise[size] over the active primary items."""
    product = 1.0
    item = links.right[ROOT]
    while item != ROOT:
        product *= promise[links.size[item]]
        item = links.right[item]
    return product

"""The walk that a trace records: branch on every node of a level, gather equal children in the levels below.

A node is the set of items still free, as words of 64 bits. Which of the options are inside a node is worked out anew
for each node: that costs n_options comparisons and needs no memory, so a pending node is a set and a number.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.compiled import kernel

ONE = np.uint64(1)
LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
MIX = np.uint64(0x9E3779B97F4A7C15)


class Rules(NamedTuple):
    """The problem and the way to choose an item.

    mask: uint64[n_options, n_words], the items of each option; primary: uint64[n_words]; start, item: the problem's
    own; order: int64[n_primary], all primary items; the first with the fewest options inside the node is branched on,
    where `enough` options or more count as equal. mask, primary and the nodes are in one numbering.
    """

    mask: NDArray[np.uint64]
    primary: NDArray[np.uint64]
    start: NDArray[np.int32]
    item: NDArray[np.int32]
    order: NDArray[np.int64]
    enough: int


class Children(NamedTuple):
    """Children of some nodes, in the order of the trace.

    node: uint64[room, n_words]; parent: int64[room], the row of the parent; level: int64[room], its primary items.
    """

    node: NDArray[np.uint64]
    parent: NDArray[np.int64]
    level: NDArray[np.int64]


@kernel
def branch(
    rules: Rules, nodes: NDArray[np.uint64], first: int, children: Children, chosen: NDArray[np.int32]
) -> tuple[int, int]:
    """Branch on nodes[first], nodes[first - 1], ... down to 0 while there is room for all children of one more.

    Writes the item of the k-th of them to chosen[k]; returns the number of nodes and of children.
    """
    mask, primary, start, item, order, enough = rules
    n_options, n_words = mask.shape
    room = len(children.parent)
    inside = np.empty(n_options, np.int64)
    size = np.zeros(64 * n_words, np.int64)
    used = np.empty(n_words, np.uint64)
    n_children = 0
    n_nodes = 0
    while n_nodes <= first and n_nodes < len(chosen):
        parent = first - n_nodes
        size[:] = 0
        n_inside = 0
        for option in range(n_options):
            outside = np.uint64(0)
            for w in range(n_words):
                outside |= mask[option, w] & ~nodes[parent, w]
            if outside == 0:
                inside[n_inside] = option
                n_inside += 1
                for i in range(start[option], start[option + 1]):
                    size[item[i]] += 1
        best = -1
        for i in order:
            if (nodes[parent, i >> 6] >> np.uint64(i & 63)) & ONE and (
                best < 0 or min(size[i], enough) < min(size[best], enough)
            ):
                best = i
        if n_children + size[best] > room:
            break
        idle = False
        for w in range(n_words):
            idle |= (nodes[parent, w] & ~primary[w]) != 0
        for k in range(n_inside):
            taken = inside[k]
            if not (mask[taken, best >> 6] >> np.uint64(best & 63)) & ONE:
                continue
            if idle:  # keep of the secondary items only those of an option inside the child
                used[:] = primary
                for j in range(n_inside):
                    clash = np.uint64(0)
                    for w in range(n_words):
                        clash |= mask[inside[j], w] & mask[taken, w]
                    if clash == 0:
                        for w in range(n_words):
                            used[w] |= mask[inside[j], w]
            level = 0
            for w in range(n_words):
                left = nodes[parent, w] & ~mask[taken, w]
                children.node[n_children, w] = left & used[w] if idle else left
                level += ones(left & primary[w])
            children.parent[n_children] = parent
            children.level[n_children] = level
            n_children += 1
        chosen[n_nodes] = best
        n_nodes += 1
    return n_nodes, n_children


@kernel
def gather(
    children: Children,
    n_children: int,
    level: int,
    parent_ways: NDArray[np.uint32],
    node: NDArray[np.uint64],
    ways: NDArray[np.uint32],
    n_nodes: int,
    table: NDArray[np.int64],
) -> int:
    """Add the children of one level to the level's nodes; returns the number of nodes it then has.

    table: int64[a power of two], open addressing: rows of node, or -1. ways: uint32[room, n_limbs], lowest limb first.
    """
    n_words, n_limbs = node.shape[1], ways.shape[1]
    for child in range(n_children):
        if children.level[child] != level:
            continue
        slot = place(children.node[child], node, table)
        if table[slot] < 0:
            table[slot] = n_nodes
            for w in range(n_words):
                node[n_nodes, w] = children.node[child, w]
            ways[n_nodes, :] = 0
            n_nodes += 1
        row, parent = table[slot], children.parent[child]
        carry = np.uint64(0)
        for limb in range(n_limbs):
            carry += np.uint64(ways[row, limb]) + np.uint64(parent_ways[parent, limb])
            ways[row, limb] = np.uint32(carry & LOW)
            carry >>= HALF
    return n_nodes


@kernel
def rehash(node: NDArray[np.uint64], n_nodes: int, table: NDArray[np.int64]) -> None:
    """Fill an empty table with the rows of these different nodes."""
    for row in range(n_nodes):
        table[place(node[row], node, table)] = row


@kernel
def place(wanted: NDArray[np.uint64], node: NDArray[np.uint64], table: NDArray[np.int64]) -> int:
    """The slot of the table that holds the row of this node, or the free slot where it belongs."""
    h = np.uint64(0)
    for word in wanted:
        h = (h ^ word) * MIX
        h ^= h >> HALF
    last = np.uint64(len(table) - 1)
    slot = h & last
    while table[slot] >= 0:
        row, same = table[slot], True
        for w in range(len(wanted)):
            same &= node[row, w] == wanted[w]
        if same:
            break
        slot = (slot + ONE) & last
    return int(slot)


@kernel
def ones(x: np.uint64) -> int:
    """The number of bits that are set."""
    x -= (x >> ONE) & np.uint64(0x5555555555555555)
    x = (x & np.uint64(0x3333333333333333)) + ((x >> np.uint64(2)) & np.uint64(0x3333333333333333))
    x = (x + (x >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int((x * np.uint64(0x0101010101010101)) >> np.uint64(56))

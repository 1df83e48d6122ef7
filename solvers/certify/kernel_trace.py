"""The walk that a trace records: branch on every node of a level, gather equal children in the levels below.

A node is the set of items still free, as words of 64 bits; items are places here (rewriting/colours.py). Which of the
options are inside a node is worked out anew for each node: that costs n_options comparisons and needs no memory, so a
pending node is a set and a number.

The inlined steps of `branch` take a node as a row: 1.01 to 1.02 of the CPU time of one function. With all nodes and a
number in its place they took 1.03 to 1.05 on Latin squares of order 5, as calls 1.11 on queens 12.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.compiled import CHECKED, inlined, kernel

ONE = np.uint64(1)
LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
MIX = np.uint64(0x9E3779B97F4A7C15)


class Rules(NamedTuple):
    """The problem and the way to choose an item.

    mask, take: uint64[n_options, n_words], the items that each option needs, and those that it takes; primary:
    uint64[n_words]; start, item: the problem's own; order: int64[n_primary], all primary items; the first with the
    fewest options inside the node is branched on, where `enough` options or more count as equal. An option is inside a
    node if all items that it needs are. mask, take, primary and the nodes are in one numbering.
    """

    mask: NDArray[np.uint64]
    take: NDArray[np.uint64]
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
    n_options, n_words = rules.mask.shape
    inside = np.empty(n_options, np.int64)
    size = np.zeros(64 * n_words, np.int64)
    used = np.empty(n_words, np.uint64)
    n_children = 0
    n_nodes = 0
    while n_nodes <= first and n_nodes < len(chosen):
        parent = first - n_nodes
        node = nodes[parent]
        n_inside = list_inside(rules, node, inside, size)
        best = fewest(rules, node, size)
        if n_children + size[best] > len(children.parent):
            break
        has_secondary = covers_secondary(rules, node)
        end = n_children + size[best]
        for k in range(n_inside):
            taken = inside[k]
            if holds(rules.mask[taken], best):
                if has_secondary:
                    list_used(rules, inside, n_inside, taken, used)
                write(rules, node, parent, taken, has_secondary, used, children, n_children)
                n_children += 1
        if CHECKED:
            assert n_children == end
        chosen[n_nodes] = best
        n_nodes += 1
    return n_nodes, n_children


@inlined
def list_inside(rules: Rules, node: NDArray[np.uint64], inside: NDArray[np.int64], size: NDArray[np.int64]) -> int:
    """Write the options inside a node, and how many of these each item has; return how many there are."""
    mask, start, item = rules.mask, rules.start, rules.item
    size[:] = 0
    n_inside = 0
    for option in range(mask.shape[0]):
        outside = np.uint64(0)
        for w in range(mask.shape[1]):
            outside |= mask[option, w] & ~node[w]
        if outside == 0:
            inside[n_inside] = option
            n_inside += 1
            for i in range(start[option], start[option + 1]):
                size[item[i]] += 1
    return n_inside


@inlined
def fewest(rules: Rules, node: NDArray[np.uint64], size: NDArray[np.int64]) -> int:
    """The item that a node is branched on: the first of the order with the fewest options inside."""
    best, enough = -1, rules.enough
    for i in rules.order:
        if holds(node, i) and (best < 0 or min(size[i], enough) < min(size[best], enough)):
            best = i
    if CHECKED:
        assert best >= 0
    return best


@inlined
def holds(node: NDArray[np.uint64], item: int) -> bool:
    """Whether an item is in a set of items."""
    return bool((node[item >> 6] >> np.uint64(item & 63)) & ONE)


@inlined
def covers_secondary(rules: Rules, node: NDArray[np.uint64]) -> bool:
    """Whether a secondary item is free in a node."""
    secondary = np.uint64(0)
    for w in range(len(node)):
        secondary |= node[w] & ~rules.primary[w]
    return bool(secondary != 0)


@inlined
def list_used(rules: Rules, inside: NDArray[np.int64], n_inside: int, taken: int, used: NDArray[np.uint64]) -> None:
    """Write the primary items and those that the options inside a node need which go with the taken one."""
    mask, take = rules.mask, rules.take
    for w in range(len(used)):
        used[w] = rules.primary[w]
    for j in range(n_inside):
        clash = np.uint64(0)
        for w in range(mask.shape[1]):
            clash |= mask[inside[j], w] & take[taken, w]
        if clash == 0:
            for w in range(mask.shape[1]):
                used[w] |= mask[inside[j], w]


@inlined
def write(
    rules: Rules,
    node: NDArray[np.uint64],
    parent: int,
    taken: int,
    has_secondary: bool,
    used: NDArray[np.uint64],
    children: Children,
    child: int,
) -> None:
    """Write the child of a node where an option is taken; of the secondary items it keeps only those that are used."""
    level = 0
    for w in range(len(node)):
        left = node[w] & ~rules.take[taken, w]
        children.node[child, w] = left & used[w] if has_secondary else left
        level += ones(left & rules.primary[w])
    children.parent[child] = parent
    children.level[child] = level
    if CHECKED:
        n_primary = 0
        for w in range(len(node)):
            assert rules.mask[taken, w] & ~node[w] == 0
            n_primary += ones(node[w] & rules.primary[w])
        assert level < n_primary


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
        if CHECKED:
            assert carry == 0
            assert parent >= 0
            assert 2 * n_nodes <= len(table)
    return n_nodes


@kernel
def rehash(node: NDArray[np.uint64], n_nodes: int, table: NDArray[np.int64]) -> None:
    """Fill an empty table with the rows of these different nodes."""
    for row in range(n_nodes):
        slot = place(node[row], node, table)
        if CHECKED:
            assert table[slot] < 0
        table[slot] = row


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

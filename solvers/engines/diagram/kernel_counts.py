"""Passes over the nodes: which are on a path, rows of edges, and numbers of paths, in the form of `Digits`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.compiled import kernel, part

Digits = NDArray[np.uint32]
Ints = NDArray[np.int64]
Options = NDArray[np.int32]
Bools = NDArray[np.bool_]

_32 = np.uint64(32)


@kernel
def useful(start: Ints, target: Options, keeps: Bools) -> tuple[Bools, Bools]:
    """Return the nodes and the edges on a path from the first to the last node: bool[n_nodes], bool[n_edges].

    keeps: bool[n_edges], the edges that a path may use.
    """
    n_nodes = len(start) - 1
    is_met, ends = np.zeros(n_nodes, np.bool_), np.zeros(n_nodes, np.bool_)
    is_met[0] = ends[n_nodes - 1] = True
    # Forwards which nodes are reached, backwards which reach the end; a node is useful if both.
    for v in range(n_nodes):
        if is_met[v]:
            for e in range(start[v], start[v + 1]):
                is_met[target[e]] |= keeps[e]
    for v in range(n_nodes - 1, -1, -1):
        for e in range(start[v], start[v + 1]):
            ends[v] |= keeps[e] and ends[target[e]]
    on_path = np.zeros(len(target), np.bool_)
    for v in range(n_nodes):
        ends[v] &= is_met[v]
        if ends[v]:
            for e in range(start[v], start[v + 1]):
                on_path[e] = keeps[e] and ends[target[e]]
    return ends, on_path


@kernel
def picked(first: Ints, values: Options, rows: Ints) -> tuple[Ints, Options]:
    """Return the row values[first[k]:first[k + 1]] for each k in `rows`, in their order, in compressed form."""
    start = np.zeros(len(rows) + 1, np.int64)
    for i in range(len(rows)):
        start[i + 1] = start[i] + first[rows[i] + 1] - first[rows[i]]
    out = np.empty(start[-1], np.int32)
    for i in range(len(rows)):
        for k in range(start[i + 1] - start[i]):
            out[start[i] + k] = values[first[rows[i]] + k]
    return start, out


@part
def add(total: Digits, digits: Digits) -> bool:
    """Add to `total`; return whether the sum had room."""
    # Digits of 32 bits in words of 64: a sum of two and a carry always fits.
    carry = np.uint64(0)
    for d in range(len(total)):
        carry += np.uint64(total[d]) + np.uint64(digits[d])
        total[d] = np.uint32(carry & np.uint64(0xFFFFFFFF))
        carry >>= _32
    return bool(carry == np.uint64(0))


@part
def add_product(total: Digits, a: Digits, b: Digits) -> None:
    """Add a * b to `total`; the sum must have room."""
    n = len(total)
    for i in range(n):
        if a[i] == np.uint32(0):
            continue
        carry = np.uint64(0)
        # Schoolbook multiplication, in place. (2^32 - 1)^2 + 2 (2^32 - 1) is below 2^64.
        for j in range(n - i):
            carry += np.uint64(total[i + j]) + np.uint64(a[i]) * np.uint64(b[j])
            total[i + j] = np.uint32(carry & np.uint64(0xFFFFFFFF))
            carry >>= _32


@kernel
def counts_below(start: Ints, target: Options, n_digits: int) -> tuple[Digits, bool]:
    """Return how many paths lead from each node to the last one, and whether n_digits were enough."""
    n_nodes = len(start) - 1
    below = np.zeros((n_nodes, n_digits), np.uint32)
    below[n_nodes - 1, 0] = 1
    for v in range(n_nodes - 2, -1, -1):
        for e in range(start[v], start[v + 1]):
            # Too few digits: the caller begins again with more.
            if not add(below[v], below[target[e]]):
                return below, False
    return below, True


@kernel
def counts_above(start: Ints, target: Options, n_digits: int) -> Digits:
    """Return how many paths lead from the first node to each node; n_digits must be enough."""
    n_nodes = len(start) - 1
    above = np.zeros((n_nodes, n_digits), np.uint32)
    above[0, 0] = 1
    for v in range(n_nodes):
        for e in range(start[v], start[v + 1]):
            add(above[target[e]], above[v])
    return above


@kernel
def counts_of_options(
    start: Ints, target: Options, offset: Ints, option: Options, below: Digits, above: Digits, n_options: int
) -> Digits:
    """Return how many paths take each option: uint32[n_options, n_digits].

    The product of the counts at the two ends of an edge is the number of paths through it, and has no more digits than
    their total.
    """
    n_nodes, n_digits = below.shape
    held = np.zeros((n_options, n_digits), np.uint32)
    through = np.empty(n_digits, np.uint32)
    for v in range(n_nodes):
        for e in range(start[v], start[v + 1]):
            if offset[e] == offset[e + 1]:
                continue
            through[:] = 0
            add_product(through, above[v], below[target[e]])
            for k in range(offset[e], offset[e + 1]):
                add(held[option[k]], through)
    return held

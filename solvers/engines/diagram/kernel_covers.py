"""The covers of a diagram by their numbers, and their numbers by the covers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.compiled import kernel, part
from danceoff.solvers.engines.diagram.kernel_counts import add

Digits = NDArray[np.uint32]
Ints = NDArray[np.int64]
Options = NDArray[np.int32]


@kernel
def longest(start: Ints, target: Options, offset: Ints) -> int:
    """Return the largest number of options that a path takes."""
    n_nodes = len(start) - 1
    most = np.zeros(n_nodes, np.int64)
    # Edges lead to nodes of higher numbers: backwards, everything below a node is known.
    for v in range(n_nodes - 2, -1, -1):
        for e in range(start[v], start[v + 1]):
            most[v] = max(most[v], offset[e + 1] - offset[e] + most[target[e]])
    return int(most[0])


@part
def take(rest: Digits, digits: Digits) -> bool:
    """Subtract `digits` from `rest` and return True; if `rest` is smaller, leave it and return False."""
    # The highest digit that differs decides.
    for d in range(len(rest) - 1, -1, -1):
        if rest[d] != digits[d]:
            if rest[d] < digits[d]:
                return False
            break
    # Signed 64 bits: a negative difference of two digits borrows by its sign.
    borrow = np.int64(0)
    for d in range(len(rest)):
        borrow += np.int64(rest[d]) - np.int64(digits[d])
        rest[d] = np.uint32(borrow & np.int64(0xFFFFFFFF))
        borrow >>= np.int64(32)
    return True


@kernel
def covers_at(
    start: Ints, target: Options, offset: Ints, option: Options, below: Digits, rest: Digits, out: Options
) -> Ints:
    """Write the covers with these numbers to `out`, and return how many options each has.

    rest: uint32[n, n_digits], the numbers, which are overwritten.
    out: int32[n, longest].
    """
    size = np.zeros(len(rest), np.int64)
    for i in range(len(rest)):
        v = 0
        while v < len(start) - 2:
            e = start[v]
            # The covers of a node are numbered edge by edge: skip whole edges as long as the number is beyond them.
            while take(rest[i], below[target[e]]):
                e += 1
            for k in range(offset[e], offset[e + 1]):
                out[i, size[i]] = option[k]
                size[i] += 1
            v = target[e]
    return size


@kernel
def ranks(
    start: Ints, target: Options, offset: Ints, option: Options, below: Digits, first: Options, chosen: Options
) -> tuple[Digits, NDArray[np.bool_]]:
    """Return the number of each cover, uint32[n_covers, n_digits], and which of them are covers.

    first, chosen: cover k is chosen[first[k]:first[k + 1]].

    The right edge of a node is its first one whose options are all chosen. A second such edge takes no option of its
    own, and comes later.
    """
    n_covers = len(first) - 1
    rank = np.zeros((n_covers, below.shape[1]), np.uint32)
    is_cover = np.zeros(n_covers, np.bool_)
    is_chosen = np.zeros(chosen.max() + 1 if len(chosen) else 0, np.bool_)
    for i in range(n_covers):
        for k in range(first[i], first[i + 1]):
            is_chosen[chosen[k]] = True
        v = 0
        n_left = first[i + 1] - first[i]
        while v < len(start) - 2:
            # As in `covers_at`, the other way round: the covers of all edges that were passed come before.
            is_right = False
            for e in range(start[v], start[v + 1]):
                is_right = True
                for k in range(offset[e], offset[e + 1]):
                    # `is_chosen` ends at the largest option of any cover asked for.
                    is_right &= option[k] < len(is_chosen) and is_chosen[option[k]]
                if is_right:
                    n_left -= offset[e + 1] - offset[e]
                    v = target[e]
                    break
                add(rank[i], below[target[e]])
            if not is_right:
                # No edge fits: the options given are no cover of the problem.
                n_left = -1
                break
        is_cover[i] = n_left == 0
        for k in range(first[i], first[i + 1]):
            is_chosen[chosen[k]] = False
    return rank, is_cover

"""Which options the paths below a node may take, and so which options an edge rules out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.bits.kernel_words import popcount
from danceoff.solvers.engines.compiled import kernel

Ints = NDArray[np.int64]
Options = NDArray[np.int32]

_ONE = np.uint64(1)


@kernel
def scopes(start: Ints, target: Options, offset: Ints, option: Options, n_options: int) -> NDArray[np.uint64]:
    """Return the options that paths from each node take, as bitsets; all options for the first node."""
    n_nodes = len(start) - 1
    scope = np.zeros((n_nodes, (n_options + 63) // 64), np.uint64)
    for v in range(n_nodes - 2, -1, -1):
        for e in range(start[v], start[v + 1]):
            scope[v] |= scope[target[e]]
            for k in range(offset[e], offset[e + 1]):
                scope[v, option[k] >> 6] |= _ONE << np.uint64(option[k] & 63)
    # An option of no cover at all is ruled out by the edges of the first node.
    for o in range(n_options):
        scope[0, o >> 6] |= _ONE << np.uint64(o & 63)
    return scope


@kernel
def ruled_out(
    start: Ints, target: Options, offset: Ints, option: Options, scope: NDArray[np.uint64]
) -> tuple[Ints, Options]:
    """Return the options that no path through an edge takes, though some path through another edge of its node does.

    The options of edge e are values[first[e]:first[e + 1]], where first is the first array returned and values the
    second.
    """
    n_nodes, n_words = scope.shape
    first = np.zeros(len(target) + 1, np.int64)
    for v in range(n_nodes):
        for e in range(start[v], start[v + 1]):
            # First how many, then which: the options of the edge itself are in the scope of its node, and are not ruled
            # out.
            n = offset[e] - offset[e + 1]
            for w in range(n_words):
                n += np.int64(popcount(scope[v, w] & ~scope[target[e], w]))
            first[e + 1] = first[e] + n
    out = np.empty(first[-1], np.int32)
    n = 0
    for v in range(n_nodes):
        for e in range(start[v], start[v + 1]):
            rest = scope[v] & ~scope[target[e]]
            for k in range(offset[e], offset[e + 1]):
                rest[option[k] >> 6] &= ~(_ONE << np.uint64(option[k] & 63))
            for w in range(n_words):
                for b in range(64):
                    if rest[w] >> np.uint64(b) & _ONE:
                        out[n] = 64 * w + b
                        n += 1
    return first, out

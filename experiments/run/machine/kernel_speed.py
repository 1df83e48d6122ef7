"""The fixed work that measures the speed of a machine: arithmetic, pointers, and branches. Never change it.

If it must change, raise VERSION: calibrations of different versions are not comparable.
"""

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.compiled import lean

VERSION = 1
N_POINTERS = 1 << 21
"""8 MB of them, which is more than most cores have for themselves."""


@lean
def arithmetic(n: int) -> int:
    """Return the state of a generator of random numbers (xorshift64, Marsaglia 2003) after n steps, without memory."""
    state = np.uint64(88172645463325252)
    for _ in range(n):
        state ^= state << np.uint64(13)
        state ^= state >> np.uint64(7)
        state ^= state << np.uint64(17)
    return int(state)


@lean
def chase(pointers: NDArray[np.int32], n: int) -> int:
    """Follow a chain of n pointers that jump all over the memory; return the last place."""
    place = np.int32(0)
    for _ in range(n):
        place = pointers[place]
    return int(place)


@lean
def branch(n: int) -> int:
    """Return the total steps of all numbers up to n until they are 1 (Collatz); no processor predicts the branches."""
    steps = 0
    for begin in range(1, n + 1):
        number = begin
        while number != 1:
            if number & 1:
                number = 3 * number + 1
            else:
                number >>= 1
            steps += 1
    return steps


def pointers() -> NDArray[np.int32]:
    """Return pointers that visit all places once: a congruential generator of full period (Hull and Dobell 1962)."""
    places = np.arange(N_POINTERS, dtype=np.int64)
    return ((places * 1_664_525 + 1_013_904_223) % N_POINTERS).astype(np.int32)

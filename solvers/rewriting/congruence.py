"""Linear congruences: weights of items that show at once that there is no cover, as a chessboard's colours do.

If the items of every option weigh a multiple of some number in sum, all items that a cover covers weigh a multiple of
it, too. On a mutilated chessboard black squares weigh 1 and white ones -1: each domino weighs 0, the board 2.
Modulo 2^64, weights that are multiples of powers of 2 show that an odd number cannot be covered by pieces of even size;
modulo 5, pentominoes cover no board of 12x12.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import ExactCover
from danceoff.solvers.base.search import Weights

_MOST_ITEMS = 400
"""The work grows with the third power: for a modulus, 144 items take 4 ms, 400 items 60 ms."""
_WORD = 1 << 64
MODULI = _WORD, 3, 5, 7
"""A word, where the arithmetic of uint64 needs no division, and odd primes."""


def refuting_weights(problem: ExactCover, moduli: Sequence[int] = MODULI) -> Weights | None:
    """Return weights of the items that show that the problem has no cover, or None if no such weights are found.

    moduli: some of MODULI.

    Only items that are covered a fixed number of times get weights. A problem with too many items is not looked at.
    None says nothing about covers.
    """
    n = problem.n_primary
    if not 0 < n <= _MOST_ITEMS or problem.n_options == 0:
        return None
    least, most = (bound[:n].astype(np.uint64) for bound in (problem.least, problem.most))
    weights = {modulus: np.eye(n, dtype=np.uint64)[least == most] for modulus in moduli}
    order = np.random.default_rng(0).permutation(problem.n_options)  # neighbours are alike, and would teach little
    while len(order) and any(map(len, weights.values())):
        columns, order = _columns(problem, order[:n]), order[n:]
        weights = {modulus: _annihilating(rows, columns, modulus) for modulus, rows in weights.items()}
    for modulus, rows in weights.items():
        if len(proof := rows[_modulo(rows @ least, modulus) != 0]):
            return Weights(np.append(proof[0].view(np.int64), np.zeros(problem.n_items - n, np.int64)), modulus)
    return None


def _modulo(numbers: NDArray[np.uint64], modulus: int) -> NDArray[np.uint64]:
    return numbers if modulus == _WORD else numbers % np.uint64(modulus)


def _columns(problem: ExactCover, options: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return uint64[n_primary, len(options)]: 1 where an option covers an item."""
    column = np.zeros((problem.n_primary, len(options)), np.uint64)
    for k, option in enumerate(options.tolist()):
        item = problem.item[problem.start[option] : problem.start[option + 1]]
        column[item[item < problem.n_primary], k] = 1
    return column


def _annihilating(weights: NDArray[np.uint64], columns: NDArray[np.uint64], modulus: int) -> NDArray[np.uint64]:
    """Return weights that generate all combinations of the given weights under which every column weighs 0."""
    weighed = _modulo(weights @ columns, modulus)
    n = len(weights)  # rows that are left
    for k in range(columns.shape[1]):
        weight = weighed[:n, k]
        rows = np.flatnonzero(weight)
        if len(rows) == 0:
            continue
        # The largest power of 2 that divides a weight; modulo an odd prime every weight has an inverse.
        power = weight[rows] & -weight[rows] if modulus == _WORD else np.ones(len(rows), np.uint64)
        pivot = rows[np.argmin(power)]
        least = power.min()
        factor = weight[rows] // least * np.uint64(pow(int(weight[pivot] // least), -1, modulus))
        minus = _modulo(factor, modulus) * np.uint64(modulus - 1)
        minus[rows == pivot] = 0
        rest = np.uint64(modulus // int(least) % modulus)
        for matrix in (weights, weighed):
            row = matrix[pivot].copy()
            matrix[rows] = _modulo(matrix[rows] + np.outer(minus, row), modulus)
            matrix[pivot] = row * rest if rest else matrix[n - 1]
        n -= not rest
    return weights[:n]

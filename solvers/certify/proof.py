"""Proofs in LRAT format that a list of covers is complete: they refute the problem in which these covers are blocked.

CaDiCaL refutes it; its proof is reduced to the steps that it needs.
"""

import tempfile
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import BinaryIO

import numpy as np
import pysolvers
from numpy.typing import NDArray

_CONFLICTS_IN_A_SLICE = 2000  # CaDiCaL holds the GIL while it solves: between two slices, Ctrl-C is handled
_SATISFIABLE, _UNSATISFIABLE = 1, -1


class Incomplete(Exception):
    """The clauses can be satisfied: there is a cover besides the blocked ones."""


def refutation(clauses: Sequence[Sequence[int]]) -> Iterator[NDArray[np.int32]]:
    """Yield the steps of a proof that no assignment satisfies the clauses, as numbers of a certificate.

    The proof has only clauses on which the empty clause depends, and deletes each clause after its last use. Raises
    Incomplete if an assignment satisfies the clauses.
    """
    if not all(clauses):  # an empty clause is its own refutation
        return iter(())
    with tempfile.TemporaryFile() as file:
        _solve(clauses, file)
        file.seek(0)
        return _needed_steps(_numbers(file), len(clauses))


def _solve(clauses: Sequence[Sequence[int]], file: BinaryIO) -> None:
    """Write the LRAT proof to the file."""
    native = pysolvers.cadical195_new()
    try:
        pysolvers.cadical195_set(native, "lrat", 1)  # before tracing starts, which pysat.solvers cannot do
        pysolvers.cadical195_set(native, "binary", 0)
        pysolvers.cadical195_tracepr(native, file)
        for clause in clauses:
            pysolvers.cadical195_add_cl(native, clause)
        status = 0
        while not status:
            pysolvers.cadical195_cbudget(native, _CONFLICTS_IN_A_SLICE)
            status = pysolvers.cadical195_solve_lim(native, [], 1)
    finally:
        pysolvers.cadical195_del(native, file)
    if status == _SATISFIABLE:
        raise Incomplete


def _numbers(file: BinaryIO) -> NDArray[np.int32]:
    """Read LRAT text into one array: for each derived clause, its number, its literals, 0, its hints, 0.

    Deletions are left out, since `_needed_steps` finds the last use of each clause itself.
    """
    words = (line.split() for line in file if b"d" not in line)
    return np.fromiter(map(int, chain.from_iterable(words)), np.int32)


def _needed_steps(number: NDArray[np.int32], n_given: int) -> Iterator[NDArray[np.int32]]:
    """Yield the steps that a proof needs, as numbers of a certificate, with the clauses renumbered in their order.

    CaDiCaL already numbers derived clauses while it simplifies its input. So the numbers of the given clauses have
    gaps: they are the smallest numbers without a derived clause.
    """
    zeros = np.flatnonzero(number == 0)  # two for each derived clause: behind its literals, and behind its hints
    middle, end = zeros[::2], zeros[1::2]
    begin = np.concatenate([[0], end[:-1] + 1])
    last = int(np.argmax(middle == begin + 1))  # the first empty clause
    needed = np.zeros(int(number.max()) + 1, bool)
    needed[number[begin[last]]] = True
    kept: list[tuple[int, NDArray[np.int32]]] = []
    for line in range(last, -1, -1):
        if needed[number[begin[line]]]:
            used = number[middle[line] + 1 : end[line]]
            kept.append((line, np.unique(used[~needed[used]])))  # no later step needs these
            needed[used] = True
    renumbered = np.zeros(len(needed), np.int32)
    given = np.setdiff1d(np.arange(1, len(needed)), number[begin])[:n_given]
    renumbered[given] = np.arange(1, len(given) + 1)
    for rank, (line, unneeded) in enumerate(reversed(kept), n_given + 1):
        renumbered[number[begin[line]]] = rank
        literals, hints = number[begin[line] + 1 : middle[line]], renumbered[number[middle[line] + 1 : end[line]]]
        yield np.concatenate([[len(literals)], literals, [len(hints)], hints], dtype=np.int32)
        if len(unneeded) and line != last:
            yield np.concatenate([[-len(unneeded)], renumbered[unneeded]], dtype=np.int32)

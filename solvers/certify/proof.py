"""Prove by SAT that a list of covers is complete: block them all, and have CaDiCaL refute what is left, as LRAT."""

from __future__ import annotations

import tempfile
from array import array
from collections.abc import Iterator, Sequence
from typing import BinaryIO

import numpy as np
import pysolvers
from numpy.typing import NDArray

_CONFLICTS_IN_A_SLICE = 2000  # CaDiCaL keeps Python's global lock while it solves: this lets a Ctrl-C through
_SATISFIABLE, _UNSATISFIABLE = 1, -1


class Incomplete(Exception):
    """The clauses can be satisfied: there is a cover beyond those that were blocked."""


def refutation(clauses: Sequence[Sequence[int]]) -> Iterator[NDArray[np.int32]]:
    """The steps of a proof, in the words of a certificate, that no assignment satisfies the clauses.

    None of the clauses may be empty. Only what the empty clause needs is in it, and every clause is forgotten after its
    last use. Raises Incomplete where there is such an assignment.
    """
    with tempfile.TemporaryFile() as file:
        _solve(clauses, file)
        file.seek(0)
        number = _numbers(file)
    return _steps(number, len(clauses))


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
    """Read LRAT text: for each derived clause its number, its literals, 0, its hints, 0, all in one row.

    Deletions are left out: fewer clauses will be kept than they name.
    """
    numbers = array("i")
    for line in file:
        if b"d" not in line:
            numbers.extend(map(int, line.split()))
    return np.array(numbers, np.int32)


def _steps(number: NDArray[np.int32], n_given: int) -> Iterator[NDArray[np.int32]]:
    """What is needed of a proof, clauses renumbered in the order in which they then come.

    CaDiCaL numbers a clause that it simplifies while it is still reading, so the numbers of the given clauses are the
    smallest that no derived clause has.
    """
    zeros = np.flatnonzero(number == 0)
    middle, end = zeros[::2], zeros[1::2]
    begin = np.concatenate([[0], end[:-1] + 1])
    last = int(np.argmax(middle == begin + 1))  # the first empty clause
    needed = np.zeros(int(number.max()) + 1, bool)
    needed[number[begin[last]]] = True
    kept: list[tuple[int, NDArray[np.int32]]] = []
    for line in range(last, -1, -1):
        if needed[number[begin[line]]]:
            hints = number[middle[line] + 1 : end[line]]
            kept.append((line, np.unique(hints[~needed[hints]])))  # no later step needs these
            needed[hints] = True
    renumbered = np.zeros(len(needed), np.int32)
    given = np.setdiff1d(np.arange(1, len(needed)), number[begin])[:n_given]
    renumbered[given] = np.arange(1, len(given) + 1)
    for rank, (line, unneeded) in enumerate(reversed(kept), n_given + 1):
        renumbered[number[begin[line]]] = rank
        literals, hints = number[begin[line] + 1 : middle[line]], renumbered[number[middle[line] + 1 : end[line]]]
        yield np.concatenate([[len(literals)], literals, [len(hints)], hints], dtype=np.int32)
        if len(unneeded) and line != last:
            yield np.concatenate([[-len(unneeded)], renumbered[unneeded]], dtype=np.int32)

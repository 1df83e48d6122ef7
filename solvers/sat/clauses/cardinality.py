"""Cardinality constraints as clauses: at least lo and at most hi of some literals hold."""

from __future__ import annotations

from collections.abc import Sequence


def between(literals: Sequence[int], least: int, most: int, n_variables: int) -> list[list[int]]:
    """Return clauses that say that at least `least` and at most `most` of the literals hold.

    n_variables: the variables in use; auxiliary variables have the next numbers.

    The sequential counter (Sinz, CP 2005) with equivalences, so that the literals determine its variables: variable
    (i, j) says that at least j of the first i literals hold. There are at most n * (most + 1) of them.
    """
    if least > len(literals):
        return [[]]
    # At least 1, so that every option occurs in a clause and the solver knows its variable.
    highest = most + 1 if most < len(literals) else max(least, 1)
    clauses: list[list[int]] = []
    before: list[int] = []  # before[j - 1] says that at least j of the literals before this one hold
    for literal in literals:
        now = []
        for j in range(1, min(len(before) + 1, highest) + 1):
            n_variables += 1
            now.append(n_variables)
            held = before[j - 1] if j <= len(before) else None  # j held before; no variable: they cannot have
            short = before[j - 2] if j > 1 else None  # j - 1 held before; no variable: 0 always do
            if held:
                clauses.append([-held, n_variables])
            clauses.append([-literal, n_variables, *([-short] if short else [])])
            clauses.append([literal, -n_variables, *([held] if held else [])])
            if short:
                clauses.append([short, -n_variables])
        before = now
    if least:
        clauses.append([before[least - 1]])
    if most < len(literals):
        clauses.append([-before[most]])
    return clauses

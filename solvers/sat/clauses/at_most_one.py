"""At most one of some literals, or at least lo and at most hi of them, as clauses with auxiliary variables.

Every function takes positive literals and the number of variables in use, and returns clauses; its auxiliary variables
have the next numbers. Those of `ladder` and `commander` are defined by equivalences, so the literals always determine
them, even if no literal holds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, count, islice
from typing import TypeAlias

AtMostOne: TypeAlias = Callable[[Sequence[int], int], list[list[int]]]

_COMMANDED = 4  # literals in a group: each is in 3 pairwise clauses instead of n - 1


def ladder(literals: Sequence[int], n_variables: int) -> list[list[int]]:
    """Encode by rungs: variable k says that one of the first k literals holds; 4 clauses and 1 variable per literal.

    The sequential counter for one (Sinz, CP 2005) with equivalences: Gent and Nightingale, ModRef 2004.
    """
    clauses = []
    rung = 0
    for new, literal in enumerate(literals[:-1], n_variables + 1):
        clauses += [[-literal, new], [-new, literal, *([rung] if rung else [])]]
        if rung:
            clauses += [[-rung, new], [-literal, -rung]]
        rung = new
    if rung:
        clauses.append([-literals[-1], -rung])
    return clauses


def commander(literals: Sequence[int], n_variables: int) -> list[list[int]]:
    """Encode by groups: the commander of each says that one of its literals holds; commanders are grouped in turn.

    Klieber and Kwon, CFV 2007.
    """
    fresh = count(n_variables + 1)
    clauses: list[list[int]] = []
    while len(literals) > _COMMANDED:
        members = iter(literals)
        commanders = []
        while group := list(islice(members, _COMMANDED)):
            clauses += _not_both(group)
            chief = next(fresh)
            clauses += [[-chief, *group], *([-literal, chief] for literal in group)]
            commanders.append(chief)
        literals = commanders
    return clauses + _not_both(literals)


def _not_both(literals: Sequence[int]) -> list[list[int]]:
    return [[-a, -b] for a, b in combinations(literals, 2)]


def cardinality(name: str) -> AtMostOne:
    """Return one of PySAT's cardinality encodings, by its name in `EncType`."""

    def at_most_one(literals: Sequence[int], n_variables: int) -> list[list[int]]:
        if len(literals) < 2:
            return []
        from pysat.card import CardEnc, EncType  # late: PySAT; most bounds have clauses of ours

        from danceoff.solvers.sat.interrupts import interrupts_left_to_python

        kind = getattr(EncType, name)
        with interrupts_left_to_python:
            clauses: list[list[int]] = CardEnc.atmost(list(literals), 1, top_id=n_variables, encoding=kind).clauses
        return clauses

    return at_most_one


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
            held = before[j - 1] if j <= len(before) else None  # j literals held before; None: there were not so many
            short = before[j - 2] if j > 1 else None  # j - 1 literals held before; None: 0 always hold
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

"""At most one of some literals, as clauses with auxiliary variables.

Every function takes positive literals and the number of variables in use, and returns clauses; its auxiliary variables
have the next numbers. Those of `ladder` and `commander` are defined by equivalences, so the literals always determine
them, even if no literal holds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, count, islice
from typing import TypeAlias

AtMostOne: TypeAlias = Callable[[Sequence[int], int], list[list[int]]]

_COMMANDED = 4  # literals in a group: 3 pairwise clauses a literal instead of n - 1


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
        from pysat.card import CardEnc, EncType

        from danceoff.solvers.sat.interrupts import interrupts_left_to_python

        kind = getattr(EncType, name)
        with interrupts_left_to_python:
            clauses: list[list[int]] = CardEnc.atmost(list(literals), 1, top_id=n_variables, encoding=kind).clauses
        return clauses

    return at_most_one

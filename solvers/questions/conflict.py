"""Why there is no cover: a minimal set of items that cannot be covered together.

A set of primary items can be covered together if some options cover each of them as often as it asks, and no item of
the problem, in the set or not, more often than it may be. In the clauses a selector an item stands for "as often as it
asks", so a set that cannot be covered together is an unsatisfiable core of the selectors, and a minimal one a minimal
unsatisfiable subset (MUS). PySAT finds these: MUSX by deletion, OptUx the smallest by hitting sets (A. Ignatiev et al.,
"Smallest MUS extraction with minimal hitting set dualization", CP 2015).
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np
from pysat.examples.musx import MUSX
from pysat.examples.optux import OptUx
from pysat.formula import WCNF
from pysat.solvers import Solver as SatSolver

from danceoff.problems import ExactCover
from danceoff.solvers.base import UnsupportedProblem
from danceoff.solvers.sat.clauses.cardinality import between
from danceoff.solvers.sat.clauses.cnf import Clauses, encode, n_variables, options_of_items

_ENGINE = "cadical153"
_FOR_CORES = "g3"
"""An engine that MUSX and OptUx work with."""


class Strength(Enum):
    """What is known of a conflict."""

    CORE = "not shown to be minimal"
    MINIMAL = "minimal: without any one of them the others can be covered together"
    SMALLEST = "the smallest possible"


@dataclass(frozen=True)
class Conflict:
    """Primary items that cannot be covered together, ascending. decisive: those without which there is a cover."""

    items: tuple[int, ...]
    strength: Strength
    decisive: tuple[int, ...] = ()


def conflicts(problem: ExactCover, smallest: bool = True) -> Generator[Conflict]:
    """Yield ever better conflicts of a problem, none if it has a cover: a core, a minimal one, and the smallest one.

    The minimal one also names its decisive items: if one of them alone need not be covered, there is a cover. An item
    that is not in it is never decisive.

    smallest: whether to look for the smallest one, which may take much longer than the others.

    Raises UnsupportedProblem for a problem with a bound on the cost.
    """
    if problem.max_cost is not None:
        raise UnsupportedProblem("a conflict of items cannot be told where a bound on the cost excludes covers")
    asked = np.flatnonzero(problem.least > 0).tolist()
    hard, selector = _with_selectors(problem, asked)
    with SatSolver(_ENGINE, bootstrap_with=list(hard)) as sat:
        if sat.solve(assumptions=list(selector.values())):
            return
        item_of = {literal: item for item, literal in selector.items()}
        core = sorted(item_of[literal] for literal in sat.get_core() or [])
        yield Conflict(tuple(core), Strength.CORE)
        items = _minimal(hard, core, selector)
        decisive = [
            item for item in items if sat.solve([literal for other, literal in selector.items() if other != item])
        ]
    yield Conflict(tuple(items), Strength.MINIMAL, tuple(decisive))
    if smallest:
        with OptUx(_weighted(hard, [selector[item] for item in asked]), solver=_FOR_CORES) as optux:
            found = optux.compute()
        yield Conflict(tuple(asked[k - 1] for k in sorted(found)), Strength.SMALLEST, tuple(decisive))


def can_be_covered(problem: ExactCover, items: Sequence[int]) -> bool:
    """Return whether these primary items can be covered together, as `conflicts` understands it."""
    hard, selector = _with_selectors(problem, [item for item in items if problem.least[item] > 0])
    with SatSolver(_ENGINE, bootstrap_with=list(hard)) as sat:
        return bool(sat.solve(assumptions=list(selector.values())))


def _minimal(hard: Clauses, core: list[int], selector: dict[int, int]) -> list[int]:
    with MUSX(_weighted(hard, [selector[item] for item in core]), solver=_FOR_CORES, verbosity=0) as musx:
        return [core[k - 1] for k in sorted(musx.compute())]


def _weighted(hard: Clauses, selectors: Sequence[int]) -> WCNF:
    formula = WCNF()
    for clause in hard:
        formula.append(clause)
    for literal in selectors:
        formula.append([literal], weight=1)
    return formula


def _with_selectors(problem: ExactCover, items: Sequence[int]) -> tuple[Clauses, dict[int, int]]:
    """Return clauses, and for each of these items the literal that asks for it; nothing else asks for an item."""
    nothing_asked = replace(problem, least=np.zeros(problem.n_items, np.int32))
    clauses = encode(nothing_asked)
    rows = list(Clauses(*options_of_items(problem)))
    n_used = n_variables(problem, clauses)
    selector: dict[int, int] = {}
    asked: list[list[int]] = []
    for item in items:
        n_used += 1
        selector[item] = n_used
        least = int(problem.least[item])
        more = [rows[item]] if least == 1 else between(rows[item], least, max(least, len(rows[item])), n_used)
        n_used = max(n_used, max((abs(x) for clause in more for x in clause), default=0))
        asked += [[-selector[item], *clause] for clause in more]
    return clauses + Clauses.of(asked), selector

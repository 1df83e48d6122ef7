"""Why there is no cover: a minimal set of items that cannot be covered together.

A set of primary items can be covered together if some options cover each of them as often as its multiplicity says, and
cover no item of the problem too often. In the clauses each of these items has a selector, a literal that demands that
the item be covered. So a set that cannot be covered together is an unsatisfiable core of the selectors, and a minimal
such set is a minimal unsatisfiable subset (MUS). It is found by deletion: each item in turn is left out; if the rest is
still unsatisfiable, a core of the rest replaces the set. PySAT's OptUx finds the smallest set by hitting sets (A.
Ignatiev et al., "Smallest MUS extraction with minimal hitting set dualization", CP 2015). None of these calls can be
interrupted, so `conflicts_within` runs them in a process that is killed at its time limit.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from multiprocessing.connection import Connection
from time import monotonic

import numpy as np
from pysat.examples.optux import OptUx
from pysat.formula import WCNF
from pysat.solvers import Solver as SatSolver

from danceoff.problems import Covers, ExactCover, check
from danceoff.solvers.base import UnsupportedProblem
from danceoff.solvers.sat.clauses.at_most_one import between
from danceoff.solvers.sat.clauses.cnf import Clauses, encode, n_variables, options_of_items
from danceoff.solvers.sat.interrupts import interrupts_left_to_python
from danceoff.solvers.together.child import Child, Report

_ENGINE = "cadical195"
_CHECKER = "cadical153"
"""Checks what the others find."""
_FOR_SMALLEST = "g3"
"""An engine that OptUx works with."""
_LONGEST_S = 1e6  # a system waits no longer for a pipe


class Strength(Enum):
    """How good a conflict is known to be."""

    CORE = "not shown to be minimal"
    MINIMAL = "minimal: without any one of them the others can be covered together"
    SMALLEST = "the smallest possible"


@dataclass(frozen=True)
class Conflict:
    """Primary items that cannot be covered together, ascending.

    decisive: the items of the conflict without which the problem has a cover; None if they are not known.
    """

    items: tuple[int, ...]
    strength: Strength
    decisive: tuple[int, ...] | None = None


def conflicts_within(problem: ExactCover, seconds: float) -> Generator[Conflict]:
    """Yield as `conflicts` does, in a process that is killed at the time limit, or at the end of the walk.

    seconds: the time limit, from when the process has begun; may be infinite.

    Raises TimeoutError at the time limit, and the errors of `conflicts`.
    """
    if problem.clashes:  # no item is to blame
        return
    with Child.started(_report, problem) as child:
        if error := child.hear().error:  # the first report: to begin takes a process a second, as long as some limits
            raise error
        end = monotonic() + seconds
        while True:
            left_s = end - monotonic()
            if not child.pipe.poll(max(0.0, left_s) if left_s < _LONGEST_S else None):
                raise TimeoutError(f"not finished within {seconds:.3g} s")
            report = child.hear()
            if report.error:
                raise report.error
            if report.is_done:
                return
            yield report.note


def _report(pipe: Connection, problem: ExactCover) -> None:
    pipe.send(Report())
    for conflict in conflicts(problem):
        pipe.send(Report(note=conflict))
    pipe.send(Report(is_done=True))


def conflicts(problem: ExactCover) -> Generator[Conflict]:
    """Yield ever better conflicts of a problem: cores, a minimal one, and a smallest one; none if it has a cover.

    The minimal conflict comes twice, the second time with its decisive items: without any one of them there is a cover.
    Items outside this conflict are never decisive.

    Another solver checks each minimal conflict: its items cannot be covered together, but for each of them there are
    options that cover all others. These options are checked, too.

    Raises UnsupportedProblem for a problem with a bound on the cost.
    """
    if problem.max_cost is not None:
        raise UnsupportedProblem("a conflict of items cannot be told where a bound on the cost excludes covers")
    asked = np.flatnonzero(problem.least > 0).tolist()
    hard, selector = _with_selectors(problem, asked)
    with (
        SatSolver(_ENGINE, bootstrap_with=list(hard)) as sat,
        SatSolver(_CHECKER, bootstrap_with=list(hard)) as checker,
    ):
        if _is_possible(sat, list(selector.values())):
            return
        items: tuple[int, ...] = ()
        for items in _shrunk(sat, selector):
            yield Conflict(items, Strength.CORE)
        _check(problem, items, selector, checker)
        yield Conflict(items, Strength.MINIMAL)
        every = {*selector.values()}
        decisive = tuple(item for item in items if _is_possible(sat, sorted(every - {selector[item]})))
        yield Conflict(items, Strength.MINIMAL, decisive)
        smallest = items
        if len(items) > 1:
            formula = _weighted(hard, [selector[item] for item in asked])
            with interrupts_left_to_python, OptUx(formula, solver=_FOR_SMALLEST) as optux:
                smallest = tuple(asked[k - 1] for k in sorted(optux.compute()))
            _check(problem, smallest, selector, checker)
        yield Conflict(smallest, Strength.SMALLEST, decisive)  # decisive items are in every conflict


def _check(problem: ExactCover, items: Sequence[int], selector: dict[int, int], sat: SatSolver) -> None:
    """Raise RuntimeError unless these items are a minimal conflict."""
    if _is_possible(sat, [selector[item] for item in items]):
        raise RuntimeError("a minimal conflict was found whose items can be covered together")
    for left_out in items:
        others = [item for item in items if item != left_out]
        possible = _is_possible(sat, [selector[item] for item in others])
        if not possible or not _is_covered(problem, others, sat.get_model()):
            raise RuntimeError("a conflict was found that is not minimal, though it was to be")


def _is_covered(problem: ExactCover, items: Sequence[int], model: Sequence[int]) -> bool:
    """Return whether the options of a model cover these items, and no item too often."""
    asks = np.isin(np.arange(problem.n_items), items)
    nothing_else = replace(problem, least=np.where(asks, problem.least, 0).astype(np.int32))
    chosen = [literal - 1 for literal in model if 0 < literal <= problem.n_options]
    return bool(check(nothing_else, Covers.of([chosen]))[0])


def _is_possible(sat: SatSolver, assumptions: list[int]) -> bool:
    with interrupts_left_to_python:
        return bool(sat.solve(assumptions))


def _shrunk(sat: SatSolver, selector: dict[int, int]) -> Generator[tuple[int, ...]]:
    """Yield ever smaller cores, the last of them minimal, from the core that the solver has just found."""
    item_of = {literal: item for item, literal in selector.items()}
    needed: list[int] = []
    others = sorted(item_of[literal] for literal in sat.get_core())
    yield tuple(others)
    while others:
        tried = others.pop()
        if _is_possible(sat, [selector[item] for item in needed + others]):
            needed.append(tried)
        else:
            core = {item_of[literal] for literal in sat.get_core() or []}
            others = [item for item in others if item in core]
            yield tuple(sorted(needed + others))


def _weighted(hard: Clauses, selectors: Sequence[int]) -> WCNF:
    formula = WCNF()
    formula.extend(hard)
    formula.extend([[literal] for literal in selectors], weights=[1] * len(selectors))
    return formula


def _with_selectors(problem: ExactCover, items: Sequence[int]) -> tuple[Clauses, dict[int, int]]:
    """Return the clauses, and the selector of each of these items; no other item needs to be covered."""
    nothing_asked = replace(problem, least=np.zeros(problem.n_items, np.int32))
    clauses = encode(nothing_asked)
    options_of = list(Clauses(*options_of_items(problem)))  # as literals
    n_used = n_variables(problem, clauses)
    selector: dict[int, int] = {}
    demands: list[list[int]] = []
    for item in items:
        n_used += 1
        selector[item] = n_used
        least = int(problem.least[item])
        own = options_of[item]
        more = [own] if least == 1 else between(own, least, max(least, len(own)), n_used)
        n_used = max(n_used, max((abs(literal) for clause in more for literal in clause), default=0))
        demands += [[-selector[item], *clause] for clause in more]
    return clauses + Clauses.of(demands), selector

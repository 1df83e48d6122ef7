"""Hold a solver to the contract, rule by rule; of each broken rule the smallest problem that shows it."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import NamedTuple

from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from danceoff.experiments.contract import rules
from danceoff.experiments.contract.small import SMALL, dealt
from danceoff.experiments.contract.strategies import problems
from danceoff.problems import ExactCover
from danceoff.solvers import Feature, Solver, UnsupportedProblem

BY_THE_CLOCK = ("race", "parts", "bits:threads")
"""Solvers, as they begin, that search in several threads or processes: their covers come in no fixed order."""


class Finding(NamedTuple):
    """One rule, how many problems were answered, and, if it is broken, how and by which problem."""

    rule: str
    n_answered: int
    broken: str = ""
    problem: str = ""


class Late(Exception):
    """A rule took longer than the patience allows."""


def hold(solver: Solver, n_examples: int = 100, patience_s: float = 10.0) -> Iterator[Finding]:
    """Hold the solver to every rule that concerns its features.

    n_examples: generated problems a rule. patience_s: seconds for one problem; no small problem needs so long.
    """
    lists = Feature.LIST in solver.features
    asked = dict(rules.LISTING if lists else {}) | dict(rules.ALL)
    if str(solver).startswith(BY_THE_CLOCK):
        del asked["keeps its order with a limit"]
    for name, rule in asked.items():
        yield _held(name, rule, solver, n_examples, patience_s)
    if lists:
        yield _of_one("gives first covers of 2^60 at once", rules.gives_first_covers_at_once, solver, patience_s)


def _held(name: str, rule: rules.Rule, solver: Solver, n_examples: int, patience_s: float) -> Finding:
    n_answered, smallest = 0, ("", "")

    def judge(problem: ExactCover) -> None:
        nonlocal n_answered, smallest
        try:
            with _patience(patience_s):
                rule(solver, deepcopy(problem))  # a solver that changes it must not spoil the report
        except UnsupportedProblem:
            raise
        except Exception as error:
            smallest = _said(error), shown(problem)
            raise
        n_answered += 1

    def judge_generated(problem: ExactCover) -> None:
        try:
            judge(problem)
        except UnsupportedProblem:
            reject()

    generated = given(_problems_for(solver))(judge_generated)
    quietly = settings(
        max_examples=n_examples,
        deadline=None,
        database=None,
        derandomize=True,
        report_multiple_bugs=False,
        print_blob=False,
        suppress_health_check=list(HealthCheck),
    )
    try:
        quietly(generated)()
        for problem, _ in SMALL.values():
            _unless_refused(judge, problem)
    except Exception as error:  # noqa: BLE001 - a backend may raise anything, and the report says what
        return Finding(name, n_answered, *(smallest if smallest[0] else (_said(error), "")))
    return Finding(name, n_answered, "" if n_answered else "every problem is refused")


def _unless_refused(judge: Callable[[ExactCover], None], problem: ExactCover) -> None:
    try:
        judge(problem)
    except UnsupportedProblem:
        return


def _of_one(name: str, rule: rules.Rule, solver: Solver, patience_s: float) -> Finding:
    problem = dealt(60, 2)
    try:
        with _patience(patience_s):
            rule(solver, problem)
    except Exception as error:  # noqa: BLE001 - as above
        return Finding(name, 0, _said(error), "60 items, and 2 options of its own for each")
    return Finding(name, 1)


def _problems_for(solver: Solver) -> st.SearchStrategy[ExactCover]:
    plain = problems(secondary=Feature.SECONDARY in solver.features)
    return plain | problems(multiplicities=True) if Feature.MULTIPLICITY in solver.features else plain


@contextmanager
def _patience(seconds: float) -> Iterator[None]:
    """Raise Late in the block after so many seconds, as soon as Python code runs.

    Again every second, since a solver may swallow it once. A timer that ran before, as of a test runner, goes on after.
    """

    def raise_late(*_: object) -> None:
        raise Late(f"not through after {seconds:g} s")

    before = signal.signal(signal.SIGALRM, raise_late)
    timer = signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, *timer)


def _said(error: Exception) -> str:
    text = " ".join(str(error).split())
    return text if isinstance(error, (rules.Broken, Late)) else f"{type(error).__name__}: {text}"


def shown(problem: ExactCover) -> str:
    """Return the problem in one line, in the numbers of its items and options."""
    secondary = f", items {problem.n_primary}.. secondary" if problem.n_primary < problem.n_items else ""
    rows = [" ".join(map(str, problem.items_of(k))) for k in range(problem.n_options)]
    options = "options " + "; ".join(f"{k}: {row}" for k, row in enumerate(rows)) if rows else ""
    bounds = [
        f"item {i} {problem.least[i]} to {problem.most[i]} times"
        for i in range(problem.n_primary)
        if (problem.least[i], problem.most[i]) != (1, 1)
    ]
    return "; ".join([f"{problem.n_items} items{secondary}", *bounds, options or "no options"])

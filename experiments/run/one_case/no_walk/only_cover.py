"""Whether the first cover of a puzzle with givens, such as a sudoku, is its only one: looked up where that is quick."""

from __future__ import annotations

from contextlib import closing
from time import monotonic

from danceoff import solvers
from danceoff.experiments.run.one_case.messages import Send
from danceoff.problems import Cover, Covers, check
from danceoff.problems.instance import Instance

QUICK_S = 0.5
"""A search that took longer is not repeated, and the repetition takes at most twice as long."""

NOT_KNOWN = "--task unique says whether it is the only one"


def send_alone(instance: Instance, solver: solvers.Solver, search_s: float, send: Send) -> None:
    """Say whether the first cover, found in `search_s` seconds, is the only one; nothing without givens."""
    if has_givens(instance):
        send(alone=alone(instance, solver) if search_s < QUICK_S else NOT_KNOWN)


def has_givens(instance: Instance) -> bool:
    """Return whether its reader expects one cover."""
    return instance.board.has_givens(instance.problem)


def alone(instance: Instance, solver: solvers.Solver) -> str:
    """Return `unique`, or `not unique` and the first square that differs in two covers, or NOT_KNOWN.

    instance: a problem of which `has_givens`.
    """
    began, found = monotonic(), list[Cover]()
    with solver.prepare(instance.problem) as search, closing(search.batches(heartbeats=True)) as batches:
        for batch in batches:
            found += batch.select(check(instance.problem, batch))
            if len(found) > 1:
                return f"not unique: {instance.board.difference(*instance.problem.lift(Covers.of(found[:2])))}"
            if monotonic() - began > 2 * QUICK_S:
                return NOT_KNOWN
    return "unique" if found else NOT_KNOWN

"""Whether the first cover of a puzzle with givens, such as a sudoku, is its only one; found out where that is quick."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from typing import TypeAlias

from danceoff.asking.clock import Clock
from danceoff.asking.events import Ended, Found
from danceoff.asking.totals import Totals
from danceoff.asking.walks import Asked, TimeLimit, listed, run
from danceoff.experiments.run.one_case.messages import Send
from danceoff.problems import Cover, ExactCover
from danceoff.problems.instance import Instance
from danceoff.solvers import Search

Prepare: TypeAlias = Callable[[ExactCover, Clock], Search]

QUICK_S = 0.5
"""A search that took longer is not repeated, and the repetition takes at most twice as long."""

NOT_KNOWN = "--task unique says whether it is the only one"


def send_alone(instance: Instance, prepare: Prepare, search_s: float, send: Send) -> None:
    """Send whether the first cover is the only one; send nothing for a problem without givens.

    prepare: returns the search of a problem that a clock measures.
    search_s: the seconds after which the first cover was found.
    """
    if has_givens(instance):
        send(alone=uniqueness(instance, prepare) if search_s < QUICK_S else NOT_KNOWN)


def has_givens(instance: Instance) -> bool:
    """Return whether the problem is a puzzle whose reader expects one cover."""
    return instance.board.has_givens(instance.problem)


def uniqueness(instance: Instance, prepare: Prepare) -> str:
    """Return `unique`, or `not unique` and the first square that differs in two covers, or NOT_KNOWN.

    instance: a problem for which `has_givens` is True.
    prepare: returns the search of a problem that this clock measures.
    """
    clock, found, status = Clock(), list[Cover](), ""

    def is_late() -> bool:
        return clock.wall_s > 2 * QUICK_S

    def beat() -> None:
        if is_late():
            raise TimeLimit

    asked = Asked(instance.problem, Totals(clock), limit=2, is_done_at_limit=True, beat=beat)
    with closing(run(asked, lambda: prepare(instance.problem, clock), listed)) as events:
        for event in events:
            if isinstance(event, Ended):
                status = event.status
            elif isinstance(event, Found):
                found += event.covers
                if len(found) < 2 and is_late():
                    break
    if len(found) > 1:
        return f"not unique: {instance.board.difference(*found)}"
    return "unique" if found and status == "complete" else NOT_KNOWN

"""Which solvers can be watched, and how the steps of each are obtained."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import NamedTuple

from danceoff.problems import ExactCover
from danceoff.solvers.base import MissingBackend
from danceoff.solvers.base.events import Event
from danceoff.solvers.readable.algorithm_x import AlgorithmXSearch
from danceoff.solvers.readable.cdcl import CdclSearch
from danceoff.solvers.table import missing

WATCHED = ("dlx", "algorithm-x", "cdcl", "sat", "cpsat")
"""For dlx, algorithm-x is shown: it takes the same steps on dicts and sets, and reports them."""


class Watched(NamedTuple):
    """A search, step by step.

    events: the steps of the search; for cpsat, which reports no steps, its other events.
    why: returns the reason for the item of the last Branch; None if the solver does not choose items.
    """

    events: Iterator[Event]
    why: Callable[[], str] | None


def watched(name: str, problem: ExactCover) -> Watched:
    """Return the search of a solver, to be watched.

    Raises ValueError if the solver cannot be watched, and MissingBackend if its library is not installed.
    """
    if name not in WATCHED:
        raise ValueError(f"solver {name!r} cannot be watched; {', '.join(WATCHED)} can")
    if pip_line := missing(name):
        raise MissingBackend(f"solver {name} needs a library: {pip_line}")
    if name == "sat":
        return Watched(import_module("danceoff.solvers.sat.events").sat_events(problem), None)
    if name == "cpsat":
        return Watched(import_module("danceoff.solvers.constraints.cpsat_events").cpsat_events(problem), None)
    if name == "cdcl":
        return Watched(CdclSearch(problem, frozenset()).events(), None)
    search = AlgorithmXSearch(problem, frozenset())
    return Watched(search.events(), search.why)

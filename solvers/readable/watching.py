"""The steps of a solver by its name, for the solvers that can be watched."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import NamedTuple

from danceoff.problems import ExactCover
from danceoff.solvers.base import MissingBackend
from danceoff.solvers.readable.algorithm_x import AlgorithmXSearch
from danceoff.solvers.readable.events import Event
from danceoff.solvers.table import missing

WATCHED = ("dlx", "algorithm-x", "sat")
"""For dlx, algorithm-x is shown: it takes the same steps on dicts and sets, and can report them."""


class Watched(NamedTuple):
    """A search, step by step. why: returns the reason for the item of the last Branch, if the solver chooses items."""

    events: Iterator[Event]
    why: Callable[[], str] | None


def watched(name: str, problem: ExactCover) -> Watched:
    """Raises ValueError for a solver that cannot be watched, and MissingBackend where its library is missing."""
    if name not in WATCHED:
        raise ValueError(f"solver {name!r} cannot be watched; {', '.join(WATCHED)} can")
    if pip_line := missing(name):
        raise MissingBackend(f"solver {name} needs a library: {pip_line}")
    if name == "sat":
        return Watched(import_module("danceoff.solvers.sat.events").sat_events(problem), None)
    search = AlgorithmXSearch(problem, frozenset())
    return Watched(search.events(), search.why)

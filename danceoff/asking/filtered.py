"""Problems of which only some covers count: those that pass a filter of an add-on."""

from __future__ import annotations

from importlib import import_module

from danceoff.asking.ask import FILTERS, Ask
from danceoff.problems.instance import Instance
from danceoff.solvers import Search


class Filtered(Instance):
    """A problem of which only the covers count that pass a filter."""

    def of_those(self, search: Search) -> Search:
        """Return a search for the covers, or the orbits, of this search that pass."""
        raise NotImplementedError

    def status(self, ask: Ask) -> str:
        """Return the status of a walk that saw all covers, or as many as it was asked for: `complete` or `limit`."""
        raise NotImplementedError


def through(name: str, instance: Instance) -> Filtered:
    """Return the problem of which only the covers count that pass a filter; raises InvalidProblem if it has no such."""
    found: Filtered = import_module(FILTERS[name][0]).of(instance)
    return found

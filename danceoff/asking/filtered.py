"""Problems with a filter: only covers that pass a filter of an add-on count."""

from __future__ import annotations

from danceoff.asking.ask import Ask
from danceoff.problems.instance import Instance
from danceoff.solvers import Search


class Filtered(Instance):
    """A problem with a filter: only covers that pass it count."""

    def of_those(self, search: Search) -> Search:
        """Return a search that keeps only the covers, or the orbits, of this search that pass the filter."""
        raise NotImplementedError

    def status(self, ask: Ask) -> str:
        """Return the status of a walk that saw all covers, or as many as it was asked for: `complete` or `limit`."""
        raise NotImplementedError

"""Whether a list of covers is right and whole."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from danceoff.asking.found import places_in
from danceoff.problems import InvalidProblem
from danceoff.problems.analysis.checked_list import CheckedCovers, checked_list
from danceoff.problems.model.arguments import shown
from danceoff.problems.stated import instance


def check_covers(problem: Any, covers: Iterable[Iterable[Hashable]]) -> CheckedCovers:
    """Return what is right and wrong with a list of covers.

    problem: any source that `danceoff.problem` accepts.
    covers: covers that were found, or lists of options, by name, or by number if they have none. In the result, the
        place of a cover is its index in this list, from 0.

    Raises InvalidProblem if the problem is invalid, and for an option that it does not have.
    """
    root = instance(problem)
    if isinstance(covers, str) or not isinstance(covers, Iterable):
        raise InvalidProblem(f"covers must be a list of covers, not {shown(covers)}")
    return checked_list(root, [(k, places_in(root, cover, f"cover {k}")) for k, cover in enumerate(covers)])

"""Why there is no cover."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from math import inf
from typing import Any

from danceoff.door.inquiry import positive
from danceoff.door.stating import instance
from danceoff.problems.analysis.diagnosis import reasons


@dataclass(frozen=True)
class Explanation:
    """Why there is no cover.

    has_cover: whether there is a cover after all; None if the time limit came before that was known.
    reasons: sentences, each a proof by parity or counting that there is no cover.
    conflict: the names of items that cannot be covered together; empty if none were found.
    is_minimal: whether the items of the conflict can be covered together once any one of them is left out.
    is_smallest: whether no conflict has fewer items.
    decisive: the items of which each one alone is to blame: the problem has a cover if it need not be covered. All of
        them are in the conflict. None if they are not known.
    """

    has_cover: bool | None
    reasons: list[str]
    conflict: list[Hashable]
    is_minimal: bool
    is_smallest: bool
    decisive: list[Hashable] | None
    _svg: str | None = field(default=None, repr=False, compare=False)

    def _repr_svg_(self) -> str | None:
        """How a notebook shows it: the conflict on its board; as text where there is no such picture."""
        return self._svg


def explain(problem: Any, time_limit: float | None = None) -> Explanation:
    """Return why a problem has no cover, as far as it can be found within a time limit.

    problem: any source that `danceoff.problem` accepts.
    time_limit: seconds for the search of the conflict, which runs in a process of its own; None for no limit.

    Raises InvalidProblem if the problem is invalid, ValueError if the time limit is, and UnsupportedProblem if a bound
    on the cost excludes covers.
    """
    from danceoff.solvers.questions.conflict import Strength, conflicts_within  # loads PySAT

    seconds = positive("time_limit", time_limit, "seconds")
    root = instance(problem)
    best, is_over = None, True
    try:
        for conflict in conflicts_within(root.problem, inf if seconds is None else seconds):
            best = conflict
    except TimeoutError:
        is_over = False
    why = reasons(root.problem, root.board)
    if best is None:
        return Explanation(False if why else is_over or None, why, [], False, False, None)
    names = [root.problem.entry(item, 0) for item in best.items]
    decisive = None if best.decisive is None else [root.problem.entry(item, 0) for item in best.decisive]
    is_smallest = best.strength == Strength.SMALLEST
    drawn = root.conflict(best.items, best.decisive or ())
    return Explanation(False, why, names, best.strength != Strength.CORE, is_smallest, decisive, drawn)

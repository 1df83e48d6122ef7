"""A run of the SAT solver `cdcl` as the data from which the page plays it beside Algorithm X."""

from __future__ import annotations

from typing import Any

import numpy as np

from danceoff.problems import ExactCover
from danceoff.solvers.base.events import Clause, Conflict, Found, Jump, Learn, Leave, Take
from danceoff.solvers.readable.cdcl import CdclSearch

MOST_CLAUSES = 1500
MOST_STEPS = 4000
_MOST_LITERALS = 15_000
"""The literals of all recorded clauses, with which recording ends."""
_MOST_CONFLICTS = 2000
_MOST_SHARED = 8
"""Items that two options may share on average, in a problem for which it is worth while to write down the clauses."""
_KINDS = {"decide": 0, "follow": 1, "conflict": 2, "learn": 3, "jump": 4, "found": 5}


def sat_data(
    problem: ExactCover, most_clauses: int = MOST_CLAUSES, most_steps: int = MOST_STEPS
) -> dict[str, Any] | None:
    """Return the run as a JSON object; None if the problem has too many clauses, or variables that are no options.

    most_steps: how many steps are recorded; the run goes on to count the rest.

    The keys of the object:

    - `clauses`, `nGiven`: the clauses of the problem, `nGiven` in number, and then those that block covers or are
      learnt, in the order of their steps; literals are the signed numbers of options, from 1 on.
    - `kinds`, `about`: step t is of the kind `kinds[t]` (decide, follow, conflict, learn, jump, found) and about
      `about[t]`: a literal, a clause, or a level.
    - `reasons`: the clause from which the literal of each step follows, or -1.
    - `hasAllSteps`: whether there were no more steps.
    - `conflicts`, `decisions`, `covers`: the counts of the whole run or, unless `isWhole`, of its first 2000 conflicts;
      the clause that blocks a cover makes a conflict, too.
    """
    n_uses = np.bincount(problem.item)
    n_pairs = int((n_uses * (n_uses - 1) // 2).sum())  # two options share some items: fewer clauses than this
    if problem.has_multiplicities or n_pairs > _MOST_SHARED * most_clauses:
        return None
    search = CdclSearch(problem, frozenset())
    if len(search.clauses) > most_clauses:
        return None
    run = _Run([list(clause) for clause in search.clauses])
    covers, has_all_steps, is_whole = 0, True, True
    for event in search.events():
        if isinstance(event, Found):
            covers += 1
        if len(run.kinds) < most_steps and run.n_literals < _MOST_LITERALS:
            run.add(event)
            continue
        has_all_steps = False
        if search.conflicts >= _MOST_CONFLICTS:
            is_whole = False
            break
    stats = search.stats()
    return {
        "nGiven": len(search.clauses),
        "clauses": run.clauses,
        "kinds": run.kinds,
        "about": run.about,
        "reasons": run.reasons,
        "conflicts": stats["conflicts"],
        "decisions": stats["decisions"],
        "covers": covers,
        "hasAllSteps": has_all_steps,
        "isWhole": is_whole,
    }


class _Run:
    """The steps recorded so far."""

    def __init__(self, clauses: list[list[int]]) -> None:
        self.clauses = clauses
        self.n_literals = sum(map(len, clauses))
        self.number = {tuple(sorted(clause)): k for k, clause in enumerate(clauses)}
        self.kinds: list[int] = []
        self.about: list[int] = []
        self.reasons: list[int] = []

    def add(self, event: object) -> None:
        """Record a step; options that are taken back are part of the jump."""
        if isinstance(event, Take | Leave):
            literal = event.option + 1 if isinstance(event, Take) else -event.option - 1
            if event.follows:
                self._add("follow", literal, self._clause(event.reason))
            else:
                self._add("decide", literal)
        elif isinstance(event, Conflict):
            self._add("conflict", self._clause(event.clause))
        elif isinstance(event, Learn):
            self._add("learn", self._clause(event.clause))
        elif isinstance(event, Jump):
            self._add("jump", event.level)
        elif isinstance(event, Found):
            self._add("found", 0)

    def _add(self, kind: str, about: int, reason: int = -1) -> None:
        self.kinds.append(_KINDS[kind])
        self.about.append(about)
        self.reasons.append(reason)

    def _clause(self, clause: Clause) -> int:
        """Return the number of a clause; one that is new gets the next."""
        number = self.number.setdefault(tuple(sorted(clause)), len(self.clauses))
        if number == len(self.clauses):
            self.clauses.append(list(clause))
            self.n_literals += len(clause)
        return number

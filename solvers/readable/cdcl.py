"""Conflict-driven clause learning: a SAT solver to read.

The problem becomes clauses (`sat/clauses/cnf.py`). Variable k + 1 says that option k is chosen; a *literal* is a
variable or, with a minus, its negation; a *clause* is a list of literals of which one must hold. The clause of an item
says that one of its options is chosen, and a clause for every two options that share an item says that not both are.

The search repeats four steps:

1. *Propagate*: in a clause whose literals are all false but one, the last one must hold; the clause is its *reason*.
   Every literal that holds goes on the *trail*.
2. *Decide*: if nothing follows any more, choose an option. This opens a *level* of the trail.
3. *Learn*: if all literals of a clause are false, find out which part of the trail is to blame. The answer is a new
   clause, which forbids this combination for ever, wherever else in the search it would come up. A tree search only
   knows that its last choice was wrong, and meets the same dead end under every other combination of earlier choices.
4. *Jump back* to the first level at which the new clause has one literal left, and propagate.

If all variables have a value, the chosen options are a cover. A clause that forbids it, the *blocking clause*, is now
false, and the search goes on with it as with every other conflict. If a conflict arises without a decision, there are
no more covers.

Learning from conflicts and jumping back: J. P. Marques-Silva and K. A. Sakallah, "GRASP", IEEE Transactions on
Computers 48 (1999). Two watched literals and VSIDS: M. W. Moskewicz et al., "Chaff", DAC 2001. Their arrangement in a
small program: N. Een and N. Sorensson, "An extensible SAT-solver", SAT 2003. Solvers in use also shorten what they
learn, forget most of it, and rewrite the clauses between restarts.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import ClassVar

from danceoff.problems import Cover, ExactCover
from danceoff.solvers.base import OPTIMISING, Feature, OneByOne, Solver, Steps
from danceoff.solvers.base.events import Back, Conflict, Event, Found, Jump, Learn, Leave, Take
from danceoff.solvers.sat.clauses.cnf import blocking, encode, n_variables

_RESTART = 32
"""Conflicts before the first restart; the numbers of the Luby sequence multiply it."""
_HALVE = 32
"""Conflicts after which all activities are halved."""


class Cdcl(Solver):
    """Learn a clause from every conflict: the first unique implication point, and a jump back."""

    name: ClassVar[str] = "cdcl"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - OPTIMISING

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> CdclSearch:
        """Write the clauses, and watch two literals of each."""
        return CdclSearch(problem, blocked)


class CdclSearch(OneByOne):
    """The trail and the clauses.

    trail: the literals that hold, in the order in which they were found.
    start: for each level from 1 on, the place on the trail of its decision.
    value: the value of each literal; None if it has none yet. Python counts -v from the end of the list, so 2 n + 1
        elements serve the literals -n to n.
    level: the level of each variable that has a value.
    reason: the clause from which a variable got its value; None for a decision.
    watching: for each literal, the clauses that watch it; a clause watches its first two literals.
    activity: how often each variable had a part in a conflict; recent conflicts count more.
    """

    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self.problem = problem
        # Colours without variables of their own: every variable is an option, unless there are multiplicities.
        encoded = encode(problem, "pairwise", colours="conflicts")
        self.clauses = [*encoded, *(blocking(problem, cover) for cover in sorted(blocked))]
        n = n_variables(problem, encoded)
        self.trail: list[int] = []
        self.start: list[int] = []
        self.n_propagated = 0
        self.n_shown = 0
        self.value: list[bool | None] = [None] * (2 * n + 1)
        self.level = [0] * (n + 1)
        self.reason: list[list[int] | None] = [None] * (n + 1)
        self.watching: list[list[list[int]]] = [[] for _ in range(2 * n + 1)]
        self.activity = [0.0] * (n + 1)
        self.decisions = self.conflicts = self.propagations = self.restarts = 0
        self.clash: list[int] | None = None
        for clause in self.clauses:
            if len(clause) > 1:
                self._watch(clause)
            elif not clause or self.value[clause[0]] is False:
                self.clash = clause
            elif self.value[clause[0]] is None:
                self._assign(clause[0], clause)

    def events(self) -> Generator[Event]:
        """Yield every step: a walk for a reader who wants to watch the search."""
        return self._guarded(self._begin(self._events()))

    def _events(self) -> Generator[Event]:
        """Yield every step of the search for all covers."""
        luby = _luby()
        restart_at = _RESTART * next(luby)
        clash = self.clash
        while True:
            if clash is None:
                clash = self._propagate()
            yield from self._new_on_trail()
            if clash is None and self.conflicts >= restart_at and self.start:
                # Begin again at the root, with all that was learnt: early decisions were made when little was known.
                self.restarts += 1
                restart_at = self.conflicts + _RESTART * next(luby)
                yield from self._jump(0)
                continue
            if clash is None:
                option = self._most_active()
                if option is not None:
                    self.decisions += 1
                    self.start.append(len(self.trail))
                    self._assign(option + 1, None)
                    continue
                n_options = self.problem.n_options
                cover = tuple(sorted(literal - 1 for literal in self.trail if 0 < literal <= n_options))
                yield Found(cover)
                clash = blocking(self.problem, cover)
            self.conflicts += 1
            yield Conflict(tuple(clash))
            if not self.start:
                return
            learnt, level = self._analyse(clash)
            yield Learn(tuple(learnt))
            yield from self._jump(level)
            if len(learnt) > 1:
                self._watch(learnt)
            self._assign(learnt[0], learnt)
            clash = None

    def _propagate(self) -> list[int] | None:
        """Propagate until nothing follows any more; return a clause whose literals are all false, or None.

        Nothing follows from a clause until one of the two literals that it watches becomes false. So only clauses that
        watch a literal when it becomes false are visited, to find another one to watch. A jump back needs no work.
        """
        while self.n_propagated < len(self.trail):
            false = -self.trail[self.n_propagated]
            self.n_propagated += 1
            watching = self.watching[false]
            self.watching[false] = still = []
            for k, clause in enumerate(watching):
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                if self.value[clause[0]] is not True and self._watches_another(clause):
                    continue
                still.append(clause)
                if self.value[clause[0]] is False:
                    still += watching[k + 1 :]
                    return clause
                if self.value[clause[0]] is None:
                    self.propagations += 1
                    self._assign(clause[0], clause)
        return None

    def _watches_another(self, clause: list[int]) -> bool:
        """Replace the second literal that a clause watches by one that is not false; return whether there is one."""
        for k in range(2, len(clause)):
            if self.value[clause[k]] is not False:
                clause[1], clause[k] = clause[k], clause[1]
                self.watching[clause[1]].append(clause)
                return True
        return False

    def _most_active(self) -> int | None:
        """Return the option to decide on: the most active one without a value; among equals, the first.

        The idea of VSIDS: to stay with the part of the problem in which the last conflicts were. Programs in use keep a
        heap; here a scan is short enough. The decision always takes the option: leaving it out would decide little.
        """
        still_open = (k for k in range(self.problem.n_options) if self.value[k + 1] is None)
        return max(still_open, key=lambda k: self.activity[k + 1], default=None)

    def _analyse(self, clash: list[int]) -> tuple[list[int], int]:
        """Return the clause to learn from a false clause, its one literal of this level first, and where to jump.

        The false clause names the literals to blame. One after the other, from the end of the trail, a literal of this
        level is replaced by the literals from which it followed, until one literal of this level is left. It is the
        first unique implication point: every path from the decision of the level to the conflict leads through it. The
        learnt clause has the negation of this literal, and the negations of the literals of lower levels. After a jump
        to the highest of the lower levels, the clause implies the negation of this literal.
        """
        if self.conflicts % _HALVE == 0:  # so that old conflicts count less
            self.activity = [activity / 2 for activity in self.activity]
        seen: set[int] = set()
        lower: list[int] = []
        n_here = 0
        place = len(self.trail)
        clause = clash
        while True:
            for literal in clause:
                variable = abs(literal)
                if variable in seen or self.level[variable] == 0:  # what holds at level 0 holds always
                    continue
                seen.add(variable)
                self.activity[variable] += 1
                if self.level[variable] == len(self.start):
                    n_here += 1
                else:
                    lower.append(literal)
            place -= 1
            while abs(self.trail[place]) not in seen:
                place -= 1
            reason = self.reason[abs(self.trail[place])]
            if n_here == 1 or reason is None:
                break
            clause = reason
            n_here -= 1
        # The second literal is watched, too: it must be of the highest lower level, which is undone first.
        lower.sort(key=lambda literal: -self.level[abs(literal)])
        level = self.level[abs(lower[0])] if lower else 0
        return [-self.trail[place], *lower], level

    def _jump(self, level: int) -> Generator[Event]:
        """Take back all that is above a level of the trail."""
        yield Jump(level)
        begin = self.start[level]
        del self.start[level:]
        for literal in reversed(self.trail[begin:]):
            self.value[literal] = self.value[-literal] = None
            if 0 < literal <= self.problem.n_options:
                yield Back(literal - 1)
        del self.trail[begin:]
        self.n_propagated = self.n_shown = begin

    def _assign(self, literal: int, reason: list[int] | None) -> None:
        self.value[literal], self.value[-literal] = True, False
        self.level[abs(literal)] = len(self.start)
        self.reason[abs(literal)] = reason
        self.trail.append(literal)

    def _watch(self, clause: list[int]) -> None:
        for literal in clause[:2]:
            self.watching[literal].append(clause)

    def _new_on_trail(self) -> Iterator[Event]:
        """Yield the options on the trail that have not been shown yet."""
        for literal in self.trail[self.n_shown :]:
            reason = self.reason[abs(literal)]
            if abs(literal) <= self.problem.n_options:
                kind = Take if literal > 0 else Leave
                yield kind(abs(literal) - 1, reason is not None, tuple(reason or ()))
        self.n_shown = len(self.trail)

    def _steps(self) -> Steps:
        for event in self._events():
            if isinstance(event, Found):
                yield event.cover
            elif isinstance(event, Conflict) and self.conflicts % _HALVE == 0:
                yield None

    def stats(self) -> Mapping[str, int]:
        """Return the restarts, conflicts, decisions and propagations; each cover adds a conflict, which blocks it."""
        return {
            "restarts": self.restarts,
            "conflicts": self.conflicts,
            "decisions": self.decisions,
            "propagations": self.propagations,
        }


def _luby() -> Iterator[int]:
    """Yield 1, 1, 2, 1, 1, 2, 4, 1, 1, 2 and so on, for restarts: M. Luby, A. Sinclair and D. Zuckerman, 1993.

    The rule is that of Knuth, TAOCP 4B, 7.2.2.2, (130), "reluctant doubling".
    """
    u, v = 1, 1
    while True:
        yield v
        u, v = (u + 1, 1) if u & -u == v else (u, 2 * v)

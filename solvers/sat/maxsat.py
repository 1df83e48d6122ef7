"""The cheapest covers by MaxSAT: the clauses of the problem are hard, and for each option with a cost one is soft."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from itertools import islice
from math import inf
from threading import Semaphore
from typing import Any, TypeAlias

from pysat.examples.rc2 import RC2, RC2Stratified
from pysat.formula import WCNF

from danceoff.problems import Cover, ExactCover
from danceoff.solvers.base import Improvement, by_rounds, from_thread
from danceoff.solvers.engines.net_costs import net_costs
from danceoff.solvers.sat.clauses.cnf import blocking
from danceoff.solvers.sat.clauses.dimacs import soft

_Put: TypeAlias = Callable[[Improvement | None], None]

_CONFLICTS_IN_A_SLICE = 2000
_FIRST_TURN = 500  # slices, 0.5 s: most optima are proven by then
_MOST_LISTED = 1 << 14  # slices of listing: more covers would take too long, and too much memory
_WAIT_S = 0.05
_PAUSED = Improvement()


class _AllListed(Exception):
    """No cover is left."""


def cheapest_by_cores(
    problem: ExactCover,
    hard: Iterable[list[int]],
    engine: str,
    stratified: bool,
    exhaust: bool,
    limit: int,
    covers: Iterator[Cover | None],
) -> Generator[Improvement]:
    """Yield the cheapest covers by RC2; if that takes long, a list of all covers takes turns with RC2.

    A. Ignatiev, A. Morgado, J. Marques-Silva, RC2: an Efficient MaxSAT Solver, JSAT 2019. Cores are sets of soft
    clauses that cannot all hold; each raises the bound, until the remaining clauses can hold. Models that the SAT
    solver finds on the way are covers, too. The weights are net costs.

    hard: the clauses of the problem.
    engine: PySAT's name of the SAT solver.
    stratified: whether heavy soft clauses come first. Then there are covers before the last bound.
    exhaust: whether the bound of each core is raised as far as it goes before the next one is looked for.
    covers: all covers, each once, and None as a heartbeat. If costs are large and most covers are asked for, RC2 takes
        thousands of calls for each cover; then the end of a short list ends the search.
    """
    given: set[Cover] = set()
    n_listed = 0

    def listed(n_slices: float) -> Generator[Improvement]:
        nonlocal n_listed
        turn = int(min(n_slices, _MOST_LISTED - n_listed))
        n_seen = 0
        for cover in islice(covers, turn):
            n_seen += 1
            yield Improvement(None if cover in given else cover)
            if cover is not None:
                given.add(cover)
        n_listed += n_seen
        if n_seen < turn:
            raise _AllListed

    formula = WCNF()
    formula.extend(hard)
    net, paid = net_costs(problem)
    for literal, weight in soft(net):
        formula.append([literal], weight=weight)
    # RC2 may make soft clauses hard that the cheapest cover must keep; that would lose the other covers.
    kind = partial(_Stratified, nohard=limit > 1) if stratified and formula.soft else _Plain
    with kind(formula, solver=engine, exhaust=exhaust) as rc2:
        rc2.begin(problem, paid + sum(min(cost, 0) for cost in net))

        def one_round(found: list[Cover]) -> Generator[Improvement]:
            for cover in found:
                rc2.add_clause(blocking(problem, cover))
            for step in from_thread(rc2.improve):
                if step is _PAUSED:
                    yield from listed(rc2.turn)
                    rc2.goes_on(n_listed < _MOST_LISTED)
                else:
                    better = step or Improvement()
                    yield better._replace(cover=None) if better.cover in given else better
                    if better.cover is not None:
                        given.add(better.cover)

        try:
            yield from by_rounds(problem, one_round, limit)
        except _AllListed:
            return


class _InSlices:
    """RC2, which reports each bound and each cover that is cheaper than those before it, and pauses after a turn."""

    def begin(self: Any, problem: ExactCover, base: int) -> None:
        """Take the problem whose costs are reported; a cover that breaks no soft clause costs `base`."""
        self.n_options = problem.n_options
        self.of_option: list[int] = problem.cost.tolist() or [0] * problem.n_options
        self.base = base
        self.turn, self.left, self.go = _FIRST_TURN, _FIRST_TURN, Semaphore(0)

    def goes_on(self: Any, is_shared: bool) -> None:
        """Let a paused search continue for twice as long, or to the end."""
        self.turn = 2 * self.turn if is_shared else inf
        self.left = self.turn
        self.go.release()

    def improve(self: Any, put: _Put) -> None:
        """Find a cheapest cover; called in a thread."""
        self.put, self.least, self.bound = put, None, None
        self.compute()

    def _call_oracle(self: Any, assumptions: Iterable[int] = (), expect_interrupt: bool = False) -> bool:  # noqa: ARG002
        """Call the SAT solver in slices of conflicts: CaDiCaL holds the GIL, and nothing else can stop it."""
        if self.bound != self.cost:
            self.bound = self.cost
            self.put(Improvement(bound=self.cost + self.base))
        while True:
            self.put(None)
            self._pause_at_the_end_of_a_turn()
            self.oracle.conf_budget(_CONFLICTS_IN_A_SLICE)
            answer: bool | None = self.oracle.solve_limited(assumptions=assumptions)
            if answer:
                self._found(self.oracle.get_model())
            if answer is not None:
                return answer

    def _pause_at_the_end_of_a_turn(self: Any) -> None:
        self.left -= 1
        if self.left < 0:
            self.put(_PAUSED)
            while not self.go.acquire(timeout=_WAIT_S):
                self.put(None)  # ends the thread once the reader has gone

    def _found(self: Any, model: list[int]) -> None:
        cover = tuple(literal - 1 for literal in model[: self.n_options] if literal > 0)
        cost = sum(self.of_option[option] for option in cover)
        if self.least is None or cost < self.least:
            self.least = cost
            self.put(Improvement(cover))


class _Plain(_InSlices, RC2):  # type: ignore[misc]
    pass


class _Stratified(_InSlices, RC2Stratified):  # type: ignore[misc]
    pass

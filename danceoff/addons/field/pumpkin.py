"""Lazy clause generation by Pumpkin (Flippo, Sidorov, Marijnissen, Smits, Demirović, CP 2024).

When a conflict asks for it, a sum explains what it has propagated by a clause, and the solver learns from these clauses
as a SAT solver does. Pumpkin can also write its proof, in a format (DRCP) that only its own checker reads.

A model of Pumpkin aborts the program if a thread uses it that has not made it, so each search has a thread of its own.
Version 0.5 sometimes also aborts when it continues after a slice of time, as an assertion of its own fails
(y-pentomino/15x15); the case then ends as crashed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from typing import Any, ClassVar

import pumpkin_solver
from pumpkin_solver import constraints as native

from danceoff.problems import Cover, ExactCover
from danceoff.problems.formats.linear import constraints
from danceoff.solvers.base import Feature, OneByOne, Search, Solver, Steps, UnsupportedProblem, from_thread, settled
from danceoff.solvers.base.cheapest import Cheapest, Improvement, cost_of
from danceoff.solvers.engines.net_costs import net_costs
from danceoff.solvers.sat.clauses.cnf import blocking

_SLICE_S = 0.05
_LARGEST_COST = 2**30


class Pumpkin(Solver):
    """Lazy clause generation, on one Boolean variable per option and one sum per item; a clause blocks each cover."""

    name: ClassVar[str] = "pumpkin"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - {Feature.MAX_COST}

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Prepare a search; the problem is stated only later, in the thread that searches."""
        return settled(problem, blocked) or _PumpkinSearch(problem, blocked)


class _PumpkinSearch(OneByOne):
    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self._problem = problem
        self._blocked = sorted(blocked)
        self._n_solves = 0

    def _steps(self) -> Steps:
        def work(put: Callable[[Cover | None], None]) -> None:
            with closing(_Model(self._problem, self._blocked)) as model:
                for cover in self._covers(model):
                    put(cover)

        return from_thread(work)

    def _cheapest(self, limit: int) -> Generator[Improvement]:
        """Yield better and better covers: each is among the `limit` cheapest so far."""
        net, paid = net_costs(self._problem)
        if sum(map(abs, net)) > _LARGEST_COST:
            raise UnsupportedProblem("pumpkin has 32 bits for sums: round the costs, or use another solver")

        def work(put: Callable[[Improvement | None], None]) -> None:
            best = Cheapest(limit)
            with closing(_Model(self._problem, self._blocked)) as model:
                total = model.total(net)
                for cover in self._covers(model):
                    if cover is not None and best.offer(cost_of(self._problem, cover), cover):
                        put(Improvement(cover))
                        if best.cutoff is not None:
                            model.post(native.LessThanOrEquals, [total], best.cutoff - 1 - paid)
                    put(None)

        with closing(from_thread(work)) as steps:
            for step in steps:
                yield step or Improvement()

    def stats(self) -> Mapping[str, int]:
        """Return the number of solves that have found a cover."""
        return {"solves": self._n_solves}

    def _covers(self, model: _Model) -> Generator[Cover | None]:
        for cover in model.covers():
            self._n_solves += int(cover is not None)
            yield cover


class _Model:
    """The model of Pumpkin. Only the thread that made it may touch it."""

    def __init__(self, problem: ExactCover, blocked: list[Cover]) -> None:
        self._problem = problem
        self._native = pumpkin_solver.Model()
        rows, n_variables = constraints(problem, ())
        self._variables = [self._native.new_boolean_variable() for _ in range(n_variables)]
        as_number = [variable.as_integer() for variable in self._variables]
        for row in rows:
            terms = [as_number[k - 1] if times == 1 else as_number[k - 1].scaled(times) for times, k in row.terms]
            if terms:  # Pumpkin aborts on the sum of nothing, which constrains nothing
                self._post_sum(terms, row.least, row.most)
        for cover in blocked:
            self._block(cover)

    def close(self) -> None:
        """Drop the reference to Pumpkin's model, which another thread that refers to this object must not free."""
        self._native = None

    def post(self, kind: Any, *arguments: Any) -> None:
        """Add a constraint, unless the problem is already refuted: then Pumpkin would raise an error."""
        if not self._native.is_inconsistent():
            self._native.add_constraint(kind(*arguments, self._native.new_constraint_tag()))

    def total(self, cost: list[int]) -> Any:
        """Return a variable for the total cost of the chosen options; None if there is no cover."""
        if self._native.is_inconsistent():
            return None
        total = self._native.new_integer_variable(-_LARGEST_COST, _LARGEST_COST)
        priced = [option.as_integer().scaled(own) for option, own in zip(self._variables, cost, strict=False) if own]
        self._post_sum([*priced, total.scaled(-1)], 0, 0)
        return total

    def covers(self) -> Generator[Cover | None]:
        """Yield each cover once, and None after each slice of time without one."""
        options = self._variables[: self._problem.n_options]
        while not self._native.is_inconsistent():
            state = self._native.satisfy(_SLICE_S)
            if isinstance(state, pumpkin_solver.SatisfactionResult.Unsatisfiable):
                return
            if isinstance(state, pumpkin_solver.SatisfactionResult.Satisfiable):
                cover = tuple(k for k, option in enumerate(options) if state._0.bool_value(option))
                yield cover
                self._block(cover)
            else:
                yield None

    def _post_sum(self, terms: list[Any], least: int | None, most: int | None) -> None:
        if least == most:
            self.post(native.Equals, terms, most)
            return
        if most is not None:
            self.post(native.LessThanOrEquals, terms, most)
        if least is not None:
            self.post(native.LessThanOrEquals, [term.scaled(-1) for term in terms], -least)

    def _block(self, cover: Cover) -> None:
        some_option = range(1, self._problem.n_options + 1)
        clause = blocking(self._problem, cover) or some_option  # Pumpkin takes no empty clause
        variables = self._variables
        self.post(native.Clause, [variables[k - 1] if k > 0 else variables[-k - 1].negate() for k in clause])

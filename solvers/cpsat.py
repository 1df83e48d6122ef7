"""Constraint programming through OR-Tools CP-SAT."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import compress
from queue import Empty, Full, Queue
from threading import Thread, main_thread
from typing import Any, ClassVar

from ortools.sat.python import cp_model

from problems import Cover, ExactCover
from solvers.base import Feature, Solver
from solvers.one_by_one import OneByOne, Steps

_WAITING_COVERS = 1024
_SIGN_OF_LIFE_S = 0.1


@dataclass(frozen=True)
class CpSat(Solver):
    """Exactly-one and at-most-one constraints; enumeration by CP-SAT itself or by blocking clauses, solving anew."""

    name: ClassVar[str] = "cpsat"
    features: ClassVar[frozenset[Feature]] = frozenset({Feature.LIST, Feature.SECONDARY, Feature.BLOCK})
    choices: ClassVar[Mapping[str, tuple[str, ...]]] = {"strategy": ("native", "blocking")}

    strategy: str = "native"

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> CpSatSearch:
        """A model with one Boolean variable an option and one constraint an item."""
        search = CpSatSearch(problem, self.strategy)
        for cover in sorted(blocked):
            search.block(cover)
        return search


class CpSatSearch(OneByOne):
    """A model, and one solve of it or many."""

    def __init__(self, problem: ExactCover, strategy: str) -> None:
        self.enumerates = strategy == "native"
        self.effort: Counter[str] = Counter()
        self.model = cp_model.CpModel()
        self.chosen = [self.model.new_bool_var("") for _ in range(problem.n_options)]
        options: list[list[cp_model.IntVar]] = [[] for _ in range(problem.n_items)]
        for option, variable in enumerate(self.chosen):
            for item in problem.items_of(option):
                options[item].append(variable)
        for item, variables in enumerate(options):
            if item < problem.n_primary:
                self.model.add_exactly_one(variables)
            else:
                self.model.add_at_most_one(variables)

    def steps(self) -> Steps:
        """Each cover once, and None every so often."""
        if self.enumerates:
            yield from self._solve()
            return
        while True:
            found: Cover | None = None
            with closing(self._solve()) as steps:
                for cover in steps:
                    found = found if cover is None else tuple(cover)
                    yield cover
            if found is None:
                return
            self.block(found)

    def block(self, cover: Cover) -> None:
        """Have this cover not given (again)."""
        self.model.add_bool_or([~self.chosen[option] for option in cover])

    def stats(self) -> Mapping[str, int]:
        """Conflicts, branches and propagations as CP-SAT counts them, of the solves that have ended."""
        return dict(self.effort)

    def _solve(self) -> Steps:
        """One solve, in a thread of its own so that covers come while it runs."""
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1  # with two or more, enumeration loses covers and repeats others
        solver.parameters.enumerate_all_solutions = self.enumerates
        solver.parameters.catch_sigint_signal = False
        handover = _Handover(len(self.chosen))
        solve = _Solve(solver, self.model, handover)
        solve.start()
        ended = False
        try:
            while not ended:
                try:
                    cover = handover.covers.get(timeout=_SIGN_OF_LIFE_S)
                except Empty:
                    yield None
                else:
                    ended = cover is None
                    if cover is not None:
                        yield cover
        finally:
            while not ended and solve.is_alive():
                solver.stop_search()  # does nothing where the solve is yet to begin, so ask until it has ended
                with suppress(Empty):
                    ended = handover.covers.get(timeout=_SIGN_OF_LIFE_S / 10) is None
            solve.join()
            self.effort.update(solve.effort)
        solve.raise_unless_finished()


class _Handover(cp_model.CpSolverSolutionCallback):
    """Puts each cover on a bounded queue, and None when there are no more."""

    def __init__(self, n_options: int) -> None:
        super().__init__()
        self.options = range(n_options)
        self.covers: Queue[Cover | None] = Queue(_WAITING_COVERS)

    def on_solution_callback(self) -> None:
        """Called by the solver. The whole response at once: to ask for each variable costs twice the time."""
        if not self.put(tuple(compress(self.options, self.response_proto.solution))):
            self.stop_search()

    def put(self, cover: Cover | None) -> bool:
        """Wait for room; False when the program is leaving, and whoever should take the cover with it."""
        while main_thread().is_alive():
            with suppress(Full):
                self.covers.put(cover, timeout=_SIGN_OF_LIFE_S)
                return True
        return False


class _Solve(Thread):
    """A solve under way; its end, whatever it is, is announced through the handover."""

    def __init__(self, solver: cp_model.CpSolver, model: cp_model.CpModel, handover: _Handover) -> None:
        super().__init__()
        self.solver, self.model, self.handover = solver, model, handover
        self.status: Any = None
        self.error: BaseException | None = None
        self.effort: dict[str, int] = {}

    def run(self) -> None:
        try:
            self.status = self.solver.solve(self.model, self.handover)
            response = self.solver.response_proto
            self.effort = {
                "conflicts": response.num_conflicts,
                "branches": response.num_branches,
                "propagations": response.num_binary_propagations + response.num_integer_propagations,
            }
        except BaseException as error:  # noqa: BLE001 - raised again in the thread that reads the covers
            self.error = error
        finally:
            self.handover.put(None)

    def raise_unless_finished(self) -> None:
        """Raise what the solve raised, or that it gave up: an end without a proof is not the end of the covers."""
        if self.error is not None:
            raise self.error
        # Without an objective the status is OPTIMAL when a cover was found and nothing was left to look for.
        if self.status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
            raise RuntimeError(f"CP-SAT ended with status {self.solver.status_name(self.status)}")

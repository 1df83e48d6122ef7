"""Solves of CP-SAT, each in a thread of its own, so that covers can be read while it runs."""

from collections import Counter
from collections.abc import Generator
from contextlib import suppress
from itertools import compress
from math import floor, isfinite
from queue import Empty, Full, Queue
from threading import Thread, main_thread
from typing import Any, NamedTuple, TypeAlias

from ortools.sat.python import cp_model

from danceoff.problems import Cover, ExactCover
from danceoff.problems.model.colours import coloured_items
from danceoff.problems.model.costs import each
from danceoff.solvers.base import interrupted_later
from danceoff.solvers.rewriting.by_item import options_by_item
from danceoff.solvers.sat.clauses.cnf import blocking

_WAITING_COVERS = 1024
_HEARTBEAT_S = 0.1

Found: TypeAlias = Any
"""A cover, a Bound, a message of the log, or None as a heartbeat; when only counting, an int: the increment."""


class Bound(NamedTuple):
    """A lower bound on the cost of every cover that is still to come."""

    cost: int


class Model:
    """One Boolean variable per option and one constraint per item.

    After the options come variables for the colours. Each is defined as the disjunction of the options that give the
    colour: CP-SAT enumerates the values of all variables, so every cover is found once.
    """

    def __init__(self, problem: ExactCover) -> None:
        self.problem = problem
        self.native = cp_model.CpModel()
        self.chosen = [self.native.new_bool_var("") for _ in range(problem.n_options)]
        for item, options in enumerate(options_by_item(problem)):
            variables = [self.chosen[option] for option in options]
            if problem.has_multiplicity[item]:
                self.native.add_linear_constraint(sum(variables), int(problem.least[item]), int(problem.most[item]))
            elif item < problem.n_primary:
                self.native.add_exactly_one(variables)
            else:
                self.native.add_at_most_one(variables)
        self.cost = cp_model.LinearExpr.weighted_sum(self.chosen, each(problem))
        self.rounding = sum(map(abs, problem.cost.tolist())) >> 50  # the error of a sum of doubles, which have 53 bits
        if problem.max_cost is not None:
            self.native.add(self.cost <= problem.max_cost)
        for one in coloured_items(problem):
            colours = [self.native.new_bool_var("") for _ in one.coloured]
            for colour, options in zip(colours, one.coloured, strict=True):
                self.native.add_max_equality(colour, [self.chosen[option] for option in options])
            self.native.add_at_most_one([*(self.chosen[option] for option in one.plain), *colours])

    def block(self, cover: Cover) -> None:
        """Add the blocking clause of a cover."""
        clause = blocking(self.problem, cover)
        self.native.add_bool_or([self.chosen[k - 1] if k > 0 else ~self.chosen[-k - 1] for k in clause])

    def minimise(self) -> None:
        """Ask for a cheapest cover."""
        self.native.minimize(self.cost)


class Solves:
    """Solves models, and yields their covers.

    parameters: CP-SAT's parameters for every solve, as protobuf text.
    listing: whether to yield covers or only increments.
    effort: the counters of the solves that have ended, added up.
    has_log: whether to yield the messages of CP-SAT's log, too.
    """

    def __init__(self, parameters: str, listing: bool) -> None:
        self.parameters = parameters
        self.listing = listing
        self.effort: Counter[str] = Counter()
        self.has_log = False

    def of(self, model: Model) -> Generator[Found, None, None]:
        """Yield the covers of a model in the order in which they are found."""
        messages: Queue[Any] = Queue(_WAITING_COVERS)
        solve = _Solve(model, self.parameters, messages, self.listing, self.has_log)
        try:
            # An interrupt during the start would leave a thread that cannot be joined.
            with interrupted_later():
                solve.start()
            message = None
            while message is not solve:  # which puts itself on the queue last
                yield message if self.listing else solve.callback.new()
                try:
                    message = messages.get(timeout=_HEARTBEAT_S)
                except Empty:
                    message = None
            if not self.listing:
                yield solve.callback.new()
            solve.raise_unless_finished()
        finally:
            while solve.is_alive():
                solve.solver.stop_search()  # does nothing before the solve begins, so repeat it until the end
                with suppress(Empty):  # make room: the thread may wait for it
                    while True:
                        messages.get_nowait()
                solve.join(_HEARTBEAT_S / 10)
            self.effort.update(solve.effort)


class _Callback(cp_model.CpSolverSolutionCallback):
    """Puts each cover on a bounded queue, or only counts it."""

    def __init__(self, model: Model, messages: Queue[Any], listing: bool) -> None:
        super().__init__()
        self.n_options, self.rounding = len(model.chosen), model.rounding
        self.messages, self.listing = messages, listing
        self.n_found = self.n_reported = 0

    def on_solution_callback(self) -> None:
        """Read a cover from the response, which takes half the time of asking for each variable."""
        self.n_found += 1
        if self.listing and not self.put(tuple(compress(range(self.n_options), self.response_proto.solution))):
            self.stop_search()

    def on_bound(self, bound: float) -> None:
        """Pass a bound on, after rounding it down by the possible error of CP-SAT's sums in doubles."""
        if isfinite(bound):
            self.put(Bound(floor(bound) - self.rounding))

    def new(self) -> int:
        """Return the number of covers found since the last call."""
        before, self.n_reported = self.n_reported, self.n_found
        return self.n_reported - before

    def put(self, message: Any) -> bool:
        """Put a message on the queue once there is room; return False if the program exits first."""
        while main_thread().is_alive():
            with suppress(Full):
                self.messages.put(message, timeout=_HEARTBEAT_S)
                return True
        return False


class _Solve(Thread):
    """A thread with one solve. At its end, even by an error, it puts itself on the queue."""

    def __init__(self, model: Model, parameters: str, messages: Queue[Any], listing: bool, has_log: bool) -> None:
        super().__init__()
        self.solver = cp_model.CpSolver()
        self.solver.parameters.parse_text_format(parameters)
        if model.problem.max_cost is not None:
            # OR-Tools 9.15 compares a linear constraint with the at-most-one constraints within it, and loses covers
            # where costs of opposite signs reach 2^30 (its issue 5293). With no work allowed it compares none.
            self.solver.parameters.presolve_inclusion_work_limit = 0
        self.model = model
        self.callback = _Callback(model, messages, listing)
        if has_log:
            self.solver.parameters.log_search_progress, self.solver.parameters.log_to_stdout = True, False
            self.solver.log_callback = self.callback.put  # type: ignore[assignment]  # nobody looks at what it returns
        if model.native.has_objective():
            self.solver.best_bound_callback = self.callback.on_bound
        self.status: Any = None
        self.error: BaseException | None = None
        self.effort: dict[str, int] = {}

    def run(self) -> None:
        try:
            self.status = self.solver.solve(self.model.native, self.callback)
            response = self.solver.response_proto
            self.effort = {
                "conflicts": response.num_conflicts,
                "branches": response.num_branches,
                "propagations": response.num_binary_propagations + response.num_integer_propagations,
            }
        except BaseException as error:  # noqa: BLE001 - raised again in the thread that reads the covers
            self.error = error
        finally:
            self.callback.put(self)

    def raise_unless_finished(self) -> None:
        """Raise the error of the solve, or RuntimeError if it gave up, for then there may be more covers."""
        if self.error is not None:
            raise self.error
        # Without an objective, OPTIMAL means that covers were found and that there are no more.
        if self.status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
            raise RuntimeError(f"CP-SAT ended with status {self.solver.status_name(self.status)}")

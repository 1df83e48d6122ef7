"""Integer programming by HiGHS and SCIP, both of which the package of OR-Tools contains.

HiGHS: Q. Huangfu, J. Hall, Math. Prog. Comp. 10 (2018). SCIP: T. Achterberg, Math. Prog. Comp. 1 (2009). They cut and
branch on linear programs, whose bound is nearly tight for set partitioning. Listing is slow: each cover takes a solve,
with one more constraint, which excludes the last cover.
A solve is one call into C++, which HiGHS offers no way to end, so it runs in a child process, which can be killed.
"""

import os
import re
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from math import ceil
from multiprocessing.connection import Connection
from threading import Thread
from typing import Any, ClassVar

import numpy as np
from ortools.linear_solver.python import model_builder

from danceoff.problems import Cover, Covers, ExactCover, check
from danceoff.problems.formats.linear import Sum, constraints, excluding
from danceoff.solvers.base import Feature, Improvement, OneByOne, Search, Solver, Steps, in_order, settled, silenced
from danceoff.solvers.engines.net_costs import in_units, refuse_coarse
from danceoff.solvers.together.child import Report, notes

_BOUND = {
    "highs": re.compile(rb"..(?: +\d+){3} +[\d.]+% +(-?\d\S*)"),
    "scip": re.compile(rb".*\| +(-?\d\S*) +\|[^|]*\|[^|]*\|[^|]*$"),
}
"""Where a line of the log has the bound."""
_PARAMETERS = {
    "highs": "threads=1\nmip_rel_gap=0\nmip_abs_gap=0.5\nprimal_feasibility_tolerance=1e-9\n"
    "dual_feasibility_tolerance=1e-9\nmip_feasibility_tolerance=1e-9\n",
    "scip": "limits/gap = 0\nlimits/absgap = 0.5\nnumerics/feastol = 1e-9\nnumerics/dualfeastol = 1e-9\n",
}


class _Mip(Solver):
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - {Feature.MAX_COST}

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Refuse costs that are too large for doubles; the process that solves builds the model."""
        return settled(problem, blocked) or _MipSearch(problem, blocked, self.name)


class Highs(_Mip):
    """Integer programming by HiGHS, which OR-Tools contains; one solve for each cover."""

    name: ClassVar[str] = "highs"


class Scip(_Mip):
    """Integer programming by the SCIP that OR-Tools contains; one solve for each cover."""

    name: ClassVar[str] = "scip"


class _MipSearch(OneByOne):
    """A search by one solve of `highs` or `scip` for each cover."""

    def __init__(self, problem: ExactCover, blocked: frozenset[Cover], native: str) -> None:
        self.problem = problem
        self.blocked = sorted(blocked)
        self.native = native
        refuse_coarse(problem, native)
        self.cost, self.unit = in_units(problem)
        self.n_solves = 0

    def _steps(self) -> Steps:
        return (found.cover for found in self._found([]))

    def _cheapest(self, limit: int) -> Generator[Improvement]:
        with closing(self._found(self.cost)) as steps:
            yield from in_order(self.problem, steps, limit)

    def stats(self) -> Mapping[str, int]:
        """Return the number of solves that have ended."""
        return {"solves": self.n_solves}

    def _found(self, cost: list[int]) -> Generator[Improvement]:
        """Yield the covers, the cheapest first, the bounds on the next one, and heartbeats."""
        with closing(notes(_solve, self.native, self.problem, self.blocked, cost)) as steps:
            for step in steps:
                found = Improvement() if step is None else step
                if found.cover is not None:
                    self.n_solves += 1
                    if not check(self.problem, Covers.of([found.cover]))[0]:
                        raise RuntimeError(f"{self.native} gives options {found.cover}, which are no cover")
                yield found if found.bound is None else Improvement(bound=found.bound * self.unit)
        self.n_solves += 1


def _solve(pipe: Connection, native: str, problem: ExactCover, blocked: list[Cover], cost: list[int]) -> None:
    """Send the covers, the cheapest first; in any order without costs."""
    rows, n_variables = constraints(problem, blocked)
    model: Any = model_builder.Model()  # type: ignore[no-untyped-call]
    variables = [model.new_bool_var("") for _ in range(n_variables)]
    for row in rows:
        _add(model, variables, row)
    if cost:
        model.minimize(model_builder.LinearExpr.weighted_sum(variables[: len(cost)], list(map(float, cost))))
    solver = model_builder.Solver(native)
    solver.set_solver_specific_parameters(_PARAMETERS[native])
    solver.enable_output(bool(cost))
    while True:
        output = _log_read(_sender(native, pipe)) if cost else silenced()  # HiGHS prints its name
        with output:
            status = solver.solve(model)
        if status == model_builder.SolveStatus.INFEASIBLE:
            pipe.send(Report(is_done=True))
            return
        if status != model_builder.SolveStatus.OPTIMAL:
            raise RuntimeError(f"{native} ended with status {status.name}: {solver.status_string}")
        if cost and solver.best_objective_bound < solver.objective_value - 0.5:
            raise RuntimeError(f"{native} gives {solver.objective_value} and proves only {solver.best_objective_bound}")
        cover = tuple(k for k in range(problem.n_options) if solver.value(variables[k]) > 0.5)
        pipe.send(Report(note=Improvement(cover)))
        _add(model, variables, excluding(problem, cover))


@contextmanager
def _log_read(read: Callable[[bytes], None]) -> Iterator[None]:
    """Within the block, pass each line that C code prints to standard output to `read`, in a thread of its own."""
    standard_output = os.dup(1)
    read_end, write_end = os.pipe()

    def read_all() -> None:
        with open(read_end, "rb") as lines:  # noqa: PTH123 - a pipe
            for line in lines:
                read(line)

    reader = Thread(target=read_all)
    reader.start()
    try:
        os.dup2(write_end, 1)
        os.close(write_end)
        yield
    finally:
        os.dup2(standard_output, 1)
        os.close(standard_output)
        reader.join()


def _sender(native: str, pipe: Connection) -> Callable[[bytes], None]:
    """Return a function that reads a line of a log, and sends the bound in it if this is better than all before.

    SCIP prints only seven digits, so the bound is lowered before it is sent, by more than the missing digits can be.
    """
    best = -np.inf

    def read(line: bytes) -> None:
        nonlocal best
        found = _BOUND[native].match(line)
        bound = float(found[1]) if found else -np.inf
        if best < bound < np.inf:
            best = bound
            pipe.send(Report(note=Improvement(bound=ceil(bound - 1e-3 - 1e-6 * abs(bound)))))

    return read


def _add(model: Any, variables: list[Any], row: Sum) -> None:
    times, numbers = zip(*(row.terms or [(0, 1)]), strict=True)  # a sum without variables: 0 times the first one
    total = model_builder.LinearExpr.weighted_sum([variables[k - 1] for k in numbers], list(map(float, times)))
    least, most = (-np.inf if row.least is None else row.least), (np.inf if row.most is None else row.most)
    model.add_linear_constraint(total, least, most)

"""Whole weights of items that prove that there is no cover: a certificate of Farkas for the linear relaxation.

If the items of every option weigh 0 or less in sum, the items of a cover weigh 0 or less in sum, each as often as it is
covered. They weigh least if items of positive weight are covered as rarely as allowed, and items of negative weight as
often as allowed; if that is above 0, there is no cover. On a board most of whose black cells lie alone among white
ones, black cells may weigh 1 and white ones -1, in sum more than 0. A linear program finds such weights wherever the
linear relaxation has no solution; they are then rounded, and checked in whole numbers.

J. Farkas, "Theorie der einfachen Ungleichungen" (Journal fuer die reine und angewandte Mathematik 124, 1902).
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import ExactCover
from danceoff.problems.model.colours import has_colour
from danceoff.solvers.base.in_thread import from_thread
from danceoff.solvers.base.search import Weights

_MOST_ENTRIES = 1 << 21
_SCALES = (1, 2, 6, 60, 840, 10**6)
"""Factors for the weights of the linear program, which are at most 1, before they are rounded: the first factor that
gives a proof is used, so that weights are small if possible."""
_POSITIVE = 1e-6  # of weights: less may be an error of rounding


def looked_for(problem: ExactCover, seconds: float = 1.0) -> Generator[None, None, Weights | None]:
    """Return weights of the items that prove that the problem has no cover; None if none are found.

    seconds: how long the linear program may take, about; counted in its steps, not measured.

    A problem with too many entries is not looked at. None says nothing about covers.
    """
    if not 0 < len(problem.item) <= _MOST_ENTRIES:
        return None
    best = yield from _relaxed(problem, seconds)
    if best is None:
        return None
    for scale in _SCALES:
        weights = np.rint(best * scale).astype(np.int64)
        if proves(problem, weights):
            return Weights(weights, 0)
    return None


def proves(problem: ExactCover, weights: NDArray[np.int64]) -> bool:
    """Return whether these weights of the items prove that the problem has no cover, computed in whole numbers."""
    if np.any(weights[has_colour(problem)]):
        return False
    of_options = np.add.reduceat(weights[problem.item], problem.start[:-1])
    needed = sum((weights * np.where(weights > 0, problem.least, most_covered(problem))).tolist())
    return bool(np.all(of_options <= 0) and needed > 0)


def _relaxed(problem: ExactCover, seconds: float) -> Generator[None, None, NDArray[np.float64] | None]:
    """Return weights from -1 to 1 under which no option weighs more than 0, and all items as much as possible.

    An item that is covered `least` to `most` times has a second variable: what its weight is below 0.
    """
    from ortools.linear_solver.python import model_builder_helper  # late: OR-Tools, 40 ms, which is an extra

    n, least, most, is_weighed = problem.n_items, problem.least, most_covered(problem), ~has_colour(problem)
    loose = np.flatnonzero(is_weighed & (least > 0) & (least < most))
    below = np.append(np.where(is_weighed, -1.0, 0.0), np.zeros(len(loose)))
    above = np.append(np.where(is_weighed & (least > 0), 1.0, 0.0), np.ones(len(loose)))
    times = np.append(np.where(least > 0, least, most), (least - most)[loose])
    solver: Any = model_builder_helper.ModelSolverHelper("glop")
    solver.set_solver_specific_parameters(f"max_deterministic_time: {seconds}")

    def solve(_: object) -> None:
        model: Any = model_builder_helper.ModelBuilderHelper()
        model.add_var_array_with_bounds(below, above, np.zeros(len(times), bool), "")
        model.set_objective_coefficients(list(range(len(times))), times.tolist())
        model.set_maximize(True)
        variables = np.array([model_builder_helper.Variable(model, k) for k in range(len(times))])
        options = np.split(variables[problem.item], problem.start[1:-1])
        for sign, rows in ((1.0, options), (-1.0, np.column_stack([variables[loose], variables[n:]]))):
            for row in rows:
                at = model.add_linear_constraint()
                model.set_constraint_upper_bound(at, 0.0)
                model.add_terms_to_constraint(at, row.tolist(), [sign] * len(row))
        solver.solve(model)

    yield from from_thread(solve, solver.interrupt_solve)
    if not solver.has_solution() or solver.objective_value() < _POSITIVE:
        return None
    values: NDArray[np.float64] = np.asarray(solver.variable_values())
    return values[:n]


def most_covered(problem: ExactCover) -> NDArray[np.int64]:
    """Return the most times that each item can be covered: once by each of its options."""
    return np.minimum(problem.most, np.bincount(problem.item, minlength=problem.n_items)).astype(np.int64)

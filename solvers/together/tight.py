"""What all covers cover, and which options none has, by weights of the items that leave little room.

The options of a cover weigh at most `top`, and as much as the items that it covers, each as often as it is covered. If
`top` is hardly more than the least that items can weigh, covers cover items of negative weight as often as they may. In
a box of 15x15x15, each of 27 blocks of 4x5x6 meets three of 27 lines in 15 cells at least; so all these lines are full.

A linear program finds weights, the same for items that colour refinement cannot tell apart, which loses nothing (Grohe,
Kersting, Mladenov and Selman, "Dimension reduction via colour refinement", ESA 2014). All proofs are in whole numbers.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import ExactCover
from danceoff.problems.grids.board_symmetries import Surroundings
from danceoff.problems.model.cover import InvalidProblem
from danceoff.solvers.rewriting.weighting import most_covered

Ints = NDArray[np.int64]

_LEAST_ENTRIES, _MOST_WEIGHTS = 1 << 14, 400
"""Problems with fewer entries are mostly answered before OR-Tools is loaded; programs with more weights take long."""


def tightened(problem: ExactCover) -> ExactCover | None:
    """Return a sub-problem with the same covers; None if weights show nothing, or the problem is small.

    Items that every cover covers as often as it may are primary there. Options that no cover has are left out.
    """
    most = most_covered(problem)
    if problem.has_colours or len(problem.item) < _LEAST_ENTRIES or (problem.least == most).all():
        return None
    try:
        hashes = Surroundings(problem).refined(np.zeros(problem.n_options, np.uint64))
    except InvalidProblem:  # too much to read
        return None
    of_item = (problem.least + (most << 32)).astype(np.uint64)
    np.add.at(of_item, problem.item, np.repeat(hashes, np.diff(problem.start)))
    first, kind = np.unique(of_item, return_index=True, return_inverse=True)[1:]
    options = np.unique(hashes, return_index=True)[1].tolist()
    if max(len(first), len(options)) > _MOST_WEIGHTS:
        return None
    covers = [np.bincount(kind[problem.item[slice(*problem.start[k : k + 2])]], minlength=len(first)) for k in options]
    times, is_fixed = most[first] * np.bincount(kind), (problem.least == most)[first]
    weight = np.rint(1e6 * _weights(np.array(covers), times, is_fixed)).astype(np.int64)[kind]
    of_option = np.add.reduceat(weight[problem.item], problem.start[:-1])
    top = sum(most[: problem.n_primary].tolist()) * max(int(of_option.max()), 0)
    room = top - sum((weight * np.where(weight > 0, problem.least, most)).tolist())
    is_full = (-weight > room) & (problem.least < most)
    if not is_full.any():
        return None
    left = problem.without(np.flatnonzero(-of_option > room).astype(np.int32))
    is_secondary = (np.arange(problem.n_items) >= problem.n_primary) & ~is_full
    order = np.argsort(is_secondary, kind="stable")
    item = np.argsort(order).astype(np.int32)[left.item]
    return replace(
        left,
        item=item[np.lexsort((item, np.repeat(np.arange(left.n_options), np.diff(left.start))))],
        n_primary=problem.n_items - int(np.count_nonzero(is_secondary)),
        least=np.where(is_full, most, problem.least).astype(np.int32)[order],
        most=problem.most[order],
        item_names=(),
    )


def _weights(covers: Ints, times: Ints, is_fixed: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return weights, as negative as possible, with which no option weighs more than 0, and all items weigh 0 or more.

    covers: for each option, how many items of each weight it covers.
    times: how often items of each weight are covered at most; if `is_fixed`, always, and the weight may be positive.
    """
    from ortools.linear_solver.python import model_builder_helper  # late: OR-Tools, 40 ms, for few problems

    model: Any = model_builder_helper.ModelBuilderHelper()
    below, above = np.where(is_fixed, -1e3, -1.0), np.where(is_fixed, 1e3, 0.0)
    model.add_var_array_with_bounds(below, above, np.zeros(len(times), np.bool_), "")
    model.set_objective_coefficients(list(range(len(times))), np.where(is_fixed, 0.0, times).tolist())
    variables = [model_builder_helper.Variable(model, k) for k in range(len(times))]
    for row in (*covers, -times):
        at = model.add_linear_constraint()
        model.set_constraint_upper_bound(at, 0.0)
        model.add_terms_to_constraint(at, variables, row.astype(float).tolist())
    solver = model_builder_helper.ModelSolverHelper("glop")
    solver.set_solver_specific_parameters("max_deterministic_time: 0.1")
    solver.solve(model)
    return np.asarray(solver.variable_values()) if solver.has_solution() else np.zeros(len(times))

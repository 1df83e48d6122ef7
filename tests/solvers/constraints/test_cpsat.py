"""CP-SAT, whose errors come out of its thread, and which refuses what it would answer wrongly; HiGHS and SCIP."""

import math
import threading
import warnings
from dataclasses import replace
from queue import Queue
from unittest.mock import Mock

import numpy as np
import pytest
from hypothesis import given
from night import drawn
from ortools.sat.python import cp_model

from danceoff.experiments.contract.rules import finds_the_cheapest
from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import priced, problems
from danceoff.problems import ExactCover, catalog
from danceoff.solvers import load
from danceoff.solvers.constraints import cpsat, cpsat_solve
from danceoff.solvers.constraints.mip import _sender
from danceoff.solvers.sat.clauses.dimacs import names_of

PROBLEM = ExactCover.from_options([[i] for i in range(8) for _ in range(2)], range(8))
SEVERAL = "cpsat:workers=2"


@pytest.mark.parametrize("spec", ["cpsat", SEVERAL])
def test_an_error_in_the_solver_or_its_callback_is_raised_to_the_reader(spec, monkeypatch):
    before = threading.active_count()
    with monkeypatch.context() as patch, pytest.raises(ZeroDivisionError):
        patch.setattr(cpsat_solve, "compress", lambda *_: 1 / 0)
        list(load(spec).prepare(PROBLEM).covers())
    assert threading.active_count() == before
    monkeypatch.setattr(cp_model.CpSolver, "solve", Mock(side_effect=OSError("no more threads")))
    with pytest.raises(OSError, match="no more threads"):
        load(spec).prepare(PROBLEM).count()


@pytest.mark.parametrize("walk", ["covers", "increments"])
@pytest.mark.parametrize("spec", ["cpsat:max_time_in_seconds=0", f"{SEVERAL},max_time_in_seconds=0"])
def test_an_end_without_a_proof_is_not_the_end_of_the_covers(spec, walk):
    with pytest.raises(RuntimeError, match="CP-SAT ended with status UNKNOWN"):
        list(getattr(load(spec).prepare(PROBLEM), walk)())


def test_more_covers_than_the_queue_holds_wait_for_the_reader(monkeypatch):
    monkeypatch.setattr(cpsat_solve, "_WAITING_COVERS", 1)
    before = threading.active_count()
    covers = load("cpsat").prepare(PROBLEM).covers()
    assert next(covers) != next(covers)
    assert threading.active_count() == before + 1
    assert len(set(covers)) == 254
    assert threading.active_count() == before


def test_counting_reads_no_cover(monkeypatch):
    monkeypatch.setattr(cpsat_solve, "compress", lambda *_: 1 / 0)
    assert load("cpsat").prepare(PROBLEM).count() == 256


@pytest.mark.parametrize("bound", [2.0**61, -(2.0**61), 2.0**53 + 2, -7.0, 0.0])
def test_a_bound_is_not_above_what_a_double_may_have_been(bound):
    messages, costs = Queue(), [int(bound), *[0] * (PROBLEM.n_options - 1)]
    cpsat_solve._Callback(cpsat_solve.Model(replace(PROBLEM, cost=costs)), messages, listing=True).on_bound(bound)
    assert messages.get().cost <= math.nextafter(bound, -math.inf) + 1


def test_a_slow_parameter_gives_a_warning():
    with pytest.warns(UserWarning, match="linearization_level=2 makes enumeration many times slower"):
        load("cpsat:linearization_level=2")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        load("cpsat:linearization_level=1")


def test_bounds_hold_where_costs_that_cancel_are_summed_as_doubles():
    problem = ExactCover.from_options(["ab", "ab", "c", "ab"], "abc", cost=[0, 2**60 - 1, -(2**60), 0])
    finds_the_cheapest(load("cpsat"), replace(problem, max_cost=-1))


@pytest.mark.parametrize("spec", ["cpsat", SEVERAL])
def test_a_bound_on_large_costs_of_both_signs_loses_no_cover(spec):
    """CP-SAT's presolve lost 12 of these 20 covers, and 9 with blocking clauses, from costs of 2^30 - 1 on."""
    most = (1 << 59) - 1
    options = ["a", "ae", "ae", "acd", "acd", "ae", "acd", "abd"]
    cost = [0, -most, -most, most, most - 1, -most, most - 1, most - 1]
    problem = ExactCover.from_options(options, "a", "bcde", multiplicity={"a": (0, 2)}, cost=cost)
    problem = replace(problem, max_cost=0)
    expected = all_covers(problem)
    assert len(expected) == 20
    assert sorted(load(spec).prepare(problem).covers()) == sorted(expected)


@given(problems(multiplicities=True, colours=True) | priced(problems(colours=True)))
@drawn(30)
def test_the_text_of_the_model_has_the_covers_their_costs_and_names(problem):
    native, found = cp_model.CpModel(), []
    assert native.proto.parse_text_format(cpsat.as_text(problem))
    goal, items = native.proto.objective, map(problem.item_name, range(problem.n_items))
    assert dict(zip(goal.vars, goal.coeffs, strict=True)) == {k: c for k, c in enumerate(problem.cost.tolist()) if c}
    assert [one.name for one in native.proto.variables] == [*names_of(problem)]
    assert [one.name for one in native.proto.constraints][: problem.n_items] == [*items]
    native.clear_objective()
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    each = cp_model.CpSolverSolutionCallback()
    each.on_solution_callback = lambda: found.append(list(each.response_proto.solution))
    solver.solve(native, each)
    assert sorted(tuple(np.flatnonzero(one[: problem.n_options])) for one in found) == sorted(all_covers(problem))


@pytest.mark.parametrize("name", ["highs", "scip"])
def test_bounds_come_before_the_first_cover_and_hold(name):
    problem = catalog.instance("steiner-cover/27").problem  # the optimum is 18, the linear bound 9
    dearer = ExactCover(**{**vars(problem), "cost": problem.cost * 7})
    with load(name).prepare(dearer) as search:
        steps = list(search.cheapest())
    first = next(k for k, step in enumerate(steps) if step.cover is not None)
    bounds = [step.bound for step in steps[:first] if step.bound is not None]
    assert bounds
    assert bounds == sorted(bounds)
    assert max(bounds) <= 18 * 7
    assert all(bound % 7 == 0 for bound in bounds)


@pytest.mark.parametrize(
    ("native", "line", "bound"),
    [
        ("highs", b" S       0       0         0   0.00%   12.5            39                68.00%        0   0", 13),
        ("highs", b"         0       0         0   0.00%   -inf            inf          inf        0", None),
        ("highs", b"   77 rows", None),
        ("scip", b"  0.9s| 35M |   0 | 2.637400e+04 | 2.700000e+04 | 2.0%| unknown", 26374),
        ("scip", b"  0.9s| 35M |   0 |    cutoff    |      --      |   0.00%| unknown", None),
        ("scip", b" time | node  | left  |LP iter|  dualbound   | primalbound  |  gap   | compl. ", None),
    ],
)  # fmt: skip
def test_a_bound_is_read_where_a_line_of_the_log_has_one(native, line, bound):
    class Pipe:
        sent = None

        def send(self, report):
            self.sent = report.note.bound

    _sender(native, pipe := Pipe())(line + b"\n")
    assert pipe.sent == bound

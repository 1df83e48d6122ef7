"""Clauses: every conflict once, and as many models as there are covers."""

from itertools import combinations

from brute import all_covers
from hypothesis import given, settings
from pysat.solvers import Solver
from strategies import problems

from problems import ExactCover
from solvers.cnf import at_least_one, encode, pairwise


def n_models(clauses: list[list[int]], n_variables: int) -> int:
    """Count by blocking all variables of each model; tautologies make every variable known to the solver."""
    n = 0
    with Solver(name="minisat22", bootstrap_with=[*clauses, *([v, -v] for v in range(1, n_variables + 1))]) as solver:
        while solver.solve():
            n += 1
            model = solver.get_model()
            assert len(model) == n_variables
            solver.add_clause([-literal for literal in model])
    return n


@given(problems())
@settings(max_examples=60, deadline=None, database=None, derandomize=True)
def test_there_are_as_many_models_as_covers(problem):
    assert n_models(list(encode(problem)), problem.n_options) == len(all_covers(problem))


@given(problems())
@settings(max_examples=60, deadline=None, database=None, derandomize=True)
def test_every_conflict_is_named_once(problem):
    items = [set(problem.items_of(k)) for k in range(problem.n_options)]
    expected = [[-1 - a, -1 - b] for a, b in combinations(range(problem.n_options), 2) if items[a] & items[b]]
    assert list(pairwise(problem)) == expected


def test_an_item_that_nothing_covers_is_an_empty_clause():
    problem = ExactCover.from_options(["ac", "c"], "abc", "s")
    assert list(at_least_one(problem)) == [[1], [], [1, 2]]


def test_clauses_add_up_in_order():
    problem = ExactCover.from_options(["as", "bs", "b"], "ab", "s")
    clauses = encode(problem)
    assert list(clauses) == [[1], [2, 3], [-1, -2], [-2, -3]]
    assert len(clauses) == 4


def test_no_options_are_no_conflicts():
    assert list(pairwise(ExactCover.from_options([], "a", "s"))) == []

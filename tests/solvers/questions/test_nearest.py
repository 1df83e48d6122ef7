"""The largest packing, against all sets of options."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from night import drawn

import danceoff
from danceoff.experiments.contract.strategies import problems
from danceoff.problems import Covers, ExactCover, InvalidProblem, check
from danceoff.solvers.questions.nearest import relaxed, without_slack


def missing(problem: ExactCover, options: tuple[int, ...]) -> int | None:
    """How many items are missing; None if one is covered too often or gets two colours."""
    nothing_asked = replace(problem, least=np.zeros(problem.n_items, np.int32))
    if not check(nothing_asked, Covers.of([options]))[0]:
        return None
    times = np.bincount([i for k in options for i in problem.items_of(k)], minlength=problem.n_items)
    return int(np.maximum(problem.least - times, 0).sum())


@drawn(20)
@given(problems(colours=True, multiplicities=True, max_items=5, max_options=6))
def test_no_options_leave_out_fewer_items(problem):
    if problem.least.max(initial=0) > 100:
        with pytest.raises(InvalidProblem, match="options would be added"):
            relaxed(problem)
        return
    every = [s for n in range(problem.n_options + 1) for s in combinations(range(problem.n_options), n)]
    fewest = min(n for s in every if (n := missing(problem, s)) is not None)
    loose = relaxed(problem)
    best = danceoff.best(loose, solver="algorithm-x")
    assert best.cost == fewest
    options, items = without_slack(problem, best.cover.numbers)
    assert missing(problem, options) == len(items) == fewest
    assert danceoff.count(problem, "brute-force") == 0 or items == []


def test_a_bound_on_the_cost_is_refused():
    with pytest.raises(InvalidProblem, match="leave out the bound"):
        relaxed(replace(ExactCover.from_options("a", "a"), max_cost=1))

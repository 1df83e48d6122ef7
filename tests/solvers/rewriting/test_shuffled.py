"""A shuffled problem is the same problem: its covers, mapped back, are those of the original, and so are the rows."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from in_process import run_here
from night import drawn

from danceoff.asking.ask import Ask
from danceoff.experiments.contract.small import all_covers, cost
from danceoff.experiments.contract.strategies import problems_with
from danceoff.experiments.run.one_case.messages import Show
from danceoff.experiments.run.one_case.worker import work
from danceoff.problems import Covers
from danceoff.problems.catalog import instance
from danceoff.solvers import Feature, load
from danceoff.solvers.rewriting.shuffled import Shuffled


@given(problems_with(list(Feature)), st.integers(0, 2**70))
@drawn(100)
def test_covers_of_a_shuffled_problem_are_those_of_the_original_at_the_same_costs(problem, seed):
    shuffled = Shuffled.of(problem, seed)
    covers = sorted(all_covers(shuffled.problem))
    back = list(shuffled.original(Covers.of(covers)))
    assert len(back) == len(covers)
    assert set(back) == all_covers(problem)
    assert [cost(problem, cover) for cover in back] == [cost(shuffled.problem, cover) for cover in covers]


def test_primary_and_secondary_items_and_options_change_places_by_the_seed_alone():
    problem = instance("queens/6").problem
    first, again, other = (Shuffled.of(problem, seed) for seed in (1, 1, 2))
    assert first.problem.digest == again.problem.digest
    assert len({problem.digest, first.problem.digest, other.problem.digest}) == 3
    assert first.option[:8].tolist() == [27, 2, 5, 21, 14, 20, 18, 32], "rows cannot be repeated"
    size = np.bincount(problem.item, minlength=problem.n_items)
    shuffled_size = np.bincount(first.problem.item, minlength=problem.n_items)
    for part in (slice(problem.n_primary), slice(problem.n_primary, None)):
        assert sorted(size[part]) == sorted(shuffled_size[part])
    assert size.tolist() != shuffled_size.tolist()


ASKED = [
    ("queens/6", "algorithm-x", {"task": "enumerate"}),
    ("sudoku/euler96-01", "algorithm-x", {"task": "unique"}),
    ("de-bruijn/3", "algorithm-x", {"task": "enumerate"}),
    ("priced-domino/4x4-1", "algorithm-x", {"task": "enumerate", "at_most": "400"}),
    ("priced-domino/4x4-1", "algorithm-x", {"task": "best", "limit": 3}),
    ("priced-domino/4x4-1", "algorithm-x", {"task": "best", "maximise": True}),
    ("tromino/5x5-0", "algorithm-x", {"task": "enumerate", "up_to_symmetry": True}),
    ("tromino/5x5-0", "counter", {"task": "count", "up_to_symmetry": True}),
    ("queens/6", "parts:of=algorithm-x,jobs=1", {"task": "enumerate"}),
]


@pytest.mark.parametrize(("problem", "solver", "asked"), ASKED)
def test_a_row_with_an_order_has_the_answer_of_the_row_without(problem, solver, asked):
    rows, shown = [], []
    for order in (None, 1, 2):
        listed = []
        case = Ask.of({"problem": problem, "solver": solver, "order": order, **asked})
        watch = lambda sent, to=listed: to.extend(map(tuple, sent.get("options", ())))  # noqa: E731
        rows.append(run_here(case, watch, Show(options=True)))
        shown.append(set(listed))
    answers = [(row.status, row.covers, row.orbits, row.fingerprint, row.cost, row.bound, row.digest) for row in rows]
    assert answers == [answers[0]] * 3
    assert [row.order for row in rows] == [None, 1, 2]
    assert rows[0].status == "complete"
    assert rows[0].covers > 0
    if asked["task"] not in ("count", "best"):
        assert rows[0].fingerprint
        assert len(shown[0]) == len(shown[1]) == rows[0].n_apart
        every = {*load(solver).prepare(instance(problem).problem).covers()}
        assert shown[1] <= every if asked.get("up_to_symmetry") else shown[0] == shown[1]


def test_the_solver_gets_the_shuffled_problem(monkeypatch):
    got = []
    kind = type(load("algorithm-x"))
    build = kind.build

    def seen(self, problem, blocked):
        got.append(problem.digest)
        return build(self, problem, blocked)

    monkeypatch.setattr(kind, "build", seen)
    work(Ask("queens/6", "algorithm-x", "count", order=1), None, lambda **_: None)
    assert got[-1] == Shuffled.of(instance("queens/6").problem, 1).problem.digest

"""The SAT backend: every engine that it offers, and nothing left in the native solver."""

import pytest
from brute import all_covers

from problems import ExactCover
from solvers import load
from solvers.sat import Sat

PROBLEMS = [
    ExactCover.from_options([], []),
    ExactCover.from_options([], [], "s"),
    ExactCover.from_options(["a"], "ab"),
    ExactCover.from_options(["ab", "ab", "as", "b", "bs", "bcs", "c"], "abc", "s"),
]


@pytest.mark.parametrize("engine", Sat.choices["engine"])
def test_every_engine_gives_every_cover_once(engine):
    for problem in PROBLEMS:
        covers = list(Sat(engine).prepare(problem).covers())
        assert len(set(covers)) == len(covers)
        assert set(covers) == all_covers(problem)
        assert list(Sat(engine).prepare(problem, covers).covers()) == []


def test_the_effort_outlives_the_native_solver():
    problem = ExactCover.from_options([(i, j) for i in range(7) for j in range(i)], range(7))
    search = load("sat").prepare(problem)
    assert search.count() == 0
    assert search.stats()["conflicts"] > 0


def test_the_native_solver_is_deleted_however_the_walk_ends():
    for n_covers in (1, 9):
        search = load("sat").prepare(PROBLEMS[-1])
        covers = search.batches()
        for _ in zip(range(n_covers), covers, strict=False):
            pass
        covers.close()
        assert search.native.solver is None

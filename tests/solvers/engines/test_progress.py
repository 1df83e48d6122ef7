"""What a search says about the share of its tree that is done."""

import pytest
from contract import every_backend, some_problem

from danceoff.experiments.contract.rules import keeps_stats
from danceoff.problems import catalog
from danceoff.solvers import load

COUNTS = {
    "bits": ("langford/12", "conway", "any-pentomino/5x8", "queens/12"),
    "counter:method=plain": ("langford/12",),
    "counter:method=frontier": ("langford/12", "any-pentomino/5x8", "knights-dominate/6"),
    "counter:method=memo": ("langford/12", "queens/12", "any-pentomino/5x8"),
    "counter": ("langford/12", "conway", "latin/6"),
    "auto": ("langford/12", "conway", "latin/6", "pentomino/3x10", "domino/9x9"),
    "learn": ("langford/8",),
}
"""Solvers, and problems that they count in several steps, apart from some of the last two."""
TREES = [(solver, name) for solver in ("bits", "counter:method=memo") for name in COUNTS[solver]]
FACTOR = 8


@pytest.fixture
def large(monkeypatch):
    """Every problem is made ready as one of a million entries."""
    for module in ("solver", "frontier", "item_order"):
        monkeypatch.setattr(f"danceoff.solvers.engines.counter.{module}.LARGE", 0)


def course(solver: str, name: str) -> list[tuple[float, float]]:
    """Count; return after each step the work, and the share that is done."""
    search = load(solver).prepare(catalog.instance(name).problem)
    seen = [(search.work(), search.done()) for _ in search.increments()]
    return [*seen, (search.work(), search.done())]


@pytest.mark.parametrize("solver", COUNTS)
def test_the_share_that_is_done_ends_at_one(solver):
    for name in COUNTS[solver]:
        done = [share for _, share in course(solver, name)]
        assert done[-1] == 1
        assert all(0 <= share <= 1 for share in done)


@pytest.mark.parametrize(("solver", "name"), TREES)
def test_the_share_of_a_tree_grows(solver, name):
    done = [share for _, share in course(solver, name)]
    assert done == sorted(done)
    assert len(set(done)) > 2


@pytest.mark.parametrize(("solver", "name"), [*TREES, ("counter:method=frontier", "fault-free-domino/10x10")])
def test_the_end_is_estimated_from_the_share_that_is_done(solver, name):
    seen = course(solver, name)
    end = seen[-1][0]
    estimates = [work / done for work, done in seen if done >= 0.05]
    assert len(estimates) > 2
    assert all(end / FACTOR <= estimate <= end * FACTOR for estimate in estimates)


@every_backend
@pytest.mark.usefixtures("large")
def test_a_large_problem_can_be_asked_about_at_any_moment(spec):
    keeps_stats(load(spec), some_problem(spec)[0])


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("solver", [name for name in COUNTS if name.startswith(("counter", "auto"))])
def test_the_share_of_a_large_problem_that_is_done_ends_at_one(solver):
    assert course(solver, "langford/12")[-1][1] == 1

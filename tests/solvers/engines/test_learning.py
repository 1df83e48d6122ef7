"""The engine that learns: its covers under every pressure, its clauses, and what it remembers."""

import fuzz_learning
import numpy as np
import pytest
from hypothesis import given
from night import drawn

from benchmarks.hard import hard
from danceoff.problems import Covers
from danceoff.problems.catalog import instance
from danceoff.solvers import load
from danceoff.solvers.engines.learning import Learn, kernel, solver, state
from danceoff.solvers.engines.learning.kernel_state import UNSET
from danceoff.solvers.engines.learning.team import Message, Team

pytestmark = pytest.mark.backend("learn")


def under_pressure(n_examples: int) -> None:
    @drawn(n_examples)
    @given(fuzz_learning.cases())
    def keep(case: fuzz_learning.Case) -> None:
        assert fuzz_learning.complaint(case) == ""

    keep()


def test_covers_under_pressure_are_those_of_dancing_links() -> None:
    under_pressure(150)


@pytest.mark.parametrize("budget", [2, 3, 7, 20])
@pytest.mark.parametrize("name", ["tromino/5x6", "queens/7", "langford/8", "latin/4"])
def test_branches_are_given_away_at_any_moment(name: str, budget: int) -> None:
    pace = {each: values[0] for each, values in fuzz_learning.PACES.items()}
    pace.update(_LARGEST_BUDGET=budget, _WINDOW=50, _REDUCTION=100, _RESTART=3)
    case = fuzz_learning.Case(fuzz_learning.named(name), Learn(), pace, n_walkers=3, n_kept=4096)
    assert fuzz_learning.complaint(case) == ""


def test_what_was_learned_ends_a_search_that_dancing_links_take_long_for() -> None:
    problem = hard("mutilated/8")
    n_nodes = {}
    for spec in ("dlx", "learn", "learn:learning=off"):
        search = load(spec).prepare(problem)
        assert search.count() == 0
        n_nodes[spec] = search.stats()["nodes"]
    assert n_nodes["learn"] < n_nodes["learn:learning=off"] / 5 < n_nodes["dlx"]


@pytest.mark.parametrize("branching", Learn.choices["branching"])
def test_equal_seeds_search_equally_and_others_differ(branching: str) -> None:
    problem = hard("mutilated/6")
    runs = []
    for seed in (0, 0, 1, 1, 2):
        search = load(f"learn:branching={branching},seed={seed}").prepare(problem)
        assert search.count() == 0
        runs.append(dict(search.stats()))
    assert runs[0] == runs[1]
    assert runs[2] == runs[3]
    assert runs[0] != runs[2] != runs[4]


def test_clauses_are_dropped_and_room_grows() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "_REDUCTION", 40)
        patch.setattr(solver, "_LATER_REDUCTION", 0)
        search = Learn(learning="always", restarts=False).prepare(hard("mutilated/8"))
        assert search.count() == 0
    stats = search.stats()
    assert stats["learned"] >= 40 * stats["reductions"] > 0
    assert search._walker._state.at["clauses"][0] < stats["learned"]
    assert stats["restarts"] == 0


def test_learning_stops_where_it_does_not_pay() -> None:
    search = load("learn").prepare(instance("queens/10").problem)
    assert search.count() == 724
    stats = search.stats()
    assert 1000 <= stats["learned"] < stats["conflicts"] / 2


def test_a_walker_that_shows_that_there_is_no_cover_ends_the_others() -> None:
    problem, team = hard("mutilated/6"), Team()
    nowhere = np.zeros(0, np.int32)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "_LARGEST_BUDGET", 2)
        one, other = (solver.Walker(Learn(), problem, frozenset(), team) for _ in range(2))
    other.on(nowhere, nowhere)
    assert not other.is_over
    one._state.at["is_refuted"] = 1
    one.on(nowhere, nowhere)
    assert other.is_over


def test_walkers_learn_from_each_other() -> None:
    problem, team = hard("mutilated/8"), Team()
    nowhere = np.zeros(0, np.int32)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "_EXCHANGE", 0)
        patch.setattr(solver, "_LARGEST_BUDGET", 200)
        one, other = (solver.Walker(Learn(), problem, frozenset(), team) for _ in range(2))
        for walker in (one, one, other):
            walker.on(nowhere, nowhere)
    assert other._state.at["clauses"][0] > other.stats()["learned"] > 0
    one._member._unread.append(Message(np.array([6], np.uint32), np.zeros(0, np.uint32)))
    one._member.receive(one._state)
    assert not team.is_refuted
    one._member._unread.append(Message(np.array([7], np.uint32), np.zeros(0, np.uint32)))
    one._member.receive(one._state)
    assert team.is_refuted


@pytest.mark.parametrize(
    ("name", "cost", "most_nodes"), [("steiner-cover/15", 9, 600), ("most-s-tetromino/8x8", -14, 600)]
)
def test_items_that_are_covered_too_often_or_too_rarely_count_in_the_bound(
    name: str, cost: int, most_nodes: int
) -> None:
    problem = instance(name).problem
    search = load("learn").prepare(problem)
    covers = [cover for cover, _ in search.cheapest() if cover is not None]
    assert problem.cost_of(Covers.of(covers[-1:])) == [cost]
    assert search.stats()["nodes"] < most_nodes


def test_what_is_fixed_late_holds_in_a_branch_that_comes_later() -> None:
    left_out = [3, 11, 13, 16, 29, 33, 34]
    problem = fuzz_learning.named("queens/6").without(left_out)
    (cover,) = load("dlx").prepare(problem).covers()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(solver, "_LARGEST_BUDGET", 1)
        walker = solver.Walker(Learn(branching="fewest"), problem, frozenset(), Team())
    at, trail = walker._state.at, walker._state.trail
    n_fixed = 0
    for _ in walker.batches():
        if (
            at["level"][0] and not at["n_fixed"][0] and trail.value[26] == UNSET
        ):  # as if "26 is in" had been learned now
            trail.fixed[0] = 52
            at["n_fixed"], at["fixed_below"] = 1, at["n_set"][0] + np.uint64(1)
            n_fixed += 1
    assert n_fixed
    assert 26 in cover
    assert 4 not in cover
    walker.begin_at((9,))
    assert sum(map(len, walker.batches())) == 1


def test_more_clauses_than_reasons_can_name_are_too_many() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(state, "_LONGEST_ARRAY", 2000)
        with pytest.raises(MemoryError, match="too many learned clauses"):
            load("learn").prepare(hard("mutilated/8")).count()


def test_lubys_sequence() -> None:
    luby = getattr(kernel.luby, "py_func", kernel.luby)  # plain where the JIT is off
    assert [luby(np.uint64(k)) for k in range(1, 16)] == [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]

"""The engine that learns: its covers under every pressure, its clauses, and what it remembers."""

import pytest

from benchmarks.hard import hard
from danceoff.problems import Covers
from danceoff.problems.catalog import instance
from danceoff.solvers import load
from danceoff.solvers.engines.learning import Learn, solver, state


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
    assert search._state.at["clauses"][0] < stats["learned"]
    assert stats["restarts"] == 0


def test_learning_stops_where_it_does_not_pay() -> None:
    search = load("learn").prepare(instance("queens/10").problem)
    assert search.count() == 724
    stats = search.stats()
    assert 1000 <= stats["learned"] < stats["conflicts"] / 2


@pytest.mark.parametrize(
    ("name", "cost", "most_nodes"), [("steiner-cover/15", 9, 600), ("most-s-tetromino/8x8", -14, 600)]
)
def test_items_that_are_covered_too_often_or_too_rarely_count_in_the_bound(name, cost, most_nodes) -> None:
    problem = instance(name).problem
    search = load("learn").prepare(problem)
    covers = [cover for cover, _ in search.cheapest() if cover is not None]
    assert problem.cost_of(Covers.of(covers[-1:])) == [cost]
    assert search.stats()["nodes"] < most_nodes


def test_more_clauses_than_reasons_can_name_are_too_many() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(state, "_LONGEST_ARRAY", 2000)
        with pytest.raises(MemoryError, match="too many learned clauses"):
            load("learn").prepare(hard("mutilated/8")).count()

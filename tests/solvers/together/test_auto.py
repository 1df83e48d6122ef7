"""Choosing a backend: what is easy goes to the tree search, what it gets lost in to clause learning."""

from itertools import islice
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st
from night import drawn

from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import problems_with
from danceoff.problems import catalog
from danceoff.solvers import Feature, Search, Solver, load
from danceoff.solvers.readable import algorithm_x
from danceoff.solvers.together import auto, beginning, refutations
from danceoff.solvers.together.shares import Rule

TREE = "bits"
LOST_IN = "sudoku-begun/25x25-45-1"


def test_a_count_of_none_ends_a_list_whose_frontier_is_narrow(monkeypatch):
    monkeypatch.setattr(refutations, "TABLE", ())
    search = load("auto").prepare(catalog.instance("priced-tromino/11x10-3").problem)
    assert list(search.covers()) == []
    assert search.choice.startswith("chose counter: it finished after ")


def test_sat_finds_a_cover_where_the_other_searches_get_lost():
    search = load("auto").prepare(catalog.instance("mondrian/9/copies-8-539/order-5-329").problem)
    assert next(search.covers())
    assert search.choice.startswith("chose sat: it found a cover after 1 step, ")


def test_clause_learning_takes_over_when_the_tree_search_gets_lost():
    search = load("auto").prepare(catalog.instance(LOST_IN).problem)
    covers = search.covers()
    first = next(covers)
    assert next(covers) != first
    covers.close()
    assert search.choice.startswith("chose learn: it found a cover after ")
    assert search.choice.endswith(f", {TREE} had not after 1")
    assert search.stats()["conflicts"] > 0


@pytest.mark.parametrize(
    ("name", "solver"), [("pentomino/6x10", TREE), ("pentacube/n-5x5x5", TREE), (LOST_IN, "learn")]
)
def test_the_search_that_finds_the_first_cover_is_not_repeated(name, solver, monkeypatch):
    """Neither beyond the cover before it is yielded, nor again from the beginning."""
    problem = catalog.instance(name).problem
    effort, prepared = [], []
    prepare = Solver.prepare
    monkeypatch.setattr(Solver, "prepare", lambda own, *given: prepared.append(own.name) or prepare(own, *given))
    for spec in ("auto", solver):
        search = load(spec).prepare(problem)
        covers = search.covers()
        next(covers)
        effort.append(search.stats())
        covers.close()
    assert effort[0] == effort[1]
    assert prepared.count(solver) == 2  # by auto, and here


@pytest.fixture
def begun(monkeypatch):
    """Makes a search of `auto` for which nothing was loaded before, with the names of what it loads."""

    def begun(name: str) -> tuple[Search, list[str]]:
        loaded: list[str] = []
        for module in (auto, beginning):
            monkeypatch.setattr(module, "load", lambda name: loaded.append(name) or load(name))
        search = load("auto").prepare(catalog.instance(name).problem)
        search.is_cold = True
        return search, loaded

    return begun


def test_a_small_problem_is_answered_before_any_engine_is_loaded(begun, monkeypatch):
    monkeypatch.setattr(beginning, "_ENGINE", "nothing that is imported here")
    search, loaded = begun("queens/6")
    assert search.count() == 4
    assert search.choice.startswith("chose algorithm-x: it finished after ")
    assert loaded == ["algorithm-x"]
    search, loaded = begun("queens/6")
    assert len(list(search.covers())) == 4
    assert loaded == ["algorithm-x"]


@pytest.mark.parametrize("is_awake", [False, True])
def test_sat_finds_a_cover_of_a_small_problem_before_any_engine_is_loaded(begun, monkeypatch, is_awake):
    monkeypatch.setattr(beginning, "is_awake", lambda: is_awake)
    search, loaded = begun("macmahon-squares/4x6")
    found = list(islice(search.covers(), 2))
    assert len(set(found)) == 2
    assert loaded == ["dlx" if is_awake else "algorithm-x", "sat"]
    search, loaded = begun("pentomino/8x8-corners")  # too large
    next(search.covers())
    assert loaded == ["dlx" if is_awake else "algorithm-x", "bits"]


@given(problem=problems_with(Feature), n_beats=st.integers(1, 5))
@drawn(60)
def test_the_order_of_covers_does_not_depend_on_what_is_loaded(problem, n_beats):
    found = []
    for is_awake in (False, True):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(beginning, "_BEATS", n_beats)
            patch.setattr(beginning, "is_awake", lambda is_awake=is_awake: is_awake)
            patch.setattr(algorithm_x, "TICK", 0)
            listing, best = (load("auto").prepare(problem) for _ in range(2))
            listing.is_cold = best.is_cold = True
            found.append([*listing.covers(), *(one.cover for one in best.cheapest(2) if one.cover)])
    assert found[0] == found[1]


@pytest.mark.parametrize("name", ["queens/9", "langford/11", "domino/6x6", "priced-tromino/6x6-1", "graceful/path-10"])
def test_the_order_of_many_covers_does_not_depend_on_what_is_loaded(name, monkeypatch):
    """Dancing links find what Algorithm X does in its nodes, and the others come in the order of the engines."""
    orders = []
    for is_awake in (False, True):
        monkeypatch.setattr(beginning, "is_awake", lambda is_awake=is_awake: is_awake)
        search = load("auto").prepare(catalog.instance(name).problem)
        search.is_cold = True
        orders.append(list(islice(search.covers(), 5000)))
    assert orders[0] == orders[1]


@pytest.mark.parametrize("deep", [0, 10**9])
@given(problem=problems_with(Feature), data=st.data())
@drawn(10)
def test_any_chosen_backend_yields_every_cover_once(deep, problem, data):
    expected = all_covers(problem)
    blocked = data.draw(st.sets(st.sampled_from(sorted(expected)))) if expected else set()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(auto, "_DEEP", deep)
        if data.draw(st.booleans()):
            patch.setattr(auto, "_TREE", "algorithm-x")
        patch.setattr(beginning, "_BEATS", data.draw(st.integers(1, 3)))
        is_awake = data.draw(st.booleans())
        for module in (auto, beginning):
            patch.setattr(module, "is_awake", lambda: is_awake)
        patch.setattr(algorithm_x, "TICK", data.draw(st.sampled_from([0, 4096])))
        listing, counting = (load("auto").prepare(problem, blocked) for _ in range(2))
        listing.is_cold = counting.is_cold = data.draw(st.booleans())
        covers = list(listing.covers())
        assert len(covers) == len(set(covers))
        assert set(covers) == expected - blocked
        assert counting.count() == len(expected - blocked)


def test_a_list_goes_on_where_the_counter_has_no_memory(monkeypatch):
    def refuses(*_):
        raise MemoryError("no room")
        yield

    name = "priced-tromino/8x7-3"
    monkeypatch.setattr(auto, "_NONE_FOUND", Rule(alone=0, first=10, later=10, long=0))
    monkeypatch.setattr(auto, "_A_COUNT", 1)
    monkeypatch.setattr(auto._Candidate, "counts", refuses)
    search = load("auto").prepare(catalog.instance(name).problem)
    assert list(search.covers()) == []
    assert "counter" not in search.choice


@given(problem=problems_with(Feature), data=st.data())
@drawn(30)
def test_searches_in_turns_leave_out_what_the_other_found(problem, data):
    """Each turn ends after one batch, also one with covers; the limit beyond which one continues alone is low."""
    expected = all_covers(problem)
    n_alone, share = data.draw(st.integers(0, 8)), data.draw(st.sampled_from([1, 3]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(auto, "_MOST_KEPT", n_alone)
        patch.setattr(auto._Candidate, "batches", one_batch(auto._Candidate.batches, n_alone))
        patch.setattr(refutations, "TABLE", ())
        for rule in ("_NONE_FOUND", "_LISTING"):
            patch.setattr(auto, rule, Rule(alone=0, first=share, later=share, long=0))
        for work in ("_A_STEP", "_A_SLICE", "_AN_ENCODED_ENTRY", "_A_COUNT"):
            patch.setattr(auto, work, 1)
        patch.setattr(auto, "_NARROW", inf)
        covers = list(load("auto").prepare(problem).covers())
    assert len(covers) == len(set(covers))
    assert set(covers) == expected


def one_batch(batches, n_alone):
    def batch(one, n_steps, are_covers_free):
        for found in batches(one, n_steps, are_covers_free):
            yield found
            if one.n_covers <= n_alone:
                return

    return batch


def test_clause_learning_has_no_turn_while_the_tree_search_finds_covers_in_every_step():
    search = load("auto").prepare(catalog.instance("soma").problem)
    assert sum(map(len, search.batches())) == 11520
    assert search.choice == "chose bits: it finished after 15 steps"


def test_plain_counting_has_its_share_beside_a_long_method():
    """The frontier method alone does 60 times the work of bits, and learn 40 times."""
    problem = catalog.instance("knights-dominate/8-12").problem
    searches = [load(name).prepare(problem) for name in ("bits", "counter", "auto")]
    assert [search.count() for search in searches] == [2, 2, 2]
    bits, counter, auto = searches
    assert bits.work() < counter.work() < 5 * bits.work()
    assert auto.stats()["plain"] == counter.stats()["plain"] == 1


def test_a_count_that_is_stopped_knows_what_the_best_search_has_found():
    search = load("auto").prepare(catalog.instance("solid-pentomino/3x4x5").problem)
    increments = search.increments()
    assert sum(islice(increments, 100)) > 0
    increments.close()
    search = load("auto").prepare(catalog.instance("tetracube/l-4x4x4").problem)  # the counter finds none for longer
    increments = search.increments()
    assert sum(islice(increments, 110)) > 100_000
    increments.close()

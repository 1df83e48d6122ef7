"""The cheapest covers by rounds and in turns: none is lost, none comes twice, and bounds hold in every round."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from night import drawn

from danceoff.experiments.contract import rules
from danceoff.experiments.contract.small import all_covers, cost
from danceoff.experiments.contract.strategies import problems_with
from danceoff.problems import Cover, ExactCover, catalog
from danceoff.problems.catalog import instance
from danceoff.problems.model.costs import MOST
from danceoff.solvers import load
from danceoff.solvers.base import Feature, Improvement
from danceoff.solvers.together import cheapest, refutations, searches
from danceoff.solvers.together.greedy import greedy_cover
from danceoff.solvers.together.shares import Rule


def partitioning(n_items: int, n_options: int, seed: int = 1) -> ExactCover:
    """A random problem whose options cost about as much as they cover, and that has a cover."""
    random = np.random.default_rng(seed)
    rows = [sorted(random.choice(n_items, size, replace=False).tolist()) for size in random.integers(2, 6, n_options)]
    rows += [[item] for item in range(n_items)]
    prices = random.integers(50, 100, n_items)
    costs = [int(prices[row].sum()) + int(random.integers(0, 40)) for row in rows[:n_options]]
    return ExactCover.from_options(rows, range(n_items), cost=[*costs, *(2 * prices).tolist()])


def best(problem: ExactCover, blocked: list[Cover] | tuple[()] = (), limit: int = 1) -> tuple[list[int], str]:
    with load("auto").prepare(problem, blocked) as search:
        covers = [step.cover for step in search.cheapest(limit) if step.cover is not None]
        return sorted(cost(problem, cover) for cover in covers)[:limit], search.choice


@pytest.fixture
def in_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin with one option, double up to all of them, and leave the counter out."""
    monkeypatch.setattr(cheapest, "_WHOLE", 1)
    monkeypatch.setattr(cheapest, "_FIRST_ROUND", 0)
    monkeypatch.setattr(cheapest, "_NARROW", -1.0)


@pytest.mark.usefixtures("in_rounds")
@given(problems_with(frozenset(Feature)))
@drawn(50)
def test_rounds_that_begin_with_one_option_find_the_cheapest_covers(problem) -> None:
    rules.finds_the_cheapest(load("auto"), problem)


@pytest.mark.usefixtures("in_rounds")
@given(problems_with(frozenset(Feature)), st.sets(st.integers(0, 20)), st.integers(1, 4))
@drawn(50)
def test_several_cheapest_covers_are_found_beside_blocked_ones(problem, which, limit) -> None:
    covers = sorted(all_covers(problem), key=lambda cover: (cost(problem, cover), cover))
    blocked = [cover for k, cover in enumerate(covers) if k in which]
    expected = [cost(problem, cover) for k, cover in enumerate(covers) if k not in which]
    assert best(problem, blocked, limit)[0] == expected[:limit]


@pytest.mark.usefixtures("in_rounds")
def test_bounds_of_a_round_hold_for_the_options_of_later_rounds() -> None:
    for seed in range(20):
        problem = partitioning(10, 60, seed)
        expected = sorted(cost(problem, cover) for cover in all_of(problem))
        rules._best(load("auto").prepare(problem), problem, expected, 3)


def test_few_of_many_options_prove_the_optimum(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = partitioning(16, 1500)
    expected = best(problem, limit=3)[0]
    monkeypatch.setattr(cheapest, "_NARROW", -1.0)
    costs, choice = best(problem, limit=3)
    assert choice.startswith("chose bits: ")
    assert int(choice.split()[-4]) < 300
    assert costs == expected
    with load("cpsat").prepare(problem) as search:
        found = [step.cover for step in search.cheapest() if step.cover is not None]
    assert costs[0] == cost(problem, found[-1])


def test_the_counter_answers_where_the_frontier_is_narrow() -> None:
    board = instance("tromino/6x9").problem
    problem = replace(board, cost=np.random.default_rng(2).integers(1, 1000, board.n_options))
    blocked = sorted(all_of(problem), key=lambda cover: cost(problem, cover))[:2]
    costs, choice = best(problem, limit=5)
    assert choice.startswith("chose counter")
    assert costs == sorted(cost(problem, cover) for cover in all_of(problem))[:5]
    assert best(problem, blocked, 3)[0] == costs[2:]


def all_of(problem: ExactCover) -> list[Cover]:
    return list(load("bits").prepare(replace(problem, cost=[])).covers())


class Fake:
    """A search that takes these steps, each of the same work; None stands for a lack of memory."""

    a_step = 1e9

    def __init__(self, name: str, *given: Improvement | None) -> None:
        self.name, self.seconds, self._given, self._n_steps = name, 0.0, given, 0

    def steps(self) -> searches.Steps:
        for one in self._given:
            if one is None:
                raise MemoryError
            self._n_steps += 1
            yield one

    def work(self) -> float:
        return self._n_steps * self.a_step

    def done(self) -> float:
        return 0.0


EQUAL = Rule(alone=0, first=1, later=1, long=0)


def test_what_one_search_found_is_kept_when_another_ends_first() -> None:
    slow = Fake("slow", Improvement((0,)), Improvement(bound=3), *[Improvement()] * 50)
    fast = Fake("fast", *[Improvement()] * 2)
    turns = searches.InTurns([slow, fast], EQUAL)
    found = list(turns.steps())
    assert [step for step in found if step != Improvement()] == [Improvement((0,)), Improvement(bound=3)]
    assert turns.present is fast
    assert len(found) <= 6


def test_a_search_that_leads_has_most_of_the_work() -> None:
    searching = [Fake(name, *[Improvement()] * 200) for name in ("first", "second", "third")]
    turns = searches.InTurns(searching, Rule(alone=0, first=1, later=1, long=1e10), lambda left: left[1])
    assert sum(1 for _ in turns.steps()) == pytest.approx(250, abs=20)
    assert turns.present.name == "second"


def test_it_leads_until_another_bound_is_well_ahead_of_its_own_also_in_later_rounds() -> None:
    search = cheapest.CheapestInTurns(partitioning(10, 60), frozenset(), 1)

    def leading(most: int | None = 200, **bounds: int) -> str:
        left = [searches.OneBackend(name, partitioning(10, 60), frozenset(), 1) for name in bounds]
        for one in left:
            one.bound = bounds[one.name]
        leader = search._leading(left, 100, most)
        return leader.name if leader else ""

    assert leading(most=None, bits=100, highs=150) == ""
    assert leading(bits=100, highs=105) == ""
    assert leading(bits=100, highs=106) == "highs"
    assert leading(cpsat=110, highs=106) == "highs"
    assert leading(bits=-MOST, cpsat=-MOST, highs=-MOST) == "highs"
    assert leading(cpsat=112, highs=106) == "cpsat"
    assert leading(bits=100, highs=-MOST) == "", "CP-SAT has dropped out"


@pytest.fixture(params=["highs", "cpsat"])
def alone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave all searches of a round out but one that has no bound on the cost."""
    monkeypatch.setattr(cheapest, "_SEARCHING", ())
    monkeypatch.setattr(cheapest, "CUTS", request.param)
    monkeypatch.setattr(cheapest, "_first_able", lambda *_: "")


@pytest.mark.usefixtures("in_rounds", "alone")
@given(problems_with(frozenset(Feature)), st.integers(1, 3))
@drawn(12)
def test_each_search_that_bounds_finds_the_cheapest_covers_alone(problem, limit) -> None:
    expected = sorted(cost(problem, cover) for cover in all_covers(problem))
    assert best(problem, limit=limit)[0] == expected[:limit]


def test_a_search_that_needs_too_much_memory_drops_out_unless_it_is_the_last() -> None:
    large, small = Fake("large", Improvement((0,)), None), Fake("small", Improvement((1,)))
    turns = searches.InTurns([large, small], EQUAL)
    assert [step.cover for step in turns.steps()] == [(0,), (1,)]
    assert turns.present is small
    turns = searches.InTurns([Fake("large", None)], EQUAL)
    with pytest.raises(MemoryError):
        list(turns.steps())


@given(problems_with(frozenset(Feature)), st.sampled_from(["bits", "dlx", "learn"]), st.integers(-3, 9))
@drawn(100)
def test_below_a_cutoff_no_cover_is_lost_and_no_other_comes(problem, name, cutoff) -> None:
    with load(name).prepare(problem) as search:
        search.cutoff = cutoff
        found = [cost(problem, step.cover) for step in search.cheapest() if step.cover is not None]
    cheaper = [one for one in (cost(problem, cover) for cover in all_covers(problem)) if one < cutoff]
    assert min(found, default=None) == min(cheaper, default=None)
    assert all(one < cutoff for one in found)


def test_a_bound_that_meets_the_best_cover_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = partitioning(10, 60)
    optimum = best(problem)[0][0]
    cover = min(all_of(problem), key=lambda cover: cost(problem, cover))

    def endless(*_: object) -> searches.Steps:
        yield Improvement(cover)
        yield Improvement(bound=optimum)
        while True:
            yield Improvement(bound=optimum - 1)

    monkeypatch.setattr(cheapest.CheapestInTurns, "steps", endless)
    monkeypatch.setattr(cheapest, "_NARROW", -1.0)
    assert best(problem)[0] == [optimum]


@pytest.mark.parametrize("holes", [((0, 0), (7, 7)), ()])
def test_congruences_and_weights_show_that_no_cover_is_cheapest(holes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refutations, "TABLE", [(0.0, 0.0, 0.0, *row[3:]) for row in refutations.TABLE])
    monkeypatch.setattr(cheapest, "_NARROW", -1.0)
    cells = [(x, y) for x in range(8) for y in range(8) if (x, y) not in holes]
    options = [[(x, y), other] for x, y in cells for other in ((x + 1, y), (x, y + 1)) if other in cells]
    problem = ExactCover.from_options(options, cells, cost=list(range(len(options))))
    with load("auto").prepare(problem) as search:
        found = [step.cover for step in search.cheapest() if step.cover is not None]
    assert bool(found) == (not holes)
    assert ("no search: linear congruences show" in search.choice) == bool(holes)


@given(problems_with(frozenset(Feature)))
@drawn(200)
def test_it_is_a_cover_or_none(problem: ExactCover) -> None:
    if (cover := greedy_cover(problem)) is not None:
        assert cover in all_covers(problem)


@pytest.mark.parametrize("name", ["knights-dominate/8", "steiner-cover/27"])
def test_no_option_is_superfluous(name: str) -> None:
    problem = catalog.instance(name).problem
    cover = greedy_cover(problem)
    assert cover is not None
    covered = np.bincount(np.concatenate([problem.items_of(one) for one in cover]), minlength=problem.n_items)
    assert np.all((problem.least <= covered) & (covered <= problem.most))
    assert not any(np.all(covered[problem.items_of(one)] > problem.least[problem.items_of(one)]) for one in cover)


def test_an_option_that_pays_is_kept_and_the_cheapest_for_each_item_comes_first() -> None:
    options = ["ab", "a", "b", "abc"]
    dear = ExactCover.from_options(options, "abc", multiplicity=dict.fromkeys("abc", (1, 3)), cost=[3, 1, 1, 9])
    assert greedy_cover(dear) == (3,)
    assert greedy_cover(ExactCover.from_options(options, "abc", cost=[3, 1, 1, 9])) is None

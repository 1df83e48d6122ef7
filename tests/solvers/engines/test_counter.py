"""The counter: brute force by every method, wherever it is interrupted; published counts; bounds on memory."""

from collections.abc import Iterator
from dataclasses import replace
from math import comb, prod

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from night import drawn

from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import problems
from danceoff.problems import Covers, ExactCover
from danceoff.problems.catalog import instance
from danceoff.solvers.base import Improvement
from danceoff.solvers.engines.counter import small, solver
from danceoff.solvers.engines.counter.frontier import Frontier
from danceoff.solvers.engines.counter.memo import Memo
from danceoff.solvers.engines.counter.solver import Counter
from danceoff.solvers.engines.diagram import record
from danceoff.solvers.rewriting.automorphisms import orbit_branches
from danceoff.solvers.rewriting.split import components

COLOURED = problems(colours=True) | problems(colours=True, multiplicities=True, widest=3)
EXCHANGED = ExactCover.from_options(  # the items x and y could be exchanged but for their colours
    [["a", ("x", 1), ("z", 1)], ["a"], ["b", ("x", 2)], ["b", ("y", 1), ("x", 1)], ["c"], ["c", ("x", 3), ("y", 3)]],
    "abc",
    "xyz",
)


def settled(method: Frontier | Memo, budget: int = 1 << 16) -> int:
    """The count, by turns of this budget."""
    while not method.run(budget):
        pass
    return method.count


def shuffled(problem: ExactCover, seed: int) -> ExactCover:
    """The same problem with its items and options renumbered."""
    random = np.random.default_rng(seed)
    primary, secondary = np.split(np.arange(problem.n_items), [problem.n_primary])
    number = np.concatenate([random.permutation(primary), random.permutation(secondary)])
    order = random.permutation(problem.n_options).tolist()
    rows = [[(number[i], colour) if colour else number[i] for i, colour in problem.entries_of(k)] for k in order]
    return ExactCover.from_options(rows, primary.tolist(), secondary.tolist())


def apart(problem: ExactCover, copies: int) -> ExactCover:
    """So many copies that share no item."""
    rows = [[(copy, i) for i in problem.items_of(k)] for copy in range(copies) for k in range(problem.n_options)]
    items = [(copy, i) for i in range(problem.n_items) for copy in range(copies)]
    return ExactCover.from_options(rows, items[: problem.n_primary * copies], items[problem.n_primary * copies :])


@drawn(30)
@given(problems() | COLOURED | problems(multiplicities=True, widest=3), st.sampled_from([1, 2, 5, 1 << 16]))
@example(ExactCover.from_options([[item, ("x", k)] for item in "ab" for k in range(70)], "ab", "x"), 5)
@example(ExactCover.from_options([["a", ("x", 1)], ["b", ("x", 1)], ["c", "x"]], "abc", "x"), 5)
def test_small_tables_and_budgets_give_the_count_of_brute_force(problem: ExactCover, budget: int) -> None:
    n_covers = len(all_covers(problem))
    if problem.n_options or problem.least.any():
        with np.errstate(over="ignore"):
            assert settled(Frontier(problem, 1, capacity=problem.n_options + 1), budget) == n_covers
            if not problem.has_multiplicities:
                assert settled(Memo(problem, 1, n_rows=1), budget) == n_covers


def test_many_multiplicities_fill_several_words_of_a_key() -> None:
    bounds = {item: (item, 20 + item) for item in range(9)} | {9: (1, 40), 10: (1, 39), 11: (2, 40)}
    problem = ExactCover.from_options([[item] for item in bounds for _ in range(40)], bounds, multiplicity=bounds)
    n_each = [sum(comb(40, n) for n in range(least, most + 1)) for least, most in bounds.values()]
    assert settled(Frontier(problem, 64)) == prod(n_each)


def test_a_sweep_over_coloured_edges_has_a_narrow_frontier() -> None:
    search = Counter("frontier").prepare(shuffled(instance("corner-path/7x7").problem, 2))
    assert search.count() == 575780564
    assert search.stats()["states"] < 200_000


@pytest.mark.parametrize(
    ("name", "n_branches"),
    [("latin/5", 1), ("pentomino/6x10", 8), ("pentomino/5x12", 10), ("one-sided-pentomino/3x30", 0), ("n-omino/6", 0)],
)
def test_a_split_by_orbits_has_few_branches_or_none(name: str, n_branches: int) -> None:
    assert len(orbit_branches(instance(name).problem)) == n_branches


def test_a_small_budget_ends_the_search_for_many_symmetries() -> None:
    assert len(orbit_branches(instance("pentomino/4x15").problem, 1 << 18)) == 7
    assert orbit_branches(instance("partition/12").problem, 1 << 19) == ()


@drawn(30)
@given(problems() | COLOURED | problems(multiplicities=True, widest=3))
@example(EXCHANGED)
def test_a_count_by_orbits_is_that_of_brute_force(problem: ExactCover) -> None:
    with pytest.MonkeyPatch.context() as patch, np.errstate(over="ignore"):
        for least in ("_LONG", "_LONGER", "_A_LOOK", "_A_BRANCH"):
            patch.setattr(solver, least, 0)
        increments = list(Counter().prepare(problem).increments())
        assert sum(increments) == len(all_covers(problem))
        assert min(increments) >= 0


def test_a_count_that_is_stopped_has_a_bound() -> None:
    soma = instance("soma").problem
    for problem, n_covers in ((soma, 11520), (apart(soma, 2), 11520**2)):
        increments = list(Counter("plain").prepare(problem).increments())
        assert sum(increments) == n_covers
        assert sum(increments[:-1]) > 0 <= min(increments)


@pytest.mark.parametrize("name", ["latin/4", "latin/5", "queens/8", "pentomino/3x20", "sudoku/4x4", "matching/16"])
def test_published_counts_by_orbits(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for least in ("_LONG", "_LONGER", "_A_LOOK", "_A_BRANCH"):
        monkeypatch.setattr(solver, least, 0)
    assert Counter().prepare(shuffled(instance(name).problem, 3)).count() == instance(name).known.covers


@pytest.mark.parametrize(
    ("name", "n_covers"),
    [
        ("domino/14x14", 112202208776036178000000),  # A004003
        ("domino/18x18", 548943583215388338077567813208427340288),
        ("tromino/12x12", 2033502499954),  # A351322
        ("tromino/15x15", 458324092996867592192),
        ("fault-free-domino/10x10", 1759280998),  # A124997
    ],
)
def test_large_counts(name: str, n_covers: int) -> None:
    search = Counter().prepare(instance(name).problem)
    assert search.count() == n_covers
    assert search.stats()["frontier"] == 1


def test_orbits_split_a_packing_before_the_frontier_method_has_its_larger_budget() -> None:
    search = Counter().prepare(instance("polyomino-board/6x8-1").problem)
    assert search.count() == 86784  # as bits and learn
    assert search.stats()["frontier"] > 1
    assert search.stats()["nodes"] < 1_000_000  # 4,749,749 without orbits


@pytest.mark.parametrize("method", ["frontier", "memo"])
def test_counts_may_have_any_number_of_bits(method: str) -> None:
    chain = [[i, i + 1, copy] for i in range(0, 400, 2) for copy in (400, 401, 402)]
    rows = [[i, i + 1] for i, _, _ in chain] + [[i + 1, i + 2] for i in range(0, 398, 2)]
    problem = ExactCover.from_options(rows, range(400))
    assert len(components(problem)) == 1
    assert Counter(method).prepare(problem).count() == 3**200


@pytest.mark.parametrize(("most_options", "n_counted"), [(1 << 10, 2000), (0, 1)])
def test_small_components_are_counted_at_once_and_equal_ones_once(monkeypatch, most_options, n_counted) -> None:
    monkeypatch.setattr(small, "_MOST_OPTIONS", most_options)
    copies = 2000
    square = ExactCover.from_options([[0, 1], [1, 2], [2, 3], [3, 0]], range(4))
    search = Counter().prepare(apart(square, copies))
    assert search.count() == 2**copies
    assert search.stats()["plain"] == n_counted


def test_plain_counting_without_memory_ends_no_count(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> Iterator[int]:
        yield 3
        raise MemoryError("no room")

    class Fails(solver.Plain):
        def __init__(self, part: ExactCover) -> None:
            super().__init__(part)
            self._increments = fails()

    problem = instance("langford/11").problem
    monkeypatch.setattr(solver, "Plain", Fails)
    monkeypatch.setattr(solver, "_ALONE", 0.0)  # it is beside another method from the beginning
    monkeypatch.setattr(solver, "_SHARE", {"frontier": 1.0, "memo": 1.0})
    assert Counter().prepare(problem).count() == 35584
    failing = Fails(problem)
    assert not failing.run(1)
    for _ in range(2):
        with pytest.raises(MemoryError, match="no room"):
            failing.run(1)


def test_too_little_memory_is_reported_in_one_line_and_the_memo_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(MemoryError, match=r"frontier method needs .* MB, and memory_mb allows 1") as refusal:
        Counter("frontier", memory_mb=1).prepare(instance("langford/11").problem).count()
    assert "\n" not in str(refusal.value)
    monkeypatch.setattr(solver, "_SHARE", {"frontier": 1.0, "memo": 1.0})
    search = Counter(memory_mb=1).prepare(instance("langford/11").problem)
    assert search.count() == 35584
    assert search.stats()["memo"] == 1
    assert "frontier" not in search.stats()


def test_the_cheapest_covers_of_very_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "_TURN", {"frontier": 1 << 10, "memo": 1 << 10})
    problem = instance("domino/12x12").problem
    problem = replace(problem, cost=np.random.default_rng(1).integers(-9, 9, problem.n_options))
    search = Counter().prepare(problem)
    improvements = list(search.cheapest(50))
    covers = [cover for cover, _ in improvements if cover]
    costs = problem.cost_of(Covers.of(covers)).tolist()
    assert len(set(covers)) == 50
    assert costs == sorted(costs) == [bound for _, bound in improvements if bound is not None]
    assert improvements.index(Improvement(covers[0], costs[0])) > 10
    assert search.stats()["diagram_nodes"] > 0
    n_close = Counter().prepare(replace(problem, max_cost=costs[-1] - 1)).count()
    assert n_close == sum(cost < costs[-1] for cost in costs)
    close = Counter().prepare(replace(problem, max_cost=costs[-1] - 1)).cheapest(60)
    assert [bound for _, bound in close if bound is not None] == costs[:n_close]

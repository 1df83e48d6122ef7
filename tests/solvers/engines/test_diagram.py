"""Diagrams: all covers of generated problems and no others, however the walk stops; every question by brute force."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from night import drawn

from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import priced, problems
from danceoff.problems import Cover, Covers, ExactCover, InvalidProblem
from danceoff.problems.catalog import instance
from danceoff.solvers.engines.counter import frontier, memo
from danceoff.solvers.engines.diagram import (
    Diagram,
    at_most,
    cheapest,
    counts_by_cost,
    counts_of_options,
    covers_at,
    covers_from,
    diagram,
    least_cost,
    only_cheapest,
    ranks,
    record,
    samples,
)

ANY = problems() | problems(multiplicities=True, widest=3) | problems(colours=True, multiplicities=True, widest=3)
EMPTY = ExactCover.from_options([], [], ["a"])
APART = ExactCover.from_options(["a", "a", "bx", "b", "c", "c"], "abc", "xy", multiplicity={"c": (0, 2)})
NONE = ExactCover.from_options([["a"], ["b", "c"]], "abcd")


Making: TypeAlias = Callable[[ExactCover], Diagram]


def swept(problem: ExactCover) -> Diagram:
    """The diagram by the frontier method."""
    return diagram(problem, ordered=True)


def searched(problem: ExactCover) -> Diagram:
    """The diagram by the memo, except where the problem has multiplicities."""
    with pytest.MonkeyPatch.context() as patch:
        if not problem.has_multiplicities:
            patch.setattr(record, "swept", beyond_memory)
        return diagram(problem)


def beyond_memory(*_: object) -> Iterator[None]:
    """A walk that needs too much memory."""
    raise MemoryError("no room")
    yield


def listed(made: Diagram) -> list[Cover]:
    """All covers, in the order of the diagram."""
    return [*chain.from_iterable(covers_from(made, 0, made.count))]


@drawn(100)
@given(ANY, st.sampled_from([swept, searched]))
@example(EMPTY, searched)
@example(APART, swept)
@example(NONE, swept)
@example(NONE, searched)
def test_the_paths_of_a_diagram_are_the_covers_of_brute_force(problem: ExactCover, how: Making) -> None:
    made = how(problem)
    covers = listed(made)
    expected = all_covers(problem)
    assert len(covers) == made.count == len(expected)
    assert set(covers) == expected
    assert made.has_cover == bool(expected)
    assert sorted(made.order.tolist()) == list(range(problem.n_options if len(made.order) else 0))
    assert len(made.order) == problem.n_options or how is searched
    if made.count:
        assert ranks(made, Covers.of(covers)) == list(range(made.count))
    assert counts_of_options(made) == [sum(k in cover for cover in expected) for k in range(problem.n_options)]


@pytest.mark.parametrize("how", [swept, searched])
@pytest.mark.parametrize("first", [1, 1 << 10])
@pytest.mark.parametrize("turn", [1, 1 << 20])
def test_a_walk_that_stops_often_records_the_same(how, first, turn, monkeypatch) -> None:
    monkeypatch.setattr(frontier, "_FIRST_CAPACITY", first)
    monkeypatch.setattr(memo, "_FIRST_EDGES", first)
    monkeypatch.setattr(record, "_TURN", {"frontier": turn, "memo": turn})
    for name, n_covers in (("domino/4x5", 95), ("latin/3", 12), ("queens/6", 4)):
        made = how(instance(name).problem)
        assert made.count == n_covers
        assert len({*listed(made)}) == made.count


@pytest.mark.parametrize(
    ("name", "n_covers"),
    [("domino/12x12", 53060477521960000), ("tromino/15x15", 458324092996867592192), ("corner-path/5x5", 8512)],
)
def test_published_counts_and_covers_far_apart(name: str, n_covers: int) -> None:
    problem = instance(name).problem
    made = diagram(problem)
    assert made.count == n_covers
    numbers = [0, 1, n_covers // 3, n_covers // 2 + 1, n_covers - 2, n_covers - 1]
    covers = covers_at(made, numbers)
    assert ranks(made, covers) == numbers
    assert len(set(covers)) == len(numbers)
    for cover in covers:
        assert problem.given(cover).n_options == 0
    sizes = Counter(map(len, covers))
    if name.startswith("domino"):
        assert sizes == {72: len(numbers)}
        assert sum(counts_of_options(made)) == 72 * n_covers


@pytest.mark.parametrize("n_bits", [32, 1000])
def test_counts_of_many_digits_are_exact(n_bits: int) -> None:
    made = diagram(ExactCover.from_options([[k] for k in range(n_bits) for _ in range(2)], range(n_bits)))
    assert made.count == 2**n_bits
    assert counts_of_options(made) == [2 ** (n_bits - 1)] * 2 * n_bits
    numbers = [0, 2**n_bits - 1, 2 ** (n_bits - 1) + 12345]
    assert ranks(made, covers_at(made, numbers)) == numbers


@pytest.mark.parametrize("repeats", [True, False])
@pytest.mark.parametrize(("name", "n_covers"), [("latin/4", 576), ("domino/6x6", 6728)])
def test_all_covers_are_drawn_equally_often(name: str, n_covers: int, repeats: bool) -> None:
    made = diagram(instance(name).problem)
    n_draws = 40 * n_covers
    runs = [(n_draws, 7)] if repeats else [(n_covers // 4, seed) for seed in range(160)]
    hits = np.zeros(n_covers, np.int64)
    for n, seed in runs:
        for batch in samples(made, n, seed, repeats):
            np.add.at(hits, ranks(made, batch), 1)
    assert hits.sum() == n_draws
    deviation = ((hits - 40) ** 2 / 40).sum() * (1 if repeats else 4 / 3)
    assert abs(deviation - n_covers) < 5 * (2 * n_covers) ** 0.5


def test_what_is_no_cover_has_no_number() -> None:
    made = diagram(instance("latin/3").problem)
    covers = listed(made)
    for wrong in (covers[0][:-1], (), (*covers[0], 26), (covers[0][0], *covers[0]), covers[0][:-1] + covers[0][:1]):
        with pytest.raises(InvalidProblem, match="number 1 of the covers is no cover"):
            ranks(made, Covers.of([covers[1], wrong]))
    with pytest.raises(InvalidProblem, match="option"):
        ranks(made, Covers.of([(27,)]))
    assert ranks(made, Covers.of([])) == []


@drawn(75)
@given(priced(ANY), st.data())
def test_costs_by_brute_force(problem: ExactCover, data: st.DataObject) -> None:
    expected = sorted(all_covers(problem))
    costs = problem.cost_of(Covers.of(expected))
    made = diagram(problem)
    best = [*cheapest(made, problem.cost)]
    assert [cost for cost, _ in best] == sorted(costs)
    assert sorted(best) == sorted(zip(costs, expected, strict=True))
    assert counts_by_cost(made, problem.cost) == dict(sorted(Counter(costs).items()))
    if expected:
        assert least_cost(made, problem.cost) == min(costs)
    assert set(listed(only_cheapest(made, problem.cost))) == {cover for cost, cover in best if cost == best[0][0]}
    bound = data.draw(st.sampled_from([*costs, *(cost - 1 for cost in costs), 0, 1 << 70, -1 << 70]))
    some = at_most(made, problem.cost, bound)
    assert sorted(listed(some)) == [cover for cost, cover in zip(costs, expected, strict=True) if cost <= bound]
    assert some.has_cover == (some.count > 0)
    assert sum(counts_by_cost(made, problem.cost, bound).values()) == some.count


def test_too_many_different_costs_are_reported_in_one_line() -> None:
    problem = instance("domino/8x8").problem
    made = diagram(problem)
    cost = np.random.default_rng(1).integers(1 << 50, size=problem.n_options)
    usual = int(problem.n_options // 4 * cost.mean())
    for call in (counts_by_cost, at_most):
        with pytest.raises(MemoryError, match=r"too many partial costs: .* MB are needed, and memory_mb allows 1;"):
            call(made, cost, usual, memory_mb=1)


def test_the_memo_makes_the_diagram_where_the_frontier_is_too_wide() -> None:
    problem = instance("soma").problem
    made = diagram(problem, memory_mb=20)
    assert not len(made.order)
    assert made.count == 11520
    assert set(listed(made)) == set(listed(diagram(problem, ordered=True)))
    with pytest.raises(MemoryError):
        diagram(problem, memory_mb=15, ordered=True)

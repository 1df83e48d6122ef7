"""The reference itself, on problems whose covers are known."""

from collections.abc import Callable
from itertools import combinations

from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import problems
from danceoff.problems import Covers, ExactCover, check


def test_a_problem_without_primary_items_has_the_empty_cover() -> None:
    assert all_covers(ExactCover.from_options([], [], "ab")) == {()}
    assert all_covers(ExactCover.from_options([], "a")) == set()


COLOURED = problems(5, 7, colours=True) | problems(5, 7, colours=True, multiplicities=True)


@given(problems(5, 7, multiplicities=True) | COLOURED)
def test_the_reference_finds_exactly_the_subsets_that_check(problem: ExactCover) -> None:
    subsets = [c for size in range(8) for c in combinations(range(problem.n_options), size)]
    good = check(problem, Covers.of(subsets))
    assert all_covers(problem) == {subset for subset, fine in zip(subsets, good, strict=True) if fine}


def exists(drawn_from: st.SearchStrategy[ExactCover], condition: Callable[[ExactCover], object]) -> None:
    find(drawn_from, condition, settings=settings(max_examples=2000, phases=[Phase.generate], derandomize=True))


def test_the_strategy_reaches_every_kind_of_problem() -> None:
    exists(problems(), lambda p: len(all_covers(p)) > 2)
    exists(problems(), lambda p: p.n_options > 1 and not all_covers(p))
    exists(problems(), lambda p: p.n_items == 0)
    exists(problems(multiplicities=True), lambda p: p.covers_may_nest and len(all_covers(p)) > 2)
    exists(problems(multiplicities=True), lambda p: p.n_primary < p.n_items and p.least.max() > 1 and all_covers(p))
    exists(problems(), lambda p: p.n_primary < p.n_items and len(all_covers(p)) > 1)
    exists(problems(), lambda p: len({tuple(p.items_of(k)) for k in range(p.n_options)}) < p.n_options)

"""Skips, and one step of look-ahead: the covers stay those of brute force, and auto looks."""

import numpy as np
import pytest
from hypothesis import given
from night import drawn

from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import problems, problems_with
from danceoff.problems import Covers, ExactCover
from danceoff.solvers import Feature, load
from danceoff.solvers.base import cost_of
from danceoff.solvers.base.turns import ended
from danceoff.solvers.rewriting import look_ahead
from danceoff.solvers.rewriting.look_ahead import stuck_item
from danceoff.solvers.rewriting.skips import with_skips, without_skips
from danceoff.solvers.together import auto, refutations

WORDS = ("abc", "abd", "def", "cef", "efa", "bcd")


def letters(n_words: int) -> ExactCover:
    """So many words without a common letter."""
    return ExactCover.from_options(
        [["word", *word] for word in WORDS], ["word"], "abcdef", multiplicity={"word": (n_words, n_words)}
    )


def test_secondary_items_become_primary_if_a_cover_leaves_out_few():
    skipping = with_skips(letters(2), few=0)
    assert (skipping.n_options, skipping.n_primary) == (len(WORDS) + 6, 8)
    one = letters(1)
    assert with_skips(one, few=0.4) is one
    assert with_skips(one, few=0.5) is not one


def test_a_primary_item_without_options_leaves_nothing_to_skip():
    problem = ExactCover.from_options([["a", "w", "x"], ["a", "y", "z"]], "ab", "wxyz")
    assert with_skips(problem, few=1) is problem
    assert load("auto").prepare(problem).count() == 0


@given(problems() | problems(multiplicities=True) | problems(colours=True, multiplicities=True))
@drawn(300)
def test_each_cover_has_its_skips(problem):
    covers = Covers.of(all_covers(with_skips(problem, few=1)))
    assert sorted(without_skips(covers, problem.n_options)) == sorted(all_covers(problem))


@given(problems_with(set(Feature)))
@drawn(100)
def test_auto_finds_the_same_covers_with_skips(problem):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(auto, "_FEW_LISTED", 1)
        patch.setattr(auto, "_FEW_COUNTED", 1)
        patch.setattr(auto, "_LONG_COUNT", 0)
        solver, expected = load("auto"), sorted(all_covers(problem))
        assert sorted(solver.prepare(problem).covers()) == expected
        assert solver.prepare(problem).count() == len(expected)
        found = [one.cover for one in solver.prepare(problem).cheapest() if one.cover is not None]
        assert bool(found) == bool(expected)
        assert not found or cost_of(problem, found[-1]) == min(cost_of(problem, cover) for cover in expected)


@pytest.mark.parametrize("least_visits", [0, auto._LONG_COUNT])
def test_a_count_skips_only_where_plain_counting_would_take_long(monkeypatch, least_visits):
    monkeypatch.setattr(auto, "_LONG_COUNT", least_visits)
    monkeypatch.setattr(auto, "_FEW_COUNTED", 1)
    search = load("auto").prepare(letters(2))
    assert search.count() == len(all_covers(letters(2)))
    assert (search._problem.n_options > len(WORDS)) is (least_visits == 0)


def looked_at(problem: ExactCover) -> tuple[look_ahead.Stuck | None, list[int]]:
    """The item that is stuck, and the options that went."""
    ahead = look_ahead._LookAhead(problem)
    return ended(ahead.stuck()), np.flatnonzero(ahead.leaves >= 0).tolist()


@given(problems_with(frozenset(Feature)))
@drawn(300)
def test_what_goes_is_in_no_cover(problem) -> None:
    if problem.n_options:
        stuck, gone = looked_at(problem)
        covers = all_covers(problem)
        assert not (stuck and covers)
        assert not {option for cover in covers for option in cover} & set(gone)


@given(problems() | problems(multiplicities=True))
@drawn(300)
def test_no_option_that_leaves_an_item_without_enough_stays(problem) -> None:
    """By sets, as slowly as can be, where nothing is stuck."""
    if not problem.n_options:
        return
    stuck, gone = looked_at(problem)
    left = [set(problem.items_of(option)) for option in range(problem.n_options) if option not in gone]
    once = {item for item in range(problem.n_items) if problem.most[item] == 1}
    for one in left if not stuck else ():
        others = [other for other in left if other is not one and not one & other & once]
        for item in range(problem.n_items):
            n = sum(item in other for other in others) if item not in one & once else problem.least[item]
            assert n + (item in one) >= problem.least[item]


def ring(n_beside: int) -> ExactCover:
    """Each of thirty options of a takes what all forty options of another item need; beside them n! covers."""
    beside = [(f"row {i}", f"column {j}") for i in range(n_beside) for j in range(n_beside)]
    rows = [*(("a", f"s{k}") for k in range(30)), *((f"b{k}", f"s{k}", f"t{j}") for k in range(30) for j in range(40))]
    lines = [f"{line} {k}" for line in ("row", "column") for k in range(n_beside)]
    ends = [*(f"s{k}" for k in range(30)), *(f"t{j}" for j in range(40))]
    return ExactCover.from_options([*rows, *beside], ["a", *(f"b{k}" for k in range(30)), *lines], ends)


@pytest.mark.parametrize("walk", ["batches", "increments"])
def test_auto_looks_ahead_for_every_question_and_gives_heartbeats(walk, monkeypatch) -> None:
    monkeypatch.setattr(refutations, "TABLE", [(0.0, *rest) for _, *rest in refutations.TABLE if stuck_item in rest])
    search = load("auto").prepare(ring(24))
    found = [*map(int, search.increments())] if walk == "increments" else [*map(len, search.batches(heartbeats=True))]
    assert (sum(found), len(found) > 30) == (0, True)
    assert search.choice == "no search: one step of look-ahead shows that there is no cover"

"""Skips: one cover of the problem with them for each cover without, found by brute force and by auto."""

import pytest
from hypothesis import given
from night import drawn

from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import problems, problems_with
from danceoff.problems import Covers, ExactCover
from danceoff.solvers import Feature, load
from danceoff.solvers.base import cost_of
from danceoff.solvers.rewriting.skips import with_skips, without_skips
from danceoff.solvers.together import auto

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

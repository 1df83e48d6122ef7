"""`danceoff.sample`, `nth`, `rank`, `options_held` and `Diagram`; tests/support/fuzz_questions.py has brute force."""

from collections import Counter

import pytest

import danceoff

PROBLEM = {
    "all": ["a", "b"],
    "early": ["a"],
    "late": ["b"],
    "no": ["b", "c"],
    "other": ["c"],
    "never": ["a", "d"],
    "d": ["d", "e"],
}
"""Its covers: all other d, early late other d, early no d."""


def test_options_go_by_their_names():
    held = danceoff.options_held(PROBLEM)
    assert held.n_covers == 3
    assert dict(held.counts) == {"all": 1, "early": 2, "late": 1, "no": 1, "other": 2, "never": 0, "d": 3}
    assert (held.in_all, held.in_none) == (["d"], ["never"])
    (number,) = danceoff.rank(PROBLEM, [{"d", "no", "early"}])
    assert danceoff.nth(PROBLEM, [number]) == [{"early", "no", "d"}]


def test_a_notebook_shows_a_heat_map():
    assert ">0 to 25 %: here, in %</text>" in (danceoff.options_held("queens/6")._repr_svg_() or "")
    assert danceoff.options_held("queens/3")._repr_svg_() is None
    assert danceoff.options_held(PROBLEM)._repr_svg_() is None


def test_without_a_cover_no_option_is_in_all():
    held = danceoff.options_held({"one": ["a", "b"], "two": ["b", "c"]})
    assert (held.n_covers, held.in_all, held.in_none) == (0, [], ["one", "two"])


def test_a_problem_that_was_cut_is_numbered_and_named_as_its_root():
    rest = danceoff.problem(PROBLEM).given([6])
    covers = danceoff.nth(rest, range(3))
    assert {6} < set(covers[0].numbers)
    assert danceoff.rank(rest, covers) == [0, 1, 2]
    some = danceoff.nth(PROBLEM, [2, 0])
    assert [one.numbers for one in danceoff.nth(rest, danceoff.rank(rest, some))] == [one.numbers for one in some]
    assert dict(danceoff.options_held(rest).counts) == {"all": 1, "early": 2, "late": 1, "no": 1, "other": 2}


def test_samples_are_uniform_and_named_by_their_seed():
    drawn = danceoff.sample(PROBLEM, 3000, seed=5)
    counts = Counter(cover.numbers for cover in drawn)
    assert len(counts) == 3
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 14  # chi-square, 2 degrees: p = 0.001
    assert danceoff.sample(PROBLEM, 3000, seed=5) == drawn
    assert danceoff.sample(PROBLEM, 3000, seed=6) != drawn


def test_a_diagram_is_made_once_and_answers_as_the_functions_do(monkeypatch):
    every = danceoff.Diagram(PROBLEM)
    some, held = danceoff.nth(PROBLEM, [2, 0]), danceoff.options_held(PROBLEM)
    drawn = danceoff.sample(PROBLEM, 5, seed=2)
    monkeypatch.setattr("danceoff.solvers.engines.diagram.diagram", None)
    assert (every.count, every.nth([2, 0]), every.options_held()) == (3, some, held)
    assert (every.rank(some), every.sample(5, seed=2)) == ([2, 0], drawn)


@pytest.mark.parametrize(
    ("kind", "says", "ask"),
    [
        (danceoff.InvalidProblem, "n must be a whole number from 0", lambda: danceoff.sample(PROBLEM, -1)),
        (danceoff.InvalidProblem, "seed must be a whole number from 0", lambda: danceoff.sample(PROBLEM, 1, "x")),
        (ValueError, "4 covers cannot be drawn: the problem has only 3", lambda: danceoff.sample(PROBLEM, 4, 1, False)),
        (
            ValueError,
            "4 covers cannot be drawn: the problem has only 3",
            lambda: danceoff.sample(PROBLEM, 4, repeats=False, approximate=True),
        ),
        (IndexError, "numbers 0 to 2, and 3 is none of them", lambda: danceoff.nth(PROBLEM, [1, 3])),
        (IndexError, "and 999999999999 is none of them", lambda: danceoff.nth(PROBLEM, range(10**12))),
        (IndexError, "0 to 2, and -1000", lambda: danceoff.nth(PROBLEM, [-(10**5000)])),
        (IndexError, "0 to 2, and -1 is none of them", lambda: danceoff.nth(PROBLEM, range(2, -2, -1))),
        (danceoff.InvalidProblem, "a list of whole numbers or a range, not 3", lambda: danceoff.nth(PROBLEM, 3)),
        (danceoff.InvalidProblem, "a list of whole numbers or a range, not", lambda: danceoff.nth(PROBLEM, [True])),
        (
            danceoff.InvalidProblem,
            "cover: no option is called 'nix'; there are all, early",
            lambda: danceoff.rank(PROBLEM, [{"nix"}]),
        ),
        (
            danceoff.InvalidProblem,
            "number 1 of the covers is no cover",
            lambda: danceoff.rank(PROBLEM, [{"d", "all", "other"}, {"d"}]),
        ),
        (
            MemoryError,
            "memory_mb allows 0.1; raise it, or draw with approximate=True",
            lambda: danceoff.sample("pentomino/6x10", memory_mb=0.1),
        ),
        (MemoryError, "memory_mb allows 0.1; raise it", lambda: danceoff.options_held("pentomino/6x10", memory_mb=0.1)),
    ],
)
def test_errors_are_one_line(kind, says, ask):
    with pytest.raises(kind) as caught:
        ask()
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)

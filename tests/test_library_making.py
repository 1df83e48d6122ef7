"""`danceoff.make` and `danceoff.piece_sets`: puzzles with one answer, by name."""

from itertools import islice

import pytest

import danceoff
from danceoff.asking import making
from danceoff.solvers.engines import loading

CLERKS = {"both": ["a", "b"], "early": ["a"], "late": ["b"], "c1": ["c"], "c2": ["c"]}


def test_options_go_by_their_names_and_a_problem_that_was_cut_shows_its_root():
    puzzle = next(danceoff.make(CLERKS))
    assert puzzle.givens <= puzzle.cover
    assert danceoff.solve(CLERKS, given=puzzle.givens).covers == [puzzle.cover]
    rest = danceoff.problem(CLERKS).given([1])
    puzzle = next(danceoff.make(rest))
    assert puzzle.givens.numbers in ((1, 3), (1, 4))
    assert puzzle.givens.numbers[1] in puzzle.cover.numbers


def test_givens_that_the_problem_has_already_count():
    rest = danceoff.problem(CLERKS).given([1])
    assert next(danceoff.make(rest, most_givens=2)).givens.numbers[0] == 1
    with pytest.raises(TimeoutError, match=r"the time limit of 0\.05 s"):
        next(danceoff.make(rest, most_givens=1, time_limit=0.05))


def test_what_is_loaded_does_not_count_in_the_time_limit(monkeypatch):
    now_s = 0.0
    monkeypatch.setattr(loading, "monotonic", lambda: now_s)

    def an_hour():
        nonlocal now_s
        now_s += 3600

    def made(by):
        by(an_hour)
        yield 1

    assert list(making._until(made(loading.uncounted), 1.0)) == [1]
    with pytest.raises(TimeoutError):
        list(making._until(made(lambda work: work()), 1.0))


def test_the_same_seed_makes_the_same_puzzles():
    three = list(danceoff.make("sudoku/2x3", 3, seed=4))
    assert three == list(danceoff.make("sudoku/2x3", 3, seed=4)) != list(danceoff.make("sudoku/2x3", 3, seed=5))
    assert len({puzzle.givens for puzzle in three}) == 3
    assert list(danceoff.make("sudoku/2x3", 0)) == []
    assert all(1 < puzzle.difficulty.nodes < 1000 for puzzle in three)


def test_sets_of_pieces_are_named_and_have_the_covers_they_say():
    every = list(danceoff.piece_sets("pentomino-subset/5x5"))
    assert (len(every), {one.n_covers for one in every}) == (19, {8})
    assert [one.pieces for one in danceoff.piece_sets("pentomino-subset/5x5", 2)] == [one.pieces for one in every[:2]]
    other = danceoff.piece_sets("pentomino-subset/5x5", seed=2)
    assert {frozenset(one.pieces) for one in other} == {frozenset(one.pieces) for one in every}
    for one in islice(every, 3):
        assert {option.split()[0] for option in one.cover} == set(one.pieces)
        assert one.difficulty.nodes > 10


@pytest.mark.parametrize(
    ("kind", "says", "ask"),
    [
        (danceoff.InvalidProblem, "n must be a whole number from 0", lambda: danceoff.make(CLERKS, -1)),
        (danceoff.InvalidProblem, "seed must be a whole number", lambda: danceoff.piece_sets("soma", seed="x")),
        (
            danceoff.InvalidProblem,
            "symmetry must be one of half-turn, ",
            lambda: danceoff.make("sudoku/4x4", symmetry="round"),
        ),
        (ValueError, "there is no cover to make a puzzle of", lambda: next(danceoff.make("queens/3"))),
        (TimeoutError, "the time limit of 1e-06 s", lambda: list(danceoff.piece_sets("n-omino/6", time_limit=1e-6))),
    ],
)
def test_errors_are_one_line(kind, says, ask):
    with pytest.raises(kind) as caught:
        ask()
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_puzzles_differ_and_asking_for_more_than_there_are_says_how_many():
    made = danceoff.make("queens/4", 9)
    assert len({next(made).givens.numbers for _ in range(8)}) == 8
    says = "8 different puzzles were made, and 200 tries made no other: ask for fewer"
    with pytest.raises(danceoff.InvalidProblem, match=f"^{says}$"):
        next(made)

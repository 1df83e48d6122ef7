"""The questions beside `solve` and `best`, by names and within limits; fuzz_questions.py has brute force."""

import re
from collections import Counter
from itertools import islice

import night
import pytest
from hypothesis import given
from hypothesis import strategies as st

import danceoff
from danceoff.addons.puzzles.making import door as making
from danceoff.experiments.contract.strategies import priced, problems
from danceoff.problems import ExactCover
from danceoff.solvers.engines import loading
from danceoff.solvers.questions import conflict
from danceoff.solvers.questions.conflict import Conflict, Strength

PROBLEM = {"all": ["a", "b"], "early": ["a"], "late": ["b"], "no": ["b", "c"], "other": ["c"]}
PROBLEM |= {"never": ["a", "d"], "d": ["d", "e"]}
"""Its covers: all other d, early late other d, early no d."""
CHAIN = {"one": ["a", "b"], "two": ["b", "c"]}
"""It has no cover."""
CLERKS = {"both": ["a", "b"], "early": ["a"], "late": ["b"], "c1": ["c"], "c2": ["c"]}


def test_options_held_go_by_their_names():
    held = danceoff.options_held(PROBLEM)
    assert held.n_covers == 3
    assert dict(held.counts) == {"all": 1, "early": 2, "late": 1, "no": 1, "other": 2, "never": 0, "d": 3}
    assert (held.in_all, held.in_none) == (["d"], ["never"])
    (number,) = danceoff.rank(PROBLEM, [{"d", "no", "early"}])
    assert danceoff.nth(PROBLEM, [number]) == [{"early", "no", "d"}]
    held = danceoff.options_held(CHAIN)
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
    assert (every.count, every.nth([2, 0]), every.options_held().counts) == (3, some, held.counts)
    assert (every.rank(some), every.sample(5, seed=2)) == ([2, 0], drawn)


def test_the_options_of_a_backbone_go_by_their_names_and_a_limit_leaves_some_unsettled():
    options = {"a": ["x", "z"], "b": ["y"], "c": ["y"], "never": ["x", "y"]}
    assert danceoff.backbone(options) == danceoff.Backbone(True, ["a"], ["b", "c"], ["never"], [])
    rest = danceoff.problem(options).given([1])
    assert danceoff.backbone(rest, time_limit=None) == danceoff.Backbone(True, ["a"], [], [], [])
    assert danceoff.backbone(CHAIN) == danceoff.Backbone(False, [], [], ["one", "two"], [])
    part = danceoff.backbone("queens/8", time_limit=1e-6)
    assert (part.has_cover, len(part.in_some + part.unsettled), part.in_all + part.in_none) == (True, 64, [])
    assert part.unsettled


def test_unique_names_the_options_and_draws_them():
    assert danceoff.unique(PROBLEM, given=["no"]).covers == [{"early", "no", "d"}]
    found = danceoff.unique(PROBLEM, without=["early"])
    assert (found.verdict, found.only_first, found.covers[0].picture) == ("one", [], found.picture)
    found = danceoff.unique(PROBLEM, given=["other"])
    assert {*found.only_first} | {*found.only_second} == {"all", "early", "late"}
    assert "in both:\n  other\n  d" in found.picture
    assert "differ" in danceoff.unique("queens/4").picture
    assert "two covers" in danceoff.unique("queens/4")._repr_svg_()
    rest = danceoff.unique(danceoff.problem(PROBLEM).given([6]))
    assert (rest.verdict, rest._repr_svg_(), "only" in rest.picture) == ("several", None, False)


def test_a_conflict_is_explained_by_names(monkeypatch):
    covered = {"one": ["a"], "two": ["b"]}
    why = danceoff.explain({**CHAIN, 3: ["d"]}, time_limit=None)
    assert why == danceoff.Explanation(False, why.reasons, ["a", "c"], True, True, ["a", "c"])
    assert danceoff.explain(covered) == danceoff.Explanation(True, [], [], False, False, None)
    found = [Conflict((0, 1), Strength.MINIMAL)]

    def within(*_):
        yield from found
        raise TimeoutError

    monkeypatch.setattr(conflict, "conflicts_within", within)
    assert danceoff.explain(covered) == danceoff.Explanation(False, [], ["a", "b"], True, False, None)
    found.clear()
    assert danceoff.explain(covered) == danceoff.Explanation(None, [], [], False, False, None)
    assert danceoff.explain("domino/3x3").has_cover is False


def test_an_explanation_is_shown_on_its_board_and_a_cover_is_not_printed_as_none():
    shown = danceoff.explain("domino/3x3")._repr_svg_()
    assert shown is not None and "<desc>cannot be covered together: 0,0 0,2 1,1 2,0 2,2</desc>" in shown
    assert danceoff.explain(CHAIN)._repr_svg_() is None
    assert str(danceoff.explain("queens/4")) == "there is a cover"
    assert str(danceoff.explain("queens/4", time_limit=1e-9)) == "it is not known whether there is a cover"
    assert "leaves too few options" in str(danceoff.explain("queens/3"))


def test_a_cover_comes_apart_or_not():
    covers = danceoff.solve("burr/369-871-928-956-1000-1024", "bits").covers
    found = [danceoff.disassembly(cover) for cover in covers]
    assert sorted(apart.level for apart in found if apart) == [8] * 12
    assert found.count(None) == 48
    shown = next(filter(None, found))
    assert str(shown).startswith("8.")
    assert f"{sum(shown.levels)} of {sum(shown.levels)}: " in (shown._repr_svg_() or "")
    whole = danceoff.solve("diabolical", "bits", limit=1).covers[0]
    rest = danceoff.solve("diabolical", "bits", limit=1, given=whole.options[:3]).covers[0]
    assert danceoff.disassembly(rest) == danceoff.disassembly(whole), "options that are given are pieces, too"


@night.drawn(30)
@given(priced(problems(colours=True, multiplicities=True, max_options=6), bounded=True), st.data())
def test_a_list_is_judged_entry_by_entry(problem: ExactCover, data: st.DataObject):
    right = {tuple(sorted(cover)) for cover in danceoff.load("brute-force").prepare(problem).covers()}
    other = st.lists(st.integers(0, problem.n_options - 1), max_size=3) if problem.n_options else st.just([])
    entries = data.draw(st.lists(other | st.sampled_from(sorted(right)) if right else other, max_size=6))
    as_sets = [tuple(sorted(entry)) for entry in entries]
    wrong = [k for k, cover in enumerate(as_sets) if cover not in right]
    repeated = [k for k, cover in enumerate(as_sets) if cover in right and cover in as_sets[:k]]
    found = danceoff.check_covers(problem, entries)
    assert (found.n_wrong, found.first_wrong and found.first_wrong[0]) == (len(wrong), wrong[0] if wrong else None)
    assert found.n_repeated == len(repeated)
    assert found.first_repeated == ((repeated[0], as_sets.index(as_sets[repeated[0]])) if repeated else None)
    assert (found.n_covers, found.missing, bool(found)) == (len(right & {*as_sets}), None, not wrong and not repeated)


def test_covers_that_were_found_are_right_and_whole_those_of_a_problem_that_was_cut_too():
    result = danceoff.solve("queens/6")
    found = danceoff.check_covers("queens/6", result.covers)
    assert (bool(found), found.n_covers, found.missing, found.fingerprint) == (True, 4, 0, result.fingerprint)
    found = danceoff.check_covers("queens/6", result.covers[1:])
    assert (bool(found), found.missing) == (False, 1)
    whole = danceoff.problem(PROBLEM)
    rest = whole.given([1])
    assert danceoff.check_covers(rest, danceoff.solve(rest).covers)
    assert danceoff.check_covers(whole, danceoff.solve(rest).covers).n_covers == 2
    assert danceoff.check_covers(rest, danceoff.solve(whole, given=["early"]).covers)


def test_a_puzzle_goes_by_names_and_givens_that_the_problem_has_already_count():
    puzzle = next(danceoff.make(CLERKS))
    assert puzzle.givens <= puzzle.cover
    assert danceoff.solve(CLERKS, given=puzzle.givens).covers == [puzzle.cover]
    rest = danceoff.problem(CLERKS).given([1])
    puzzle = next(danceoff.make(rest))
    assert puzzle.givens.numbers in ((1, 3), (1, 4))
    assert puzzle.givens.numbers[1] in puzzle.cover.numbers
    assert next(danceoff.make(rest, most_givens=2)).givens.numbers[0] == 1


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


def test_puzzles_differ_and_asking_for_more_than_there_are_says_how_many():
    made = danceoff.make("queens/4", 9)
    assert len({next(made).givens.numbers for _ in range(8)}) == 8
    says = "200 tries made no other puzzle than the first 8: ask for fewer"
    with pytest.raises(danceoff.InvalidProblem, match=f"^{says}$"):
        next(made)


def apart(source: str) -> object:
    return danceoff.disassembly(danceoff.solve(source, limit=1).covers[0], time_limit=1e-9)


WRONG = {
    danceoff.InvalidProblem: [
        ("n must be a whole number from 0", lambda: danceoff.sample(PROBLEM, -1)),
        ("seed must be a whole number from 0", lambda: danceoff.sample(PROBLEM, 1, "x")),
        ("a list of whole numbers or a range, not 3", lambda: danceoff.nth(PROBLEM, 3)),
        ("cover: no option is called 'nix'; there are all, early", lambda: danceoff.rank(PROBLEM, [{"nix"}])),
        ("number 1 of the covers is no cover", lambda: danceoff.rank(PROBLEM, [{"d", "all", "other"}, {"d"}])),
        ("n must be a whole number from 0", lambda: danceoff.make(CLERKS, -1)),
        ("seed must be a whole number", lambda: danceoff.piece_sets("soma", seed="x")),
        ("symmetry must be one of half-turn, ", lambda: danceoff.make("sudoku/4x4", symmetry="round")),
        ("covers must be a list of covers, not 3", lambda: danceoff.check_covers(PROBLEM, 3)),
        ("covers must be a list of covers, not 'abc'", lambda: danceoff.check_covers(PROBLEM, "abc")),
        ("cover 1 must be a list of options, not 'late'", lambda: danceoff.check_covers(PROBLEM, [["all"], "late"])),
        ("cover 1: no option is called 0; there are all", lambda: danceoff.check_covers(PROBLEM, [["all"], [0]])),
        ("only packings of squares, cubes and triangular prisms can", lambda: apart("queens/6")),
        ("only packings of squares, cubes and triangular prisms can", lambda: apart("hexiamond/6x6")),
        ("limit must be", lambda: danceoff.best(PROBLEM, limit=0)),
        ("maximise must be True or False, not 'no'", lambda: danceoff.best(PROBLEM, maximise="no")),
        ("no such bound where larger costs are better", lambda: danceoff.best(PROBLEM, maximise=True, at_most=3)),
    ],
    ValueError: [
        ("4 covers cannot be drawn: the problem has only 3", lambda: danceoff.sample(PROBLEM, 4, 1, False)),
        ("has only 3", lambda: danceoff.sample(PROBLEM, 4, repeats=False, approximate=True)),
        ("there is no cover to make a puzzle of", lambda: next(danceoff.make("queens/3"))),
        ("memory_limit needs isolate=True", lambda: danceoff.best(PROBLEM, memory_limit=100)),
    ],
    IndexError: [
        ("numbers 0 to 2, and 3 is none of them", lambda: danceoff.nth(PROBLEM, [1, 3])),
        ("and 999999999999 is none of them", lambda: danceoff.nth(PROBLEM, range(10**12))),
        ("0 to 2, and -1000", lambda: danceoff.nth(PROBLEM, [-(10**5000)])),
        ("0 to 2, and -1 is none of them", lambda: danceoff.nth(PROBLEM, range(2, -2, -1))),
    ],
    MemoryError: [
        ("allows 0.1; raise it, or draw with approximate=True", lambda: danceoff.sample("soma", memory_mb=0.1)),
        ("memory_mb allows 0.1; raise it", lambda: danceoff.options_held("pentomino/6x10", memory_mb=0.1)),
    ],
    TimeoutError: [
        ("the time limit of 1e-06 s", lambda: list(danceoff.piece_sets("n-omino/6", time_limit=1e-6))),
        ("time limit of 0.05 s", lambda: next(danceoff.make(CLERKS, most_givens=0, time_limit=0.05))),
        (
            "whether there is one cover is not known; timeout: at least 0 covers in ",
            lambda: danceoff.unique("soma", "backtracking", time_limit=1e-6),
        ),
        ("not decided within 1e-09 s", lambda: apart("burr/103-760-960-992-996-1024")),
    ],
    danceoff.UnsupportedProblem: [
        ("counts covers and cannot list", lambda: danceoff.unique("queens/4", "counter")),
        ("backtracking does not look for the cheapest covers", lambda: danceoff.best(PROBLEM, "backtracking")),
    ],
    TypeError: [("cover", lambda: danceoff.disassembly((1, 2)))],
}


@pytest.mark.parametrize(("kind", "says", "ask"), [(kind, *row) for kind, rows in WRONG.items() for row in rows])
def test_errors_are_one_line(kind, says, ask):
    with pytest.raises(kind, match=rf"\A[^\n]*{re.escape(says)}[^\n]*\Z"):
        ask()

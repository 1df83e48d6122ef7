"""The edges of the definition: free options, items covered 0 times or without an end, the constant, and colours."""

import pickle
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, combinations

import night
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import danceoff
from danceoff.experiments.contract.small import all_covers, cost
from danceoff.problems import Covers, ExactCover, InvalidProblem, check
from danceoff.problems.analysis.group import keeps
from danceoff.problems.formats import knuth, xcc
from danceoff.problems.model.colours import coloured_items

Entry = str | tuple[str, str]

EVERY = ExactCover.from_options([["go"], ["a"], ["b"], ["a", "b"]], ["go"], ["a", "b"], cost=[0, 1, 1, 5])


def is_cover(chosen: Sequence[Sequence[Entry]], often: dict[str, tuple[int, int | None]]) -> bool:
    """The definition, of options as they are stated; items that are not in `often` are secondary."""
    held = list(chain.from_iterable(chosen))
    colours: dict[str, set[str]] = {}
    for name, colour in (one for one in held if isinstance(one, tuple)):
        colours.setdefault(name, set()).add(colour)
    plain = [one for one in held if isinstance(one, str)]
    for name in {*plain, *colours, *often}:
        n, (least, most) = plain.count(name), often.get(name, (0, 1))
        if len(colours.get(name, ())) + (n > 0 if name in colours else 0) > 1:
            return False
        if name not in colours and not (least <= n and (most is None or n <= most)):
            return False
    return True


entries = st.one_of(st.sampled_from("abxyz"), st.tuples(st.sampled_from("yz"), st.sampled_from("rg")))
options = st.lists(st.lists(entries, min_size=1, max_size=3, unique_by=lambda one: one[0]), min_size=1, max_size=6)
bounds = st.sampled_from([(1, 1), (0, 1), (0, 0), (1, None), (0, None), (0, 2), (2, 2)])


@pytest.mark.filterwarnings("ignore:items covered 0 times")
@night.drawn(100)
@given(options, st.dictionaries(st.sampled_from("ab"), bounds))
def test_covers_are_those_of_the_definition_whatever_stands_at_its_edge(stated, often) -> None:
    problem = ExactCover.from_options(stated, sorted(often), sorted({*"abxyz"} - {*often}), multiplicity=often)
    found = {tuple(sorted(problem.origin[list(cover)].tolist())) for cover in all_covers(problem)}
    numbers = range(len(stated))
    subsets = chain.from_iterable(combinations(numbers, n) for n in range(len(stated) + 1))
    assert found == {chosen for chosen in subsets if is_cover([stated[k] for k in chosen], often)}


def test_an_option_without_a_primary_item_is_free() -> None:
    assert len(all_covers(EVERY)) == 5
    assert danceoff.best(EVERY, maximise=True).cost == 5
    assert [EVERY.item_name(k) for k in range(EVERY.n_items)] == ["go", "a", "b"]
    assert (EVERY.n_primary, EVERY.least.tolist(), EVERY.most.tolist()) == (3, [1, 0, 0], [1, 1, 1])
    coloured = ExactCover.from_options([["a"], [("x", "red")], ["a", ("x", "blue")]], "a", "x")
    assert all_covers(coloured) == {(0,), (0, 1), (2,)}
    assert coloured.items_of(1) == [1, 2]


@pytest.mark.parametrize(
    "problem",
    [
        knuth.read("go | a b\ngo\na |1\nb |1\na b |5\n", "FILE"),
        ExactCover.from_matrix([[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 1, 1]], 1, ["go", "a", "b"]),
        danceoff.problem({0: ["go"], 1: ["a"], 2: ["b"], 3: ["a", "b"]}, secondary=["a", "b"]),
        danceoff.problem(np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 1, 1]]), secondary=[1, 2]),
    ],
)
def test_free_options_are_the_same_from_every_source(problem: ExactCover) -> None:
    assert all_covers(problem) == all_covers(EVERY)


def test_an_item_that_is_covered_0_times_leaves_out_its_options_and_their_numbers_stay() -> None:
    options = {"x": ["a", "b"], "y": ["b"], "z": ["a"], "w": ["b", "c"]}
    with pytest.warns(UserWarning, match="^items covered 0 times: 'a', 'c'; options left out with them: 3$"):
        problem = danceoff.problem(options, multiplicity={"a": 0, "c": (0, 0)}, cost=[1, 2, 3, 4])
    assert danceoff.best(problem).cover == {"y"}
    assert (problem.origin.tolist(), problem.cost.tolist()) == ([1], [2])
    with pytest.warns(UserWarning, match="^FILE: items covered 0 times: 'a'; options left out with them: 1$"):
        assert all_covers(knuth.read("0|a b\na b\nb\n", "FILE")) == {(0,)}
    with pytest.warns(UserWarning, match="^FILE: items covered 0 times: 'a'"):
        assert all_covers(xcc.read("a[0:0] b\na b\nb\n", "FILE")) == {(0,)}


@pytest.mark.parametrize(
    "problem",
    [
        knuth.read("1:|a 0:1|b\na\na b\na\n", "FILE"),
        xcc.read("a[1:] b[0:1]\na\na b\na\n", "FILE"),
        ExactCover.from_options(["a", "ab", "a"], "ab", multiplicity={"a": (1, None), "b": (0, 1)}),
        danceoff.problem({1: ["a"], 2: ["a", "b"], 3: ["a"]}, multiplicity={"a": (1, None), "b": (0, 1)}),
    ],
)
def test_a_multiplicity_may_have_no_end(problem: ExactCover) -> None:
    assert (problem.least.tolist(), problem.most.tolist()) == ([1, 0], [3, 1])
    assert len(all_covers(problem)) == 7


PRICED = replace(ExactCover.from_options(["a", "a", "b"], "ab", cost=[5, 2.5, 1]), constant=20)


@pytest.mark.parametrize("isolate", [False, True])
def test_the_constant_is_in_every_cost_bound_and_limit(isolate: bool) -> None:
    best = danceoff.best(PRICED, isolate=isolate)
    assert (best.cost, best.bound, best.cover.cost) == (13.5, 13.5, 13.5)
    assert danceoff.best(PRICED, maximise=True, isolate=isolate).cost == 16
    assert [danceoff.count(PRICED, at_most=most) for most in (13, 13.5, 16)] == [0, 1, 2]
    assert danceoff.best(PRICED, target=13.5).cost == 13.5
    assert danceoff.best(PRICED, limit=2, within=0.19).costs == [13.5, 16]
    assert danceoff.best(PRICED, limit=2, within=0.18).costs == [13.5]
    assert danceoff.best(PRICED, given=[0]).cost == 16
    assert danceoff.best(PRICED.given([0])).cost == 16
    assert danceoff.best(PRICED, soft={"a": 1}).cost == 12
    assert [*PRICED.cost_of(Covers.of([(0, 2), (1, 2)]))] == [32, 27]
    assert PRICED.digest != ExactCover.from_options(["a", "a", "b"], "ab", cost=[5, 2.5, 1]).digest


def test_the_constant_is_no_part_of_a_bound_on_the_options() -> None:
    limited = PRICED.given([2])
    assert (limited.constant, limited.max_cost) == (22, None)
    assert check(PRICED, Covers.of([(0, 2)])).all()
    assert cost(PRICED, (0, 2)) == 12


TOY_TEXT = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"
TOY = [[tuple(word.split(":")) if ":" in word else word for word in line.split()] for line in TOY_TEXT.splitlines()[1:]]


def toy() -> ExactCover:
    """The example of TAOCP 7.2.2.1, (49)."""
    return ExactCover.from_options(TOY, "pqr", "xy")


def test_an_item_whose_colour_is_settled_is_gone():
    rest = toy().given([1])
    assert list(rest.item_names) == ["q"]
    assert not rest.has_colours
    assert rest.origin.tolist() == [3]


def test_the_digest_knows_colours_and_no_colours_are_none():
    plain = [[item if isinstance(item, str) else item[0] for item in option] for option in TOY]
    without = ExactCover.from_options(plain, "pqr", "xy")
    assert toy().digest != without.digest
    zeros = ExactCover(without.start, without.item, 5, 3, colour=np.zeros(len(without.item), np.int32))
    assert zeros.digest == without.digest
    assert not zeros.has_colours


def test_colours_are_copied_and_shown():
    problem = pickle.loads(pickle.dumps(toy()))
    assert problem.digest == toy().digest
    assert [problem.entry_name(*entry) for entry in problem.entries_of(0)] == ["p", "q", "x", "y:A"]
    assert problem.entry(4, 1) == ("y", "A")
    with pytest.raises(InvalidProblem, match="colour must be a whole number from 1 to 2"):
        problem.entry_name(4, 3)


def test_a_pair_that_names_an_item_is_that_item():
    problem = ExactCover.from_options([["a", ("x", 1)]], "a", ["x", ("x", 1)])
    assert not problem.has_colours
    assert problem.items_of(0) == [0, 2]


def test_symmetries_keep_the_classes_of_colours():
    problem = ExactCover.from_options([["a", ("x", 1)], ["a", ("x", 2)], ["b", ("x", 1)], ["b", ("x", 2)]], "ab", "x")
    assert keeps(problem, np.array([1, 0, 3, 2], np.int32))  # exchanges the colours
    assert keeps(problem, np.array([2, 3, 0, 1], np.int32))  # exchanges the items
    assert not keeps(problem, np.array([1, 0, 2, 3], np.int32))  # exchanges the colours of one item only
    plain = ExactCover.from_options([["a", ("x", 1)], ["b", "x"]], "ab", "x")
    assert not keeps(plain, np.array([1, 0], np.int32))  # exchanges a colour and none


def test_groups_of_options_leave_out_what_excludes_nothing():
    problem = ExactCover.from_options([["a", ("x", 1), ("y", 7)], ["a", ("x", 2)], "axz", ["a", ("y", 7)]], "a", "xyz")
    assert coloured_items(problem) == [(1, [2], [[0], [1]])]


def test_knuths_text_is_read_and_colours_that_cannot_be_written_are_refused():
    assert knuth.read(TOY_TEXT, "FILE").digest == toy().digest
    assert knuth.write(toy()) == TOY_TEXT
    problem = ExactCover.from_options([["a", ("x", "light red")]], "a", "x")
    with pytest.raises(InvalidProblem, match="colour 'light red' cannot be written"):
        knuth.write(problem)

"""Colours in the model: what they mean, how they are checked, cut, read, written and refused."""

import pickle

import numpy as np
import pytest

from danceoff.problems import ExactCover, InvalidProblem
from danceoff.problems.analysis.group import keeps
from danceoff.problems.formats import knuth
from danceoff.problems.model.colours import coloured_items

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

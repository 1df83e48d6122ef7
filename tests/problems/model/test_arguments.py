"""What the model refuses of its arguments, each in one line that names the argument."""

import numpy as np
import pytest

from danceoff.problems import Covers, ExactCover, Fingerprint, InvalidProblem
from danceoff.problems.model import arguments, arrays
from danceoff.problems.model.covers import offsets
from danceoff.problems.model.fingerprint import keys


@pytest.mark.parametrize("value", [-1, 4, 2.0, "2", None, True, np.True_])
def test_a_number_is_whole_and_within_its_bounds(value: object) -> None:
    with pytest.raises(InvalidProblem, match=r"^n must be a whole number from 0 to 3, not "):
        arguments.whole_number("n", value, 0, 3)
    assert [arguments.whole_number("n", number, 0, 3) for number in (0, np.int8(3))] == [0, 3]


@pytest.mark.parametrize(
    "values", [[1, 1 << 70], np.array([-(1 << 31)]), [[1]], [0.5], [1, True], np.ma.array([1, 2], mask=[0, 1]), "12"]
)
def test_numbers_are_one_row_of_32_bits(values: object) -> None:
    with pytest.raises(InvalidProblem, match=r"^n must be a one-dimensional array of whole numbers of 32 bits"):
        arrays.whole_numbers("n", values)


def test_names_without_an_order_are_refused() -> None:
    with pytest.raises(InvalidProblem, match=r"^item_names must be a sequence of names, not a value of type set$"):
        ExactCover.from_matrix([[1, 1]], item_names={"x", "y"})


NO_MULTIPLICITY = "multiplicity of item 'a' must be"


@pytest.mark.parametrize(
    ("options", "primary", "secondary", "multiplicity", "says"),
    [
        (["a"], [["a"]], "", None, "an item has no name that can be looked up: .*unhashable.*"),
        ([7], "a", "", None, "option 0: .*not iterable.*"),
        (7, "a", "", None, "options must be a sequence, not 7"),
        (["ab", "z"], "ab", "", None, "option 1: unknown item 'z'"),
        (["ab", "aa"], "ab", "", None, "option 1: item a is covered twice"),
        (["ab", ""], "ab", "", None, "option 1: covers no item"),
        (["ab"], "aba", "", None, "item 'a' is declared twice"),
        (["ax"], "a", "x", 7, "multiplicity must be a mapping, not 7"),
        (["ax"], "a", "x", {"b": (1, 1)}, "multiplicity of an unknown item 'b'"),
        (["ax"], "a", "x", {"a": (1,)}, f"{NO_MULTIPLICITY} a number or .least, most."),
        (["ax"], "a", "x", {"a": (-1, 1)}, f"{NO_MULTIPLICITY} a whole number from 0 to 2147483647, not -1"),
        (["ax"], "a", "x", {"a": (2, 1)}, "item a: an item is not covered 2 to 1 times"),
        (["ax"], "a", "x", {"x": (0, 2)}, "item x: a secondary item is not covered 0 to 2 times"),
        (["ax"], "a", "x", {"x": (1, 1)}, "item x: a secondary item is not covered 1 to 1 times"),
        ([[("a", 1)]], "a", "x", None, "option 0: item a has colour 1, and only secondary items take colours"),
        ([["a", ("y", 1)]], "a", "x", None, "option 0: unknown item .*"),
        ([["a", ("x", 1), ("x", 2)]], "a", "x", None, "option 0: item x is covered twice"),
        ([["a", ("x", 1), "x"]], "a", "x", None, "option 0: item x is covered twice"),
        ([["a", ("x", [])]], "a", "x", None, ".*unhashable.*"),
    ],
)
def test_a_problem_of_another_form_is_refused(options, primary, secondary, multiplicity, says) -> None:
    with pytest.raises(InvalidProblem, match=f"^{says}$"):
        ExactCover.from_options(options, primary, secondary, multiplicity=multiplicity)


@pytest.mark.parametrize(
    ("matrix", "says"),
    [
        ([[1], [1, 0]], "the matrix is ragged, or no matrix"),
        ([1, 0], "a matrix has rows and columns, and this has 1 dimensions"),
        ([["1", "0"]], "a matrix holds the numbers 0 and 1, and this one .* values"),
        ([[1, -1]], "row 0, column 1: -1 is neither 0 nor 1"),
        ([[1.0, float("nan")]], "row 0, column 1: nan is neither 0 nor 1"),
    ],
)
def test_a_matrix_of_another_form_is_refused(matrix: list, says: str) -> None:
    with pytest.raises(InvalidProblem, match=f"^{says}$"):
        ExactCover.from_matrix(matrix)
    assert ExactCover.from_matrix([[1, 1], [1, 0]], n_primary=1).n_primary == 1


PAIR = {"start": [0, 2], "item": [0, 1], "n_items": 2, "n_primary": 1}
TWICE = "origin and taken must hold numbers of options, none of them twice"


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"n_items": -1, "n_primary": -1}, "n_items must be a whole number from 0"),
        ({"start": []}, "start must lead from 0"),
        ({"start": [0, 1]}, "start must lead from 0"),
        ({"start": [0, 2, 1, 2]}, "option 1: covers no item"),
        ({"item": [1, 0]}, "out of order"),
        ({"item": [0, 5]}, "option 0: unknown item 5"),
        ({"least": [1], "most": [1]}, "1, 1 multiplicities for 2 items"),
        ({"option_names": ["first", "second"]}, "2 option names for 1 options"),
        ({"colour": [1]}, "1 colours for 2 items of options"),
        ({"colour": [0, -1]}, "item 1 has colour -1, and colours are numbered from 1"),
        ({"colour": [0, 2], "colour_names": ["red"]}, "1 colour names for 2 colours"),
        ({"start": [0, 1, 2], "n_primary": 2, "origin": [-1, 3]}, TWICE),
        ({"start": [0, 1, 2], "n_primary": 2, "origin": [0, 3], "taken": [-2]}, TWICE),
        ({"start": [0, 1, 2], "n_primary": 2, "origin": [0, 3], "taken": [3]}, TWICE),
        ({"start": [0, 1, 2], "n_primary": 2, "origin": [3, 3]}, TWICE),
        ({"cost": np.array([0.5])}, "whole numbers"),
        ({"cost": np.array([2**63 - 1])}, "2^62 or more"),
        ({"max_cost": 0.5}, "max_cost must be a whole number"),
        ({"cost_scale": 0}, "cost_scale"),
        ({"constant": 2**63}, "constant must be a whole number"),
        ({"cost": [2], "constant": 2**62 - 1}, "add up to 2^62 or more"),
    ],
)
def test_a_malformed_field_is_refused(changed: dict, says: str) -> None:
    assert ExactCover(**PAIR).n_options == 1
    with pytest.raises(InvalidProblem) as refusal:
        ExactCover(**PAIR | changed)
    assert says in str(refusal.value)


def test_rows_of_more_entries_than_32_bits_are_refused() -> None:
    assert offsets([(1 << 31) - 1]).tolist() == [0, (1 << 31) - 1]
    with pytest.raises(InvalidProblem, match=r"^2147483648 entries are more than 32-bit numbers can count$"):
        offsets([(1 << 31) - 1, 1])


def test_a_fingerprint_needs_covers_or_keys() -> None:
    covers = Covers.of([(0, 1), (2,)])
    assert Fingerprint.of_keys(keys(covers)) == Fingerprint.of(covers)
    for wrong in (keys(Covers.of([(0,)] * 3)).T, keys(covers).astype(np.int64), keys(covers).tolist(), keys(covers)[0]):
        with pytest.raises(InvalidProblem, match=r"^keys must be uint64\[2, n_covers\], not "):
            Fingerprint.of_keys(wrong)
    with pytest.raises(InvalidProblem, match=r"^option -1 is not an option number$"):
        Fingerprint.of(Covers.of([(0, -1)]))
    with pytest.raises(TypeError, match=r"^covers must be of type Covers, not "):
        Fingerprint.of([(0, 1)])
    with pytest.raises(TypeError):
        Fingerprint() + 1

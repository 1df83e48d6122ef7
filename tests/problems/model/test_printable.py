"""Words for people: lines that fit, names that are suggested, objects in one line, numbers of any length."""

import night
import pytest
from hypothesis import given
from hypothesis import strategies as st

from danceoff.problems import Covers, ExactCover
from danceoff.problems.catalog import instance
from danceoff.problems.model import digits
from danceoff.problems.model.arguments import choices, close
from danceoff.problems.model.printable import fitted


def test_a_sentence_is_broken_between_words() -> None:
    assert fitted("one cover in 0.001 s by auto (chose bits)", 16) == "one cover in\n0.001 s by auto\n(chose bits)"
    assert fitted("no bound-on it", 0) == "no bound-on it"
    assert fitted("a well-known-word that", 12) == "a\nwell-known-word\nthat"


def test_a_column_goes_on_below_itself_and_a_table_stays_whole() -> None:
    assert fitted("tromino  68  ROWSxCOLUMNS or a CELL", 27) == "tromino  68  ROWSxCOLUMNS\n             or a CELL"
    assert fitted("a long name of something  and more words", 30) == "a long name of something  and\n    more words"
    assert fitted("  + taken (1 of 2)", 12) == "  + taken (1\n  of 2)"
    assert fitted("| a | b |", 4) == "| a | b |"


@given(st.text("ab  |-", max_size=60), st.integers(1, 30))
def test_no_word_is_lost_or_broken(line: str, columns: int) -> None:
    assert fitted(line, columns).split() == line.split()
    for one in fitted(line, columns).split("\n"):
        assert len(one) <= columns or len(one.split()) == 1 or line[:1] == "|"


def test_sets_of_points_fit_a_terminal() -> None:
    case = instance("partition/9")
    text = case.boxed(tuple(2**k - 1 for k in range(9)), 20, coloured=False)
    assert max(map(len, text.split("\n"))) <= 20
    assert text.replace("\n", " ") == case.picture(tuple(2**k - 1 for k in range(9)))


def test_close_names_are_suggested_in_any_case_and_else_all_are_listed() -> None:
    assert choices("L44", ["L4", "F"]) == "did you mean L4?"
    assert choices("ALPHA", ["beta", "alpha"]) == "did you mean alpha?"
    assert choices("zzz", ["beta", "alpha"]) == "there are beta, alpha"
    assert choices(["alpha"], ["alpha"]) == "there are alpha"
    assert choices("x", []) == "there are none"
    assert close("a" * 10**6, ["a"]) == []
    assert close("x", ["X", "x", "y"]) == ["X", "x"]


def test_problems_and_covers_are_shown_by_their_sizes():
    problem = instance("macmahon-squares/4x6").problem
    assert repr(problem) == "<ExactCover: 1008 options, 48 primary and 38 secondary items, 3 colours>"
    assert repr(Covers.of([(0, 7), (2, 4)])) == "<Covers: 2 covers>"
    assert repr(ExactCover.from_options(["a"], "a")) == "<ExactCover: 1 options, 1 primary and 0 secondary items>"


@pytest.mark.parametrize("name", ["pentomino/6x10", "steiner/7", "graceful/path-8", "word-search/4x5-compass"])
def test_an_instance_is_shown_in_one_line(name):
    shown = repr(instance(name))
    assert shown.startswith(f"Instance(name='{name}', family=")
    assert "\n" not in shown
    assert len(shown) < 1000


@pytest.mark.parametrize("n", (1, 3999, 4000, 4001, 4300, 4301, 8000, 8001, 20_000))
def test_the_ends_of_every_length(n):
    assert digits.decimal(10 ** (n - 1)) == "1" + "0" * (n - 1)
    assert digits.decimal(10**n - 1) == "9" * n
    assert digits.whole("9" * n) == 10**n - 1
    assert digits.whole("0" * 5000 + "7" * n) == 7 * (10**n - 1) // 9


@night.drawn(25)
@given(st.integers(0, 2**40_000), st.integers(0, 20_000))
def test_a_number_is_written_and_read_back(number, shift):
    number <<= shift
    assert digits.whole(digits.decimal(number)) == number


@pytest.mark.parametrize("text", ["", "-1", "1_0", " 1", "1" * 5000 + "x", "²", "9" * (digits.MOST_DIGITS + 1)])
def test_other_texts_and_long_numbers_are_refused(text):
    with pytest.raises(ValueError, match=r"not a whole number|at most"):
        digits.whole(text)

"""Lines that are broken between words to fit a terminal."""

from hypothesis import given
from hypothesis import strategies as st

from danceoff.problems.catalog import instance
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

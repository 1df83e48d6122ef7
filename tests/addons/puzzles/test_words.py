"""Words in grids: word searches and crosswords against their rules, and their pictures."""

from itertools import product

import pytest

from danceoff.addons.puzzles.grids.words import crossword, word_search
from danceoff.experiments.contract.small import all_covers
from danceoff.problems import Covers, check
from danceoff.problems.catalog import instance
from danceoff.problems.families.board import board
from danceoff.problems.instance import Instance


def places(n_rows: int, n_columns: int, word: str) -> set[frozenset[tuple[int, int, str]]]:
    """Walk from every cell in every direction; a place is the set of its cells with their letters."""
    found = set()
    for row, column, down, right in product(range(n_rows), range(n_columns), (-1, 0, 1), (-1, 0, 1)):
        walk = [(row + k * down, column + k * right, letter) for k, letter in enumerate(word)]
        is_inside = all(0 <= r < n_rows and 0 <= c < n_columns for r, c, _ in walk)
        if is_inside and len({cell[:2] for cell in walk}) == len(word):
            found.add(frozenset(walk))
    return found


@pytest.mark.parametrize(
    ("n_rows", "n_columns", "words"),
    [(2, 3, "ABC CAB"), (3, 3, "ANA NA"), (2, 2, "BA AB BC"), (1, 4, "ABBA BB"), (2, 3, "LONG")],
)
def test_word_searches_against_the_rules(n_rows: int, n_columns: int, words: str) -> None:
    problem, _ = word_search(n_rows, n_columns, words.split())
    covers = Covers.of(all_covers(problem))
    expected = sum(
        len({cell[:2] for cell in frozenset().union(*chosen)}) == len(frozenset().union(*chosen))
        for chosen in product(*(places(n_rows, n_columns, word) for word in words.split()))
    )
    assert len(covers) == expected
    assert check(problem, covers).all()
    assert (expected > 0) == (words != "LONG")


def test_crosswords_against_the_rules() -> None:
    """Every grid of letters is read across and down, and those of different words of the list are kept."""
    words = ["AA", "AB", "BA", "BB", "ABA", "BAB", "ABB", "BBA", "LONG"]
    problem, filled = crossword(board("2x3-0"), words)
    case = Instance("mine", "mine", problem, None, filled)
    expected = {
        f"#{a}{b}\n{c}{d}{e}"
        for a, b, c, d, e in product("ABC", repeat=5)
        if {a + b, c + d + e, a + d, b + e} <= set(words) and len({a + b, c + d + e, a + d, b + e}) == 4
    }
    assert {case.picture(cover) for cover in all_covers(problem)} == expected
    assert len(expected) == 4


def test_words_are_drawn() -> None:
    problem, shown = word_search(2, 3, ["CAT", "TO"])
    case = Instance("mine", "mine", problem, None, shown)
    cover = next(cover for cover in all_covers(problem) if case.picture(cover) == "CAT\n.O.")
    assert [trace.last for trace in shown.mosaic(problem, cover).traces] == [(0, 2), (1, 1)]
    assert case.svg(cover, "").count("trace glass") == 2
    assert case.boxed(cover, 80, coloured=False).split("\n")[1:3] == ["│ C  A  T │", "│ ·  O  · │"]


def test_words_in_small_letters_cross_others() -> None:
    problem, filled = word_search(1, 5, ["Cat", "TON"])
    assert {filled.plain(problem, cover) for cover in all_covers(problem)} == {"CATON", "NOTAC"}


def test_black_cells_are_drawn() -> None:
    case = instance("crossword/5x5-0-4-12-20-24")
    assert case.picture(()) == "#...#\n.....\n..#..\n.....\n#...#"
    assert case.svg((), "").count('class="wall flat"') == 1
    assert case.boxed((), 80, coloured=False).split("\n")[1] == "│ █ │ ·   ·   · │ █ │"

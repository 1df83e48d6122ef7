"""Why there is no cover: every reason that is given must be true, and those that people know must be found."""

import random
import re

import night
import numpy as np
import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

import danceoff
from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import problems
from danceoff.problems import ExactCover
from danceoff.problems.analysis.components import components_of_items
from danceoff.problems.analysis.diagnosis import reasons
from danceoff.problems.board import NO_BOARD
from danceoff.problems.catalog import instance, known, names
from danceoff.problems.catalog_table import entries
from danceoff.problems.grids.lattice import Freedom, drawn, in_space
from danceoff.problems.grids.packing import Packing, Piece, pack
from danceoff.problems.sources import read

FEW_OPTIONS = 500
"""Listed problems with more of them are for the night."""
FEW = settings(max_examples=200, deadline=None, database=None, derandomize=True)
SHAPES = ["#", "##", "###", "##\n#.", "####", "##\n##", "###\n#..", "###\n.#.", "#.#", "#.\n.#"]


@st.composite
def packings(draw: st.DrawFn) -> Packing:
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 5))
    region = np.array(draw(st.lists(st.booleans(), min_size=rows * columns, max_size=rows * columns)), bool)
    region[0] = True
    shapes = draw(st.lists(st.sampled_from(SHAPES), min_size=1, max_size=4, unique=True))
    pieces = []
    for k, shape in enumerate(shapes):
        count = draw(st.sampled_from([(1, 1), (0, 1), (2, 3), (0, None)]))
        freedom = draw(st.sampled_from([Freedom.FIXED, Freedom.FREE]))
        pieces.append(Piece(str(k), drawn(shape.split("\n")), freedom, *count))
    may_stay_empty = np.zeros_like(region)
    may_stay_empty[1:] = draw(st.lists(st.booleans(), min_size=len(region) - 1, max_size=len(region) - 1))
    return pack(region.reshape(rows, columns), pieces, may_stay_empty.reshape(rows, columns))


@pytest.mark.parametrize(
    "boards", [packings().map(lambda one: (one.problem, one)), problems().map(lambda one: (one, NO_BOARD))]
)
def test_of_random_packings_and_problems_some_have_a_reason_and_others_a_cover_and_none_both(boards) -> None:
    @night.drawn(30)
    @given(boards)
    def holds(one: tuple) -> None:
        assert not reasons(*one) or not all_covers(one[0])

    holds()
    find(boards, lambda one: bool(reasons(*one)), settings=FEW)
    find(boards, lambda one: bool(all_covers(one[0])), settings=FEW)


def test_problems_with_published_covers_have_no_reason() -> None:
    for name in night.sampled(names(), 2):
        one, n_options = known(name), entries()[name].options
        if one and 0 < (one.covers or 0) < 10**6 and (night.seed or n_options < FEW_OPTIONS):
            case = instance(name)
            assert reasons(case.problem, case.board) == [], name


@pytest.mark.parametrize(
    ("name", "part_of_a_reason"),
    [
        ("domino/8x8-0-63", "like a chessboard: 30 are painted and 32 are not"),
        ("domino/5x5", "25 cells must be filled, and no choice of pieces has that many"),
        ("tromino/2x2+2x4", "the 4 cells around 0,0 are cut off"),
        ("t-tetromino/10x10", "like a chessboard: 50 are painted and 50 are not"),
        ("i-tetromino/10x10", "leaves"),
        ("i-tromino/8x8-0", "when divided by 3"),
        ("langford/5", "paint the cells like a chessboard: 5 are painted"),
        ("matching/9", "an option covers 2 of the 9 primary items"),
        ("tromino/1x3", "no option covers item 0,0, and the same holds for 2 more"),
        ("domino/1x3", "3 cells must be filled, and no choice of pieces has that many"),
        ("pentomino/2x30", "no option covers item "),
        ("sudoku/11..............", "1 twice in row 1: row 1 column 1 and row 1 column 2"),
        ("hexiamond/6x9-6", "paint the cells that point one way: 33 are painted and 39 are not"),
        ("queens/3", None),
        ("tromino/3x3", "whose row, column leave 0, 0 when divided by 2, counted from 0: 4 are painted"),
    ],
)
def test_well_known_reasons_are_found(name: str, part_of_a_reason: str | None) -> None:
    case = instance(name)
    found = reasons(case.problem, case.board)
    assert len(found) == (part_of_a_reason is not None)
    assert part_of_a_reason is None or part_of_a_reason in found[0]


def test_pieces_that_are_too_large_or_too_small_together_are_a_reason() -> None:
    pieces = [Piece("a", drawn(["##"])), Piece("b", drawn(["##", "#."])), Piece("c", drawn(["#"]), least=0)]
    packing = pack(np.ones((2, 2), bool), pieces)
    assert reasons(packing.problem, packing) == ["the pieces that must be used have 5 cells, but the region has only 4"]
    packing = pack(np.ones((2, 2), bool), [Piece("a", drawn(["##"])), Piece("b", drawn(["#"]))])
    assert reasons(packing.problem, packing) == ["4 cells must be filled, and no choice of pieces has that many"]


def test_space_is_painted_too() -> None:
    region = np.ones((2, 2, 2), bool)
    region[0, 0, 0] = region[0, 1, 1] = False
    packing = pack(region, [Piece("I", in_space(drawn(["##"])), least=0, most=None)])
    assert "like a chessboard: 2 are painted and 4 are not" in reasons(packing.problem, packing)[0]


def test_an_item_that_is_wanted_more_often_than_it_has_options_is_told_by_the_numbers_of_the_file() -> None:
    for n, wanted in ((1, 2), (2, 10**9)):
        problem = ExactCover.from_options([["a", "b"]] * n, "ab", multiplicity={"a": (wanted, wanted), "b": (0, 3)})
        options = "option covers" if n == 1 else "options cover"
        assert reasons(problem, NO_BOARD) == [f"item a must be covered {wanted} times, and only {n} {options} it"]


def test_components_of_random_problems():
    rng = random.Random(1)
    for _ in range(200):
        items = list(range(rng.randint(1, 12)))
        options = [rng.sample(items, rng.randint(1, min(len(items), 3))) for _ in range(rng.randint(0, 8))]
        joining = None if rng.random() < 0.4 else np.array([rng.random() < 0.7 for _ in items])
        part = items[:]
        for option in options:
            joined = {part[i] for i in option if joining is None or joining[i]}
            part = [min(joined) if one in joined else one for one in part]
        assert components_of_items(ExactCover.from_options(options, items), joining).tolist() == part


def why(tmp_path, text, ending="sdk"):
    file = tmp_path / f"a.{ending}"
    file.write_text(text)
    one = read(file)
    return reasons(one.problem, one.board), danceoff.explain(one)


@pytest.mark.parametrize("rule", ["", "diagonals", "anti-knight", "regions\naabb\naabb\nccdd\nccdd"])
@pytest.mark.parametrize("seed", range(20))
def test_every_sentence_is_true_of_the_givens(tmp_path, rule, seed):
    draw = random.Random(seed)
    marks = [draw.choice("1234") if draw.random() < 0.3 else "." for _ in range(16)]
    text = "\n".join("".join(marks[k : k + 4]) for k in (0, 4, 8, 12))
    found, _ = why(tmp_path, f"{rule}\n{text}\n")
    for sentence in found:
        if " twice" in sentence:
            squares = [words.split() for words in sentence.partition(": ")[2].split(" and ")]
            assert [marks[4 * int(row) + int(column) - 5] for _, row, _, column in squares] == [sentence[0]] * 2
        else:
            assert not any(" twice" in other for other in found)
            if square := re.match(r"no option covers row (\d) column (\d)", sentence):
                assert marks[4 * int(square[1]) + int(square[2]) - 5] == "."


def test_cages_have_the_letters_of_the_file(tmp_path):
    board = "sudoku = '''\n1...\n2...\n....\n....\n'''\n"
    found, explained = why(tmp_path, board + "cages = '''\nxx..\n....\n....\n....\n'''\n[sums]\nx = 7\n", "toml")
    assert found == ["no option covers cage x besides the givens, and the same holds for 1 more"]
    assert "k1" not in str(explained)
    assert explained.conflict == ["cage-x"]


def test_the_rule_of_a_house_is_named(tmp_path):
    found, _ = why(tmp_path, "diagonals\n" + ".23.\n1...\n4...\n...." + "\n")
    assert found
    assert not any("d1" in sentence or "d2" in sentence for sentence in found)


def test_options_that_exclude_each_other_are_to_blame_and_no_item():
    problem = ExactCover.from_options(["ab", "bc", "c", "a"], "abc").given([0, 1])
    assert reasons(problem, read("queens/4").board) == ["options that are given exclude each other"]
    explained = danceoff.explain(problem)
    assert (explained.has_cover, explained.conflict) == (False, [])
    assert problem.given([]).clashes
    assert not ExactCover.from_options(["ab", "bc", "c", "a"], "abc").given([0]).clashes

"""Covers as text, each looked at once and written down."""

from pathlib import Path

import numpy as np
from brute import all_covers

from problems import Covers
from problems.catalog import Instance, instance
from problems.lattice import drawn, in_space
from problems.packing import Piece, pack
from problems.sources import read


def pictures(case: Instance) -> list[str]:
    covers = case.problem.lift(Covers.of(sorted(all_covers(case.problem))))
    return [case.picture(cover) for cover in covers]


def test_a_puzzle_box_letters_its_pieces_in_the_order_of_the_file() -> None:
    assert pictures(instance("box/line")) == ["#b#bccbbacca#aa#"]


def test_unlimited_pieces_are_lettered_by_their_first_cells() -> None:
    assert pictures(instance("tromino/4x4-5")) == ["aabb\na#cb\ndcce\nddee"]


def test_alike_pieces_are_lettered_by_their_first_cells(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("......#.\n\n##\n#\n##\n##\n")
    assert pictures(read(str(file))) == ["aaccdd#b"]


def test_a_picture_does_not_depend_on_the_order_of_the_options() -> None:
    case = instance("tromino/4x4-5")
    (cover,) = all_covers(case.problem)
    assert case.picture(cover[::-1]) == case.picture(cover)


def test_letters_in_use_are_left_to_their_pieces() -> None:
    packing = pack(np.ones((1, 4), bool), [Piece("a", drawn(["##"])), Piece("single", drawn(["#"]), unlimited=True)])
    case = Instance("mine", "mine", packing.problem, None, packing)
    assert sorted(pictures(case)) == ["aabc", "baac", "bcaa"]


def test_more_pieces_than_letters_come_round_again() -> None:
    packing = pack(np.ones((1, 63), bool), [Piece("single", drawn(["#"]), unlimited=True)])
    (picture,) = pictures(Instance("mine", "mine", packing.problem, None, packing))
    assert picture == "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789a"


def test_space_is_shown_in_layers() -> None:
    region = np.array([[[True, True], [True, False]], [[True, True], [True, False]]])
    packing = pack(region, [Piece("V", in_space(drawn(["##", "#."]))), Piece("W", in_space(drawn(["##", "#."])))])
    case = Instance("mine", "mine", packing.problem, None, packing)
    assert "VV\nV#\n\nWW\nW#" in pictures(case)


def test_pieces_of_the_catalog_have_their_usual_letters() -> None:
    case = instance("pentomino/1x5")
    last = int(np.flatnonzero(case.board.piece == 1)[0])
    assert case.picture((last,)) == "IIIII"


def test_queens() -> None:
    assert sorted(pictures(instance("queens/4"))) == ["..Q.\nQ...\n...Q\n.Q..", ".Q..\n...Q\nQ...\n..Q."]


def test_a_sudoku_shows_its_givens(tmp_path: Path) -> None:
    file = tmp_path / "a.sdk"
    file.write_text("123.\n..1.\n.1..\n4..1\n")
    assert pictures(read(str(file))) == ["12|34\n34|12\n--+--\n21|43\n43|21"]


def test_without_a_board_options_are_listed(tmp_path: Path) -> None:
    file = tmp_path / "a.dlx"
    file.write_text("a b c\nc\nb a\n")
    assert pictures(read(str(file))) == ["c\na b"]
    named = read("queens/4")
    assert Instance("mine", "mine", named.problem).picture((1, 7)) == "r0 c1\nr1 c3"

"""What the pages of a gallery are made of."""

import json
from itertools import combinations

import numpy as np

from danceoff.problems.catalog import instance
from danceoff.problems.grids.lattice import drawn
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.pictures.gallery import foot, head, line


def test_squares_hold_the_numbers_of_their_symbols() -> None:
    case = instance("queens/4")
    (first,) = [option for option in range(case.problem.n_options) if case.board.square[option] == 6]
    shown = case.board.exhibit(case.problem, (first,), "", is_first=True)
    assert shown["cells"] == [0] * 6 + [1] + [0] * 9
    assert shown["board"]["symbols"] == [("♛", "big")]
    assert shown["board"]["colour"][:6] == [-1, 0, -1, 0, 0, -1]
    assert case.board.exhibit(case.problem, (first,), "", is_first=False) == {"cells": shown["cells"]}


def test_cells_of_a_packing_hold_the_numbers_of_their_pieces() -> None:
    region = np.array([[True, True, True], [False, True, True]])
    packing = pack(region, [Piece("I", drawn(["##"])), Piece("V", drawn(["##", "#"]))])
    cells, pairs = packing.cells_of, combinations(range(packing.problem.n_options), 2)
    (cover,) = [(a, b) for b, a in pairs if sorted(cells(a) + cells(b)) == [0, 1, 2, 3, 4] and cells(b) == [0, 1]]
    shown = packing.exhibit(packing.problem, cover, "", is_first=True)
    assert shown["cells"] == [1, 1, 2, 0, 2, 2]
    assert [(piece, mark) for piece, mark, _ in shown["copies"]] == [(0, "I"), (1, "V")]
    assert len({colour for *_, colour in shown["copies"]}) == 2
    assert shown["board"]["pieces"] == ["I", "V"]
    assert shown["board"]["area"] == [-1, -1, -1, -2, -1, -1]


def test_a_line_holds_one_cover_and_ends_no_script() -> None:
    evil = "</script>\n<!--"
    text = line({"svg": evil}, cost=evil)
    assert text.count("\n") == 1
    assert "<" not in text
    assert json.loads(text) == {"svg": evil, "cost": evil}
    assert "<b>" not in head("<b>") + foot("<b>")

"""Packings in space as isometric drawings; letters and colours of the copies of pieces."""

import re
from itertools import islice
from xml.etree import ElementTree

import numpy as np
import pytest
from exhibits import contrast
from test_pictures import first_cover

from danceoff.problems import Covers
from danceoff.problems.catalog import Instance, instance
from danceoff.problems.grids.lattice import drawn, in_space
from danceoff.problems.grids.packing import Packing, Piece, pack
from danceoff.problems.pictures.copies import copies, legend, with_legend_of_pieces, words
from danceoff.problems.pictures.drawing import N_COLOURS, PALETTE, STYLE, TERMINAL
from danceoff.problems.pictures.isometric import in_space as picture
from danceoff.problems.pictures.isometric import tinted
from danceoff.solvers import load

BAR = in_space(drawn(["##"]))


def test_the_soma_cube_shows_its_faces() -> None:
    case = instance("soma")
    root = ElementTree.fromstring(case.svg(first_cover(case), "soma"))
    faces = [e.get("fill") for e in root.iter() if e.get("class") == "face"]
    assert len(faces) == 27
    shades = {tinted(colour, white): k for k, colour in enumerate(PALETTE[:7]) for white in (0.35, 0.12, 0.0)}
    assert set(faces) <= set(shades)
    assert len({shades[fill] for fill in faces if fill}) == 6


def test_a_legend_names_pieces_that_their_letters_do_not() -> None:
    packing = pack(
        np.ones((1, 1, 6), bool), [Piece("bar", BAR, least=2, most=2), Piece("one", BAR[:1], least=2, most=2)]
    )
    for cover in islice(load("algorithm-x").prepare(packing.problem).covers(), 3):
        entries = legend(packing, copies(packing, cover))
        drawing = picture(packing, copies(packing, cover))
        drawn_words = " ".join(with_legend_of_pieces(drawing, entries).elements)
        assert "bar × 2" in drawn_words
        assert "one × 2" in drawn_words
        text = Instance("mine", "mine", packing.problem, None, packing).boxed(cover, 80, coloured=False)
        assert text.endswith("┘\nbar × 2: a b, one × 2: c d")
    case = instance("soma")
    assert "×" not in case.svg(first_cover(case), "soma")
    assert case.boxed(first_cover(case), 80, coloured=True).endswith("┘")


def test_a_legend_is_short_and_safe_for_a_terminal() -> None:
    long = Piece("\x1b[2J" + 50 * "x", drawn(["##"]), least=20, most=20)
    packing = pack(np.ones((1, 41), bool), [long, Piece("one", drawn(["#"]))])
    first, one = legend(packing, copies(packing, [*range(0, 40, 2), packing.problem.n_options - 1]))
    assert words([first, one]) == "\\x1b[2J" + 32 * "x" + "… × 20: b c d e f g h i j k l m n … u, one: a"


TWO, SQUARE, CORNER, ONE = drawn(["##"]), drawn(["##", "##"]), drawn(["##", "#."]), drawn(["#"])


def covers_of(packing: Packing, n: int) -> list[tuple[int, ...]]:
    found = list(islice(load("algorithm-x").prepare(packing.problem).covers(), n))
    return list(packing.problem.lift(Covers.of(found)))


def test_each_copy_has_its_letter_and_colour_in_all_covers() -> None:
    pieces = [Piece("corner", CORNER, least=2, most=2), Piece("bar", TWO, least=0, most=None), Piece("Q", SQUARE)]
    packing = pack(np.ones((4, 4), bool), pieces)
    of_mark: dict[str, set[tuple[int, int]]] = {}
    for cover in covers_of(packing, 100):
        found = copies(packing, cover)
        assert len({one.mark for one in found}) == len({one.colour for one in found}) == len(found)
        for one in found:
            of_mark.setdefault(one.mark, set()).add((one.piece, one.colour))
        marks = [(name, "".join(one.mark for one in own)) for name, own in legend(packing, found)]
        assert marks == [("corner", "ab"), ("bar", "cde"), ("Q", "Q")]
    assert {mark: len(seen) for mark, seen in of_mark.items()} == dict.fromkeys("abcdeQ", 1)


def test_no_piece_looks_like_a_wall_an_empty_cell_or_a_blank() -> None:
    region = np.array([[False, *[True] * 4], [True] * 5])
    packing = pack(region, [Piece("#", ONE), Piece(".", TWO), Piece(" ", CORNER), Piece("+", drawn(["###"]))])
    found = covers_of(packing, 20)
    assert {"".join(sorted(one.mark for one in copies(packing, cover))) for cover in found} == {"+abc"}
    assert {packing.plain(packing.problem, cover).count("#") for cover in found} == {1}


@pytest.mark.parametrize(("name", "n"), [("tromino/6x6", 50), ("tromino/12x12", 5), ("t-tetromino/12x12", 3)])
def test_neighbours_differ_in_colour_be_there_enough_of_them_or_not(name: str, n: int) -> None:
    case = instance(name)
    board = case.board
    assert isinstance(board, Packing)
    for cover in list(islice(load("dlx").prepare(case.problem).covers(), n)):
        seen = board.mosaic(case.problem, cover)
        assert (len(cover) > N_COLOURS) == (name != "tromino/6x6")
        for axis in (1, 2):
            area, colour = np.moveaxis(seen.area, axis, 0), np.moveaxis(seen.colour, axis, 0)
            assert ((area[1:] == area[:-1]) == (colour[1:] == colour[:-1])).all()


def test_ink_is_read_on_every_colour() -> None:
    assert len(set(PALETTE)) == len(set(TERMINAL)) == len(TERMINAL) == N_COLOURS
    (ink, *_) = re.findall("--line:(#[0-9a-f]{6})", STYLE)
    assert min(contrast(ink, colour) for colour in PALETTE) > 4.5

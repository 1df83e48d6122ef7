"""Packings in space as isometric drawings."""

from itertools import islice
from xml.etree import ElementTree

import numpy as np
from test_pictures import first_cover

from danceoff.problems.catalog import Instance, instance
from danceoff.problems.grids.lattice import drawn, in_space
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.pictures.copies import copies, legend, with_legend_of_pieces, words
from danceoff.problems.pictures.drawing import PALETTE
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

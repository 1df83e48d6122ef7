"""The animation of a packing that comes apart: a frame for each move, with its words."""

from itertools import pairwise
from xml.etree import ElementTree

import numpy as np

from danceoff.addons.puzzles.apart import taking_apart
from danceoff.addons.puzzles.apart.disassembly import Disassembler, Disassembly
from danceoff.problems.catalog import instance
from danceoff.problems.grids.lattice import drawn
from danceoff.problems.grids.packing import Packing, Piece, pack
from danceoff.solvers import load


def first_apart(packing: Packing):
    """The first cover that comes apart, and how."""
    disassembler = Disassembler(packing)
    covers = (cover for batch in load("bits").prepare(packing.problem).batches() for cover in batch)
    return next((cover, found) for cover in sorted(covers) if (found := disassembler.disassembly(cover)))


def test_every_move_is_a_frame_in_words():
    packing = instance("burr/103-760-960-992-996-1024").board
    assert isinstance(packing, Packing)
    cover, found = first_apart(packing)
    states, captions = zip(*taking_apart.frames(packing, cover, found), strict=True)
    assert captions[0] == "level 5.1.1.1.1"
    assert [caption.partition(":")[0] for caption in captions[1:]] == [f"{n} of 9" for n in range(1, 10)]
    assert [" out, " in caption for caption in captions[1:]] == [False] * 4 + [True] * 5
    assert list(map(len, states)) == [6] * 6 + [5, 4, 3, 2]
    assert all(set(later) <= set(sooner) for sooner, later in pairwise(states))

    svg = ElementTree.fromstring(taking_apart.taking_apart(packing, cover, found, "a burr") or "")
    groups = [group for group in svg if group.tag.endswith("}g")]
    assert [group.get("visibility") for group in groups] == [None, *["hidden"] * 10]
    words = [next(text.text for text in group if text.tag.endswith("}text")) for group in groups[1:]]
    assert words == list(captions)


def test_none_and_too_many_are_not_drawn(monkeypatch):
    packing = pack(np.ones((1, 6), bool), [Piece("bar", drawn(["###"]), least=2, most=2)])
    cover, found = first_apart(packing)
    assert "1 of 1: a out, forward" in (taking_apart.taking_apart(packing, cover, found, "two bars") or "")
    assert taking_apart.taking_apart(packing, (), Disassembly((), ()), "no bars") is None
    monkeypatch.setattr(taking_apart, "MOST_CUBES", 11)
    assert taking_apart.taking_apart(packing, cover, found, "two bars") is None

"""How packings come apart: against a search on sets of cells, and published burrs; and how that is drawn."""

from dataclasses import replace
from itertools import combinations, pairwise, product
from math import inf
from xml.etree import ElementTree

import numpy as np
import pytest

from danceoff.addons.puzzles.apart import taking_apart
from danceoff.addons.puzzles.apart.disassembly import Disassembler, Disassembly, Undecided
from danceoff.addons.puzzles.apart.movements import PiecePair, Search, Step, as_vector, units
from danceoff.addons.puzzles.families.burr import stick
from danceoff.problems import Cover, InvalidProblem
from danceoff.problems.catalog import instance, known, names
from danceoff.problems.grids.lattice import CUBES, PRISMS, Freedom, drawn, moved_to_origin
from danceoff.problems.grids.packing import Packing, Piece, pack
from danceoff.solvers import load
from danceoff.solvers.rewriting.orbit_search import OrbitSearch

Cells = frozenset[tuple[int, ...]]

BAFFLING = "burr/103-760-960-992-996-1024"
"""Bill's Baffling Burr, of level 5."""


def assembled(labels: np.ndarray) -> tuple[Packing, Cover]:
    """Return the packing of the pieces 1, 2, ... in a drawing, in which 0 is no cell, and the cover that is drawn."""
    drawn = [np.argwhere(labels == k).astype(np.int32) for k in range(1, labels.max() + 1)]
    pieces = [Piece(str(k), moved_to_origin(cells), Freedom.FIXED) for k, cells in enumerate(drawn)]
    packing = pack(labels > 0, pieces)
    number = np.cumsum(labels.ravel() > 0).reshape(labels.shape) - 1
    wanted = [sorted(number[tuple(cells.T)].tolist()) for cells in drawn]
    return packing, tuple(k for k in range(packing.problem.n_options) if packing.cells_of(k) in wanted)


def cells_of(packing: Packing, cover: Cover) -> list[Cells]:
    places = np.argwhere(packing.region)
    return [frozenset(map(tuple, places[packing.cells_of(option)].tolist())) for option in cover]


def shifted(piece: Cells, shift: tuple[int, ...]) -> Cells:
    return frozenset(tuple(c + s for c, s in zip(cell, shift, strict=True)) for cell in piece)


def slow_levels(pieces: list[Cells]) -> list[int] | None:
    """Return the levels: every group moves every number of cells, one at a time, and leaves if it never hits another.
    Only the first level is unique; the number of them says that all pieces came apart."""
    if len(pieces) == 1:
        return []
    axes = range(len(min(pieces[0])))
    directions = [tuple(sign * (k == axis) for k in axes) for axis, sign in product(axes, (1, -1))]
    groups = [group for n in range(1, len(pieces)) for group in combinations(range(len(pieces)), n)]
    layer = {_normal(pieces)}
    seen, level = set(layer), 1
    while layer:
        reached = set()
        for state in sorted(layer, key=lambda state: [sorted(piece) for piece in state]):
            for group, direction in product(groups, directions):
                after = list(state)
                others = frozenset().union(*(piece for k, piece in enumerate(state) if k not in group))
                for _ in range(8):
                    after = [shifted(piece, direction) if k in group else piece for k, piece in enumerate(after)]
                    if any(after[k] & others for k in group):
                        break
                    reached.add(_normal(after))
                else:
                    left = slow_levels([piece for k, piece in enumerate(state) if k not in group])
                    right = slow_levels([state[k] for k in group])
                    return None if left is None or right is None else [level, *left, *right]
        layer, level = reached - seen, level + 1
        seen |= layer
    return None


def _normal(state: list[Cells]) -> tuple[Cells, ...]:
    away = tuple(-c for c in min(state[0]))
    return tuple(shifted(piece, away) for piece in state)


def replayed(pieces: list[Cells], found: Disassembly) -> None:
    """Make the moves cell by cell; no piece may ever meet another one of its part."""
    parts, moves, levels = [tuple(range(len(pieces)))], list(found.moves), []
    while parts:
        part = parts.pop()
        if len(part) == 1:
            continue
        level, leaves = 0, False
        while not leaves:
            group, shift, leaves = moves.pop(0)
            level += 1
            assert 0 < len(group) < len(part)
            assert leaves or 2 * len(group) <= len(part)
            assert set(group) < set(part)
            assert sum(c != 0 for c in shift) == 1
            others = frozenset().union(*(pieces[k] for k in part if k not in group))
            here = pieces[:]
            for n in range(1, max(map(abs, shift)) + 1):
                step = tuple(int(np.sign(c)) * n for c in shift)
                pieces = [shifted(piece, step) if k in group else piece for k, piece in enumerate(here)]
                assert not any(pieces[k] & others for k in group)
        levels.append(level)
        (axis,) = np.flatnonzero(shift)
        own, theirs = ({cell[axis] for k in part if (k in group) == inside for cell in pieces[k]} for inside in (1, 0))
        assert min(own) > max(theirs) or max(own) < min(theirs)
        pieces = [here[k] if k in group else piece for k, piece in enumerate(pieces)]  # as before it left
        parts += [group, tuple(k for k in part if k not in group)]
    assert moves == []
    assert tuple(levels) == found.levels


@pytest.mark.parametrize("seed", range(20))
def test_agrees_with_a_search_on_sets_of_cells(seed: int) -> None:
    random, n_pieces = np.random.default_rng(seed), 2 + seed % 2
    packing, cover = assembled(random.choice(n_pieces + 1, (3, 3, 3), p=[0.4, *([0.6 / n_pieces] * n_pieces)]))
    assert len(cover) == n_pieces
    found = Disassembler(packing).disassembly(cover)
    expected = slow_levels(cells_of(packing, cover))
    assert (found is None) == (expected is None)
    if found is not None and expected is not None:
        assert (found.level, len(found.levels)) == (expected[0], len(expected))
        replayed(cells_of(packing, cover), found)


def test_two_bolts_move_at_once() -> None:
    """2 and 3 up, then 5 out; had 4 to go up with them, its foot would stop 5, and one by one takes a move more."""
    drawing = """
    11111111
    11.1.1.1
    11213141
    11213141
    15253...
    155555..
    11111141
    111111.1
    11111111
    """
    labels = np.array([[int(mark) for mark in line.replace(".", "0")] for line in drawing.split()])
    cells = [np.argwhere(labels == k).astype(np.int32) for k in range(1, 6)]
    pairs = [[PiecePair(one, other) for other in cells[k:]] for k, one in enumerate(cells, 1)][:-1]
    found = Search(1000, 10.0).separation(pairs, (0,) * 5, [1 << 32, 1])
    assert found is not None
    _, (first, last) = found
    assert (first, last) == (Step(0b11001, 0, 1), Step(0b10000, 1, inf))


def slides(one: np.ndarray, other: np.ndarray, step: tuple[int, ...]) -> float:
    """Return how many steps prisms move until they hit others: points near their corners move in small steps."""
    near = 0.9 * np.array([[0, -1, -1], [0, -1, 2], [0, 2, -1]])  # of a triangle at (1, 1); one at (2, 2) is turned
    points = np.concatenate([cell + near * (1 if cell[1] % 3 == 1 else -1) for cell in one])
    for k in range(1, 65):
        block, rest = np.divmod((points + np.array(step) * k / 8)[:, 1:] / 3, 1)
        is_up = rest.sum(axis=1, keepdims=True) > 1
        found = np.hstack([np.ceil((points + np.array(step) * k / 8)[:, :1]), 3 * block + 1 + is_up]).astype(int)
        if not {*map(tuple, found.tolist())}.isdisjoint({*map(tuple, other.tolist())}):
            return (k - 1) // 8
    return inf


def test_prisms_move_up_and_along_their_sides() -> None:
    random = np.random.default_rng(5)
    every = [(k, 3 * r + 1 + up, 3 * c + 1 + up) for k, r, c, up in product(range(2), *[range(4)] * 2, range(2))]
    seen = set()
    for _ in range(60):
        chosen = np.array(every)[random.permutation(len(every))[:7]]
        one, other = np.split(chosen.astype(np.int32), [3])
        found = PiecePair(one, other, PRISMS).clearance(0)
        steps = [as_vector(step, 3) for step in units(PRISMS)]
        assert [first for first, _ in found] == [slides(one, other, step) for step in steps]
        assert [second for _, second in found] == [slides(other, one, step) for step in steps]
        seen |= {cells for pair in found for cells in pair}
    assert seen == {0, 1, 2, 3, inf}


@pytest.mark.parametrize(
    ("groups", "levels"),
    [
        ((((1, 1),), ((1, 1),)), (1,)),
        ((((1, 1),), ((2, 1),)), None),
        ((((2, 1), (1, 1)), ((1, 1),)), (1,)),
        ((((2, 1), (1, 0)), ((1, 1),)), None),
    ],
)
def test_pieces_of_a_group_may_stay_together(groups: tuple, levels: tuple | None) -> None:
    """Two hooks that are locked, and a bar; the hooks alone do not come apart even as a group."""
    for above in ("3333", ""):
        labels = np.array([[int(mark) for mark in line] for line in f"{above} 1111 1221 1121 2221".split()])
        packing, cover = assembled(labels)
        pieces = [replace(piece, groups=own) for piece, own in zip(packing.pieces, (*groups, ()), strict=False)]
        found = Disassembler(replace(packing, pieces=tuple(pieces))).disassembly(cover)
        assert (found and found.levels) == (levels if above else None)


@pytest.mark.parametrize("name", [name for name in names() if "burr/" in name and name != "burr/notchable"])
def test_published_burrs(name: str) -> None:
    burr, published = instance(name), known(name)
    assert published is not None
    assert isinstance(burr.board, Packing)
    search, disassembler = OrbitSearch(load("bits"), burr), Disassembler(burr.board)
    n_apart, found = 0, []
    for batch in search.batches():
        for k, cover in enumerate(batch):
            apart = disassembler.disassembly(cover)
            if apart is not None:
                n_apart += sum(map(len, search.images(batch.select(np.arange(len(batch)) == k))))
                found.append(apart)
    assert max(apart.level for apart in found) == published.level
    assert published.apart in (n_apart, None)


def test_the_moves_of_a_burr_hit_nothing() -> None:
    burr = instance(BAFFLING)
    assert isinstance(burr.board, Packing)
    disassembler = Disassembler(burr.board)
    covers = [cover for batch in load("bits").prepare(burr.problem).batches() for cover in batch]
    cover = next(cover for cover in covers if disassembler.disassembly(cover))
    found = disassembler.disassembly(cover)
    assert found is not None
    assert (str(found), found.level) == ("5.1.1.1.1", 5)
    assert str(Disassembly((), ())) == "0"
    replayed(cells_of(burr.board, cover), found)
    for limits in ({"most_states": 3}, {"most_states": 6}, {"seconds": 0.0}):
        with pytest.raises(Undecided, match="not decided"):
            disassembler.disassembly(cover, **limits)


@pytest.mark.slow
def test_the_solid_burrs_of_notchable_sticks() -> None:
    """Burr Tools' SolidSixPieceBurrs has 1063 assemblies up to rotation; 314 come apart, as many as Cutler's."""
    burr = instance("burr/notchable")
    packing = burr.board
    assert isinstance(packing, Packing)
    places = np.argwhere(packing.region)
    number = {tuple(cell): k for k, cell in enumerate(places.tolist())}
    option = {(packing.piece[k], *packing.cells_of(k)): k for k in range(burr.problem.n_options)}
    rotations = []
    for motion in CUBES.motions(Freedom.ONE_SIDED):
        turned = places @ motion
        cell = [number.get(tuple(place), -1) for place in (turned - turned.min(axis=0)).tolist()]
        if min(cell) >= 0:
            turn = {k: option[key[0], *sorted(cell[c] for c in key[1:])] for key, k in option.items()}
            rotations.append(turn)
    assert len(rotations) == 12
    disassembler, assemblies, n_apart = Disassembler(packing), set(), 0
    for batch in load("bits").prepare(burr.problem).batches():
        for cover in batch:
            least = min(tuple(sorted(turn[k] for k in cover)) for turn in rotations)
            if least not in assemblies:
                assemblies.add(least)
                n_apart += disassembler.disassembly(least) is not None
    assert (len(assemblies), n_apart) == (1063, 314)


def test_sticks() -> None:
    assert len(stick(1, 6)) == 24
    assert len(stick(1024, 8)) == 32 - 10
    assert len({stick(k, 6).tobytes() for k in (256, 824, 928, 975, 1024)}) == 5
    for size, words in {
        "1-2-3": "is not of the form the numbers of six sticks",
        "0-1-1-1-1-1": "is not of the form the numbers of six sticks",
        "4097-1-1-1-1-1": "there is no stick 4097: their numbers are 1 to 4096",
        "4096-1-1-1-1-1": "stick 4096 falls apart",
    }.items():
        with pytest.raises(InvalidProblem, match=words):
            instance(f"burr/{size}")


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

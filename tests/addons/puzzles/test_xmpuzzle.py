"""Puzzles of Burr Tools: read, written, and refused in a line where there is more in them than can be said here."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks import burr_tools
from danceoff.addons.puzzles.formats import xmpuzzle
from danceoff.addons.puzzles.formats.xmpuzzle import GRIDS, are_cells, cells_of
from danceoff.experiments.cli import main
from danceoff.experiments.contract.small import all_covers
from danceoff.problems import InvalidProblem, catalog
from danceoff.problems.grids.lattice import PRISMS, RHOMBIC, SPHERES, Freedom, cell_images, drawn, orientations
from danceoff.problems.grids.packing import Packing, Piece, pack
from danceoff.problems.sources import read
from danceoff.solvers import load
from danceoff.solvers.rewriting.orbit_search import OrbitSearch

BOX = """<?xml version="1.0"?>
<puzzle version="2"><gridType type="0"/><colors/>
<shapes>
<voxel x="2" y="1" z="1" type="0" name="bar">##</voxel>
<voxel x="1" y="2" z="1" type="0">#
_</voxel>
<voxel x="3" y="1" z="2" type="0">##+ _##</voxel>
</shapes>
<problems><problem state="0">
<shapes><shape id="0" count="2"/><shape id="1" min="0" max="1"/></shapes><result id="2"/><bitmap/>
</problem></problems><comment/></puzzle>
"""
"""Two bars and a cube, if wanted, in a region of which cell 0,0,2 may stay empty:  ##+ above .## in two layers."""


def test_a_small_puzzle() -> None:
    packing = xmpuzzle.read(BOX, "FILE")
    assert packing.region.tolist() == [[[True, True, True]], [[False, True, True]]]
    assert [(piece.name, piece.least, piece.most) for piece in packing.pieces] == [("bar", 2, 2), ("S2", 0, 1)]
    names = packing.problem.option_names
    covers = {frozenset(names[option] for option in cover) for cover in all_covers(packing.problem)}
    assert covers == {
        frozenset({"bar 0,0,0 0,0,1", "bar 1,0,1 1,0,2"}),
        frozenset({"bar 0,0,0 0,0,1", "bar 1,0,1 1,0,2", "S2 0,0,2"}),
        frozenset({"bar 0,0,1 0,0,2", "bar 1,0,1 1,0,2", "S2 0,0,0"}),
        frozenset({"bar 0,0,1 1,0,1", "bar 0,0,2 1,0,2", "S2 0,0,0"}),
        frozenset({"bar 0,0,0 0,0,1", "bar 0,0,2 1,0,2", "S2 1,0,1"}),
    }


@pytest.mark.parametrize("name", ["soma", "slothouber-graatsma", "pentomino/3x20", "tromino/4x4-5", "bedlam"])
def test_packings_come_back_equal(name: str, tmp_path: Path) -> None:
    file = tmp_path / "puzzle.xmpuzzle"
    assert main(["export", name, "--format", "xmpuzzle", "-o", str(file)]) == 0
    assert gzip.decompress(file.read_bytes()).startswith(b'<?xml version="1.0"?>\n<puzzle version="2">')
    again, published = read(str(file)), catalog.instance(name)
    assert again.problem.n_options == published.problem.n_options
    assert again.problem.least.tolist() == published.problem.least.tolist()
    if name != "bedlam":
        assert load("dlx").prepare(again.problem).count() == published.known.covers


def test_cells_that_may_stay_empty_come_back() -> None:
    region = np.ones((2, 3), bool)
    packing = pack(region, [Piece("I2", drawn(["##"]), Freedom.FREE, 1, 2)], region & [True, False, True])
    again = xmpuzzle.read(xmpuzzle.write(packing), "FILE")
    assert all_covers(again.problem) == all_covers(packing.problem)
    assert again.problem.digest == packing.problem.digest


CORNERS = [[0, 0, 2], [0, 2, 0], [2, 0, 0], [2, 2, 2]]
RHOMBS = [place for place in np.ndindex(5, 5, 5) if are_cells(RHOMBIC, np.array([place]))[0]]


def on_grid(grid: int, region: list, pieces: dict) -> Packing:
    """A packing of places (z, y, x) of a grid; pieces: their places and how many there are of each."""
    lattice = GRIDS[grid]
    cells = cells_of(lattice, np.array(region, np.int32))
    filled = np.zeros(cells.max(axis=0) + 1, bool)
    filled[tuple(cells.T)] = True
    shapes = {name: cells_of(lattice, np.array(places, np.int32)) for name, (places, _) in pieces.items()}
    return pack(
        filled, [Piece(name, shapes[name], Freedom.ONE_SIDED, n, n) for name, (_, n) in pieces.items()], lattice=lattice
    )


@pytest.mark.parametrize(
    ("grid", "region", "pieces", "n_covers", "n_symmetries"),
    [
        (1, list(np.ndindex(2, 1, 2)), {"bar": ([[0, 0, 0], [1, 0, 0]], 2)}, 1, 8),
        (1, list(np.ndindex(2, 1, 2)), {"two": ([[0, 0, 0], [0, 0, 1]], 2)}, 1, 8),
        (1, [[0, y, x] for y in (0, 1) for x in (1, 2, 3)], {"two": ([[0, 0, 0], [0, 0, 1]], 3)}, 2, 24),
        (2, [[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0]], {"two": ([[0, 0, 0], [0, 1, 1]], 2)}, 3, 24),
        (3, RHOMBS, {"P": ([[0, 1, 2], [0, 2, 1], [0, 2, 3], [0, 3, 2]], 6)}, 1, 48),
        (4, [[1, 1, 1], *CORNERS], {"T": ([[1, 1, 1]], 1), "c": ([[0, 0, 2]], 4)}, 1, 24),
        (4, [[1, 1, 1], *CORNERS], {"Tc": ([[1, 1, 1], [0, 0, 2]], 1), "c": ([[0, 0, 2]], 3)}, 4, 24),
    ],
)
def test_every_grid_is_packed_and_comes_back(grid, region, pieces, n_covers, n_symmetries) -> None:
    packing = on_grid(grid, region, pieces)
    text = xmpuzzle.write(packing)
    assert f'<gridType type="{grid}" />' in text
    again = xmpuzzle.read(text, "FILE")
    assert again.lattice is packing.lattice
    for one in (packing, again):
        assert len(list(cell_images(one.region, one.lattice))) == n_symmetries
    assert len(all_covers(packing.problem)) == len(all_covers(again.problem)) == n_covers


def test_a_shape_of_spheres_in_one_layer_is_turned_by_half_a_turn_in_it() -> None:
    across, down = np.array([0, 1, 1]), np.array([1, 0, 1])  # neighbours in a hexagonal layer
    hook = np.array([0 * across, across, 2 * across, 2 * across + down], np.int32)
    assert len(orientations(hook, Freedom.ONE_SIDED, SPHERES)) == 4 * 12  # in each of the four layers
    tetrahedron = np.array([[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0]], np.int32)
    assert len(orientations(tetrahedron, Freedom.ONE_SIDED, SPHERES)) == 2


def test_flat_triangles_are_prisms_and_other_flat_lattices_are_refused() -> None:
    case = catalog.instance("hexiamond/4x9")
    again = xmpuzzle.read(xmpuzzle.write(case.board), "FILE")
    assert (again.lattice, again.problem.n_options) == (PRISMS, case.problem.n_options)
    assert load("bits").prepare(again.problem).count() == case.known.covers
    with pytest.raises(InvalidProblem, match="Burr Tools has no grid of hexagons"):
        xmpuzzle.write(catalog.instance("tetrahex/4x7").board)


def test_several_tetrahedra_alone_are_refused() -> None:
    text = xmpuzzle.write(on_grid(4, [[1, 1, 1], [1, 4, 4]], {"T": ([[1, 1, 1]], 2)}))
    assert len(all_covers(xmpuzzle.read(text, "FILE").problem)) == 1
    with pytest.raises(InvalidProblem, match="several tetrahedra and no octahedron"):
        xmpuzzle.read(text.replace('id="0"', 'id="1"'), "FILE")


def test_pieces_with_other_moves_are_not_written() -> None:
    chiral = drawn(["###", "#.."])
    with pytest.raises(InvalidProblem, match="in space, but piece L is one-sided"):
        xmpuzzle.write(pack(np.ones((2, 4), bool), [Piece("L", chiral, Freedom.ONE_SIDED)]))
    assert isinstance(pack(np.ones((2, 4), bool), [Piece("O", drawn(["##", "##"]), Freedom.FIXED)]), Packing)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("<puzzle version", "<!DOCTYPE x><puzzle version", "a document type is not supported"),
        ("</puzzle>", "", "not XML: no element found"),
        ('version="2"', 'version="3"', "begin with <puzzle version"),
        ('gridType type="0"', 'gridType type="5"', "gridType: '5' is not one of 0 to 4"),
        ('gridType type="0"', 'gridType type="2"', "the grid of spheres has no cell at x=1 y=0 z=0"),
        (">##+ _##<", ">___ ___<", "the result has no cell to fill"),
        (">##<", ">#64#<", "shape 0 has the colour 64, and the largest is 63"),
        ("<bitmap/>", '<bitmap><pair piece="x" result="0"/></bitmap>', "piece of a pair: 'x' is not a number"),
        ("<bitmap/>", '<bitmap><pair piece="0" result="63"/></bitmap>', "result of a pair: there are only 63 colours"),
        (">##<", ">###<", "shape 0 must consist of 2 x 1 x 1 characters # + _"),
        (">##<", ">#+<", "piece bar has cells +, which may stay empty: only the result may have them"),
        ('x="2"', 'x="two"', "x of shape 0: 'two' is not a number"),
        ('result id="2"', 'result id="9"', "the result is shape '9', but there are only 3 shapes"),
        ('result id="2"', f'result id="{"9" * 4301}"', f"the result is shape '{'9' * 40}', but there are only 3"),
        ('state="0"', 'maxHoles="-1"', "maxHoles: '-1' is not a number"),
        ('min="0" max="1"', 'min="3"', "piece S2: min is 3, and max is 1"),
        ("problem", "puzzles", "the puzzle has no problem"),
    ],
)
def test_what_cannot_be_read(old: str, new: str, says: str) -> None:
    with pytest.raises(InvalidProblem) as refusal:
        xmpuzzle.read(BOX.replace(old, new), "FILE")
    assert str(refusal.value).startswith("FILE: ")
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_shape_that_comes_three_times_has_three_names() -> None:
    thrice = '<shape id="1" min="0" max="1"/>' * 3
    packing = xmpuzzle.read(BOX.replace('<shape id="1" min="0" max="1"/>', thrice), "FILE")
    assert [(piece.name, piece.most) for piece in packing.pieces] == [("bar", 2), ("S2", 3)]


@pytest.mark.parametrize(("bound", "n_orbits"), [(0, 2), (2, 7), (4, 10), (5, 10), (6, 11)])
def test_a_bound_on_holes_leaves_what_burr_tools_leaves(bound: int, n_orbits: int, tmp_path: Path) -> None:
    text = BOX.replace("##+ _##", "+++ +++").replace('count="2"', 'min="0" max="3"')
    text = text.replace('<shape id="1" min="0" max="1"/>', "")
    every = load("dlx").prepare(xmpuzzle.read(text, "FILE").problem).covers()
    (file := tmp_path / "a.xmpuzzle").write_text(text.replace('state="0"', f'maxHoles="{bound}"'))
    covers = load("dlx").prepare((bounded := read(str(file))).problem).covers()
    assert {*covers} == {cover for cover in every if 6 - 2 * len(cover) <= bound}
    assert sum(1 for _ in OrbitSearch(load("dlx"), bounded).covers()) == n_orbits


def test_a_bound_on_holes_is_nothing_where_all_counts_are_fixed_and_else_may_be_too_small() -> None:
    optional, bounded = '<shape id="1" min="0" max="1"/>', BOX.replace('state="0"', 'maxHoles="0"')
    assert len(all_covers(xmpuzzle.read(bounded.replace(optional, ""), "FILE").problem)) == 1
    few = bounded.replace('count="2"', 'min="0" max="1"')
    for pieces, says in (("", "however often bar is used"), ('<shape id="0" max="9"/>', "but bar and bar#0 have")):
        with pytest.raises(InvalidProblem, match=says):
            xmpuzzle.read(few.replace(optional, pieces), "FILE")


def test_a_copy_of_burr_tools_is_held_against_ours(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, numbers = tmp_path / "a.xmpuzzle", tmp_path / burr_tools.KNOWN
    file.write_text(BOX)
    numbers.parent.mkdir(parents=True)
    for n, levels, says in ((5, ["1"] * 5, "agrees"), (4, ["1"] * 5, "5 assemblies"), (5, ["2"] * 5, "first")):
        known = {"assemblies": n, "solutions": 5, "moves": levels}
        stored = {"burrTxt_assembly": known, "burrTxt_disassembly": known, "supports_disassembly": True}
        numbers.write_text(json.dumps({"puzzles": {"a.xmpuzzle": stored, "b.xmpuzzle": stored}}))
        assert burr_tools.compared(tmp_path) is (says == "agrees")
        out = capsys.readouterr().out
        assert f"a.xmpuzzle: {says}" in out
        assert "b.xmpuzzle: not in this copy" in out


def test_truncated_and_bloated_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.xmpuzzle"
    packed = gzip.compress(BOX.encode())
    for content, says in ((packed[:-20], "truncated"), (b"\x1f\x8bnonsense", "not a gzipped file")):
        file.write_bytes(content)
        with pytest.raises(InvalidProblem, match=says):
            read(str(file))
    file.write_bytes(packed)
    assert read(str(file)).problem.n_options == 10
    monkeypatch.setattr("danceoff.problems.formats.lines.LARGEST_FILE", 100)
    with pytest.raises(InvalidProblem, match="more than 100 bytes"):
        read(str(file))


def test_every_problem_of_a_file_is_named_by_its_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, one = tmp_path / "a.xmpuzzle", BOX[BOX.index("<problem ") : BOX.index("</problems>")]
    file.write_text(BOX.replace(one, one + one.replace('id="0" count="2"', 'id="0" count="1"')))
    with pytest.warns(UserWarning, match="^.*a.xmpuzzle: only the first of 2 problems is read; .*a.xmpuzzle#2 names"):
        assert len(all_covers(read(str(file)).problem)) == 5
    assert len(all_covers(read(f"{file}#1").problem)) == 5
    assert main(["solve", f"{file}#2", "--task", "count", "--solver", "algorithm-x"]) == 0
    assert "0 covers" in capsys.readouterr().out
    assert main(["export", f"{file}#2", "--format", "dlx"]) == 0
    for number in (0, 3):
        with pytest.raises(InvalidProblem, match=f"a.xmpuzzle#{number}: there is no problem {number}: .* 2, from 1$"):
            read(f"{file}#{number}")


@pytest.mark.parametrize(
    ("piece", "pairs", "covers"),
    [
        ("#1#2", [], set()),
        ("#1#2", [(1, 1), (2, 2)], {"①②"}),
        ("#1#2", [(1, 1), (2, 2), (1, 2), (2, 1)], {"①②", "②①"}),
        ("#1#", [(1, 1), (1, 2)], {"①?", "?①"}),
        ("#63#2", [(2, 2), (63, 1)], {"\u249e②"}),
    ],
)
@pytest.mark.parametrize(
    ("grid", "shape"), [(0, 'x="2" y="1" z="1"'), (1, 'x="2" y="1" z="1"'), (2, 'x="1" y="2" z="2"')]
)
def test_colours_lie_where_the_pairs_allow(grid: int, shape: str, piece: str, pairs: list, covers: set) -> None:
    """A domino, on each grid, in a region of its shape whose cells have the colours 1 and 2."""
    board, gap = "#1#2", "__" if grid == 2 else ""
    board, piece = (gap.join(f"#{colour}" for colour in cells.split("#")[1:]) for cells in (board, piece))
    allowed = "".join(f'<pair piece="{one - 1}" result="{other - 1}"/>' for one, other in pairs)
    text = (
        f'<puzzle version="2"><gridType type="{grid}"/><shapes><voxel {shape}>{piece}</voxel>'
        f"<voxel {shape}>{board}</voxel></shapes><problems><problem><shapes>"
        f'<shape id="0" count="1"/></shapes><result id="1"/><bitmap>{allowed}</bitmap></problem></problems></puzzle>'
    )
    packing = xmpuzzle.read(text, "FILE")
    assert {packing.marks[option] if packing.marks else "" for (option,) in all_covers(packing.problem)} == covers
    assert packing.plain(packing.problem, (0,)).split() if covers else packing.problem.n_options == 0


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
@pytest.mark.parametrize("pack_it", [bytes, gzip.compress])
def test_the_encodings_of_programs_are_read(encoding: str, pack_it: object, tmp_path: Path) -> None:
    file = tmp_path / "a.xmpuzzle"
    file.write_bytes(pack_it(BOX.replace('name="bar"', 'name="Stäbe"').encode(encoding)))  # type: ignore[operator]
    assert read(str(file)).board.pieces[0].name == "Stäbe"

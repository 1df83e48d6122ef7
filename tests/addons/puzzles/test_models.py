"""Pieces as meshes, for printers (STL) and viewers (glTF)."""

import json
import struct
from collections import Counter
from itertools import product
from typing import Any

import night
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from danceoff.addons.puzzles.models.glb import glb
from danceoff.addons.puzzles.models.stl import Mesh, file_names, stl, surface
from danceoff.problems import Covers
from danceoff.problems.catalog import instance
from danceoff.problems.grids.lattice import drawn
from danceoff.problems.grids.packing import Packing, Piece
from danceoff.problems.pictures.copies import Copy, Entry, copies
from danceoff.solvers import load

GAP = 0.25


def volume(corners: NDArray[Any]) -> float:
    """The volume inside triangles, float[n, 3, 3]; positive if they are counterclockwise from outside."""
    return float((np.cross(corners[:, 0], corners[:, 1]) * corners[:, 2]).sum() / 6)


def assert_closed_manifold(mesh: Mesh) -> None:
    edges = Counter((a, b) for t in mesh.triangle.tolist() for a, b in ((t[0], t[1]), (t[1], t[2]), (t[2], t[0])))
    assert set(edges.values()) == {1}
    assert all((b, a) in edges for a, b in edges)
    around: dict[int, dict[int, int]] = {}
    for t in mesh.triangle.tolist():
        for k in range(3):
            around.setdefault(t[k], {})[t[(k + 1) % 3]] = t[(k + 2) % 3]
    for fan in around.values():  # the triangles at a corner are one fan
        first = at = min(fan)
        for _ in range(len(fan) - 1):
            at = fan[at]
            assert at != first


def shrunk_volume(cells: set[tuple[int, ...]]) -> float:
    """The volume of the points that are at least half a gap, along any axis, from what is not filled."""
    size = {-1: GAP / 2, 0: 1 - GAP, 1: GAP / 2}
    total = 0.0
    for cell in cells:
        for part in product((-1, 0, 1), repeat=3):
            beside = product(*({0, step} for step in part))
            if all(tuple(a + b for a, b in zip(cell, step, strict=True)) in cells for step in beside):
                total += size[part[0]] * size[part[1]] * size[part[2]]
    return total


@night.drawn(20)
@given(st.sets(st.tuples(*[st.integers(0, 2)] * 3), min_size=1))
def test_a_surface_is_a_closed_manifold_of_the_right_volume(cells: set[tuple[int, ...]]) -> None:
    mesh = surface(np.array(sorted(cells), np.int32), GAP)
    assert_closed_manifold(mesh)
    assert volume(mesh.corner[mesh.triangle]) == pytest.approx(shrunk_volume(cells))


def test_a_piece_is_as_large_in_stl_as_its_cells_without_the_clearance() -> None:
    data = stl(Piece("L", drawn(["##", "#.", "#."])), cell=20, clearance=0.5)
    (n,) = struct.unpack("<I", data[80:84])
    assert len(data) == 84 + 50 * n
    read = np.frombuffer(data[84:], np.dtype([("normal", "<f4", 3), ("corner", "<f4", (3, 3)), ("attribute", "<u2")]))
    corners = read["corner"].astype(float)
    assert corners.reshape(-1, 3).min(axis=0).tolist() == [0, 0, 0]
    assert corners.reshape(-1, 3).max(axis=0) == pytest.approx([39.5, 59.5, 19.5])
    assert volume(corners) == pytest.approx(19.5 * 19.5 * (59.5 + 20), rel=1e-5)
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    assert (normal * read["normal"]).sum(axis=1) == pytest.approx(np.linalg.norm(normal, axis=1), rel=1e-4)
    tall = corners[corners[:, :, 1].max(axis=1) > 59]  # the first row is at the far side, its second cell to the right
    assert tall.reshape(-1, 3)[:, 0].max() > 39


def test_files_have_the_names_of_their_pieces() -> None:
    names = ["L", "l", "a/b", "../x", "", "L"]
    files = file_names([Entry(name, ()) for name in names])
    assert files == ["1_L.stl", "2_l.stl", "3_a_b.stl", "4__x.stl", "5.stl", "6_L.stl"]


def read_glb(data: bytes) -> tuple[dict[str, Any], bytes]:
    magic, version, length = struct.unpack("<4sII", data[:12])
    assert (magic, version, length) == (b"glTF", 2, len(data))
    chunks = {}
    at = 12
    while at < length:
        size, kind = struct.unpack("<I4s", data[at : at + 8])
        assert size % 4 == 0
        chunks[kind] = data[at + 8 : at + 8 + size]
        at += 8 + size
    assert list(chunks) == [b"JSON", b"BIN\0"]
    return json.loads(chunks[b"JSON"]), chunks[b"BIN\0"]


def test_a_model_has_each_piece_in_its_place_and_colour() -> None:
    case = instance("soma")
    board = case.board
    assert isinstance(board, Packing)
    (cover,) = case.problem.lift(Covers.of([next(iter(load("bits").prepare(case.problem).covers()))]))
    pieces: list[Copy] = copies(board, cover)
    model, data = read_glb(glb(board, pieces))
    assert model["buffers"] == [{"byteLength": len(data)}]
    assert [node["name"] for node in model["nodes"]] == [f"{one.mark} {board.pieces[one.piece].name}" for one in pieces]
    assert len({tuple(m["pbrMetallicRoughness"]["baseColorFactor"]) for m in model["materials"]}) == 7
    place = np.argwhere(board.region)
    for one, node in zip(pieces, model["nodes"], strict=True):
        (primitive,) = model["meshes"][node["mesh"]]["primitives"]
        accessor = model["accessors"][primitive["attributes"]["POSITION"]]
        view = model["bufferViews"][accessor["bufferView"]]
        raw = data[view["byteOffset"] : view["byteOffset"] + view["byteLength"]]
        corner = np.frombuffer(raw, "<f4").reshape(accessor["count"], 3)
        assert corner.min(axis=0).tolist() == accessor["min"]
        assert corner.max(axis=0).tolist() == accessor["max"]
        cells = place[board.cells_of(one.option)]
        assert 0.9 * len(cells) < volume(corner.reshape(-1, 3, 3).astype(float)) < len(cells)
        low = corner.min(axis=0) + 1.5  # x runs along columns, y against layers, z along rows
        assert low == pytest.approx([cells[:, 2].min(), 2 - cells[:, 0].max(), cells[:, 1].min()], abs=0.02)


def test_pieces_and_the_whole_are_written_as_models(solve, tmp_path):
    folder, whole = tmp_path / "new" / "pieces", tmp_path / "box.glb"
    code, _, err = solve("slothouber-graatsma", "--stl", str(folder), "--cell", "10", "--glb", str(whole))
    assert (code, err) == (0, f"{folder / '1_plate.stl'}: print 6\n{folder / '2_cube.stl'}: print 3\n")
    assert sorted(path.name for path in folder.iterdir()) == ["1_plate.stl", "2_cube.stl"]
    assert whole.read_bytes().startswith(b"glTF")
    (tmp_path / "a.txt").write_text("..\n..\n\n#.\n.#\n\n#.\n.#\n")
    code, _, err = solve(str(tmp_path / "a.txt"), "--stl", str(folder))
    assert (code, "by edges or corners only: printed, it is 2 parts" in err) == (0, True)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("queens/4 --glb a.glb", "queens/4: --stl and --glb need a packing"),
        ("hexomino/x --stl a", "hexomino"),
        ("soma --cell 20", "--cell and --clearance are about the pieces of --stl"),
        ("soma --stl a --clearance 30", "--clearance 30 leaves nothing of a cell of 20 mm"),
        ("soma --stl a --clearance 0", "--clearance: '0' is not a number"),
        ("soma --stl a --cell wide", "--cell: 'wide' is not a number"),
        ("soma --stl README.md", "README.md: --stl writes a file for each piece"),
        ("soma --glb a.glb --task count", "--task count has nothing to draw for --glb"),
    ],
)
def test_models_that_cannot_be_written_are_refused_before_the_search(run, options, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "README.md").touch()
    code, _, err = run("solve", *options.split())
    assert (code, message in err) == (2, True), err
    assert [path.name for path in tmp_path.iterdir()] == ["README.md"]

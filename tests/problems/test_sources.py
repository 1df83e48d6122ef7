"""What a user may name: a problem of the catalog or a file; and everything that is neither."""

from pathlib import Path

import numpy as np
import pytest

from benchmarks.drawn import draw
from danceoff.experiments.contract.small import all_covers
from danceoff.problems import InvalidProblem, catalog
from danceoff.problems.catalog import instance
from danceoff.problems.changes import CHANGES, is_change
from danceoff.problems.sources import read
from danceoff.solvers import load


def test_a_catalog_name_may_be_longer_than_a_file_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sudoku").mkdir()
    assert read("sudoku/" + "." * 625).problem.digest == instance("sudoku/25x25").problem.digest


@pytest.mark.parametrize(
    ("name", "text", "family", "n_covers"),
    [
        ("a.dlx", "a b | x\na x\nb\nb x\n", "dlx", 1),
        ("a.ec", "c a comment\np ec 2\ns 1 2\ns 1\ns 2\n", "ec", 2),
        ("a.rows", "2 3\n2 1 2\n1 1\n1 2\n", "rows", 2),
        ("a.csv", "a,b,|x\n1,0,1\n0,1,1\n0,1,0\n", "matrix", 1),
        ("a.toml", "box = [2, 3]\n[pieces]\nI2 = 'any'\n", "puzzle", 3),
        ("a.TXT", "...\n\n##\n#\n", "box", 2),
        ("d.sdk", "\n. . | . .\n3 4 | 1 2\n----+----\n. . | 2 .\n. . | . 1\n", "sudoku", 2),
        ("a.sdk", "\ufeff12..\n34..\n..1.\n....\n", "sudoku", 3),
    ],
)
def test_files_by_their_ending(tmp_path: Path, name: str, text: str, family: str, n_covers: int) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    case = read(str(file))
    assert (case.name, case.family, case.known) == (str(file), family, None)
    assert len(all_covers(case.problem)) == n_covers


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_what_windows_writes_is_read(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "a.dlx").write_bytes("ä b\r\nä\r\nb\r\nä b\r\n".encode(encoding))
    assert len(all_covers(read(str(tmp_path / "a.dlx")).problem)) == 2


@pytest.mark.parametrize("ending", [".dlx", ".ec", ".csv", ".toml", ".txt", ".sdk"])
@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", ": the file is empty"),
        (b" \n\r\n\t", ": the file is empty"),
        (b"ab\n\n\x89PNG\r\n\x1a\n", ":3: not a text file, byte 4 is not UTF-8; save it as UTF-8 (Excel: CSV UTF-8)"),
        (b"1234\n\x00\x01\x02", ":2: not a text file, it has a NUL byte"),
        (
            "# Käse\n....".encode("latin-1"),
            ":1: not a text file, byte 3 is not UTF-8; save it as UTF-8 (Excel: CSV UTF-8)",
        ),
    ],
)
def test_files_without_text(tmp_path: Path, ending: str, content: bytes, says: str) -> None:
    file = tmp_path / f"bad{ending}"
    file.write_bytes(content)
    with pytest.raises(InvalidProblem) as refusal:
        read(str(file))
    assert str(refusal.value) == f"{file}{says}"


def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    folder = tmp_path / "folder.dlx"
    folder.mkdir()
    with pytest.raises(InvalidProblem, match=r"missing\.sdk: no such file or directory$"):
        read(str(tmp_path / "missing.sdk"))
    with pytest.raises(InvalidProblem, match=r"folder\.dlx: is a directory$"):
        read(str(folder))


@pytest.mark.parametrize("text", ["2 3\n2 1 2\n1 1\n1 2\n", "12..\n34..\n..1.\n....\n", "1 0\n0 1\n", "a b\na b\n"])
def test_a_txt_is_a_box_and_its_pieces_and_nothing_else(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.txt").write_text(text)
    with pytest.raises(InvalidProblem, match=r"a\.txt:1: '.*' is not one of \. and #: .*; --input names other formats"):
        read(tmp_path / "a.txt")


def test_other_endings_and_names(tmp_path: Path) -> None:
    file = tmp_path / "problem.exe"
    file.write_text("a\na\n")
    with pytest.raises(
        InvalidProblem,
        match=r"problem\.exe: the file of a problem must end in \.dlx, .*, \.ec, .*, \.mps, .*; --input names it$",
    ):
        read(str(file))
    with pytest.raises(InvalidProblem, match="no problem is called"):
        read(str(tmp_path / "problem"))
    with pytest.raises(InvalidProblem, match="no problem is called ''"):
        read("")


def problem(name):
    return catalog.instance(name).problem


def test_a_name_has_the_same_problem_again_whatever_is_changed():
    named = [draw(np.random.default_rng([5, k]), has_costs=k % 2 == 1) for k in range(12)]
    named += [f"tromino/4x5/{change}-2-7" for change in CHANGES]
    assert {one.split("-")[0] for name in named for one in name.split("/")[1:] if is_change(one)} == set(CHANGES)
    for name in named:
        assert problem(name).digest == problem(name).digest, name


def test_changes_are_made_in_turn_also_of_a_family_of_one_problem():
    count = {one: load("dlx").prepare(problem(f"tromino/4x6{one}")).count() for one in ("", "/order-2-7", "/given-1-7")}
    assert count["/order-2-7"] == count[""] > count["/given-1-7"]
    both = problem("tromino/4x6/holes-3-1/costs-1-2")
    assert both.n_primary == 21 and both.has_costs
    assert problem("soma/holes-1-1").n_primary == problem("soma").n_primary - 1
    with pytest.raises(InvalidProblem, match="unknown size 'hole-1-1'"):
        problem("soma/hole-1-1")


@pytest.mark.parametrize(
    "change", ["holes", "holes-3", "holes-0-1", "holes-100-1", "holes-3--1", "holes-3-1/", "holes-3-1/hole-3-1"]
)
def test_another_text_is_no_change(change):
    with pytest.raises(InvalidProblem, match=r"^tromino/4x6/.*: a change is KIND-N-SEED, with a KIND of holes, "):
        problem(f"tromino/4x6/{change}")

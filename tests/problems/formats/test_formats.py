"""The file formats: round trips, and a line that says what is wrong and where for all that cannot be read."""

import json
import textwrap
import warnings
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import danceoff
from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import priced, problems
from danceoff.problems import ExactCover, InvalidProblem, sources
from danceoff.problems.analysis.diagnosis import reasons
from danceoff.problems.board import NO_BOARD
from danceoff.problems.formats import ec, knuth, puzzle_box, sdk, xcc
from danceoff.problems.grids import sudoku
from danceoff.problems.grids.board_rules import box_of
from danceoff.problems.grids.lattice import Freedom


@given(problems(multiplicities=True) | priced(problems()) | problems(colours=True, multiplicities=True))
def test_knuth_round_trip(problem: ExactCover) -> None:
    assume(problem.n_primary)
    text = knuth.write(problem)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        again = knuth.read(text, "FILE")
    assert again.digest == problem.digest or problem.has_colours  # which are numbered anew
    assert all_covers(again) == all_covers(problem)
    assert knuth.write(again) == text


def test_multiplicities_are_written_as_in_dlx3() -> None:
    problem = knuth.read("a 2:3|b 0:1|c 2|d | e\na b\nb d e\nd\n", "FILE")
    assert problem.least.tolist() == [1, 2, 0, 2, 0]
    assert problem.most.tolist() == [1, 3, 1, 2, 1]
    assert list(problem.item_names) == ["a", "b", "c", "d", "e"]
    assert all_covers(problem) == {(0, 1, 2)}
    assert knuth.write(problem).splitlines()[0] == "a 2:3|b 0:1|c 2:2|d | e"


def test_a_text_of_aaw_says_the_same_as_one_of_knuth() -> None:
    of_knuth = "p 1:2|q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"
    same = "p q[1:2] r | x y // items\np q x y:A\n\np r  x:A y\n// nothing\np x:B\nq x:A\nr y:B\n"
    assert xcc.read(same, "FILE").digest == knuth.read(of_knuth, "FILE").digest


def test_costs_are_written_as_in_dlx5_and_added_up() -> None:
    problem = knuth.read("| c\na b | x\na |2 x |+3\n|9 this is a comment\na b |-1\nb\n", "FILE")
    assert problem.cost.tolist() == [5, -1, 0]
    assert knuth.write(problem) == "a b | x\na x |5\na b |-1\nb\n"
    text = knuth.write(ExactCover.from_options(["a", "a"], "a", cost=[0.5, 2]).maximised())
    assert text == "| costs were multiplied by -2, to be whole and minimised\na\na |-1\na |-4\n"
    with pytest.raises(InvalidProblem, match="knows no bound on costs, and covers cost at most 3/2"):
        knuth.write(replace(ExactCover.from_options(["a"], "a", cost=[0.5]), max_cost=3))


NAMES = st.text(st.characters(exclude_categories=["Z", "C"], exclude_characters=":|"), min_size=1, max_size=20)


@given(st.lists(NAMES, unique=True, min_size=2, max_size=6), st.data())
def test_names_of_any_length_come_back(names: list[str], data: st.DataObject) -> None:
    n_primary = data.draw(st.integers(1, len(names)))
    problem = ExactCover.from_options([names, names[:1]], names[:n_primary], names[n_primary:])
    again = knuth.read(knuth.write(problem), "FILE")
    assert list(again.item_names) == names
    assert again.digest == problem.digest


def test_what_knuths_format_cannot_express_is_refused() -> None:
    for name in ("a b", "", "a:b", "a|b", "|"):
        with pytest.raises(InvalidProblem, match="cannot be written"):
            knuth.write(ExactCover.from_options([], primary=["x", name]))
    with pytest.raises(InvalidProblem, match="'1' cannot be written"):
        knuth.write(ExactCover.from_options([], primary=[1, "1"]))
    with pytest.raises(InvalidProblem, match="needs a primary item"):
        knuth.write(ExactCover.from_options([], primary=[], secondary="x"))


def test_in_a_region_of_one_line_every_line_is_a_piece() -> None:
    packing = puzzle_box.read("#.#.........#..#\n\n#..#.##\n#.#..##\n##...##\n", "FILE")
    assert [len(piece.cells) for piece in packing.pieces] == [4, 4, 4]
    assert len(all_covers(packing.problem)) == 1


def test_lines_without_a_cell_separate_pieces() -> None:
    packing = puzzle_box.read("....\r\n....\r\n\r\n\r\n##.\r\n.##\r\n...\r\n#\r\n\r\n###", "FILE")
    cells = [[[0, 0], [0, 1], [1, 1], [1, 2]], [[0, 0]], [[0, 0], [0, 1], [0, 2]]]
    assert [piece.cells.tolist() for piece in packing.pieces] == cells


@pytest.mark.parametrize(
    ("comment", "freedom", "n_covers"),
    [
        ("", Freedom.ONE_SIDED, 0),
        ("; pieces: one-sided\n\n", Freedom.ONE_SIDED, 0),
        ("\n; pieces: free\n\n", Freedom.FREE, 1),
        ("; pieces: fixed\n", Freedom.FIXED, 0),
    ],
)
def test_the_header_says_how_pieces_may_be_moved(comment: str, freedom: Freedom, n_covers: int) -> None:
    packing = puzzle_box.read(f"{comment}...\n.##\n\n##\n#.\n#.\n", "FILE")
    assert {piece.freedom for piece in packing.pieces} == {freedom}
    assert len(all_covers(packing.problem)) == n_covers


def test_more_pieces_than_letters() -> None:
    bars = ["#" * length for length in range(1, 71)]
    packing = puzzle_box.read("." * sum(map(len, bars)) + "\n\n" + "\n".join(bars), "FILE")
    assert len({piece.name for piece in packing.pieces}) == 70


@given(st.sampled_from([4, 6, 9, 16, 25]), st.data())
def test_a_sudoku_grid_equals_its_lines(side: int, data: st.DataObject) -> None:
    marks = st.sampled_from("." + sudoku.SYMBOLS[:side])
    line = "".join(data.draw(st.lists(marks, min_size=side * side, max_size=side * side)))
    grid = f"boxes {'x'.join(map(str, box_of(side)))}\n" + "\n".join(textwrap.wrap(line, side))
    assert sdk.read(grid, "FILE")[0].digest == sdk.read(line, "FILE")[0].digest
    assert len(sdk.read(line, "FILE")[0].taken) == sum(mark not in sudoku.EMPTY for mark in line)


@pytest.mark.parametrize(
    ("name", "text"), [("ec", "c of us\r\np ec 3\rc\ns 1 3\ns 2\n"), ("rows", "3 2\nc\n2 1 3\n1 2\n")]
)
def test_comments_and_ends_of_lines_of_programs_are_read(tmp_path, name: str, text: str) -> None:
    path = tmp_path / f"a.{name}"
    path.write_text(text)
    problem = sources.read(path).problem
    assert (problem.start.tolist(), problem.item.tolist()) == ([0, 2, 3], [0, 2, 1])


def test_items_of_ec_count_from_one_as_in_the_file() -> None:
    for problem in (ec.read("p ec 3\ns 1 2\ns 2\n", "FILE"), ec.read_rows("3 2\n2 1 2\n1 2\n", "FILE")):
        assert [*problem.item_names] == ["1", "2", "3"]
        assert reasons(problem, NO_BOARD) == ["no option covers item 3"]


OPTIONS = {"Ann early": ["morning", "noon"], "Bob": ["evening"], "Cy": ["morning", "noon", "evening"], "Di": [7, "7"]}


def test_named_options_are_read_as_from_python(tmp_path, run):
    (tmp_path / "rota.json").write_text(json.dumps(OPTIONS))
    problem = danceoff.problem(str(tmp_path / "rota.json"))
    assert (problem.digest, problem.option_names) == (danceoff.problem(OPTIONS).digest, (*OPTIONS,))
    assert problem.item_names == ("morning", "noon", "evening", 7, "7")
    code, out, _ = run("solve", str(tmp_path / "rota.json"), "--task", "enumerate")
    assert (code, {*out.splitlines()[:6]} >= {"Ann early", "Bob", "Cy"}) == (0, True)

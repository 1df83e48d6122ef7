"""Set partitioning, set covering, MPS and OPB: what can be read again comes back equal; damage is one clear line."""

import gzip
import re
import warnings
from dataclasses import replace

import night
import numpy as np
import pytest
from hypothesis import assume, given
from ortools.linear_solver.python import model_builder

import danceoff
from danceoff.experiments.contract.small import all_covers, cost
from danceoff.experiments.contract.strategies import priced, problems
from danceoff.problems import ExactCover, InvalidProblem
from danceoff.problems.formats import linear, mps, opb, or_library
from danceoff.problems.sources import read

few = night.drawn(30)

MPS = """* a comment
NAME          SMALL
OBJSENSE
    MAX
ROWS
 N  VALUE
 N  IGNORED
 E  ONCE
 L  TWICE
 G  OFTEN
 G  RANGED
 L  BELOW
COLUMNS
    MARK0000  'MARKER'                 'INTORG'
    A         VALUE              2.5   ONCE                 1
    A         TWICE                2   IGNORED              9
* another comment
    B         VALUE                1   ONCE                 1
    B         OFTEN                1
    C         TWICE                2   OFTEN                1
    C         RANGED               1   BELOW                1
    MARK0001  'MARKER'                 'INTEND'
    D         RANGED               1   OFTEN                0
    D         BELOW                1
RHS
    RHS       ONCE                 1   TWICE                2
    RHS       OFTEN                1   RANGED               1
    RHS       BELOW                2
BOUNDS
 UP BND       A                    1
 BV BND       D
ENDATA
"""


@few
@given(priced(problems(multiplicities=True)) | problems(multiplicities=True))
def test_linear_programs_come_back_equal(problem: ExactCover) -> None:
    assume(problem.n_options)
    again = mps.read(linear.write_mps(problem), "FILE")
    assert again.digest == problem.digest
    assert all_covers(again) == all_covers(problem)


@few
@given(priced(problems(secondary=False)))
def test_set_partitioning_comes_back_equal(problem: ExactCover) -> None:
    assert or_library.read_partition(or_library.write_partition(problem), "FILE").digest == problem.digest


@night.drawn(13)
@given(priced(problems(max_options=8, multiplicities=True)) | priced(problems(max_options=5, colours=True)))
def test_another_program_reads_the_same_optimum(problem: ExactCover) -> None:
    assume(problem.n_options and np.abs(problem.cost).max(initial=0) < 10**6)
    model = model_builder.Model()
    assert model.import_from_mps_string(linear.write_mps(problem))
    solver = model_builder.Solver("sat")
    status = solver.solve(model)
    costs = [cost(problem, cover) for cover in all_covers(problem)]
    assert (status == model_builder.SolveStatus.OPTIMAL) == bool(costs)
    assert not costs or round(solver.objective_value) == min(costs)


def test_rows_are_items_and_columns_are_options():
    problem = mps.read(MPS, "FILE")
    stated = ExactCover.from_options(
        [["ONCE", "TWICE"], ["ONCE", "OFTEN"], ["OFTEN", "RANGED", "TWICE"], ["RANGED"]],
        ["ONCE", "OFTEN", "RANGED"],
        ["TWICE"],
        multiplicity={"OFTEN": (1, 2), "RANGED": (1, 2)},
        cost=[2.5, 1, 0, 0],
    ).maximised()
    assert (problem.digest, problem.cost_scale) == (stated.digest, -2)
    assert list(problem.option_names) == ["A", "B", "C", "D"]
    assert next(iter(problem.item_names)) == "ONCE"


def test_the_texts_of_the_or_library():
    with pytest.warns(UserWarning) as warned:
        problem = or_library.read_covering("3 4\n5 1 1\n7\n2 1 2  2 2\n3\n 1 1\n", "FILE")
    assert str(warned[0].message) == "FILE: column '4' in no row: each solution comes with and without"
    often = {"a": (1, 2), "b": (1, 2), "d": (0, 1)}
    stated = ExactCover.from_options(["ac", "ab", "b", "d"], "abcd", multiplicity=often, cost=[5, 1, 1, 7])
    assert problem.digest == stated.digest
    with pytest.warns(UserWarning, match="column '1' in no row"):
        or_library.read_covering("0 1 0", "FILE")
    problem = or_library.read_partition("3 4 5 2 1 2 0 1 3 -7 3 1 2 3\n2 2 2\n3\n", "FILE")
    assert problem.digest == ExactCover.from_options(["ab", "c", "abc", "bc"], "abc", cost=[5, 0, -7, 2]).digest
    assert (problem.item_name(0), problem.option_names[3]) == ("1", "4")


@pytest.mark.parametrize("ending", [".mps", ".mps.gz", ".MPS.GZ"])
def test_gzipped_files_are_read_with_either_name(tmp_path, ending):
    file = tmp_path / f"small{ending}"
    file.write_bytes(gzip.compress(MPS.encode()))
    assert read(file).problem.digest == mps.read(MPS, "FILE").digest


def program(text: str) -> ExactCover:
    """A program in the text of lp_solve, as OR-Tools writes it as MPS, read."""
    model = model_builder.Model()
    assert model.import_from_lp_string(text)
    return mps.read(model.export_to_mps_string(), "FILE")


def test_two_rows_in_succession_are_one_item_if_each_has_one_bound():
    problem = program("a: x + y >= 1; b: x + y <= 1; c: x + y <= 1; bin x, y;")
    assert problem.digest == ExactCover.from_options(["as", "as"], "a", "s").digest
    assert (problem.item_name(0), problem.item_name(1)) == ("a", "c")


def test_a_column_without_a_primary_item_is_free():
    problem = program("max: 2 x + 3 y + z; a: x + y <= 1; b: y + z <= 1; bin x, y, z;")
    assert problem.least.tolist() == [0, 0]
    assert all_covers(problem) == {(), (0,), (1,), (2,), (0, 2)}


def test_coefficients_and_sides_are_divided_exactly():
    problem = program("min: 0.1 x - 1e-1 y + .3 z; a: - 3 x - 3 y >= -4; b: 2 y + 2 z = 2; bin x, y, z;")
    assert all_covers(problem) == {(1,), (2,), (0, 2)}
    assert (problem.cost.tolist(), problem.cost_scale) == ([1, -1, 3], 10)


CONSTANTS = {
    "mps": "ROWS\n N c\n E r\nCOLUMNS\n x c 3 r 1\n y c 2 r 1\nRHS\n s r 1 c -9\nBOUNDS\n BV b x\n BV b y\nENDATA\n",
    "opb": "min: -3 ~x1 +2 x2 +12 ~x3 ;\n+1 x1 +1 x2 = 1 ;\n+1 x3 = 0 ;\n",
}


@pytest.mark.filterwarnings("ignore:FILE. items covered 0 times")
@pytest.mark.parametrize("kind", CONSTANTS)
def test_the_constant_of_an_objective_is_in_the_costs(kind):
    problem = {"mps": mps, "opb": opb}[kind].read(CONSTANTS[kind], "FILE")
    assert (danceoff.best(problem).cost, danceoff.best(problem, maximise=True).cost) == (11, 12)
    assert [danceoff.count(problem, at_most=most) for most in (10, 11, 12)] == [0, 1, 2]


BOUNDED = (
    "ROWS\n N o\n L a\n G b\n {kind} c\nCOLUMNS\n x a 1 b 1\n x c 1\n y a 1 b 1\n z b 1\nRHS\n s a 1 b 1\n s c {side}\n"
    "BOUNDS\n BV b x\n BV b y\n BV b z\n{bound}ENDATA\n"
)


@pytest.mark.parametrize(
    ("kind", "side", "bound", "covers"),
    [
        ("G", "0", " UP b x 0\n", {(1,), (1, 2), (2,)}),
        ("G", "0", " FX b x 0\n", {(1,), (1, 2), (2,)}),
        ("G", "0", " LO b x 1\n", {(0,), (0, 2)}),
        ("L", "0.5", "", {(1,), (1, 2), (2,)}),
        ("E", "1", "", {(0,), (0, 2)}),
        ("G", "2", "", set()),
        ("L", "-1", "", None),
    ],
)
def test_fixed_columns_and_rows_that_exclude_columns_are_read(kind, side, bound, covers):
    text = BOUNDED.format(kind=kind, side=side, bound=bound)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        if covers is None:
            with pytest.raises(InvalidProblem, match="FILE: item c: an item is not covered 0 to -1 times"):
                mps.read(text, "FILE")
            return
        problem = mps.read(text, "FILE")
    assert any("covered 0 times" in str(one.message) for one in told) == (covers == {(1,), (1, 2), (2,)})
    assert {tuple(problem.origin[list(cover)].tolist()) for cover in all_covers(problem)} == covers


IDLE = {
    "mps": "ROWS\n N c\n E r\nCOLUMNS\n x c 2 r 1\n y c 3\n z c 4 r 1\nRHS\n s r 1\nBOUNDS\n BV b x\n BV b y\n BV b z\n"
    "ENDATA\n",
    "opb": "min: 2 x1 3 x2 4 x3 ;\n+1 x1 +1 x3 = 1 ;\n",
    "spp": "1 3\n2 1 1\n3 0\n4 1 1\n",
}


@pytest.mark.parametrize("kind", IDLE)
def test_a_column_in_no_row_may_be_chosen_or_not(kind):
    read = {"mps": mps.read, "opb": opb.read, "spp": or_library.read_partition}[kind]
    with pytest.warns(UserWarning, match="^FILE: column '(y|x?2)' in no row: each solution comes with and without$"):
        problem = read(IDLE[kind], "FILE")
    assert sorted(cost(problem, cover) for cover in all_covers(problem)) == [2, 4, 5, 7]
    assert danceoff.best(problem, maximise=True).cost == 7


OPB = "* #variable= 4 #constraint= 3\nmin: +2 x1 -1 x3 ;\n"
OPB += "+1 x2 +1 x1\n= 1 ;\n-1 x1 -1 x3 >= -1 ; 2 x2 2 x3 + 2 x4 >= 2;\n"


def test_pseudo_boolean_sums_are_items():
    problem = opb.read(OPB, "FILE")
    assert [*problem.option_names] == ["x1", "x2", "x3", "x4"]
    often = {"b": (1, 3)}
    stated = ExactCover.from_options(["as", "ab", "sb", "b"], "ab", "s", multiplicity=often, cost=[2, 0, -1, 0])
    assert problem.digest == stated.digest
    assert len(all_covers(opb.read("+1 x1 +1 x2 = 1 ;\n-1 ~x1 >= -1 ;\n", "FILE"))) == 2
    maximised = opb.read("max: 1 x1 2 x2 ;\n1 x1 1 x2 = 1 ;\n", "FILE")
    assert danceoff.best(maximised).cost == 2


@few
@given(problems())
def test_opb_comes_back_equal(problem):
    if problem.has_colours or not problem.n_options:
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            again = opb.read(linear.write_opb(problem), "FILE")
        except InvalidProblem as error:
            assert "excludes all" in str(error) or "asks for" in str(error)
            return
    assert {*map(frozenset, all_covers(again))} == {*map(frozenset, all_covers(problem))}


def test_what_set_partitioning_cannot_express_is_refused():
    for problem, says in (
        (ExactCover.from_options(["as"], "a", "s"), "knows no secondary items"),
        (ExactCover.from_options(["a"], "a", multiplicity={"a": (0, 2)}), "knows no multiplicities"),
        (ExactCover.from_options(["a"], "a", cost=[0.5]), "has no comments, and costs were multiplied by 2"),
        (replace(ExactCover.from_options(["a"], "a"), max_cost=1), "knows no bound on costs"),
    ):
        with pytest.raises(InvalidProblem, match=says):
            or_library.write_partition(problem)


DAMAGED = {
    (mps.read, MPS): [
        ("ENDATA\n", "", "FILE: the text ends before the line ENDATA"),
        ("    MAX", "    BEST", "FILE:4: the sense of the objective is MIN or MAX, not 'BEST'"),
        ("OBJSENSE\n    MAX", "OBJSENSE MAX", "FILE:3: 'OBJSENSE MAX' where a line with one of OBJSENSE, ROWS, "),
        ("BOUNDS", "RANGES", "FILE:29: 'RANGES' where a line with one of BOUNDS, ENDATA is expected; for RANGES write"),
        (" L  TWICE", " X  TWICE", "FILE:9: row 'TWICE' must be of type N, E, L or G"),
        ("    A         TWICE ", "    A         THRICE", "FILE:16: unknown row 'THRICE'"),
        ("2.5", "2,5", "FILE:15: '2,5' is not a number"),
        ("    B         OFTEN                1", "    B         OFTEN", "FILE:19: expected 3 or 5 words"),
        ("    C         RANGED ", "    A         RANGED ", "FILE:21: column 'A', whose other entries do not stand"),
        ("A         TWICE                2", "A         TWICE                3", "FILE: row 'TWICE' adds 3 times 'A'"),
        ("RHS       OFTEN", "RHS2      OFTEN", "FILE:27: a second set"),
        ("RHS       BELOW", "RHS       LOST", "FILE:28: unknown row 'LOST'"),
        ("RHS       BELOW", "RHS       ONCE", "FILE:28: row 'ONCE' has another side above"),
        (" BV BND ", " BV BND2", "FILE:31: a second set"),
        ("* a comment", "  no comment", "FILE:1: expected no words"),
        (" UP BND       A", " SC BND       A", "FILE:30: a bound is BV, a set and a column, or UP, LO or FX"),
        (" UP BND       A", " UP BND       E", "FILE:30: a column that COLUMNS does not have"),
        (" UP BND       A                    1", " UP BND A 2", "FILE:30: a column that may leave 0 and 1"),
        ("OBJSENSE\n", "", "FILE:3: expected no words"),
    ],
}  # fmt: skip


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("read", "whole", "change"), [(*of, one) for of, own in DAMAGED.items() for one in own])
def test_a_damaged_program_is_refused_in_one_line(read, whole, change, record_property):
    before, after, says = change
    assert before in whole
    with pytest.raises(InvalidProblem, match=rf"\A{re.escape(says)}[^\n]*\Z"):
        read(whole.replace(before, after, 1), "FILE")
    record_property("inputs: damaged files with costs refused in one line", 1)

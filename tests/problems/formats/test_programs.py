"""Set partitioning, set covering, MPS and LP: what can be read again comes back equal; damage is one clear line."""

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
from danceoff.problems.formats import linear, lp, mps, opb, or_library
from danceoff.problems.sources import read

few = night.drawn(30)

COVERING = "3 4\n5 1 1\n7\n2 1 2  2 2\n3\n 1 1\n"
PARTITION = "3 4 5 2 1 2 0 1 3 -7 3 1 2 3\n2 2 2\n3\n"
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
LP = r"""\ a comment
maximize
 value: 2.5 A + B
subject to
 ONCE: A + B = 1
 TWICE: 2 A +
   2 C <= 2  \ at most once
 OFTEN: B + C >= 1
 1 <= C + D <= 2
Bounds
 0 <= A <= 1
 D <= 1
Binary
 A B C
 D
End
"""


@few
@given(priced(problems(multiplicities=True)) | problems(multiplicities=True))
def test_linear_programs_come_back_equal(problem: ExactCover) -> None:
    assume(problem.n_options)
    for reader, text in ((lp.read, linear.write_lp(problem)), (mps.read, linear.write_mps(problem))):
        again = reader(text, "FILE")
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


@pytest.mark.parametrize(("reader", "text"), [(mps.read, MPS), (lp.read, LP)], ids=["mps", "lp"])
def test_rows_are_items_and_columns_are_options(reader, text):
    problem = reader(text, "FILE")
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
        problem = or_library.read_covering(COVERING, "FILE")
    assert str(warned[0].message) == "FILE: column '4' in no row: each solution comes with and without"
    often = {"a": (1, 2), "b": (1, 2), "d": (0, 1)}
    stated = ExactCover.from_options(["ac", "ab", "b", "d"], "abcd", multiplicity=often, cost=[5, 1, 1, 7])
    assert problem.digest == stated.digest
    with pytest.warns(UserWarning, match="column '1' in no row"):
        or_library.read_covering("0 1 0", "FILE")
    problem = or_library.read_partition(PARTITION, "FILE")
    assert problem.digest == ExactCover.from_options(["ab", "c", "abc", "bc"], "abc", cost=[5, 0, -7, 2]).digest
    assert (problem.item_name(0), problem.option_names[3]) == ("1", "4")


@pytest.mark.parametrize("ending", [".mps", ".mps.gz", ".MPS.GZ"])
def test_gzipped_files_are_read_with_either_name(tmp_path, ending):
    file = tmp_path / f"small{ending}"
    file.write_bytes(gzip.compress(MPS.encode()))
    assert read(file).problem.digest == mps.read(MPS, "FILE").digest


def test_names_with_brackets_as_gurobi_has_them_are_names():
    text = "Minimize\n 3 x[0] + 2 x[1,a]\nSubject To\n R0[7]: x[0] + x[1,a] = 1\nBinaries\n x[0] x[1,a]\nEnd\n"
    problem = lp.read(text, "FILE")
    assert (problem.option_names, problem.item_names, problem.cost.tolist()) == (("x[0]", "x[1,a]"), ("R0[7]",), [3, 2])
    with pytest.raises(InvalidProblem, match=r"FILE:2: '\+' where a term"):
        lp.read("Minimize\n x + [ x ^2 ] / 2\nSubject To\n a: x = 1\nBinary\n x\nEnd\n", "FILE")


def program(objective: str, *rows: str, bounds: str = "", binary: str = "x y z", sense: str = "Min") -> ExactCover:
    """A program as LP, read."""
    below = f"Bounds\n {bounds}\n" if bounds else ""
    text = f"{sense}\n {objective}\nSubject To\n" + "\n".join(rows) + f"\n{below}Binary\n {binary}\nEnd\n"
    return lp.read(text, "FILE")


def test_two_rows_in_succession_are_one_item_if_each_has_one_bound():
    problem = program("", "a: x + y >= 1", "b: x + y <= 1", "c: x + y <= 1", binary="x y")
    assert problem.digest == ExactCover.from_options(["as", "as"], "a", "s").digest
    assert (problem.item_name(0), problem.item_name(1)) == ("a", "c")


def test_many_rows_without_names_are_read():
    assert program("x", *["x + y <= 1", "y <= 1"] * 15_000, binary="x y").n_items == 30_000


def test_a_column_without_a_primary_item_is_free():
    problem = program("2 x + 3 y + z", "a: x + y <= 1", "b: y + z <= 1", sense="Max")
    assert problem.least.tolist() == [0, 0]
    assert all_covers(problem) == {(), (0,), (1,), (2,), (0, 2)}


def test_coefficients_and_sides_are_divided_exactly():
    problem = program("obj: 0.1 x - 1e-1 y + .3 z", "a: - 3 x - 3 y >= -4", "b: 2 y + 2 z = 2")
    assert all_covers(problem) == {(1,), (2,), (0, 2)}
    assert (problem.cost.tolist(), problem.cost_scale) == ([1, -1, 3], 10)


CONSTANTS = {
    "lp": "Minimize\n 3 x + 2 y + 9\nSubject To\n x + y = 1\nBinary\n x y\nEnd\n",
    "mps": "ROWS\n N c\n E r\nCOLUMNS\n x c 3 r 1\n y c 2 r 1\nRHS\n s r 1 c -9\nBOUNDS\n BV b x\n BV b y\nENDATA\n",
    "opb": "min: -3 ~x1 +2 x2 +12 ~x3 ;\n+1 x1 +1 x2 = 1 ;\n+1 x3 = 0 ;\n",
}


@pytest.mark.filterwarnings("ignore:FILE. items covered 0 times")
@pytest.mark.parametrize("kind", CONSTANTS)
def test_the_constant_of_an_objective_is_in_the_costs(kind):
    problem = {"lp": lp, "mps": mps, "opb": opb}[kind].read(CONSTANTS[kind], "FILE")
    assert (danceoff.best(problem).cost, danceoff.best(problem, maximise=True).cost) == (11, 12)
    assert [danceoff.count(problem, at_most=most) for most in (10, 11, 12)] == [0, 1, 2]


@pytest.mark.parametrize(
    ("bounds", "rows", "covers"),
    [
        ("x <= 0", [], {(1,), (1, 2), (2,)}),
        ("x = 0", [], {(1,), (1, 2), (2,)}),
        ("1 <= x <= 1", [], {(0,), (0, 2)}),
        ("", ["x <= 0.5"], {(1,), (1, 2), (2,)}),
        ("", ["x = 1"], {(0,), (0, 2)}),
        ("", ["x >= 2"], set()),
        ("", ["x <= -1"], set()),
    ],
)
def test_fixed_columns_and_rows_that_exclude_columns_are_read(bounds, rows, covers):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            problem = program("", "x + y <= 1", "x + y + z >= 1", *rows, bounds=bounds)
        except InvalidProblem as error:
            assert str(error) == "FILE: item c3: an item is not covered 0 to -1 times"
            return
    assert any("covered 0 times" in str(one.message) for one in told) == (covers == {(1,), (1, 2), (2,)})
    assert {tuple(problem.origin[list(cover)].tolist()) for cover in all_covers(problem)} == covers


IDLE = {
    "lp": "Min\n 2 x + 3 y + 4 z\nSubject To\n x + z = 1\nBinary\n x y z\nEnd\n",
    "mps": "ROWS\n N c\n E r\nCOLUMNS\n x c 2 r 1\n y c 3\n z c 4 r 1\nRHS\n s r 1\nBOUNDS\n BV b x\n BV b y\n BV b z\n"
    "ENDATA\n",
    "opb": "min: 2 x1 3 x2 4 x3 ;\n+1 x1 +1 x3 = 1 ;\n",
    "spp": "1 3\n2 1 1\n3 0\n4 1 1\n",
}


@pytest.mark.parametrize("kind", IDLE)
def test_a_column_in_no_row_may_be_chosen_or_not(kind):
    read = {"lp": lp.read, "mps": mps.read, "opb": opb.read, "spp": or_library.read_partition}[kind]
    with pytest.warns(UserWarning, match="^FILE: column '(y|x?2)' in no row: each solution comes with and without$"):
        problem = read(IDLE[kind], "FILE")
    assert sorted(cost(problem, cover) for cover in all_covers(problem)) == [2, 4, 5, 7]
    assert danceoff.best(problem, maximise=True).cost == 7


OPB = "* #variable= 4 #constraint= 3\nmin: +2 x1 -1 x3 ;\n"
OPB += "+1 x2 +1 x1\n= 1 ;\n-1 x1 -1 x3 >= -1 ; 2 x2 2 x3 + 2 x4 >= 2;\n"


def test_pseudo_boolean_sums_are_items():
    problem = opb.read(OPB, "FILE")
    assert [*problem.option_names] == ["x1", "x2", "x3", "x4"]
    stated = lp.read(
        "Min\n 2 x1 + 0 x2 - x3 + 0 x4\nSubject To\n x1 + x2 = 1\n x1 + x3 <= 1\n x2 + x3 + x4 >= 1\n"
        "Binary\n x1 x2 x3 x4\nEnd\n",
        "F",
    )
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


def test_the_lp_that_highs_writes():
    text = (
        "\\ File written by HiGHS .lp file handler\nmin\n obj: +2 x1 -3 x2 \nst\n i1: +1 x1 +1 x2 = +1\n"
        " i2lo: +1 x1 +1 x2 >= +1\n i2up: +1 x1 +1 x2 <= +2\nbounds\n x1 <= 1\n"
        " x2 <= 1\nbin\n x1\n x2\ngen\nsemi\nend\n"
    )
    problem = lp.read(text, "FILE")
    assert (problem.n_options, problem.n_items, sorted(problem.cost.tolist())) == (2, 2, [-3, 2])


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
    (lp.read, LP): [
        ("\nEnd", "", "FILE: the text ends before the line End"),
        ("maximize\n", "maximize", "FILE: the text begins with Minimize or Maximize, in a line of its own"),
        ("2.5 A + B", "2.5 A * B", "FILE:3: '*' where a term such as + 2 x is expected"),
        ("ONCE: A + B = 1", "ONCE: A + B 1", "FILE:5: 'ONCE:' where x + 2 y <= 1, 0 <= x + y <= 1 or a heading in a"),
        ("ONCE: A + B = 1", "ONCE: A + A = 1", "FILE: option 'A': item ONCE is covered twice"),
        ("ONCE: A + B = 1", "ONCE: A + B + 1 = 1", "FILE:5: 'A' where a sum of columns is expected"),
        ("1 <= C + D <= 2", "1 <= C + D >= 2", "FILE:9: '1' where x + 2 y <= 1, 0 <= x + y <= 1"),
        ("Bounds", "SOS1", "FILE:10: 'SOS1' where x + 2 y <= 1, 0 <= x + y <= 1 or a heading in a line of its own"),
        ("D <= 1", "D free", "FILE:12: 'D' where x + 2 y <= 1"),
        ("D <= 1", "D <= 3", "FILE: a column that may leave 0 and 1"),
        ("D <= 1", "D + C <= 1", "FILE: a bound is of one column, such as x <= 1"),
        (" D\nEnd", "General\n D\nEnd", "FILE:16: 'D' where nothing is expected, for columns are named below Binary"),
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

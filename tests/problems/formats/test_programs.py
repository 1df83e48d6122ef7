"""Set partitioning, set covering, MPS and LP: what can be read again comes back equal; damage is one clear line."""

import gzip
import random
import warnings
from dataclasses import replace
from itertools import product

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
COLUMNS
    MARK0000  'MARKER'                 'INTORG'
    A         VALUE              2.5   ONCE                 1
    A         TWICE                2   IGNORED              9
    B         VALUE                1   ONCE                 1
    B         OFTEN                1
    C         TWICE                2   OFTEN                1
    C         RANGED               1
    MARK0001  'MARKER'                 'INTEND'
    D         RANGED               1   OFTEN                0
RHS
    RHS       ONCE                 1   TWICE                2
    RHS       OFTEN                1   RANGED               1
RANGES
    RNG       RANGED               1
BOUNDS
 UP BND       A                    1
 BV BND       D
ENDATA
"""
LP = r"""\ a comment
maximize value: 2.5 A + B
subject to
 ONCE: A + B = 1
 TWICE: 2 A + 2 C <= 2  \ at most once
 OFTEN: B + C >= 1
 1 <= C + D <= 2
Bounds
 0 <= A <= 1
 D <= 1
Binary
 B C
General
 A D
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


def test_free_mps_and_names_with_spaces():
    free = (
        "ROWS\n N cost\n E long_long_name\nCOLUMNS\n x cost 3 long_long_name 1\nRHS\n long_long_name 1\nBOUNDS\n BV x\n"
    )
    assert mps.read(f"{free}ENDATA\n", "FILE").digest == ExactCover.from_options(["a"], "a", cost=[3]).digest
    fixed = (
        "ROWS\n N  cost\n E  THE ROW\nCOLUMNS\n    x         cost                 3   THE ROW              1\n"
        "RHS\n    RHS       THE ROW              1\nBOUNDS\n BV BND       x\nENDATA\n"
    )
    assert mps.read(fixed, "FILE").item_name(0) == "THE ROW"


@pytest.mark.parametrize("sense", ["OBJSENSE\n    MAX\n", "OBJSENSE MAX\n", "OBJSENSE  MAXIMIZE\n"])
def test_the_sense_of_mps_may_stand_before_the_name(sense):
    first = MPS.replace("OBJSENSE\n    MAX\n", "").replace("NAME", f"{sense}NAME")
    assert mps.read(first, "FILE").digest == mps.read(MPS, "FILE").digest


@pytest.mark.parametrize(
    ("side", "span", "bounds"), [("E", "2", (3, 5)), ("E", "-2", (1, 3)), ("L", "-2", (1, 3)), ("G", "2", (3, 5))]
)
def test_ranges_widen_the_side_that_mps_says(side, span, bounds):
    columns = "".join(f" x{k} r 1\n" for k in range(6))
    begin = f"ROWS\n {side} r\nCOLUMNS\n m 'MARKER' 'INTORG'\n{columns}RHS\n r 3\n"
    problem = mps.read(f"{begin}RANGES\n r {span}\nENDATA\n", "FILE")
    assert (problem.least.item(), problem.most.item()) == bounds


def test_names_with_brackets_as_gurobi_has_them_are_names():
    text = "Minimize\n 3 x[0] + 2 x[1,a]\nSubject To\n R0[7]: x[0] + x[1,a] = 1\nBinaries\n x[0] x[1,a]\nEnd\n"
    problem = lp.read(text, "FILE")
    assert (problem.option_names, problem.item_names, problem.cost.tolist()) == (("x[0]", "x[1,a]"), ("R0[7]",), [3, 2])
    with pytest.raises(InvalidProblem, match=r"FILE:2: '\[' where"):
        lp.read("Minimize\n x + [ x ^2 ] / 2\nSubject To\n a: x = 1\nBinary\n x\nEnd\n", "FILE")


def test_rows_of_the_same_columns_are_one_item_if_each_has_one_bound():
    problem = lp.read("Min\nSubject To\na: x + y >= 1\nb: x + y <= 1\nc: x + y <= 1\nBinary x y\nEnd\n", "FILE")
    assert problem.digest == ExactCover.from_options(["as", "as"], "a", "s").digest


def test_many_rows_without_names_are_read():
    rows = "x + y <= 1\n" * 30_000
    assert lp.read(f"Min x\nSubject To\n{rows}Binary x y\nEnd\n", "FILE").n_items == 30_000


def test_a_column_without_a_primary_item_makes_one():
    text = "Max obj: 2 x + 3 y + z\nSubject To\na: x + y <= 1\nb: y + z <= 1\nBinary x y z\nEnd\n"
    problem = lp.read(text, "FILE")
    assert problem.least.tolist() == [0, 0]
    assert all_covers(problem) == {(), (0,), (1,), (2,), (0, 2)}


def test_coefficients_and_sides_are_divided_exactly():
    text = (
        "Min obj: 0.1 x - 1e-1 y + .3 z + 4\nSubject To\na: - 3 x - 3 y >= -4\nb: 2 y + 2 z = 2\nInteger x y z\nEnd\n"
    )
    with pytest.warns(UserWarning, match="^FILE: the constant 4 of the objective is left out$"):
        problem = lp.read(text.replace("Integer x", "Bounds\nx <= 1\nInteger x"), "FILE")
    assert all_covers(problem) == {(1,), (2,), (0, 2)}
    assert (problem.cost.tolist(), problem.cost_scale) == ([1, -1, 3], 10)


def test_the_constant_of_mps_is_left_out_with_a_warning():
    with pytest.warns(UserWarning, match="^FILE: the constant -7/2 of the objective is left out$"):
        mps.read(MPS.replace("RHS\n    RHS ", "RHS\n    RHS       VALUE              3.5\n    RHS ", 1), "FILE")


def test_a_column_in_no_row_may_be_chosen_or_not():
    text = "Min obj: 2 x + 3 y\nSubject To\na: x = 1\nBinary x y z\nEnd\n"
    with pytest.warns(UserWarning) as warned:
        problem = lp.read(text, "FILE")
    assert str(warned[0].message) == "FILE: column 'y' (and 1 more) in no row: each solution comes with and without"
    assert sorted(cost(problem, cover) for cover in all_covers(problem)) == [2, 2, 5, 5]


@pytest.mark.filterwarnings("ignore:FILE. column")
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("kind", ["lp", "mps", "opb", "spp"])
def test_programs_with_idle_columns_have_the_solutions_that_they_state(kind, seed):
    """Counts, optima of either sense and costs, by trying all values of the columns."""
    draw = random.Random(seed)
    n, costs = 6, [draw.randint(-4, 4) for _ in range(6)]
    rows = [sorted(draw.sample(range(4), draw.randint(1, 3))) for _ in range(2)]
    rows = [row for k, row in enumerate(rows) if row not in rows[:k]]
    found = [
        sum(c for c, one in zip(costs, chosen, strict=True) if one)
        for chosen in product((0, 1), repeat=n)
        if all(sum(chosen[k] for k in row) == 1 for row in rows)
    ]
    problem = stated_as(kind, rows, costs)
    assert sorted(cost(problem, cover) for cover in all_covers(problem)) == sorted(found)
    for maximise, best in ((False, min), (True, max)):
        assert danceoff.best(problem, maximise=maximise).cost == best(found)


def stated_as(kind, rows, costs):
    """A program with rows that are 1, as text in this format, read."""
    names = [f"x{k + 1}" for k in range(len(costs))]
    if kind == "spp":
        columns = [[k + 1 for k, row in enumerate(rows) if column in row] for column in range(len(costs))]
        numbers = [[c, len(column), *column] for c, column in zip(costs, columns, strict=True)]
        lines = [[len(rows), len(costs)], *numbers]
        return or_library.read_partition("\n".join(" ".join(map(str, line)) for line in lines), "FILE")
    if kind == "mps":
        of = [[f" R{k} 1" for k, row in enumerate(rows) if column in row] for column in range(len(costs))]
        columns = [
            f" {x} OBJ {c}\n" + "".join(f" {x}{one}\n" for one in own)
            for x, c, own in zip(names, costs, of, strict=True)
        ]
        text = "NAME\nROWS\n N OBJ\n" + "".join(f" E R{k}\n" for k in range(len(rows))) + "COLUMNS\n" + "".join(columns)
        text += "RHS\n" + "".join(f" RHS R{k} 1\n" for k in range(len(rows)))
        return mps.read(text + "BOUNDS\n" + "".join(f" BV B {x}\n" for x in names) + "ENDATA\n", "FILE")
    if kind == "opb":
        text = "min: " + " ".join(f"{c:+d} {x}" for c, x in zip(costs, names, strict=True)) + " ;\n"
        return opb.read(text + "".join(" ".join(f"+1 {names[k]}" for k in row) + " = 1 ;\n" for row in rows), "FILE")
    text = "Minimize\n" + " ".join(f"{c:+d} {x}" for c, x in zip(costs, names, strict=True)) + "\nSubject To\n"
    text += "".join(f" r{k}: " + " + ".join(names[one] for one in row) + " = 1\n" for k, row in enumerate(rows))
    return lp.read(text + f"Binary\n {' '.join(names)}\nEnd\n", "FILE")


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
    negated = opb.read("+1 x1 +1 x2 = 1 ;\n-1 ~x1 >= -1 ;\n", "FILE")
    assert len(all_covers(negated)) == 2
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


def refusal(reader, text):
    with pytest.raises(InvalidProblem) as raised, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        reader(text, "FILE")
    assert "\n" not in str(raised.value)
    return str(raised.value)


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("ENDATA\n", "", "FILE: the text ends before the line ENDATA"),
        ("    MAX", "    BEST", "FILE:4: the sense of the objective is MIN or MAX, not 'BEST'"),
        ("RANGES", "SOS", "FILE:25: section 'SOS' is none of NAME, OBJSENSE, ROWS, COLUMNS, RHS, RANGES, BOUNDS"),
        (" L  TWICE", " X  TWICE", "FILE:9: row 'TWICE' is of type N, E, L or G, not 'X'"),
        (" L  TWICE", " L  ONCE", "FILE:9: row 'ONCE' is declared twice"),
        ("    A         TWICE ", "    A         THRICE", "FILE:15: unknown row 'THRICE'"),
        ("2.5", "2,5", "FILE:14: '2,5' is not a number"),
        ("2.5", "1e999", "FILE:14: '1e999' is not a number"),
        ("2.5", "nan", "FILE:14: 'nan' is not a number"),
        ("2.5", "5e18", "FILE: the costs add up to 2^62 or more"),
        ("    B         OFTEN                1", "    B         OFTEN", "FILE:17: 2 words; expected 3 or 5"),
        ("    C         RANGED ", "    A         RANGED ", "FILE:19: column 'A' comes again"),
        ("'INTORG'", "'IN\u202eG'", """FILE:13: marker "'IN\\u202eG'" is neither "'INTORG'" nor "'INTEND'\""""),
        ("TWICE                2\n", "TWICE                0\n", "FILE: row 'TWICE' excludes all of its columns"),
        ("A         TWICE                2", "A         TWICE                3", "FILE: row 'TWICE' adds 3 times"),
        ("RHS       OFTEN", "RHS2      OFTEN", "FILE:24: RHS has a second set, 'RHS2'"),
        ("RNG       RANGED", "RNG       LOST", "FILE:26: unknown row 'LOST'"),
        (" UP BND       A", " SC BND       A", "FILE:28: bound of type 'SC'"),
        (" UP BND       A", " UP BND       E", "FILE:28: bound 'UP E 1' names no column"),
        (" UP BND       A", " FX BND       A", "FILE: column 'A' lies between 1 and 1"),
        (" BV BND       D", " BV BND       D\n UP BND C 2\n LO BND C -1", "FILE: column 'C' lies between -1 and 2"),
        (" BV BND       D", " BV BND       D\n UP BND A 0.5", "FILE: column 'A' lies between 0 and 1/2"),
        (" BV BND       D\n", "", "FILE: column 'D' is not integer, and an option is chosen or not"),
        ("RHS\n", "BOUNDS\n BV BND       D\nRHS\n", "FILE:24: section RHS comes before BOUNDS"),
        ("COLUMNS\n    MARK", "COLUMN\n    MARK", "FILE:12: section 'COLUMN' is none of"),
        ("OBJSENSE\n", "", "FILE:3: 'MAX' stands in no section"),
    ],
)  # fmt: skip
def test_damaged_mps(before, after, says, record_property):
    assert before in MPS
    assert refusal(mps.read, MPS.replace(before, after, 1)).startswith(says)
    record_property("inputs: damaged files with costs refused in one line", 1)


def test_a_row_of_an_lp_file_may_have_the_name_that_one_without_gets():
    problem = lp.read("Minimize\n a + b\nSubject To\n a + b = 1\n a <= 1\n c2: b <= 1\nBinary\n a b\nEnd\n", "FILE")
    assert [problem.item_name(k) for k in range(3)] == ["c1", "c2", "c2"]


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("\nEnd", "", "FILE: the text ends before the line End"),
        ("maximize", "best", "FILE:2: 'best' where Minimize or Maximize, without a colon as in lp_solve, is expected"),
        ("2.5 A + B", "2.5 A * B", "FILE:2: '*' where Subject To, Bounds, Binary, General or End is expected"),
        ("2.5 A + B", "[ A ^2 ]", "FILE:2: '[' where a number or a variable is expected"),
        ("2.5 A", "1e99 A", "FILE: the costs"),
        ("B + C >= 1", "B + C >= 1e19", "FILE: row 'OFTEN' asks for 10000000000000000000 of its 2 columns"),
        ("ONCE: A + B = 1", "ONCE: A + B 1", "FILE:4: '1' where one of <= >= = is expected"),
        ("ONCE: A + B = 1", "ONCE: A + B = C", "FILE:4: 'C' is not a number"),
        ("ONCE: A + B = 1", "ONCE: A + + B = 1.5", "FILE: row 'ONCE' asks for at least 2 and at most 1"),
        ("ONCE: A + B = 1", "ONCE: A + = 1", "FILE:4: '=' where a number or a variable is expected"),
        ("ONCE: A + B = 1", "ONCE: A + A = 1", "FILE: option 'A': item ONCE is covered twice"),
        ("ONCE: A + B = 1", "ONCE: A + 2 B = 1", "FILE: row 'ONCE' adds 1 times 'A' and 2 times 'B'"),
        ("1 <= C + D <= 2", "1 <= 2", "FILE:7: row 'c4' has no variable"),
        ("1 <= C + D <= 2", "1 <= C + D >= 2", "FILE:7: row 'c4' is no range: <= and then >="),
        ("1 <= C + D <= 2", "1 = C + D = 1", "FILE:7: row 'c4' is no range: = and then ="),
        ("2.5 A + B", "2.5 A + B end", "FILE:2: 'end' where Subject To, Bounds"),
        ("TWICE: 2 A", "ONCE: 2 A", "FILE:5: row 'ONCE' comes twice"),
        ("Bounds", "SOS1", "FILE:8: 'other' where Subject To, Bounds"),
        ("D <= 1", "E <= 1", "FILE:10: 'E' is in no row and not in the objective"),
        ("D <= 1", "D free", "FILE: column 'D' lies between -infinity and infinity"),
        ("D <= 1", "D <= 3", "FILE: column 'D' lies between 0 and 3, and an option between 0 and 1"),
        ("A D", "A", "FILE: column 'D' is not integer"),
        ("Binary\n B C", "Binary\n B 3", "FILE:12: '3' where a variable is expected"),
        ("D <= 1", "D", "FILE:11: 'binary' where one of <= >= = free is expected"),
    ],
)
def test_damaged_lp(before, after, says, record_property):
    assert before in LP
    assert refusal(lp.read, LP.replace(before, after, 1)).startswith(says)
    record_property("inputs: damaged files with costs refused in one line", 1)


def bounded(bounds: str, kind: str = "General") -> str:
    """A program of two columns with a row, and one that is in none."""
    return f"Min\n x + 5 y + z\nSubject To\n a: x + y = 1\nBounds\n {bounds}\n{kind}\n x y\nEnd\n"


@pytest.mark.parametrize("kind", ["General", "Binary"])
@pytest.mark.parametrize(
    ("bounds", "says"),
    [
        ("x <= 0.5", "'x' lies between 0 and 1/2, and an option between 0 and 1"),
        ("x <= 0", "'x' lies between 0 and 0, and an option between 0 and 1"),
        ("x <= -1", "'x' lies between 0 and -1, and an option between 0 and 1"),
        ("x <= -inf", "'x' lies between 0 and -100000000000000000000, and an option between 0 and 1"),
        ("0.5 <= x <= 1", "'x' lies between 1/2 and 1, and an option between 0 and 1"),
        ("1 <= x <= 1", "'x' lies between 1 and 1, and an option between 0 and 1"),
        ("2 <= x <= 1", "'x' lies between 2 and 1, and an option between 0 and 1"),
        ("z >= 0.5", "'z' lies between 1/2 and infinity, and a column in no row is left out, as 0"),
        ("z <= -0.5", "'z' lies between 0 and -1/2, and a column in no row is left out, as 0"),
        ("-0.5 <= z", "'z' lies between -1/2 and infinity, and a column in no row is left out, as 0"),
        ("z free", "'z' lies between -infinity and infinity, and a column in no row is left out, as 0"),
    ],
)
def test_bounds_that_an_option_does_not_have_are_refused(bounds, says, kind, record_property):
    assert refusal(lp.read, bounded(bounds, kind)) == f"FILE: column {says}"
    record_property("inputs: damaged files with costs refused in one line", 1)


@pytest.mark.parametrize("bounds", ["-0.5 <= x <= 1.5", "x <= 1", "-1e30 <= z <= 0", "z <= inf", "0 <= z <= 0.5"])
def test_bounds_of_integers_are_those_of_the_whole_numbers_between(bounds):
    text = bounded(bounds).replace("x + 5 y + z", "x + 5 y + 0 z")
    with pytest.warns(UserWarning, match="column 'z' left out"):
        assert lp.read(text, "FILE").digest == ExactCover.from_options(["a", "a"], "a", cost=[1, 5]).digest

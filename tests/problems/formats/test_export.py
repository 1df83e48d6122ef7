"""Problems as text for other programs: what can be read again comes back equal, the rest means the same covers."""

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path

import night
import pytest
from hypothesis import example, given
from pysat.formula import CNF
from pysat.solvers import Solver

from danceoff.experiments.cli import main
from danceoff.experiments.contract.small import all_covers, cost
from danceoff.experiments.contract.strategies import priced, problems
from danceoff.problems import Cover, ExactCover, InvalidProblem
from danceoff.problems.formats import READ, WRITTEN, ec, linear, matrix
from danceoff.problems.formats.lines import text_of
from danceoff.problems.model.colours import coloured_items
from danceoff.problems.sources import read, write
from danceoff.solvers.sat.clauses import dimacs
from danceoff.solvers.sat.clauses.cnf import ENCODINGS, encode

few = night.drawn(30)


@few
@given(problems(secondary=False))
def test_numbered_items_come_back_equal(problem: ExactCover) -> None:
    assert ec.read(ec.write(problem), "FILE").digest == problem.digest
    assert ec.read_rows(ec.write_rows(problem), "FILE").digest == problem.digest


@few
@given(problems())
def test_a_matrix_comes_back_equal(problem: ExactCover) -> None:
    if not problem.n_options:
        with pytest.raises(InvalidProblem, match="a 0/1 matrix without an option cannot be written"):
            matrix.write(problem)
        return
    again = matrix.read(matrix.write(problem), "FILE")
    assert again.digest == problem.digest
    assert matrix.read(matrix.write(again), "FILE").item_names == again.item_names


@few
@given(problems(multiplicities=True) | problems(multiplicities=True, colours=True))
def test_models_of_the_clauses_are_the_covers(problem: ExactCover) -> None:
    formula = CNF(from_string=dimacs.write(problem))
    assert formula.nv <= problem.n_options or problem.has_multiplicities or problem.has_colours
    with Solver(name="minisat22", bootstrap_with=formula.clauses) as solver:
        solver.add_clause([1, -1])
        for option in range(problem.n_options):
            solver.add_clause([option + 1, -option - 1])
        found = [tuple(v - 1 for v in model if 0 < v <= problem.n_options) for model in solver.enum_models()]
    assert set(found) == all_covers(problem)
    assert len(found) == len(set(found)) or problem.n_options == 0


def test_clauses_say_what_their_variables_mean() -> None:
    problem = ExactCover.from_options([["a b", "s"], ["c"], "cs"], ["a b", "c"], ["s"], ["one", "two\nlines", "x"])
    assert dimacs.write(problem).splitlines()[:7] == [
        "c exact cover of 3 items, 2 of them primary, by 3 options",
        "c encoding pairwise: a clause for every two options that share an item",
        "c variable 1: one",
        "c variable 2: two lines",
        "c variable 3: x",
        "p cnf 3 4",
        "c p show 1 2 3 0",
    ]


@given(problems(colours=True, multiplicities=True))
@few
def test_the_variables_of_colours_mean_what_the_comments_say(problem: ExactCover) -> None:
    text = dimacs.write(problem)
    said = {int(k): one for k, one in re.findall(r"^c variable (\d+): (.*)$", text, re.MULTILINE)[problem.n_options :]}
    with Solver(name="minisat22", bootstrap_with=CNF(from_string=text).clauses) as solver:
        for cover in sorted(all_covers(problem)):
            assert solver.solve([k + 1 if k in cover else -1 - k for k in range(problem.n_options)])
            model = set(solver.get_model())
            entries = [problem.entries_of(k) for k in cover]
            given_colours = {problem.entry_name(*entry) for one in entries for entry in one}
            assert {one: k in model for k, one in said.items()} == {one: one in given_colours for one in said.values()}


def satisfying(sums: list[tuple[dict[int, int], str, int]], n: int, n_options: int) -> list[Cover]:
    """The chosen options of every assignment of 0 and 1 to n variables that satisfies the sums."""
    holds = {"=": int.__eq__, "<=": int.__le__, ">=": int.__ge__}
    return sorted(
        tuple(k for k in range(n_options) if values[k])
        for values in product((0, 1), repeat=n)
        if all(holds[sign](sum(c * values[k] for k, c in terms.items()), bound) for terms, sign, bound in sums)
    )


def sums_of(text: str) -> list[tuple[dict[int, int], str, int]]:
    """Constraints such as `+1 x1 -1 x2 >= -1` and `x1 + 0 x2 = 1`."""
    found = []
    for left, sign, bound in re.findall(r"((?:[-+ \n]|\d+ |x\d+)+?) (=|<=|>=) (-?\d+)", text):
        terms = re.findall(r"([-+]?)\s*(\d*)\s*x(\d+)", left)
        found.append(({int(k) - 1: int(f"{s}{c or 1}") for s, c, k in terms}, sign, int(bound)))
    return found


@few
@given(problems(max_options=9, multiplicities=True) | problems(max_items=4, max_options=5, colours=True))
@example(ExactCover.from_options(["ab", "b", "b"], "ab", multiplicity={"b": (1, 2)}))
@example(ExactCover.from_options(["as", "bs", "a", "b"], "ab", "s"))
@example(ExactCover.from_options([["a", ("s", 1)], ["b", ("s", 1)], ["b", ("s", 2)], ["b", "s"]], "ab", "s"))
def test_linear_constraints_are_satisfied_by_each_cover_once(problem: ExactCover) -> None:
    if problem.n_options == 0:
        for writer in (linear.write_opb, linear.write_lp):
            with pytest.raises(InvalidProblem, match="no variables"):
                writer(problem)
        return
    head, *lines = linear.write_opb(problem).splitlines()
    n_variables = problem.n_options + sum(len(one.coloured) for one in coloured_items(problem))
    assert head == f"* #variable= {n_variables} #constraint= {len(lines)}"
    assert all(line.endswith(" ;") for line in lines)
    covers = sorted(all_covers(problem))
    assert satisfying(sums_of("\n".join(lines)), n_variables, problem.n_options) == covers
    body, binary = linear.write_lp(problem).removesuffix("End\n").split("Subject To\n")[1].split("Binary\n")
    names = re.findall(r"[il][\d_]+(?=:)", body)
    assert len(names) == len(set(names))
    assert satisfying(sums_of(re.sub(r"[il][\d_]+:", "", body)), n_variables, problem.n_options) == covers
    assert binary.split() == [f"x{k + 1}" for k in range(n_variables)]


def test_no_line_of_an_lp_file_is_too_long() -> None:
    assert max(map(len, linear.write_lp(ExactCover.from_options([["a"]] * 12345, ["a"])).splitlines())) <= 255


def test_what_a_format_cannot_express_is_refused() -> None:
    with pytest.raises(InvalidProblem, match="cannot express secondary items"):
        ec.write(ExactCover.from_options(["as"], "a", "s"))
    for writer in (ec.write, ec.write_rows, matrix.write):
        with pytest.raises(InvalidProblem, match="multiplicities, and item a is covered 0 to 2 times"):
            writer(ExactCover.from_options(["a"], "a", multiplicity={"a": (0, 2)}))
    for names in (["a ", "b"], ["|a", "b"], ["", "b"], ["a\nb", "c"], [1, "1"]):
        with pytest.raises(InvalidProblem, match="cannot be written"):
            matrix.write(ExactCover.from_options([names], names))
    names = list(matrix.read(matrix.write(ExactCover.from_options(["01"], "01")), "FILE").item_names)
    assert names == ["item-0", "item-1"]


def test_the_command_writes_every_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    box = read("box/line")
    for name in WRITTEN:
        file = tmp_path / f"line.{name}"
        assert main(["export", "box/line", "--format", name, "--output", str(file)]) == 0
        assert main(["export", "box/line", "--format", name]) == 0
        assert capsys.readouterr().out == text_of(str(file)) == write(box, name)
        if name in READ:
            assert read(file).problem.digest == box.problem.digest


def test_clauses_are_written_in_every_encoding(tmp_path: Path) -> None:
    """The covers are the models, restricted to the variables of options; a comment says where these may be fewer."""
    box, texts = read("tromino/2x3"), set()
    for name, encoding in ENCODINGS.items():
        file = tmp_path / f"{name}.cnf"
        assert main(["export", "tromino/2x3", "--format", "cnf", "--encoding", name, "-o", str(file)]) == 0
        text = file.read_text()
        assert text == dimacs.write(box.problem, encoding=name)
        assert f"\nc encoding {name}: {encoding.meaning}\n" in text
        assert ("several models" in text) == (encoding.determined == "never")
        assert main(["export", "tromino/2x3", "--format", "wcnf", "--encoding", name, "-o", str(file)]) == 0
        assert f"\nc encoding {name}: " in file.read_text()
        texts.add(text.partition("\np ")[2])
    assert len(texts) > 5
    assert "several models" in dimacs.write(read("queens/4").problem, encoding="bitwise"), "it has secondary items"


def test_what_cannot_be_written_is_reported_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, says in (
        (["queens/6", "--format", "ec"], "cannot express secondary items"),
        (["queens/6", "--format", "xmpuzzle"], "only a packing"),
        (["tatami/4x4", "--format", "xmpuzzle"], "only a packing"),
        (["nothing/6", "--format", "ec"], "no problem is called"),
        (["queens/6", "--format", "dlx", "-o", str(tmp_path)], "is a folder"),
        (["queens/6", "--format", "dlx", "--encoding", "ladder"], "--encoding goes with --format cnf and wcnf, not"),
        (["queens/6", "--format", "cnf", "--encoding", "steps"], "unknown encoding 'steps'; there are pairwise"),
    ):
        assert main(["export", *arguments]) == 2
        err = capsys.readouterr().err
        assert says in err.lower() or says in err
        assert err.count("\n") == 1


@few
@given(priced(problems(max_options=9, multiplicities=True)))
def test_the_objective_of_opb_is_the_cost(problem: ExactCover) -> None:
    if problem.n_options == 0 or not problem.has_costs:
        return
    _, objective, *_ = linear.write_opb(problem).splitlines()
    stated = {int(k) - 1: int(amount) for amount, k in re.findall(r"([-+]\d+) x(\d+)", objective)}
    assert objective.startswith("min: ")
    assert stated == {k: own for k, own in enumerate(problem.cost.tolist()) if own}


@few
@given(priced(problems(max_items=4, max_options=6, multiplicities=True, colours=True)))
def test_wcnf_weighs_the_covers(problem: ExactCover) -> None:
    text = dimacs.write_wcnf(problem)
    rows = [line.split()[:-1] for line in text.splitlines() if not line.startswith("c")]
    hard = [[int(word) for word in row[1:]] for row in rows if row[0] == "h"]
    soft = [(int(row[0]), int(row[1])) for row in rows if row[0] != "h"]
    more = sum(int(number) for number in re.findall(r"^c a cover costs (-\d+) more", text, re.MULTILINE))
    assert hard == list(encode(problem))
    for cover in all_covers(problem):
        broken = sum(weight for weight, literal in soft if (abs(literal) - 1 in cover) != (literal > 0))
        assert broken + more == cost(problem, cover)


@pytest.mark.parametrize(
    "writer", [dimacs.write, dimacs.write_wcnf, linear.write_opb, linear.write_lp, linear.write_mps]
)
def test_a_bound_on_the_cost_is_not_dropped(writer: Callable[[ExactCover], str]) -> None:
    with pytest.raises(InvalidProblem, match="knows no bound on costs, and covers cost at most 1"):
        writer(replace(ExactCover.from_options("ab", "ab"), max_cost=1))

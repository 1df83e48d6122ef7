"""Coloured problems in the texts of aaw/cover, and constraint problems: right ones, and damaged ones."""

import pytest

from danceoff.addons.puzzles.formats import csp
from danceoff.experiments.contract.small import all_covers
from danceoff.problems.formats import knuth, xcc
from danceoff.solvers import load

KNUTH = "p 1:2|q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"

SAME = "p q[1:2] r | x y // items\np q x y:A\n\np r  x:A y\n// nothing\np x:B\nq x:A\nr y:B\n"


def test_a_text_of_aaw_says_the_same_as_one_of_knuth():
    assert xcc.read(SAME, "FILE").digest == knuth.read(KNUTH, "FILE").digest


AUSTRALIA = """# a map
WA NT SA Q NSW V T : red green blue
WA != NT
WA != SA
NT != SA
NT != Q
SA != Q
SA != NSW
SA != V
Q NSW forbid red,red green,green blue,blue
NSW != V
"""


def solutions(text: str) -> int:
    return len(all_covers(csp.read(text, "FILE")[0]))


def test_values_may_be_ranges() -> None:
    assert solutions("a b : 1..3\nc:\t-1..1\na<=b\nc >= b\n") == 1
    assert solutions("a b : 2..2 0..1 1\na < b\n") == 3


@pytest.mark.parametrize("sign", ["=", "!=", "<", "<=", ">", ">="])
def test_a_comparison_needs_no_blanks(sign: str) -> None:
    apart, *joined = (csp.read(f"a b : 1..3\nb{s}a\n", "F")[0] for s in (f" {sign} ", f" {sign}", f"{sign} ", sign))
    assert {(one.digest, one.item_names) for one in joined} == {(apart.digest, apart.item_names)}


def test_the_covers_of_a_constraint_problem_are_its_solutions():
    assert solutions("a b : 1 2 3\na < b\n") == 3
    assert solutions("a b : 1 2 3\na <= b\n") == 6
    assert solutions("a b : 1 2 3\na > b\nb != a\n") == 3
    assert solutions("a b : 1 2 3\na >= b\na = b\n") == 3
    assert solutions("a : 1 2\nb : 2 3 3\na = b\n") == 1
    assert solutions("a b : x y\na b allow x,y y,y\nb a forbid y,y\n") == 1
    assert solutions("a b : x y\n") == 4


def test_a_map_of_seven_countries_has_eighteen_colourings():
    problem, board = csp.read(AUSTRALIA, "FILE")
    assert load("algorithm-x").prepare(problem).count() == 18
    first = next(load("algorithm-x").prepare(problem).covers())
    chosen = [problem.option_names[option] for option in first]
    assigned = sorted(name.partition("=")[0] for name in chosen if " " not in name)
    assert assigned == ["NSW", "NT", "Q", "SA", "T", "V", "WA"]
    assert sorted(board.plain(problem, first).split("\n")) == sorted(name for name in chosen if " " not in name)


def test_a_solution_is_its_values_and_two_stand_beside_each_other(run, tmp_path):
    file = tmp_path / "a.csp"
    file.write_text("b a c : 1 2 3\na != b\nb != c\na c allow 1,3 3,1\n")
    _, out, _ = run("solve", str(file), "--task", "enumerate")
    assert sorted(out.split("\n\n")[:2]) == ["b=2\na=1\nc=3", "b=2\na=3\nc=1"]
    _, out, _ = run("solve", str(file), "--task", "unique")
    assert "b=2 b=2 a=1 a=3 * c=3 c=1 *" in " ".join(out.split())

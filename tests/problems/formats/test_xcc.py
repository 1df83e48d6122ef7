"""Coloured problems in the texts of aaw/cover and miniexact, and constraint problems: right ones, and damaged ones."""

import pytest

from danceoff.experiments.contract.small import all_covers
from danceoff.problems import InvalidProblem
from danceoff.problems.formats import csp, knuth, xcc
from danceoff.solvers import load

KNUTH = "p 1:2|q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"

SAME = {
    "lines": "p q[1:2] r | x y // items\np q x y:A\n\np r \\\n  x:A y\n// nothing\np x:B\nq x:A\nr y:B\n",
    "names": "< p q:1;2 r > [ x y ]\np q x y:A; p r x:A y;\np x:B; q\nx:A; r y:B;\n",
    "tight": "<p q:1;2 r>[x y]p q x y:A;p r x:A y;p x:B;q x:A;r y:B;",
}


def test_costs_of_miniexact_are_added_up():
    problem = xcc.read("< a b >\na $3 b $-1; a;\nb $4;\n", "FILE")
    assert problem.cost.tolist() == [2, 0, 4]


@pytest.mark.parametrize("dialect", SAME)
def test_every_dialect_says_the_same(dialect):
    assert xcc.read(SAME[dialect], "FILE").digest == knuth.read(KNUTH, "FILE").digest


def test_numbers_are_items_and_colours():
    problem = xcc.read("p xcc 2 1\n1 3 -7 0 2 3\n-7 0\n2 3 -8 0", "FILE")
    assert problem.digest == knuth.read("1 2 | 3\n1 3:7\n2 3:7\n2 3:8\n", "FILE").digest
    assert xcc.read("p xc 2 0 1 0 2 0 1 2 0", "FILE").n_options == 3


def test_a_number_of_times_alone_is_exact():
    assert all_covers(xcc.read("< a:2 > a; a; a;", "FILE")) == {(0, 1), (0, 2), (1, 2)}


def test_options_without_a_primary_item_are_dropped():
    with pytest.warns(UserWarning, match=r"^FILE:3: option without a primary item dropped \(and 1 more below\)$"):
        assert xcc.read("a | x\na x:1\nx:2\nx\n", "FILE").n_options == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("// nothing\n", "FILE: there is no line of items"),
        ("a[2:1] b\n", "FILE:1: item 'a' is covered 2 to 1 times"),
        ("a[0:0] b\n", "FILE:1: item 'a' is covered 0 to 0 times"),
        ("a[2] b\n", "FILE:1: item 'a[2]' is not of the form name or name[lo:hi]"),
        ("a:1 b\n", "FILE:1: item 'a:1' is not of the form name or name[lo:hi]"),
        ("a a\n", "FILE:1: item 'a' is declared twice"),
        ("a | a\n", "FILE:1: item 'a' is declared twice"),
        ("a | x[0:1]\n", "FILE:1: secondary item 'x[0:1]': a name holds no [, ], : or |"),
        ("a | x | y\n", "FILE:1: secondary item '|': a name holds no [, ], : or |"),
        ("a | x\na:red x\n", "FILE:2: 'a:red' colours a primary item, and only secondary items take colours"),
        ("a | x\na x:\n", "FILE:2: 'x:' ends before its colour; without a colour it is written 'x'"),
        ("a | x\na y:red\n", "FILE:2: unknown item 'y'"),
        ("a | x\n\na \\\nx:1 x:2\n", "FILE:3: item 'x' is covered twice by one option"),
        ("a | x\na | x\n", "FILE:2: unknown item '|'"),
        ("< a > [ x ]\na:1 x;\n", "FILE:2: 'a:1' colours a primary item"),
        ("< a > [ x ]\na x:;\n", "FILE:2: 'x:' ends before its colour"),
        ("< a > [ x ]\na y:1;\n", "FILE:2: unknown item 'y'"),
        ("< a > [ x:2 ]\na;\n", "FILE:1: item 'x:2': a secondary item has no multiplicity"),
        ("< a:0 >\na;\n", "FILE:1: item 'a' is covered 0 to 0 times"),
        ("< a:3;2 >\na;\n", "FILE:1: item 'a' is covered 3 to 2 times"),
        ("< a:b >\na;\n", "FILE:1: item 'a:b' is not of the form name, name:u or name:u;v"),
        ("< a ; >\na;\n", "FILE:1: ';' stands where '>' or a name is expected"),
        ("< a\nb;\n", "FILE:2: ';' stands where '>' or a name is expected"),
        ("< a b\n", "FILE: the text ends where '>' is expected"),
        ("< a > [ x\n", "FILE: the text ends where ']' is expected"),
        ("< a > a\n", "FILE: the text ends where ';' is expected"),
        ("< a > [ x ] [ y ] a;\n", "FILE:1: '[' stands where ';' or a name is expected"),
        ("< a >\na $x;\n", "FILE:2: '$x' is not $ and a whole number of at most 19 digits, a cost"),
        ("p xcc 2\n", "FILE:1: expected `p xcc N M`, N primary and M secondary items"),
        ("p xcc 2 x\n", "FILE:1: 'x' is not a whole number of at most 10 digits"),
        ("p xcc 2 -1\n", "FILE:1: expected `p xcc N M`"),
        ("p xcc 9999999999 1\n", "FILE:1: expected `p xcc N M`"),
        ("p xcc 1 1\n1 2 -1 -2 0\n", "FILE:2: colour -2 does not follow a secondary item"),
        ("p xcc 1 1\n-1 1 0\n", "FILE:2: colour -1 does not follow a secondary item"),
        ("p xcc 1 1\n1 -1 2 0\n", "FILE:2: '1:1' colours a primary item"),
        ("p xcc 1 1\n1 3 0\n", "FILE:2: unknown item '3'"),
        ("p xcc 1 1\n1 2\n", "FILE: the text ends before its last option, which ends in 0"),
        ("p xcc 1 1\n1 red 0\n", "FILE:2: 'red' is not a whole number of at most 10 digits"),
    ],
)
def test_a_damaged_file_is_refused_in_one_line(text, says):
    with pytest.raises(InvalidProblem) as refusal:
        xcc.read(text, "FILE")
    assert str(refusal.value).startswith(says)
    assert "\n" not in str(refusal.value)


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
    return len(all_covers(csp.read(text, "FILE")))


def test_the_covers_of_a_constraint_problem_are_its_solutions():
    assert solutions("a b : 1 2 3\na < b\n") == 3
    assert solutions("a b : 1 2 3\na <= b\n") == 6
    assert solutions("a b : 1 2 3\na > b\nb != a\n") == 3
    assert solutions("a b : 1 2 3\na >= b\na = b\n") == 3
    assert solutions("a : 1 2\nb : 2 3 3\na = b\n") == 1
    assert solutions("a b : x y\na b allow x,y y,y\nb a forbid y,y\n") == 1
    assert solutions("a b : x y\n") == 4
    assert solutions("a : b=c d\na=b : c e\n") == 4  # two options a=b=c


def test_a_map_of_seven_countries_has_eighteen_colourings():
    problem = csp.read(AUSTRALIA, "FILE")
    assert load("algorithm-x").prepare(problem).count() == 18
    first = next(load("algorithm-x").prepare(problem).covers())
    chosen = [problem.option_names[option] for option in first]
    assigned = sorted(name.partition("=")[0] for name in chosen if " " not in name)
    assert assigned == ["NSW", "NT", "Q", "SA", "T", "V", "WA"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a :\n", "FILE:1: expected variables, a colon and their values"),
        (": 1\n", "FILE:1: expected variables, a colon and their values"),
        ("a : 1 : 2\n", "FILE:1: expected variables, a colon and their values"),
        ("a a : 1\n", "FILE:1: variable 'a' is declared twice"),
        ("a b : 1\na b\n", "FILE:2: expected one of: X Y ... : VALUE"),
        ("a b : 1\na ~ b\n", "FILE:2: '~' is not one of = != < <= > >= allow forbid"),
        ("a b : 1\na != c\n", "FILE:2: unknown variable 'c'; its values come on a line before"),
        ("a b : 1\na != a\n", "FILE:2: variable 'a' is constrained by itself"),
        ("a b : x\na < b\n", "FILE:2: 'x' is not a whole number, and only these have an order"),
        ("a b : 1\na b allow 1\n", "FILE:2: '1' is not a value of 'a', a comma, and a value of 'b'"),
        ("a b : 1\na b allow 1,2\n", "FILE:2: '1,2' is not a value of 'a', a comma, and a value of 'b'"),
    ],
)
def test_a_damaged_constraint_problem_is_refused_in_one_line(text, says):
    with pytest.raises(InvalidProblem) as refusal:
        csp.read(text, "FILE")
    assert str(refusal.value).startswith(says)

"""Malformed texts of each format: each is refused in one line, with its place."""

import pytest

from danceoff.problems import InvalidProblem
from danceoff.problems.formats import csp, ec, matrix, opb, or_library, rows, xcc

MALFORMED = {
    ec.read: [
        ("c nothing\n", "FILE: the line `p ec N` is missing"),
        ("s 1\np ec 1\n", "FILE:1: a line must begin with c, p (once, first) or s, not 's'"),
        ("p ec 1\np ec 1\n", "FILE:2: expected a single line `p ec N`"),
        ("p cnf 1 1\n", "FILE:1: expected a single line `p ec N`, not 'p cnf 1 1'"),
        ("p ec -1\n", "FILE:1: '-1' is not a whole number from 0"),
        ("p ec 2\n\ns 1 3\n", "FILE:3: '3' is not a whole number from 1 to 2"),
        ("p ec 2\ns 1 0\n", "FILE:2: '0' is not a whole number from 1 to 2"),
        ("p ec 2\ns 2 1 2\n", "FILE:2: an option must cover at least one item, and no item twice"),
        ("p ec 2\ns\n", "FILE:2: an option must cover at least one item"),
        ("p ec 2\n1 2\n", "FILE:2: a line must begin with c, p (once, first) or s, not '1'"),
    ],
    rows.read: [
        ("", "FILE: expected two numbers, those of items and of options, not 0"),
        ("\n3\n", "FILE:2: expected two numbers, those of items and of options, not 1"),
        ("3 1\n1 4\n", "FILE:2: '4' is not a whole number from 1 to 3"),
        ("3 1\n1 0\n", "FILE:2: '0' is not a whole number from 1 to 3"),
        ("3 1\n\n3 1 2\n", "FILE:3: the line begins with 3, and 2 items follow"),
        ("3 1\n2 1 1\n", "FILE:2: an option covers no item twice"),
        ("3 1\n0\n", "FILE:2: '0' is not a whole number from 1 to 3"),
        ("3 2\n1 1\n", "FILE: 1 options, but the first line says 2"),
        ("3 0\n1 1\n", "FILE: 1 options, but the first line says 0"),
        ("3 x\n1 1\n", "FILE:1: 'x' is not a whole number from 0"),
    ],
    matrix.read: [
        ("1,0\n\n1\n", "FILE:3: 1 entries, but 2 in the first line"),
        ("1,0\n1,2\n", "FILE:2: '2' is neither 0 nor 1"),
        ("a,b\n1,x\n", "FILE:2: 'x' is neither 0 nor 1"),
        ("a,a\n1,0\n", "FILE:1: two items have the same name"),
        ("|a,b\n1,0\n", "FILE:1: item 'b' is primary but comes after a secondary one"),
        ("a,|b\n0,1\n", "FILE: option 0: covers no primary item"),
    ],
    xcc.read: [
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
    csp.read: [
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
    opb.read: [
        ("+1 x1 = 1", "FILE:1: a statement without its semicolon"),
        ("\n+1 x1 ;", "FILE:2: a constraint ends in one of = >= <= and a number"),
        ("+1 +2 x1 = 1 ;", "FILE:1: '+2' where a variable is expected"),
        ("+1 x1 2 = 1 ;", "FILE:1: a number where a variable is expected"),
        ("+1 x1 +2 x2 = 1 ;", "FILE: row 'c1' adds 1 times 'x1' and 2 times 'x2'"),
        ("+1 x1 = 1 ;\nmin: x1 ;", "FILE:2: min: stands before all constraints, and once"),
        ("* #variable= 999999999 #constraint= 1\n+1 x1 = 1 ;", "FILE: 999999999 variables, and at most"),
        ("+1 x1 = 1.2.3 ;", "FILE:1: '1.2.3' is not a number"),
    ],
    or_library.read_partition: [
        ("3", "FILE: the text ends before the number of columns"),
        ("3 x", "FILE:1: 'x' is not the number of columns, a whole number from 0 to"),
        ("9999999999 1", "FILE:1: '9999999999' is not the number of rows, a whole number from 0 to 4194304"),
        ("2 2147483647\n1 1 1", "FILE: the text ends before the cost of column 2"),
        ("2 1\n1.5 1 1", "FILE:2: '1.5' is not the cost of column 1"),
        ("2 1\n1 3 1 2 2", "FILE:2: '3' is not the number of rows of column 1, a whole number from 0 to 2"),
        ("2 1\n1 1\n3", "FILE:3: '3' is not a row of column 1, a whole number from 1 to 2"),
        ("2 1\n1 1 0", "FILE:2: '0' is not a row of column 1"),
        ("2 1\n1 2 2 2", "FILE: option '1': item 2 is covered twice"),
        ("2 1\n1 2 1", "FILE: the text ends before a row of column 1"),
        ("2 1\n1 1 1\n1", "FILE:3: '1' stands after the last number"),
        ("1 2 4611686018427387904 1 1 1 1 1", "FILE: the costs add up to 2^62 or more"),
        ("1 1 99999999999999999999 1 1", "FILE:1: '99999999999999999999' is not the cost of column 1"),
    ],
    or_library.read_covering: [
        ("2 2\n1 1\n3 1 2 1", "FILE:3: '3' is not the number of columns of row 1, a whole number from 0 to 2"),
        ("2 2\n1 1\n1 3\n1 1", "FILE:3: '3' is not a column of row 1"),
        ("2 2\n1\n1 1\n1 1", "FILE: the text ends before a column of row 2"),
        ("2 2\n1 1\n1 1\n2 2 2", "FILE: option '2': item 2 is covered twice"),
    ],
}


@pytest.mark.parametrize(("read", "text", "says"), [(read, *one) for read, own in MALFORMED.items() for one in own])
@pytest.mark.filterwarnings("ignore")
def test_a_malformed_text_is_refused_in_one_line(read, text, says, record_property):
    with pytest.raises(InvalidProblem) as refusal:
        read(text, "FILE")
    assert str(refusal.value).startswith(says)
    assert "\n" not in str(refusal.value)
    if read in (or_library.read_partition, or_library.read_covering):
        record_property("inputs: damaged files with costs refused in one line", 1)

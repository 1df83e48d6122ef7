"""Exact cover problems in OPB, the text of the pseudo-Boolean competitions, as `linear.py` writes it.

    * #variable= 3 #constraint= 2
    min: +2 x1 +5 x2 ;                    or max:
    +1 x1 +1 x2 = 1 ;                     or >= and <=
    +1 x2 -1 ~x3 >= 0 ;                   ~x3 is 1 - x3

`binary_program.py` says which programs are exact cover problems. Numbers are whole, and each term has a number and one
variable. Lines that begin with `*` are comments. If a comment counts the variables, all of them belong to the problem,
even if they are in no constraint.
"""

import re

from danceoff.problems.formats.binary_program import Number, Program, ends_of, number
from danceoff.problems.model.arguments import MOST_ITEMS
from danceoff.problems.model.cover import ExactCover, InvalidProblem

_COUNTED = re.compile(r"^\*\s*#variable\s*=\s*(\d{1,9})\b", re.ASCII | re.MULTILINE)
_NUMBER = r"[-+]?\s*\d{1,40}"
_TERM = re.compile(rf"({_NUMBER})\s+(~?)([A-Za-z_][\w\[\]]*)\s*", re.ASCII)
_STATEMENT = re.compile(
    rf"(min:|max:)?\s*((?:{_NUMBER}\s+~?[A-Za-z_][\w\[\]]*\s*)*+)(?:(=|>=|<=)\s*({_NUMBER})\s*)?;\s*", re.ASCII
)
_FORM = "a statement such as min: +1 x1 ; or +1 x1 +1 ~x2 = 1 ;, with one number and one variable a term,"


def read(text: str, file: str) -> ExactCover:
    """Return the problem that a text describes; raises InvalidProblem for malformed text and for other programs."""
    counted = max((int(n) for n in _COUNTED.findall(text)), default=0)
    if counted > MOST_ITEMS:
        raise InvalidProblem(f"{file}: {counted} variables, and at most {MOST_ITEMS} are supported")
    program = Program(file, {f"x{k + 1}": k for k in range(counted)}, note=" (~x is 1 - x)" if "~" in text else "")
    text = re.sub(r"^\*.*", "", text.replace("\r\n", "\n").replace("\r", "\n"), flags=re.MULTILINE).rstrip()
    first = place = len(text) - len(text.lstrip())
    while place < len(text):
        found = _STATEMENT.match(text, place)
        if not found or bool(found[1]) == bool(found[3]):
            raise program.wrong(text, place, _FORM)
        columns, times, constant = _sum(program, found[2])
        if found[3]:
            side = number("".join(found[4].split()), file) - constant
            program.row(f"c{len(program.items) + 1}", columns, times, ends_of(found[3], side))
        elif place > first:
            raise program.wrong(text, place, "a constraint, for the objective stands first and once,")
        else:
            program.price(columns, times)
            program.constant, program.is_maximised = constant, found[1] == "max:"
        place = found.end()
    program.binary.update(program.number.values())
    return program.exact_cover()


def _sum(program: Program, text: str) -> tuple[list[int], list[Number], Number]:
    """Return the columns of a sum, their coefficients, and the constant that negations leave: ~x is 1 - x."""
    columns, every = list[int](), list[Number]()
    constant: Number = 0
    for amount, is_negated, name in _TERM.findall(text):
        times = number("".join(amount.split()), program.file)
        columns.append(program.column(name))
        every.append(-times if is_negated else times)
        constant += times if is_negated else 0
    return columns, every, constant

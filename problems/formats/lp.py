"""Exact cover problems in the LP text of CPLEX, as `linear.py` writes them and other programs do.

`binary_program.py` says which programs are exact cover problems. All columns are binary.

    Maximize                               or Minimize; each heading has a line of its own
     value: 3 one + 2.5 two - three + 4    the name is optional
    Subject To
     a: one + two = 1                      or <= or >=; the name is optional
     0 <= two + three <= 1                 a range
    Bounds
     three <= 0                            or 0 <= three <= 0, each in a line of its own
    Binary
     one two three
    End

A backslash begins a comment. Sums may stand on many lines. `Min`, `Max`, `st` and `Bin`, which HiGHS writes, and
`Binaries` are headings, too; so are `General`, `Gen` and `Semi`, with nothing below them.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from danceoff.problems.formats.binary_program import NUMBER, Ends, Number, Program, ends_of, number
from danceoff.problems.model.cover import ExactCover, InvalidProblem

_HEADINGS = {
    "minimise": r"min(?:imi[sz]e)?",
    "maximise": r"max(?:imi[sz]e)?",
    "rows": r"subject\s+to|st",
    "bounds": r"bounds",
    "binary": r"bin(?:ary|aries)?",
    "general": r"gen(?:erals?)?|semi",
    "end": r"end",
}
_HEADING = re.compile(
    rf"^[ \t]*(?:{'|'.join(f'(?P<{name}>{words})' for name, words in _HEADINGS.items())})[ \t]*$\s*",
    re.IGNORECASE | re.MULTILINE,
)
_NAME = r"[A-Za-z!\"#$%&(),;?@_'`{}~|/][A-Za-z0-9!\"#$%&(),.;?@_'`{}~|/\[\]]*"
_ROWS = "x + 2 y <= 1, 0 <= x + y <= 1 or a heading in a line of its own"
_LABEL = re.compile(rf"{_NAME}\s*:\s*", re.ASCII)
_TERM = re.compile(rf"([-+])?\s*(?:({NUMBER})\s*({_NAME})?|({_NAME}))\s*", re.ASCII)
_SIDE = rf"([-+]?\s*{NUMBER})(?=\s)"
_ROW = re.compile(rf"(?:({_NAME})\s*:\s*)?(?:{_SIDE}\s*<=\s*)?([^<>=:]+)(<=|>=|=)\s*{_SIDE}\s*", re.ASCII)


def read(text: str, file: str) -> ExactCover:
    """Return the problem that a text describes; raises InvalidProblem for malformed text and for other programs."""
    text = re.sub(r"\\.*", "", text.replace("\r\n", "\n").replace("\r", "\n"))
    headings = [*_HEADING.finditer(text)]
    kinds = [heading.lastgroup or "" for heading in headings]
    if kinds[:1] not in (["minimise"], ["maximise"]) or text[: headings[0].start()].strip():
        raise InvalidProblem(f"{file}: the text begins with Minimize or Maximize, in a line of its own")
    if kinds[-1] != "end":
        raise InvalidProblem(f"{file}: the text ends before the line End")
    program = Program(file, is_maximised=kinds[0] == "maximise")
    for kind, (heading, after) in zip(kinds, pairwise(headings), strict=False):
        _SECTIONS[kind](program, text, heading.end(), after.start())
    return program.exact_cover()


def _sum(program: Program, text: str, begin: int, end: int) -> tuple[list[int], list[Number], Number]:
    """Return the columns of a sum, their coefficients, and the constant."""
    columns, every, place = list[int](), list[Number](), begin
    constant: Number = 0
    while place < end:
        found = _TERM.match(text, place, end)
        if not found or (place > begin and not found[1]):
            raise program.wrong(text, place, "a term such as + 2 x")
        times = number(f"{found[1] or ''}{found[2] or 1}", "")
        if name := found[3] or found[4]:
            columns.append(program.column(name))
            every.append(times)
        else:
            constant += times
        place = found.end()
    return columns, every, constant


def _objective(program: Program, text: str, begin: int, end: int) -> None:
    label = _LABEL.match(text, begin, end)
    columns, times, program.constant = _sum(program, text, label.end() if label else begin, end)
    program.price(columns, times)


def _relations(
    program: Program, text: str, begin: int, end: int
) -> Iterator[tuple[str, list[int], list[Number], Ends]]:
    """Yield the relations of a section, each with its label, its columns, their coefficients, and its ends."""
    while begin < end:
        found = _ROW.match(text, begin, end)
        if not found or (found[2] and found[4] != "<="):
            raise program.wrong(text, begin, _ROWS)
        columns, times, constant = _sum(program, text, *found.span(3))
        if constant or not columns:
            raise program.wrong(text, found.start(3), "a sum of columns")
        least, most = ends_of(found[4], _side(found[5]))
        yield found[1] or "", columns, times, (_side(found[2]) if found[2] else least, most)
        begin = found.end()


def _side(text: str) -> Number:
    return number("".join(text.split()), "")


def _rows(program: Program, text: str, begin: int, end: int) -> None:
    for label, columns, times, ends in _relations(program, text, begin, end):
        program.row(label or f"c{len(program.items) + 1}", columns, times, ends)


def _bounds(program: Program, text: str, begin: int, end: int) -> None:
    relations = [*_relations(program, text, begin, end)]
    names = [*program.number]
    for _, columns, times, ends in relations:
        if times != [1]:
            raise InvalidProblem(f"{program.file}: a bound is of one column, such as x <= 1")
        program.bound(program.file, names[columns[0]], ends)


def _binary(program: Program, text: str, begin: int, end: int) -> None:
    for name in text[begin:end].split():
        program.binary.add(program.column(name))


def _general(program: Program, text: str, begin: int, end: int) -> None:
    if begin < end:
        error = program.wrong(text, begin, "nothing")
        raise InvalidProblem(f"{error}, for columns are named below Binary")


_SECTIONS = {
    "minimise": _objective,
    "maximise": _objective,
    "rows": _rows,
    "bounds": _bounds,
    "binary": _binary,
    "general": _general,
}

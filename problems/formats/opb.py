"""Exact cover problems in OPB, the text of the pseudo-Boolean competitions, as `linear.py` writes it.

    * #variable= 3 #constraint= 2
    min: +2 x1 +5 x2 ;                    or max:
    +1 x1 +1 x2 = 1 ;                     or >= and <=
    +1 x2 -1 ~x3 >= 0 ;                   ~x3 is 1 - x3

`binary_program.py` says which programs are exact cover problems. Variables are ordered by their numbers, and those that
the first line counts are there even if no constraint has them.
"""

import re
import warnings
from collections.abc import Iterator

from danceoff.problems.formats.binary_program import Column, Number, Row, exact_cover, number
from danceoff.problems.formats.lines import lines
from danceoff.problems.model.arguments import MOST_ITEMS
from danceoff.problems.model.cover import ExactCover, InvalidProblem

_COUNTED = re.compile(r"\*\s*#variable\s*=\s*(\d{1,9})\b", re.ASCII)
_WORD = re.compile(r"min:|max:|[<>]?=|;|~?[A-Za-z_][\w\[\]]*|(?:[+-]\s*)?[\d.]+|\S", re.ASCII)
_VARIABLE = re.compile(r"~?[A-Za-z_][\w\[\]]*", re.ASCII)
_RELATIONS = ("=", ">=", "<=")


def read(text: str, file: str) -> ExactCover:
    """Return the problem that a text describes; raises InvalidProblem for malformed text and for other programs."""
    counted = next((int(match[1]) for _, line in lines(text) if (match := _COUNTED.match(line))), 0)
    if counted > MOST_ITEMS:
        raise InvalidProblem(f"{file}: {counted} variables, and at most {MOST_ITEMS} are supported")
    names = dict.fromkeys(f"x{k}" for k in range(1, counted + 1))
    sums: list[tuple[str, dict[str, Number], Number, str, Number]] = []
    for where, words in _statements(text, file):
        kind = words.pop(0) if words[0] in ("min:", "max:") else ""
        if kind and sums:
            raise InvalidProblem(f"{where}: {kind} stands before all constraints, and once")
        relation, side = ("", "0") if kind else _end(words, where)
        terms, constant = _sum(words, where)
        names.update(dict.fromkeys(terms))
        sums.append((kind, terms, constant, relation, number("".join(side.split()), where)))
    ordered = sorted(names, key=lambda name: (0, int(name[1:])) if re.fullmatch(r"x\d{1,9}", name) else (1, 0))
    place = {name: k for k, name in enumerate(ordered)}
    columns = [Column(name, is_integer=True, least=0, most=1) for name in ordered]
    rows: list[Row] = []
    for kind, terms, constant, relation, bound in sums:
        if kind:
            for name, times in terms.items():
                columns[place[name]].cost = times
            if constant:
                warnings.warn(f"{file}: the constant {constant} of the objective is left out", stacklevel=2)
            continue
        row = Row(f"c{len(rows) + 1}", None if relation == "<=" else bound, None if relation == ">=" else bound)
        row.least, row.most = (None if one is None else one - constant for one in (row.least, row.most))
        for name, times in terms.items():
            if times:
                row.columns.append(place[name])
                row.coefficients.append(times)
        rows.append(row)
    return exact_cover(file, rows, columns, bool(sums) and sums[0][0] == "max:")


def _statements(text: str, file: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the words of each statement, without its semicolon, and the line in which it begins."""
    words: list[str] = []
    where = file
    for n, line in lines(text):
        if line.startswith("*"):
            continue
        for match in _WORD.finditer(line):
            if match[0] == "*" and words and words[-1].strip("+- .")[:1].isdigit():  # between a number and its variable
                continue
            if match[0] != ";":
                where = where if words else f"{file}:{n}"
                words.append(match[0])
            elif words:
                yield where, words
                words = []
    if words:
        raise InvalidProblem(f"{where}: a statement without its semicolon")


def _end(words: list[str], where: str) -> tuple[str, str]:
    """Take the relation and the right side off a constraint."""
    if len(words) < 2 or words[-2] not in _RELATIONS:
        raise InvalidProblem(f"{where}: a constraint ends in one of {' '.join(_RELATIONS)} and a number")
    return words.pop(-2), words.pop()


def _sum(words: list[str], where: str) -> tuple[dict[str, Number], Number]:
    """Return the coefficient of each variable, and the constant that its negations leave."""
    terms: dict[str, Number] = {}
    constant: Number = 0
    times: Number | None = None
    for word in words:
        if not _VARIABLE.fullmatch(word):
            if times is not None:
                raise InvalidProblem(f"{where}: {word!r} where a variable is expected")
            times = number("".join(word.split()), where)
            continue
        if times is None and terms:
            raise InvalidProblem(f"{where}: {word!r} follows a variable: products are not read; each term has a number")
        name, times = word.removeprefix("~"), 1 if times is None else times
        if word != name:
            constant, times = constant + times, -times
        terms[name], times = terms.get(name, 0) + times, None
    if times is not None:
        raise InvalidProblem(f"{where}: a number where a variable is expected")
    return terms, constant

"""Exact cover problems in OPB, the text of the pseudo-Boolean competitions, as `linear.py` writes it.

    * #variable= 3 #constraint= 2
    min: +2 x1 +5 x2 ;                    or max:
    +1 x1 +1 x2 = 1 ;                     or >= and <=
    +1 x2 -1 ~x3 >= 0 ;                   ~x3 is 1 - x3

`binary_program.py` says which programs are exact cover problems. Variables are ordered by their numbers, and those that
the first line counts are there even if no constraint has them.
"""

import re
from collections.abc import Iterator

from danceoff.problems.formats.binary_program import Number, Program, ends_of, number
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
    program = Program(file, {name: k for k, name in enumerate(ordered)}, binary={*range(len(ordered))})
    program.note = " (~x is 1 - x)" * ("~" in text)
    for kind, terms, constant, relation, bound in sums:
        columns, times = [program.number[name] for name in terms], [*terms.values()]
        if kind:
            program.constant, program.is_maximised = constant, kind == "max:"
            program.price(columns, times)
        else:
            program.row(f"c{len(program.items) + 1}", columns, times, ends_of(relation, bound - constant))
    return program.exact_cover()


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
        raise InvalidProblem(f"{where}: a statement without its semicolon, as in +1 x1 +1 x2 = 1 ;")


def _end(words: list[str], where: str) -> tuple[str, str]:
    """Take the relation and the right side off a constraint."""
    if len(words) < 2 or words[-2] not in _RELATIONS:
        raise InvalidProblem(f"{where}: {words[0]!r} begins no statement such as min: +1 x1 ; or +1 x1 +1 x2 = 1 ;")
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

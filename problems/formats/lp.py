"""Exact cover problems in the LP text of CPLEX, as `linear.py` writes them and other programs do.

`binary_program.py` says which programs are exact cover problems.

    Maximize                               or Minimize
     value: 3 one + 2.5 two - three        the name is optional
    Subject To                             or such that, st, s.t.
     a: one + two = 1                      a term is a number and a variable; = <= >= < > =< =>
     0 <= two + three <= 1                 a range
    Bounds
     three <= 1
    Binary                                 or General, with bounds of 0 and 1
     one two
    End

A backslash begins a comment. Terms may stand on many lines.
"""

import re
import warnings
from collections.abc import Iterator
from typing import NamedTuple

from danceoff.problems.formats.binary_program import Column, Number, Row, bound, exact_cover, number
from danceoff.problems.formats.lines import lines
from danceoff.problems.model.cover import ExactCover, InvalidProblem

_SECTIONS = {
    "max": r"max(?:imi[sz]e|imum)?",
    "min": r"min(?:imi[sz]e|imum)?",
    "rows": r"subject\s+to|such\s+that|st|s\.t\.|st\.",
    "bounds": r"bounds?",
    "binary": r"bin(?:ary|aries)?",
    "integer": r"gen(?:erals?)?|int(?:egers?)?",
    "other": r"semi(?:-continuous|s)?|sos[12]?|pwlobj|lazy\s+constraints|user\s+cuts|general\s+constraints",
    "end": r"end",
}
_HEAD = re.compile(
    r"\s*(?:" + "|".join(f"(?P<{name}>{words})" for name, words in _SECTIONS.items()) + r")(?=\s|$)(?!\s*:)",
    re.IGNORECASE,
)
_TOKEN = re.compile(
    r"(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?P<sign>[+-])|(?P<relation><=|>=|=<|=>|==|[<>=])"
    r"|(?P<name>[A-Za-z!\"#$%&(),;?@_'`{}~|/][A-Za-z0-9!\"#$%&(),.;?@_'`{}~|/\[\]]*)|(?P<colon>:)|(?P<other>\S)",
    re.ASCII,
)
_RELATIONS = {"<=": "<=", "=<": "<=", "<": "<=", ">=": ">=", "=>": ">=", ">": ">=", "=": "=", "==": "="}
_MIRRORED = {"<=": ">=", ">=": "<=", "=": "="}
_INFINITY = ("inf", "infinity")


class _Word(NamedTuple):
    """A word and its place, FILE:LINE.

    kind: a group of `_TOKEN`, or `head`: then the text is a key of `_SECTIONS`.
    """

    kind: str
    text: str
    where: str


class _Sum(NamedTuple):
    """A sum of terms, coefficient and name, and a constant."""

    terms: list[tuple[Number, str]]
    constant: Number


def read(text: str, file: str) -> ExactCover:
    """Return the problem that a text describes; raises InvalidProblem for malformed text and for other programs."""
    program = _Program(_words(text, file))
    if constant := program.read():
        warnings.warn(f"{file}: the constant {constant} of the objective is left out", stacklevel=2)
    return exact_cover(file, program.rows.values(), list(program.columns.values()), program.is_maximised)


def _words(text: str, file: str) -> Iterator[_Word]:
    """Yield the words of a text up to the line End, and the word End."""
    for n, line in lines(text):
        where, code = f"{file}:{n}", line.partition("\\")[0]
        if head := _HEAD.match(code):
            yield _Word("head", head.lastgroup or "", where)
            if head.lastgroup == "end":
                return
            code = code[head.end() :]
        for token in _TOKEN.finditer(code):
            yield _Word(token.lastgroup or "", token[0], where)
    raise InvalidProblem(f"{file}: the text ends before the line End")


class _Program:
    """The rows and columns of a text, read word by word."""

    def __init__(self, words: Iterator[_Word]) -> None:
        self._words = words
        self._now = next(words)
        self._after: _Word | None = None
        self.rows: dict[str | int, Row] = {}  # of rows without a name by their place
        self.columns: dict[str, Column] = {}
        self._number: dict[str, int] = {}
        self.is_maximised = False

    def read(self) -> Number:
        """Read all; return the constant of the objective."""
        if self._now.kind != "head" or self._now.text not in ("max", "min"):
            raise self._unexpected("Minimize or Maximize, without a colon as in lp_solve,")
        self.is_maximised = self._next().text == "max"
        self._label()
        objective = _Sum([], 0) if self._now.kind == "head" else self._sum()
        for times, name in objective.terms:
            self._column(name).cost += times
        sections = {"rows": self._row, "bounds": self._bound, "binary": self._binary, "integer": self._integer}
        while self._now[:2] != ("head", "end"):
            if self._now[:2] == ("head", "other"):  # HiGHS writes the line even if nothing follows
                other = self._next()
                if self._now.kind != "head":
                    self._now = other
                    raise self._unexpected("Subject To, Bounds, Binary, General or End")
                continue
            if self._now.kind != "head" or self._now.text not in sections:
                raise self._unexpected("Subject To, Bounds, Binary, General or End")
            read_one = sections[self._next().text]
            while self._now.kind != "head":
                read_one()
        return objective.constant

    def _next(self) -> _Word:
        word = self._now
        self._now, self._after = self._after or next(self._words), None
        return word

    def _unexpected(self, expected: str) -> InvalidProblem:
        return InvalidProblem(f"{self._now.where}: {self._now.text!r} where {expected} is expected")

    def _column(self, name: str) -> Column:
        if name not in self.columns:
            self._number[name] = len(self.columns)
            self.columns[name] = Column(name)
        return self.columns[name]

    def _label(self) -> str:
        """Read a name and a colon, if they come next."""
        if self._now.kind != "name":
            return ""
        name = self._next()
        if self._now.kind == "colon":
            self._next()
            return name.text
        self._after, self._now = self._now, name
        return ""

    def _sum(self) -> _Sum:
        terms: list[tuple[Number, str]] = []
        constant: Number = 0
        is_first = True
        while is_first or self._now.kind == "sign":
            is_first = False
            times: Number = 1
            while self._now.kind == "sign":
                times = -times if self._next().text == "-" else times
            if self._now.kind not in ("number", "name"):
                raise self._unexpected("a number or a variable")
            if self._now.kind == "number":
                word = self._next()
                times *= number(word.text, word.where)
                if self._now.kind != "name":
                    constant += times
                    continue
            terms.append((times, self._next().text))
        return _Sum(terms, constant)

    def _relation(self) -> str:
        if self._now.kind != "relation":
            raise self._unexpected("one of <= >= =")
        return _RELATIONS[self._next().text]

    def _row(self) -> None:
        """Read `name: sum <= number`, or `number <= sum <= number`; the name may be missing."""
        where, name = self._now.where, self._label()
        if name and name in self.rows:
            raise InvalidProblem(f"{where}: row {name!r} comes twice")
        row = self.rows[name or len(self.rows)] = Row(name or f"c{len(self.rows) + 1}")
        total = self._sum()
        first = ""
        if not total.terms:
            first = self._relation()
            _limit(row, _MIRRORED[first], total.constant)
            total = self._sum()
        if not total.terms:
            raise InvalidProblem(f"{where}: row {row.name!r} has no variable")
        if not first or self._now.kind == "relation":
            second = self._relation()
            if first and (first == "=" or second != first):
                raise InvalidProblem(f"{where}: row {row.name!r} is no range: {first} and then {second}")
            _limit(row, second, self._limit())
        row.least, row.most = (None if side is None else side - total.constant for side in (row.least, row.most))
        for times, variable in total.terms:
            self._column(variable)
            if times:
                row.columns.append(self._number[variable])
                row.coefficients.append(times)

    def _bound(self) -> None:
        """Read `number <= variable <= number`, either side alone, or `variable free`."""
        is_first = self._now.kind != "name" or self._now.text.lower() in _INFINITY
        if is_first:
            value, relation = self._limit(), _MIRRORED[self._relation()]
        if self._now.kind != "name":
            raise self._unexpected("a variable")
        variable = self._next()
        if variable.text not in self.columns:
            raise InvalidProblem(f"{variable.where}: {variable.text!r} is in no row and not in the objective")
        column = self.columns[variable.text]
        if is_first:
            _limit(column, relation, value)
        if self._now.kind == "relation":
            _limit(column, self._relation(), self._limit())
        elif not is_first:
            if self._now.text.lower() != "free":
                raise self._unexpected("one of <= >= = free")
            self._next()
            column.least = column.most = None

    def _limit(self) -> Number:
        """Read a number or infinity, with its sign."""
        sign = self._next().text if self._now.kind == "sign" else ""
        if self._now.kind not in ("number", "name"):
            raise self._unexpected("a number")
        word = self._next()
        return bound(sign + word.text, word.where)

    def _binary(self) -> None:
        column = self._integer()
        column.least = 0 if column.least is None else max(column.least, 0)
        column.most = 1 if column.most is None else min(column.most, 1)

    def _integer(self) -> Column:
        if self._now.kind != "name":
            raise self._unexpected("a variable")
        column = self._column(self._next().text)
        column.is_integer = True
        return column


def _limit(limited: Row | Column, relation: str, value: Number) -> None:
    """Bound a row or column by `limited relation value`."""
    if relation != "<=":
        limited.least = value
    if relation != ">=":
        limited.most = value

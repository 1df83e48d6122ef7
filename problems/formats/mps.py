"""Exact cover problems in MPS, a text of integer programs: fixed or free, with integer markers, RANGES and OBJSENSE.

`binary_program.py` says which programs are exact cover problems. The first free row is the objective, and further ones
are left out. An integer column without bounds lies between 0 and 1, as in CPLEX. Lines are split at spaces, or at the
columns of fixed MPS once the name of a row has a space.

The reader of OR-Tools is no substitute: it takes a text without its end, unknown rows and a second set of sides for
another program, refuses sets without a name, and rounds numbers to floats. Its import takes longer than reading air03.
"""

import warnings
from collections.abc import Callable, Sequence

from danceoff.problems.formats.binary_program import Column, Number, Row, bound, exact_cover, number
from danceoff.problems.formats.lines import lines
from danceoff.problems.model.cover import ExactCover, InvalidProblem

_FIELDS = ((1, 3), (4, 12), (14, 22), (24, 36), (39, 47), (49, 61))
_SENSES = {"MIN": False, "MINIMIZE": False, "MINIMISE": False, "MAX": True, "MAXIMIZE": True, "MAXIMISE": True}
_ALONE = ("MI", "PL", "FR", "BV")
"""The types of bounds that need no number."""


def read(text: str, file: str) -> ExactCover:
    """Return the problem that a text describes; raises InvalidProblem for malformed text and for other programs."""
    program = _Program(file)
    program.read(text)
    if program.constant:
        warnings.warn(f"{file}: the constant {program.constant} of the objective is left out", stacklevel=2)
    return exact_cover(file, program.rows.values(), list(program.columns.values()), program.is_maximised)


class _Program:
    """The rows and columns of a text, read line by line."""

    def __init__(self, file: str) -> None:
        self.file = self.where = file
        self.rows: dict[str, Row] = {}
        self.columns: dict[str, Column] = {}
        self.is_maximised = False
        self.constant: Number = 0
        self._kind: dict[str, str] = {}
        self._objective = ""
        self._is_fixed = False
        self._in_integers = False
        self._with_bounds: set[str] = set()
        self._sets: dict[str, str] = {}
        self._sections: dict[str, Callable[[str], None]] = {
            "NAME": self._nothing,
            "OBJSENSE": lambda line: self._sense(line.split()[0]),
            "ROWS": self._row,
            "COLUMNS": self._column,
            "RHS": lambda line: self._side("RHS", line),
            "RANGES": lambda line: self._side("RANGES", line),
            "BOUNDS": self._bound,
        }

    def read(self, text: str) -> None:
        section = "NAME"
        for n, line in lines(text):
            self.where = f"{self.file}:{n}"
            if line.startswith("*") or not line.strip():
                continue
            if line[0].isspace():
                self._sections[section](line)
                continue
            before, (section, *words) = section, line.split()
            if section == "ENDATA":
                break
            if section not in self._sections:
                raise InvalidProblem(f"{self.where}: section {section!r} is none of {', '.join(self._sections)}")
            order = list(self._sections)
            if order.index(section) < order.index(before) and (before, section) != ("OBJSENSE", "NAME"):
                raise InvalidProblem(f"{self.where}: section {section} comes before {before}")
            if section == "OBJSENSE" and words:
                self._sense(words[0])
        else:
            raise InvalidProblem(f"{self.file}: the text ends before the line ENDATA")
        for name, column in self.columns.items():
            if column.is_integer and name not in self._with_bounds:
                column.most = 1

    def _nothing(self, line: str) -> None:
        raise InvalidProblem(f"{self.where}: {line.split()[0]!r} stands in no section")

    def _sense(self, word: str) -> None:
        if word.upper() not in _SENSES:
            raise InvalidProblem(f"{self.where}: the sense of the objective is MIN or MAX, not {word!r}")
        self.is_maximised = _SENSES[word.upper()]

    def _row(self, line: str) -> None:
        self._is_fixed |= len(line.split()) > 2
        kind, name = self._words(line, (2,))
        if kind.upper() not in ("N", "E", "L", "G"):
            raise InvalidProblem(f"{self.where}: row {name!r} is of type N, E, L or G, not {kind!r}")
        if name in self._kind:
            raise InvalidProblem(f"{self.where}: row {name!r} is declared twice")
        self._kind[name] = kind = kind.upper()
        if kind == "N":
            self._objective = self._objective or name
        else:
            self.rows[name] = Row(name, None if kind == "L" else 0, None if kind == "G" else 0)

    def _column(self, line: str) -> None:
        words = self._words(line, (3, 5))
        if words[1] == "'MARKER'":
            if words[2] not in ("'INTORG'", "'INTEND'"):
                raise InvalidProblem(f"{self.where}: marker {words[2]!r} is neither \"'INTORG'\" nor \"'INTEND'\"")
            self._in_integers = words[2] == "'INTORG'"
            return
        name = words[0]
        if name not in self.columns:
            self.columns[name] = Column(name, self._in_integers)
        elif name != next(reversed(self.columns)):
            raise InvalidProblem(f"{self.where}: column {name!r} comes again; its entries stand together")
        for row, word in zip(words[1::2], words[2::2], strict=True):
            value = number(word, self.where)
            if self._kind_of(row) != "N":
                if value:
                    self.rows[row].columns.append(len(self.columns) - 1)
                    self.rows[row].coefficients.append(value)
            elif row == self._objective:
                self.columns[name].cost += value

    def _side(self, section: str, line: str) -> None:
        """Read right-hand sides or ranges; the name of their set may be missing."""
        words = self._words(line, (2, 3, 4, 5))
        self._one_set(section, words.pop(0) if len(words) % 2 else "")
        for name, word in zip(words[::2], words[1::2], strict=True):
            kind = self._kind_of(name)
            value = number(word, self.where)
            if kind == "N":
                if name == self._objective and section == "RHS":
                    self.constant = -value
                continue
            row = self.rows[name]
            if section == "RHS":
                row.least, row.most = (None if kind == "L" else value), (None if kind == "G" else value)
            elif kind == "L" or (kind == "E" and value < 0):
                row.least = _sum(row.most, min(value, -value))
            else:
                row.most = _sum(row.least, max(value, -value))

    def _bound(self, line: str) -> None:
        """Read a bound; the name of its set may be missing."""
        words = self._words(line, (2, 3, 4))
        kind = words[0].upper()
        needs = 2 if kind in _ALONE else 3
        if len(words) == 4 or (len(words) == 3 and needs == 2 and words[1] not in self.columns):
            self._one_set("BOUNDS", words.pop(1))
        if len(words) < needs or words[1] not in self.columns:
            raise InvalidProblem(f"{self.where}: bound {' '.join(words)!r} names no column")
        column = self.columns[words[1]]
        self._with_bounds.add(column.name)
        if kind == "BV":
            column.is_integer, column.least, column.most = True, 0, 1
        elif kind in _ALONE:
            column.least = column.least if kind == "PL" else None
            column.most = column.most if kind == "MI" else None
        elif kind in ("LO", "UP", "FX", "LI", "UI"):
            value = bound(words[2], self.where)
            column.is_integer |= kind in ("LI", "UI")
            column.least = column.least if kind in ("UP", "UI") else value
            column.most = column.most if kind in ("LO", "LI") else value
        else:
            raise InvalidProblem(f"{self.where}: bound of type {kind!r}; an option is chosen or not")

    def _one_set(self, section: str, name: str) -> None:
        """Refuse a second set, which states another problem over the same rows and columns."""
        if self._sets.setdefault(section, name) != name:
            raise InvalidProblem(f"{self.where}: {section} has a second set, {name!r}; leave it out")

    def _kind_of(self, row: str) -> str:
        if row not in self._kind:
            raise InvalidProblem(f"{self.where}: unknown row {row!r}")
        return self._kind[row]

    def _words(self, line: str, counts: Sequence[int]) -> list[str]:
        """The words of a line; as many as the section allows, or InvalidProblem is raised."""
        words = line.split()
        if self._is_fixed:
            words = [word for begin, end in _FIELDS if (word := line[begin:end].strip())]
        if len(words) not in counts:
            raise InvalidProblem(f"{self.where}: {len(line.split())} words; expected {' or '.join(map(str, counts))}")
        return words


def _sum(bound: Number | None, value: Number) -> Number | None:
    return None if bound is None else bound + value

"""Exact cover problems in MPS, a text of integer programs, whose words are parted by blanks.

`binary_program.py` says which programs are exact cover problems. The first row of type N is the objective; others of
this type say nothing. Columns between integer markers are 0 or 1, as in CPLEX, and so are those with a bound BV. Each
line of RHS and BOUNDS names its set, and there is one set. A row G and then a row L, in place of RANGES, are one item.

    NAME  example                          OBJSENSE, and MAX in a line of its own, may follow
    ROWS
     N cost
     E once
     L twice
    COLUMNS
     x  cost 3  once 1
     y  once 1  twice 1
    RHS
     rhs  once 1  twice 1
    BOUNDS
     BV bound x
     UP bound y 1
    ENDATA

The readers of HiGHS and OR-Tools are no substitutes (November 2026): both take unknown rows, `2,5` and a second set of
sides for some program, and round numbers to doubles; to import them takes as long as to read 10 MB here.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import count

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.formats.binary_program import Number, Program, ends_of, number
from danceoff.problems.model.arrays import BoolArray
from danceoff.problems.model.cover import ExactCover, InvalidProblem

_SECTIONS: dict[str, tuple[int, ...]] = {
    "NAME": (),
    "OBJSENSE": (1,),
    "ROWS": (2,),
    "COLUMNS": (3, 5),
    "RHS": (3, 5),
    "BOUNDS": (3, 4),
    "ENDATA": (),
}
"""The sections in their order, and how many words their lines may have."""
_RELATIONS = {"N": "=", "E": "=", "L": "<=", "G": ">="}
_TURNS = {"'INTORG'": 1, "'INTEND'": -1}
_LINE_END = "\0"
"""No text has it."""


def read(text: str, file: str) -> ExactCover:
    """Return the problem that a text describes; raises InvalidProblem for malformed text and for other programs."""
    section, program = _sections(text, file), Program(file)
    for where, (sense,) in section["OBJSENSE"]:
        if sense not in ("MIN", "MAX"):
            raise InvalidProblem(f"{where}: the sense of the objective is MIN or MAX, not {sense!r}")
        program.is_maximised = sense == "MAX"
    kind = dict[str, str]()
    for where, (one, name) in section["ROWS"]:
        if one not in _RELATIONS or name in kind:
            raise InvalidProblem(f"{where}: row {name!r} must be of type N, E, L or G, and declared once")
        kind[name] = one
    objective = next((name for name, one in kind.items() if one == "N"), "")
    terms = _terms(section["COLUMNS"], kind, program)
    program.price(*terms.get(objective, ([], [])))
    sides: dict[str, Number] = dict.fromkeys(kind, 0)
    heads = section["RHS"].coded[section["RHS"].begin]
    section["RHS"].refuse(heads != heads[:1], section["RHS"].line, "a second set, which states another problem")
    for where, (_, *pairs) in section["RHS"]:
        for row, word in zip(pairs[::2], pairs[1::2], strict=True):
            if row not in kind:
                raise InvalidProblem(f"{where}: unknown row {row!r}")
            sides[row] = number(word, where)
    program.constant = -sides.get(objective, 0)
    for name, one in kind.items():
        if one != "N":
            program.row(name, *terms[name], ends_of(_RELATIONS[one], sides[name]))
    _bound(section["BOUNDS"], program)
    return program.exact_cover()


def _sections(text: str, file: str) -> dict[str, _Words]:
    found = {name: _Words(file, "", 0, ()) for name in _SECTIONS}
    above, *blocks = re.split(r"\n(?=\S)", f"\n{_without_comments(text)}")
    left, first = [*_SECTIONS], above.count("\n") + 1
    for block in blocks:
        head, _, body = block.partition("\n")
        name, *more = head.split()
        if name not in left or (more and name != "NAME"):
            form = f"a line with one of {', '.join(left)} is expected; for RANGES write two rows, a G and an L"
            raise InvalidProblem(f"{file}:{first}: {head!r} where {form}")
        found[name], left = _Words(file, body, first + 1, _SECTIONS[name]), left[left.index(name) + 1 :]
        first += block.count("\n") + 1
    if left:
        raise InvalidProblem(f"{file}: the text ends before the line ENDATA")
    return found


def _without_comments(text: str) -> str:
    """Return a text without the lines that begin with a star; they stay as empty lines."""
    first, *others = f"\n{text}".replace("\r\n", "\n").replace("\r", "\n").split("\n*")
    return "".join([first, *("\n" + one[len(one.partition("\n")[0]) :] for one in others)])[1:]


class _Words:
    """The words of a section as numbers, for a large text has millions.

    spelled: the words by their numbers.
    coded: int32[...], the number of each word, and that of `_LINE_END` after each line.
    begin, size, line: int[n], where each line begins, how many words it has, and its number in the text.
    """

    def __init__(self, file: str, body: str, first: int, sizes: tuple[int, ...]) -> None:
        number_of: defaultdict[str, int] = defaultdict(count().__next__)
        words = f"{body}\n".replace("\n", f" {_LINE_END} ").split()
        self.coded = np.fromiter(map(number_of.__getitem__, words), np.int32, len(words))
        self.spelled, self._file = [*number_of], file
        end = np.flatnonzero(self.coded == number_of[_LINE_END])
        begin = np.append(0, end[:-1] + 1)
        is_full = end > begin
        self.begin, self.size = begin[is_full], (end - begin)[is_full]
        self.line = first + np.flatnonzero(is_full)
        self.refuse(~np.isin(self.size, sizes), self.line, f"expected {' or '.join(map(str, sizes)) or 'no'} words")

    def __iter__(self) -> Iterator[tuple[str, list[str]]]:
        """Yield where each line is, and its words."""
        for begin, size, line in zip(self.begin.tolist(), self.size.tolist(), self.line.tolist(), strict=True):
            yield f"{self._file}:{line}", [self.spelled[one] for one in self.coded[begin : begin + size].tolist()]

    def refuse(self, wrong: BoolArray, line: NDArray[np.integer], says: str) -> None:
        """Raise InvalidProblem, with the first line that is wrong, if there is one."""
        if wrong.any():
            raise InvalidProblem(f"{self._file}:{line[np.argmax(wrong)]}: {says}")


def _terms(words: _Words, kind: Mapping[str, str], program: Program) -> dict[str, tuple[list[int], list[Number]]]:
    """Return the columns and coefficients of each row, and add the columns to the program."""
    pairs = words.size // 2
    place = np.sort(np.concatenate([words.begin + 1, words.begin[words.size == 5] + 3]))
    line, head = np.repeat(words.line, pairs), np.repeat(words.coded[words.begin], pairs)
    row, value = words.coded[place], words.coded[place + 1]
    turn = np.array([_TURNS.get(word, 0) for word in words.spelled])[value]
    is_integer, is_entry = np.cumsum(turn) > 0, turn == 0
    line, head, row, value, is_integer = (one[is_entry] for one in (line, head, row, value, is_integer))
    place_of = {name: k for k, name in enumerate(kind)}
    place = np.array([place_of.get(word, -1) for word in words.spelled])[row]
    words.refuse(place < 0, line, "a row that ROWS does not have")
    is_new = np.append(True, head[1:] != head[:-1])[: len(head)]
    names, column = [words.spelled[one] for one in head[is_new].tolist()], np.cumsum(is_new) - 1
    program.number = dict(zip(names, count(), strict=False))
    again = np.array([program.number[name] for name in names], int) != np.arange(len(names))
    words.refuse(again, line[is_new], "a column whose other entries do not stand here")
    program.binary = {*np.flatnonzero(is_integer[is_new]).tolist()}
    first = np.zeros(len(words.spelled), int)
    first[value[::-1]] = line[::-1]
    codes = np.flatnonzero(first).tolist()
    amount = {code: number(words.spelled[code], f"{program.file}:{first[code]}") for code in codes}
    order = np.argsort(place.astype(np.min_scalar_type(len(kind))), kind="stable")  # sorts small integers in no time
    parts = np.split(order, np.cumsum(np.bincount(place, minlength=len(kind)))[:-1])
    return {
        name: (column[part].tolist(), [*map(amount.__getitem__, value[part].tolist())])
        for name, part in zip(kind, parts, strict=False)  # one empty part where there are no rows
    }


def _bound(words: _Words, program: Program) -> None:
    """Bound the columns; those of equal types and numbers together, for a large text has `UP 1` or `BV` for all."""
    kind, name = words.coded[words.begin], words.coded[words.begin + 2]
    value = np.where(words.size == 4, words.coded[words.begin + words.size - 1], -1)
    of_column = np.array([program.number.get(word, -1) for word in words.spelled])[name]
    words.refuse(of_column < 0, words.line, "a column that COLUMNS does not have")
    _, at, group = np.unique(kind * len(words.spelled) + value, return_index=True, return_inverse=True)
    for k, first in enumerate(at.tolist()):
        where, columns = f"{program.file}:{words.line[first]}", of_column[group == k].tolist()
        one, number_of = words.spelled[kind[first]], words.spelled[value[first]] if value[first] >= 0 else ""
        if one == "BV" and not number_of:
            program.binary.update(columns)
        elif one in ("UP", "LO", "FX") and number_of:
            end = number(number_of, where)
            program.bound(where, columns, (0 if one == "UP" else end, 1 if one == "LO" else end))
        else:
            raise InvalidProblem(f"{where}: a bound is BV, a set and a column, or UP, LO or FX, these and a number")

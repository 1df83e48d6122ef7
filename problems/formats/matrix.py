"""A 0/1 matrix as text: a line for each option, an entry for each item, 1 where the option covers the item.

    a,b,|c        ,a,b,c           0 1 0 1          0101          # numpy.savetxt
    1,0,1         r1,True,False,1  1 0 1 0          1010          0.00e+00 1.00e+00

Commas, semicolons, tabs, blanks, another sign or nothing part the entries; the first line says which, maybe as `sep=;`.
Brackets around lines, as in `A = [0 1; 1 0];`, the lines of a frame and empty rows are left out, and so is a sign that
ends all of them. An entry is 0, 1, 1.0, True or False, or one of two marks such as x and nothing, x and . or yes and
no. The first line may name the items. A name that begins with `|` makes its item secondary; secondary items come last.
The first column may name the options, and a line may have the numbers of rows and columns, or of columns, before the
matrix. Lines that begin with `#` are comments, and so is a title, in the first cell of all. A column that is named
cost, price or weight has what the options cost. A line without a primary item is no option, and is left out with a
warning.
"""

import csv
import re
import warnings
from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from io import StringIO
from itertools import chain, islice
from typing import NamedTuple

import numpy as np

from danceoff.problems.formats.lines import lines, sign_of
from danceoff.problems.model.costs import scaled
from danceoff.problems.model.cover import MOST_ITEMS, ExactCover, InvalidProblem
from danceoff.problems.model.prices import price_reader
from danceoff.problems.model.sizes import refuse_beyond_limit
from danceoff.problems.model.validation import refuse

_VALUE = {"0": 0, "1": 1, "false": 0, "true": 1}
_ONES = frozenset(("1", "1.0", *"xyt*+#✓✔✅√•●■☑", "yes", "true", "ja", "wahr", "oui", "vrai", "si", "sí"))
_ZEROS = frozenset(("", *"0.-_·–✗✘☐nf", "no", "false", "nein", "falsch", "non", "faux"))
_NUMBER = re.compile(r"[+-]?\d+(\.\d*)?([eE][+-]?\d+)?", re.ASCII)
_PARTED = re.compile(r"(?<![\w.])[01]\s*([^\w\s.\"'#])\s*[01](?![\w.])", re.ASCII)
_LIST = re.compile(
    r"""
    \s*+ (?: (?: [^\W\d][^=:,;"]*+ [=:] \s*+ [\w.]*+ \s*+ \(?  # A =, or A = np.array(
               | [\w.]++ \( ) \s*+ )?  # or matrix(
    [\[({]++ \s*+  # brackets that open
    (?= (?:0|1|True|False) \.?0*+ [\s,]++ (?:0|1|True|False)\b  # before two entries
      | \.*+ \s*+ $ )  # or the end of the line, maybe after dots
    | \s*+ [^\W\d]\w*+ \s*+ = \s*+ $  # A = alone
    """,
    re.VERBOSE,
)
"""What begins a list of rows."""
_BETWEEN = re.compile(r"[\])}]\s*,?\s*[\[({]|;")
_AFTER = re.compile(r"(?<=[\])}])\s*,\s*[^\W\d].*$")  # as dtype=int in np.array([...], dtype=int)
_FRAME = re.compile(r"(?=[-|+=:\s]*$)(\s*$|.*(--|==)|\s*([|+]).*\3\s*$)")
COST = re.compile(r"(?:cost|price|weight)s?|kosten|preise?|gewichte?", re.IGNORECASE)
_INDEX = re.compile(r"id|index|row|option|nr\.?|#", re.IGNORECASE)
_MOST_SAID = 5
_LARGEST_OF_MARKS = 10_000_000
_COMMENTS = ("# ", "#\t")


class Row(NamedTuple):
    """A line: its number, its entries, and what a column of costs says of it."""

    number: int
    fields: list[str]
    cost: str | None = None


class _Counted(Exception):
    """The first column counts the lines."""


def read(text: str, file: str) -> ExactCover:
    """Return the problem that a text describes; raises InvalidProblem for a ragged matrix and for other entries."""

    def below() -> Iterator[Row]:
        return _without_costs(_untitled(_rows(text, file)), file)

    try:
        return _counted(text, below, file)
    except InvalidProblem:
        if len(text) > _LARGEST_OF_MARKS or not (rows := _unmarked([*below()])):
            raise
        return _counted(text, lambda: iter(rows), file)


def _counted(text: str, rows: Callable[[], Iterator[Row]], file: str) -> ExactCover:
    try:
        return _read(text, rows(), file, is_counted=False)
    except _Counted:
        warnings.warn(f"{file}: the first column counts the lines, and is read as names of options", stacklevel=3)
        return _read(text, rows(), file, is_counted=True)


def _untitled(rows: Iterator[Row]) -> Iterator[Row]:
    """Yield the rows but a title: a text in the first cell alone, which is no name of an item, nor of several."""
    begin = [*islice(rows, 3)]
    if len(begin) == 3:  # a title and names alone may be a name and an option
        (title, *rest), fields = begin[0].fields or [""], begin[1].fields
        are_names = len(title.split()) >= len(fields) - 1 and not any(map(_is_label, fields[1:]))
        is_entry = title.lower() in _ONES | _ZEROS
        if not (any(rest) or is_entry or are_names) and _is_label(title):
            del begin[0]
    yield from chain(begin, rows)


def _without_costs(rows: Iterator[Row], file: str) -> Iterator[Row]:
    """Yield the rows; the cells of a column that the first names cost are their costs, and no entries."""
    head = next(rows, Row(0, []))
    named = [k for k, name in enumerate(head.fields) if COST.fullmatch(name)]
    if len(named) != 1 or len(head.fields) == 1:
        yield from chain([head] if head.number else [], rows)
        return
    left = head.fields[: named[0]] + head.fields[named[0] + 1 :]
    if None not in map(_value, left[1:] or left):
        raise InvalidProblem(f"{file}:{head.number}: beside a column of costs items have other names than 0 and 1")
    yield Row(head.number, left)
    for number, fields, _ in rows:
        if len(fields) < len(head.fields):
            raise InvalidProblem(f"{file}:{number}: a row and its cost is a line of {len(head.fields)} entries")
        cost = fields.pop(named[0] - len(head.fields))
        yield Row(number, fields, cost)


def _unmarked(rows: list[Row]) -> list[Row]:
    """Return the rows with 1 and 0 for the two marks that are all entries; [] for other entries or two readings."""
    head, *below = [row.fields for row in rows] or [[]]
    found = {mark for fields in below for mark in fields[1:]}
    marks = {mark.lower() for mark in found}
    has_two_marks = len(marks & _ONES) == len(marks & _ZEROS) == 1 and len(marks) == 2
    if not has_two_marks:
        return []
    options_have_names = not all(found.issuperset(fields[:1]) for fields in below)
    n_before = 1 if options_have_names else 0
    if not options_have_names and len(head) != len(below[0]):
        return []
    first = head[n_before:]
    items_have_names = not found.issuperset(first)
    all_differ = len(set(first)) == len(first)
    if all_differ and not items_have_names:
        return []  # x and o, say, may be the names of two items, or entries
    value = {mark: "1" if mark.lower() in _ONES else "0" for mark in found}
    entries = rows[1:] if items_have_names else rows
    unmarked = [
        row._replace(fields=row.fields[:n_before] + [value[mark] for mark in row.fields[n_before:]]) for row in entries
    ]
    return rows[:1] + unmarked if items_have_names else unmarked


def _read(text: str, rows: Iterator[Row], file: str, is_counted: bool) -> ExactCover:
    first = next(rows, None)
    if not (first and first.fields) and text.strip():
        raise InvalidProblem(f"{file}: there is no line of a 0/1 matrix")
    if first is None:  # the empty problem, as it is written
        return _Table(file, file, [], 0, has_index=False).problem()
    second = next(rows, None)
    if second and len(second.fields) != len(first.fields) and _is_size(first.fields, len(second.fields)):
        first, second = second, next(rows, None)
    names, has_index = _head(first, second, file, is_counted)
    if has_index and len(first.fields) == 1:
        wrong = f"{first.fields[0]!r} is no line of a 0/1 matrix, such as 1,0,0 or 1 0 0"
        raise InvalidProblem(f"{file}:{first.number}: {wrong}")
    table = _Table(file, f"{file}:{first.number}", names, len(names) or len(first.fields) - has_index, has_index)
    for row in chain([] if names else [first], [second] if second else [], rows):
        table.add(row)
    if names and not second:
        warnings.warn(f"{file}:{first.number}: the names of items have no line of 0 and 1 below", stacklevel=3)
    if table.left:
        shown = ", ".join(map(str, table.left[:_MOST_SAID])) + ", ..." * (len(table.left) > _MOST_SAID)
        lines = f"line {shown} is" if len(table.left) == 1 else f"lines {shown} are"
        wrong = "an option has an item, and a line of zeros none"
        if table.n_primary < len(names):
            wrong = "an option has a primary item, and such a line none"
        warnings.warn(f"{file}: {lines} left out: {wrong}", stacklevel=3)
    return table.problem()


class _Table:
    """The rows of a matrix, one after the other.

    head: where its first line stands.
    n_primary: the number of primary items.
    left: the numbers of the lines that have no 1, or none of a primary item.
    """

    def __init__(self, file: str, head: str, names: list[str], width: int, has_index: bool) -> None:
        self._file, self._width, self._has_index = file, width, has_index
        self._start, self._item = array("q", [0]), array("i")
        self._index: list[str] = []
        self._costs, self.left = list[tuple[int, str]](), list[int]()
        self._head, self._names = head, names
        self.n_primary = next((k for k, name in enumerate(names) if name.startswith("|")), width)

    def add(self, row: Row) -> None:
        """Add a row; raises InvalidProblem for a wrong number of entries and for another entry than 0 or 1."""
        number, fields, cost = row
        entries = fields[self._has_index :]
        if len(entries) != self._width:
            n_first = f"{self._width} in the first line"
            if self._names and len(self._start) == 1:
                n_first += "; part names as entries, and by commas where a name begins with |"
            raise InvalidProblem(f"{self._file}:{number}: {len(entries)} entries, but {n_first}")
        if {*entries} <= {"0", "1"}:
            ones = np.flatnonzero(np.frombuffer("".join(entries).encode(), np.uint8) == ord("1")).tolist()
        else:
            values = {entry: _value(entry) for entry in {*entries}}
            wrong = next((entry for entry in entries if values[entry] is None), None)
            if wrong is not None:
                n_before = len(self._start) - 1 + len(self.left)
                if wrong is entries[0] and not self._has_index and wrong in (str(n_before), str(n_before + 1)):
                    raise _Counted
                is_name = wrong != "" and _is_label(wrong)
                table = "; a long table is read by solve and export, with --option and --item" if is_name else ""
                table = "; write 0 where an option has no item" if wrong == "" else table
                table = (
                    "; costs stand in a column that the first line names cost"
                    if _NUMBER.fullmatch(wrong.replace(",", "."))
                    else table
                )
                raise InvalidProblem(f"{self._file}:{number}: {wrong!r} is neither 0 nor 1{table}")
            ones = [item for item, entry in enumerate(entries) if values[entry]]
        if not ones or ones[0] >= self.n_primary:
            self.left.append(number)
            return
        self._costs += [] if cost is None else [(number, cost)]
        self._item.extend(ones)
        self._start.append(len(self._item))
        self._index += fields[: self._has_index]

    def problem(self) -> ExactCover:
        """Return the problem of the rows; raises InvalidProblem if the order of the items or a name is wrong."""
        if late := [name for name in self._names[self.n_primary :] if not name.startswith("|")]:
            raise InvalidProblem(f"{self._head}: item {late[0]!r} is primary but comes after a secondary one")
        names = [name.removeprefix("|") for name in self._names]
        if twice := [name for name, n in Counter(names).items() if n > 1]:
            raise InvalidProblem(f"{self._head}: two items have the same name, {twice[0]!r}")
        if names and {*self._index} <= {"0", "1"} and self._index != sorted({*self._index}):
            raise InvalidProblem(f"{self._head}: a name is missing: {len(names)} names above {len(names) + 1} columns")
        item, amounts = np.array(self._item, np.int32), self._amounts()
        try:
            problem = ExactCover(np.array(self._start, np.int64), item, self._width, self.n_primary, names, self._index)
            cost, scale = scaled(amounts)
        except InvalidProblem as error:
            raise InvalidProblem(f"{self._file}: {error}") from None
        return replace(problem, cost=cost, cost_scale=scale) if amounts else problem

    def _amounts(self) -> list[Fraction]:
        """Return what the options cost; [] if no column says it."""
        cells = [cell for _, cell in self._costs]
        if cells and {*cells} <= {"0", "1"}:
            warnings.warn(f"{self._file}: a column of 0 and 1 is read as costs, as its name says", stacklevel=5)
        price, amounts = price_reader(cells, has_comma=False, column=self._file), list[Fraction]()
        for number, cell in self._costs:
            try:
                amounts.append(price(cell))
            except ValueError as error:
                raise InvalidProblem(f"{self._file}:{number}: the cost: {error}") from None
        return amounts


def _rows(text: str, file: str) -> Iterator[Row]:
    """Yield the entries of each line with its number."""
    sign, below = sign_of(text)
    narrow = _narrow_lines("\n" + below if sign else text, file)
    begin = list(islice(narrow, 2))
    if not begin:
        return
    pattern = begin[-1][1].strip(" ")  # of two lines the second has entries, and the first may have names
    if re.search(r"[^\w.+;]|^[01]{2}", pattern):  # and `1;` is a column
        pattern = pattern.removesuffix(";")
    mark = sign or next((mark for mark in (";,\t" if len(begin) > 1 else ",;\t") if mark in pattern), "")
    if not mark and (other := _PARTED.search(pattern) or re.fullmatch(r"(\|).*\|", pattern)):
        mark = other[1]
    words = pattern.split()
    is_apart = len(words) > 1 and (len(begin) > 1 or None not in map(_value, words))
    if not mark and (is_apart or _is_dense(pattern)):
        for number, line in chain(begin, narrow):
            content = line.strip().removesuffix(";")
            yield Row(number, [*content] if _is_dense(content) else _words(content))
        return
    numbers = array("i")

    def noted() -> Iterator[str]:
        for number, line in chain(begin, narrow):
            numbers.append(number)
            yield line

    rows = csv.reader(noted(), delimiter=mark or ",", skipinitialspace=True)
    is_begun = mark == "|" and all(line.lstrip().startswith(mark) for _, line in begin)
    is_ended = bool(mark) and all(line.rstrip(" ").endswith(mark) for _, line in begin)
    try:
        for row in rows:
            fields = [field.strip() for field in row]
            if len(fields) < 2 or any(fields):
                yield Row(numbers[-1], fields[is_begun : len(fields) - (is_ended and fields[-1] == "")])
    except csv.Error as error:
        raise InvalidProblem(f"{file}:{numbers[-1]}: {error}") from None


def _words(line: str) -> list[str]:
    """Return what blanks part; a name in quotes may have some."""
    return next(csv.reader([line], delimiter=" ", skipinitialspace=True)) if '"' in line else line.split()


def _is_dense(line: str) -> bool:
    return len(line) > 1 and not line.strip("01")


def _narrow_lines(text: str, file: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that are neither comments nor a frame; one of too many entries is refused before it is split."""
    is_list = False
    for number, line in lines(text):
        if len(line) > MOST_ITEMS and (max(map(line.count, ",;\t ")) >= MOST_ITEMS or _is_dense(line)):
            raise InvalidProblem(
                f"{file}:{number}: more than {MOST_ITEMS} entries: a problem has at most {MOST_ITEMS} items"
            )
        if not _FRAME.match(line) and not line.startswith(_COMMENTS) and line.strip() != "#":
            begun = _LIST.match(line)
            is_list = is_list or (begun is not None and not begun[0].rstrip().endswith("="))
            if not (is_list or begun):
                yield number, line
                continue
            line = _AFTER.sub("", line[begun.end() :] if begun else line)
            parts = [row.strip("[](){} ,") for row in _BETWEEN.split(line.rstrip("])} ;."))]
            yield from ((number, row) for row in parts if any(parts))


def _head(first: Row, second: Row | None, file: str, is_counted: bool) -> tuple[list[str], bool]:
    """Return the names of the items, [] if the first line has none, and whether the first column names options.

    Standard error says how a line is read that has two readings.
    """
    fields, below = first.fields, second.fields if second else []
    is_named = any(_value(field) is None for field in fields[1:] or fields)
    is_short = len(below) == len(fields) + 1
    has_index = is_counted or is_short or (is_named and fields[0] == "") or any(map(_is_label, below[:1]))
    has_index = has_index or (not is_named and _is_label(fields[0]))
    if is_named and not has_index and len(fields) > 1 and _INDEX.fullmatch(fields[0]):
        has_index, named = True, f"the first column is named {fields[0]}, and is read as names of options"
        warnings.warn(f"{file}:{first.number}: {named}", stacklevel=4)
    names = fields[has_index and not is_short :] if is_named else []
    if names and all(map(_NUMBER.fullmatch, names)):
        warnings.warn(
            f"{file}:{first.number}: the first line is read as names of items, which are numbers", stacklevel=4
        )
    if fields == ["0", "1"]:
        what = "the first line is read as an option, not as names of items"
        warnings.warn(f"{file}:{first.number}: {what}", stacklevel=4)
    return names, has_index


def _is_label(field: str) -> bool:
    return _value(field) is None and not _NUMBER.fullmatch(field)


def _is_size(fields: Sequence[str], width: int) -> bool:
    """Return whether a line is the size of a matrix: the number of columns, alone or after the number of rows."""
    return len(fields) < 3 and all(map(str.isdecimal, fields)) and int(fields[-1][:9]) == width > 0


def _value(entry: str) -> int | None:
    """Return 0 or 1, or None for another entry."""
    known, decimal = _VALUE.get(entry.lower()), entry.replace(",", ".")
    if known is None and _NUMBER.fullmatch(decimal) and float(decimal) in (0.0, 1.0):
        return int(float(decimal))
    return known


def write(problem: ExactCover) -> str:
    """Return the problem as text that `read` reads, with a line of names.

    Raises InvalidProblem for multiplicities, names that CSV cannot hold, equal names, and a matrix that is too large.
    """
    refuse(problem, "a 0/1 matrix", multiplicities=True, colours=True, costs=True)
    refuse_beyond_limit(problem.n_options * problem.n_items, "the matrix")
    names = [problem.item_name(item) for item in range(problem.n_items)]
    are_values = all(_value(name) is not None for name in names[1:] or names)
    if are_values or any(map(_INDEX.fullmatch, names[:1])):  # the line or the column would be read as something else
        names = [f"item {name}" for name in names]
    for name in names:
        if COST.fullmatch(name):
            raise InvalidProblem(f"item name {name!r} cannot be written: it would name a column of costs")
        if name != " ".join(name.split()) or not name or name.startswith(("|", *_COMMENTS)) or name == "#":
            raise InvalidProblem(
                f"item name {name!r} cannot be written: it is empty, begins with | or # or has extra spaces"
            )
    if len(names) == 1 and (not names[0].strip("|-+=:") or _LIST.match(names[0])):
        raise InvalidProblem(f"item name {names[0]!r} cannot be written: it looks like a line of a frame or a list")
    if len(set(names)) < len(names):
        raise InvalidProblem("item names cannot be written: two items have the same name")
    matrix = np.zeros((problem.n_options, problem.n_items), np.int8)
    matrix[np.repeat(np.arange(problem.n_options), np.diff(problem.start)), problem.item] = 1
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["|" * (item >= problem.n_primary) + name for item, name in enumerate(names)])
    writer.writerows(matrix.tolist())
    return text.getvalue()

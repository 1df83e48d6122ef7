"""The rows of a table with named columns, such as a CSV file."""

import csv
import warnings
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from io import StringIO
from sys import intern
from typing import Any, NoReturn

from danceoff.problems.model.arguments import InvalidProblem
from danceoff.problems.model.lookup import short, there_are


@dataclass(frozen=True)
class Rows:
    """The cells of a table, by columns.

    file: the file of the table, or "".
    labels: the line of each row in the file, or its label in the frame.
    columns: the cells of each column, by its name. A text has no blanks around it, and an empty cell is "".
    """

    file: str
    labels: Sequence[Hashable]
    columns: dict[Hashable, Sequence[Any]]

    def column(self, name: Hashable) -> Sequence[Any]:
        """Return the cells of a column; empty cells if the table does not have it."""
        return self.columns.get(name, [""] * len(self.labels))

    def place(self, row: int) -> str:
        """Return the place of a row, for messages."""
        label = self.labels[row]
        return f"{self.file}:{label}" if self.file else f"row {short(label)}"

    def refuse(self, row: int, wrong: str) -> NoReturn:
        """Raise InvalidProblem, with the place of a row."""
        raise InvalidProblem(f"{self.place(row)}: {wrong}")


def of_csv(text: str, file: str, needed: Sequence[Hashable], others: Sequence[Hashable] = ()) -> Rows:
    """Return the rows of a CSV text with commas; the first line names the columns.

    file: the name of the file, for messages.
    needed: the columns that must be there.
    others: columns that may be there. A warning names all further columns.

    Raises InvalidProblem, with the line, for a column that is missing or comes twice, and for a row with fewer or more
    cells than the first.
    """
    reader = csv.reader(StringIO(text, newline=""), strict=True, skipinitialspace=True)
    try:
        # the same names stand in many rows: interned, they take a third of the memory
        rows = [(reader.line_num, tuple(map(intern, map(str.strip, row)))) for row in reader]
    except csv.Error as error:
        raise InvalidProblem(f"{file}:{reader.line_num}: {error}; is a quotation mark missing?") from None
    return named(file, rows, needed, others, "line 1 names the columns, parted by commas")


def named(
    file: str,
    rows: Iterable[tuple[int, tuple[str, ...]]],
    needed: Sequence[Hashable],
    others: Sequence[Hashable],
    form: str,
) -> Rows:
    """Return the rows of a table whose first row is the header, without empty rows.

    rows: the cells of each row, with its number in the file.
    form: the form of the header, for messages.

    The other arguments, and errors, are those of `of_csv`.
    """
    rows = iter(rows)
    _, header = next(rows, (1, ()))
    found = [(label, row) for label, row in rows if any(row)]
    if not found:
        raise InvalidProblem(f"{file}: there are no rows below the header")
    place = places(f"{file}:1: ", header, needed, others, f" ({form})")
    for label, row in found:
        if len(row) != len(header):
            wrong = f"{len(row)} cells, and the header has {len(header)}; put a cell that has a ',' in quotes"
            raise InvalidProblem(f"{file}:{label}: {wrong}")
    return Rows(file, [label for label, _ in found], {name: [row[k] for _, row in found] for name, k in place.items()})


def places(
    where: str, header: Sequence[Any], needed: Sequence[Hashable], others: Sequence[Hashable], form: str
) -> dict[Hashable, int]:
    """Return the index of each column by name; warn of columns that are not used.

    where, form: the beginning and the end of messages.
    """
    for name in needed:
        if name not in header:
            raise InvalidProblem(f"{where}no column {name!r}; {there_are(name, dict.fromkeys(header))}{form}")
    wanted = [name for name in dict.fromkeys([*needed, *others]) if name in header]
    for name in wanted:
        if header.count(name) > 1:
            raise InvalidProblem(f"{where}two columns {name!r}")
    if unused := [name for name in dict.fromkeys(header) if name not in wanted]:
        are = "column {} is" if len(unused) == 1 else "columns {} are"
        warnings.warn(where + are.format(", ".join(map(repr, unused))) + " not used", stacklevel=2)
    return {name: header.index(name) for name in wanted}

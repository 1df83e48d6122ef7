"""The lines of a text, one at a time: a list of millions of short lines would take 20 times the memory of the text."""

import csv
from collections.abc import Iterator
from io import StringIO


def lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield each line with its number, from 1; a line ends at LF, CR LF or CR."""
    for number, line in enumerate(StringIO(text, newline=None), 1):
        yield number, line.removesuffix("\n")


def cells_of(line: str, sign: str) -> list[str]:
    """Return the cells of the first line of a CSV text; raises csv.Error."""
    return [cell.strip() for cell in next(csv.reader(StringIO(line), delimiter=sign, skipinitialspace=True), [])]

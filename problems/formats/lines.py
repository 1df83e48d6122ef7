"""The lines of a text, one at a time: a list of millions of short lines would take 20 times the memory of the text."""

import csv
import re
from collections.abc import Collection, Iterator
from io import StringIO
from itertools import islice
from typing import Any

_MOST_ABOVE = 100  # lines of a title above the header of a CSV text


def lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield each line with its number, from 1; a line ends at LF, CR LF or CR."""
    for number, line in enumerate(StringIO(text, newline=None), 1):
        yield number, line.removesuffix("\n")


def sign_of(text: str) -> tuple[str, str]:
    """Return the sign that a first line such as `sep=;` names, as Excel has it, or "", and the text below."""
    found = re.match(r'"?sep=(.)"?[ \t]*(?:\r\n?|\n|$)', text, re.IGNORECASE)
    return (found[1], text[found.end() :]) if found else ("", text)


def from_header(text: str, names: Collection[Any]) -> tuple[str, str, int]:
    """Return a CSV text from its header on, the sign that parts its cells, and how many lines stand above.

    Without a line that names the sign it is the most frequent of the header: where the comma is decimal, spreadsheets
    write `;`.

    names: the header is the first of some lines that has them all, maybe with capitals, or the first that is not empty.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    named, text_below = sign_of(text)
    found = [*islice(re.finditer(r"^(?![,;\t ]*$).+", text_below, re.MULTILINE), _MOST_ABOVE)]
    parted = [(line.start(), named or _sign(line[0]), line[0]) for line in found] or [(0, named or ",", "")]

    def has_all(sign: str, line: str) -> bool:
        cells = cells_of(line[: csv.field_size_limit()], sign)
        return all(name in [*cells, *map(str.lower, cells)] for name in names)

    start, sign, _ = next((one for one in parted if has_all(*one[1:])), parted[0])
    below = text_below[start:]
    return below, sign, text.count("\n") - below.count("\n")


def cells_of(line: str, sign: str) -> list[str]:
    """Return the cells of the first line of a CSV text; raises csv.Error."""
    return [cell.strip() for cell in next(csv.reader(StringIO(line), delimiter=sign, skipinitialspace=True), [])]


def _sign(header: str) -> str:
    header = re.sub(r'"[^"]*"', "", header)
    signs = [one for one in ",;\t" if one in header] or ["|" if "|" in header else ","]
    return max(signs, key=header.count)

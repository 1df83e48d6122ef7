"""The lines of a text, one at a time: a list of millions of short lines would take 20 times the memory of the text."""

import re
from collections.abc import Iterator
from io import StringIO


def lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield each line with its number, from 1; a line ends at LF, CR LF or CR."""
    for number, line in enumerate(StringIO(text, newline=None), 1):
        yield number, line.removesuffix("\n")


def sign_of(text: str) -> tuple[str, str]:
    """Return the sign that a first line such as `sep=;` names, as Excel has it, or "", and the text below."""
    found = re.match(r'"?sep=(.)"?[ \t]*(?:\r\n?|\n|$)', text, re.IGNORECASE)
    return (found[1], text[found.end() :]) if found else ("", text)


def from_header(text: str) -> tuple[str, str, int]:
    """Return a CSV text from its header on, the sign that parts its cells, and how many lines stand above.

    Without a line that names the sign it is the most frequent of the header: where the comma is decimal, spreadsheets
    write `;`.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    sign, below = sign_of(text)
    below = re.sub(r"^(?:[,;\t ]*\n)+", "", below)  # empty rows
    header = re.sub(r'"[^"]*"', "", below.partition("\n")[0])
    signs = [one for one in ",;\t" if one in header] or ["|" if "|" in header else ","]
    return below, sign or max(signs, key=header.count), text.count("\n") - below.count("\n")

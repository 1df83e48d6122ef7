"""Makes text fit to print: names may have characters that control a terminal, and lines and arrays may be too wide."""

import re
from dataclasses import fields
from reprlib import Repr
from textwrap import wrap
from typing import Any

_GAP = re.compile(r"(?<!\S) +(?=\S)")
"""The blanks of an indent or before a column, but not a single space between two words."""
_INDENT = 4


def printable(text: str) -> str:
    r"""Return the text on one line, with an escape such as `\x1b` or `\u202e` for each character that is not printable.

    These are control characters, line breaks, marks of writing direction, lone surrogates (bytes of a path that are not
    UTF-8), and all spaces except U+0020.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def printable_lines(text: str) -> str:
    """Return the text with each line made printable; the line breaks stay."""
    return "\n".join(map(printable, text.split("\n")))


def fitted(line: str, columns: int) -> str:
    """Return a line broken between words, so that it fits a terminal; rows of tables in Markdown stay whole.

    Further lines are indented to below the last column of the first line if that column is in the left half.

    columns: the width of the terminal; 0 for no bound.
    """
    if not 0 < columns < len(line) or line.startswith("|"):
        return line
    gaps = [gap.end() for gap in _GAP.finditer(line)]
    hang = gaps[-1] if gaps else 0
    if 2 * hang > columns:
        hang = _INDENT
    inset = " " * hang
    lines = wrap(
        line, columns, subsequent_indent=inset, break_long_words=False, break_on_hyphens=False, replace_whitespace=False
    )
    return "\n".join(lines)


class OneLine:
    """A dataclass whose repr is one line; an array appears by its type and shape: `Tiles(cell=int32[24], ...)`.

    Write `@dataclass(repr=False)`, or the dataclass makes a `__repr__` of its own.
    """

    def __repr__(self) -> str:
        shown = ", ".join(f"{field.name}={_SHORT.repr(getattr(self, field.name))}" for field in fields(self))  # type: ignore[arg-type]
        return f"{type(self).__name__}({shown})"


class _Short(Repr):
    def repr_ndarray(self, array: Any, _level: int) -> str:
        return f"{array.dtype}{list(array.shape)}"


_SHORT = _Short()
_SHORT.maxother = 80

"""Makes text fit to print: names may contain characters that control a terminal, and lines may be too wide for it."""

from __future__ import annotations

import re
from textwrap import wrap

_GAP = re.compile(r"(?<!\S) +(?=\S)")
"""Before a column, or an indent; a space between two words is none."""
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
    hang = 0 if not gaps else gaps[-1] if 2 * gaps[-1] <= columns else _INDENT
    return "\n".join(
        wrap(
            line,
            columns,
            subsequent_indent=" " * hang,
            break_long_words=False,
            break_on_hyphens=False,
            replace_whitespace=False,
        )
    )

"""Makes foreign text safe to print: names may contain characters that control a terminal."""

from __future__ import annotations


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

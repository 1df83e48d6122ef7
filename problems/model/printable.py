"""Text from elsewhere for people: names of items, options, pieces and files may hold what a terminal obeys."""

from __future__ import annotations


def printable(text: str) -> str:
    r"""The text on one line, every character visible: what is not comes as Python writes it, `\x1b` or `\u202e`.

    Not visible are control characters, line breaks, marks of writing direction, lone surrogates (bytes of a path that
    are not UTF-8), and all spaces but the common one.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def printable_lines(text: str) -> str:
    """The same of a text of several lines, which it keeps."""
    return "\n".join(map(printable, text.split("\n")))

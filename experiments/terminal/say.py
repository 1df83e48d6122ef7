"""Prints lines for people; nothing in them can control the terminal."""

from __future__ import annotations

import sys


def say(line: str, error: bool = False) -> None:
    """Print one line; escapes unprintable characters, which names of items and files may contain."""
    if not line.isprintable():
        from danceoff.problems.model.printable import printable

        line = printable(line)
    print(line, file=sys.stderr if error else sys.stdout)

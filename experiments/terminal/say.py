"""Lines for people on standard output and standard error: nothing in them is obeyed by a terminal."""

from __future__ import annotations

import sys


def say(line: str, error: bool = False) -> None:
    """Print one line; what is not printable in it, of names of items, files and the like, is escaped."""
    if not line.isprintable():
        from danceoff.problems.model.printable import printable

        line = printable(line)
    print(line, file=sys.stderr if error else sys.stdout)

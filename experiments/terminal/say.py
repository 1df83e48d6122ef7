"""Prints lines for people: nothing in them can control the terminal, and lines are broken between words only."""

from __future__ import annotations

import shutil
import sys
from typing import IO


def say(line: str, error: bool = False, whole: bool = False) -> None:
    """Print one line; escapes unprintable characters, which names of items and files may contain.

    On a terminal the line is broken between words.

    error: whether to print to standard error.
    whole: whether the line stays whole, as programs that read it need.
    """
    from danceoff.problems.model.printable import fitted, printable

    stream = sys.stderr if error else sys.stdout
    line = printable(line)
    print(line if whole else fitted(line, width_of(stream)), file=stream)


def width_of(stream: IO[str]) -> int:
    """Return how wide the terminal is to which a stream leads; 0 if it leads to none."""
    return shutil.get_terminal_size().columns if stream.isatty() else 0

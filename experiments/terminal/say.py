"""Prints lines for people; nothing in them can control the terminal, and it breaks none of their words."""

from __future__ import annotations

import shutil
import sys
from typing import IO


def say(line: str, error: bool = False, whole: bool = False) -> None:
    """Print one line; escapes unprintable characters, which names of items and files may contain.

    A terminal gets it broken between words. whole: whether it is one for programs, which stays whole.
    """
    from danceoff.problems.model.printable import fitted, printable

    stream = sys.stderr if error else sys.stdout
    line = printable(line)
    print(line if whole else fitted(line, width_of(stream)), file=stream)


def width_of(stream: IO[str]) -> int:
    """Return how wide the terminal is to which a stream leads; 0 if it leads to none."""
    return shutil.get_terminal_size().columns if stream.isatty() else 0

"""Prints lines for people: nothing in them can control the terminal, and lines break only between words."""

import shutil
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import IO

from danceoff.problems.model.printable import fitted, printable

_WHOLE = 4096
"""As many bytes go into a pipe whole or not at all (PIPE_BUF)."""

STANDS_FOR: dict[str, str] = {}
"""The names that a user gave to files of which a copy is read, by the name of the copy."""

aside: Callable[[], AbstractContextManager[None]] = nullcontext
"""Erases the line of progress that the terminal shows while another one is printed."""


def say(line: str, error: bool = False, whole: bool = False) -> None:
    """Print one line; escapes unprintable characters, which names of items and files may contain.

    On a terminal the line is broken between words.

    error: whether to print to standard error.
    whole: whether the line stays whole, as programs that read it need.
    """
    stream = sys.stderr if error else sys.stdout
    for copy, name in STANDS_FOR.items():
        line = line.replace(copy, name)
    line = printable(line)
    with aside():
        print(line if whole else fitted(line, width_of(stream)), file=stream)


def put(text: bytes, end: bytes) -> None:
    """Print text in UTF-8 now, in pieces that a pipe takes whole, so that an interrupt cuts no piece.

    end: where pieces may end; a longer piece may be torn.
    """
    with aside():
        sys.stdout.flush()
        begin, view = 0, memoryview(text)
        while begin < len(text):
            last = text.rfind(end, begin, begin + _WHOLE)
            last = text.find(end, begin) if last < 0 else last
            stop = last + len(end) if last >= 0 else len(text)
            sys.stdout.buffer.write(view[begin:stop])
            sys.stdout.buffer.flush()
            begin = stop


def width_of(stream: IO[str]) -> int:
    """Return the width of the terminal to which a stream leads; 0 if there is none."""
    return shutil.get_terminal_size().columns if stream.isatty() else 0

"""Copes with standard streams that are closed, full, ASCII only, or no longer read."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from typing import TextIO


def open_standard_streams() -> None:
    """Replace closed streams by /dev/null, and escape characters that a stream cannot encode.

    Without this, the next file to be opened would get the number of the closed descriptor, and with it the output.
    """
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            if nowhere != descriptor:
                os.dup2(nowhere, descriptor)
                os.close(nowhere)
            os.set_inheritable(descriptor, True)
            setattr(sys, name, open(descriptor, "w" if descriptor else "r", encoding="utf-8"))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def abandon(stream: TextIO) -> None:
    """Discard all further output to a stream, which would make Python fail at exit, with an exit code of its own."""
    with suppress(OSError, ValueError):  # ValueError: it is closed
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def flush_output() -> None:
    """Flush standard output and standard error, or discard what cannot be written."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            abandon(stream)

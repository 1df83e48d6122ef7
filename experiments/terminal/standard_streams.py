"""Standard input, output and errors as they were left to us: closed, full, ASCII only, or with nobody reading."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress


def open_standard_streams() -> None:
    """Let what is closed be /dev/null, and what a stream has no characters for be escaped.

    A closed descriptor would be given to the next file that is opened, which would then get what is printed.
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


def abandon_output() -> None:
    """Print nothing more: what is left to print would fail again when Python ends, with an exit code of its own."""
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def flush_output() -> None:
    """See what was printed out of our hands, or give it up."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):  # ValueError: somebody closed it
        abandon_output()

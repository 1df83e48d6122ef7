"""Describes internal errors: exceptions that are a defect of danceoff."""

from __future__ import annotations

import tempfile
import traceback

_SHOWN = 200  # characters


def described(error: Exception) -> str:
    """Describe an error in one line, and write its traceback to a temporary file that the line names."""
    what = f"{type(error).__name__}: {error}"
    shown = what if len(what) <= _SHOWN else f"{what[:_SHOWN]}..."
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="danceoff-traceback-", suffix=".txt", delete=False, encoding="utf-8", errors="backslashreplace"
        ) as file:
            traceback.print_exception(error, file=file)
    except OSError as failure:
        return f"internal error: {shown}; please report it (its traceback could not be written: {failure.strerror})"
    return f"internal error: {shown}; please report it with {file.name} and the command that led to it"

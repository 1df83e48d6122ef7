"""Errors of solvers in one line."""

from __future__ import annotations

import traceback
from pathlib import Path


def where(error: Exception) -> str:
    """Return an error in one line, with the line of code that raised it."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    what = " ".join(f"{type(error).__name__}: {error}".split())
    return f"{what} ({Path(frame.filename).name}:{frame.lineno})"

"""Sizes that are one whole number: `queens/8`, `langford/11`."""

from __future__ import annotations

import re

from danceoff.problems.model.cover import InvalidProblem


def whole_number(size: str, form: str) -> int:
    """Return the number, at least 1, that a size is. Raises InvalidProblem, with the form, for anything else."""
    if not re.fullmatch(r"[1-9]\d{0,8}", size, re.ASCII):
        raise InvalidProblem(f"{size!r} is not of the form {form}")
    return int(size)

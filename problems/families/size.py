"""Sizes that are one whole number: `queens/8`, `langford/11`."""

from __future__ import annotations

import re

from danceoff.problems.model.cover import InvalidProblem


def whole_number(size: str, form: str) -> int:
    """Return the number that a size means, at least 1; raises InvalidProblem, with the form, for anything else."""
    if not re.fullmatch(r"[1-9]\d{0,8}", size, re.ASCII):
        raise InvalidProblem(f"{size!r} is not written {form}")
    return int(size)

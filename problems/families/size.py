"""Sizes that are whole numbers: `queens/8`, `queens-dominate/8-5`."""

from __future__ import annotations

import re

from danceoff.problems.model.cover import InvalidProblem


def whole_number(size: str, form: str) -> int:
    """Return the number, at least 1, that a size is; raises InvalidProblem, with `form`, for anything else."""
    return whole_numbers(size, form, 1)[0]


def whole_numbers(size: str, form: str, n: int) -> list[int]:
    """Return the n numbers, at least 1, that a size joins by `-`; raises InvalidProblem, with `form`, otherwise."""
    parts = size.split("-")
    if len(parts) != n or not all(re.fullmatch(r"[1-9]\d{0,8}", part, re.ASCII) for part in parts):
        raise InvalidProblem(f"{size!r} is not of the form {form}")
    return [int(part) for part in parts]

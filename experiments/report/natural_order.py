"""The order in which people look for a problem."""

from __future__ import annotations

import re


def natural(name: str) -> list[tuple[int, str]]:
    """Sorts 9x9 before 10x10."""
    return [(int(part) if part.isdecimal() else 0, part) for part in re.split(r"(\d+)", name)]

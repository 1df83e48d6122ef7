"""Natural order of problem names."""

import re

_LONGEST = 4000
"""Python reads 4,300 digits."""


def natural(name: str) -> list[tuple[int, str]]:
    """Return a sort key that puts 9x9 before 10x10."""
    return [(int(part) if part.isdecimal() and len(part) <= _LONGEST else 0, part) for part in re.split(r"(\d+)", name)]

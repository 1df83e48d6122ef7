"""Natural order of problem names."""

import re


def natural(name: str) -> list[tuple[int, str]]:
    """Return a sort key that puts 9x9 before 10x10."""
    return [(int(part) if part.isdecimal() else 0, part) for part in re.split(r"(\d+)", name)]

"""The end of a message about an unknown name: the known names that were probably meant, or all of them."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

_LONGEST = 100
"""Characters of a name that is compared; the time is quadratic in them."""


def close(name: str, known: Iterable[str], cutoff: float = 0.6) -> list[str]:
    """Return at most three known names that are close to a name, the closest first; upper and lower case are equal.

    cutoff: from 0 to 1; the larger, the closer.
    """
    by_lower: dict[str, list[str]] = {}
    for one in known:
        by_lower.setdefault(one.lower(), []).append(one)
    matches = get_close_matches(name[:_LONGEST].lower(), by_lower, n=3, cutoff=cutoff)
    return [one for match in matches for one in by_lower[match]][:3]


def choices(name: object, known: Iterable[str]) -> str:
    """Return the end of a message about an unknown name: `did you mean A, B?`, or `there are A, B, C` if none is close.

    known: the known names, in the order of the message; there may be none.
    """
    known = list(known)
    if matches := close(name, known) if isinstance(name, str) else []:
        return f"did you mean {', '.join(matches)}?"
    return f"there are {', '.join(known)}" if known else "there are none"

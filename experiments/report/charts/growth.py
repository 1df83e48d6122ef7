"""Growth of the cost within a family: its problems by their size, which is their number of covers or of options."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from danceoff.questions.table import QUESTIONS

LEAST_SIZES = 3
BY = ("covers", "options")
"""What may be the size of a problem."""
_LEAST_COVERS = 2  # a single cover shows no growth


def growing(cells: Sequence[dict[str, Any]]) -> list[tuple[str, str, str]]:
    """Return each family, task and kind of size for which some solver solves problems of at least three sizes."""
    sizes = defaultdict[tuple[str, str, str, str], set[float]](set)
    for by in BY:
        for cell in cells:
            if grows(cell, by):
                sizes[cell["family"], cell["solver"], cell["task"], by].add(cell[f"n_{by}"])
    of = [(family, task, by) for (family, _, task, by), own in sizes.items() if len(own) >= LEAST_SIZES]
    return list(dict.fromkeys(of))


def grows(cell: dict[str, Any], by: str) -> bool:
    """Return whether a cell is a point of the growth of time; by covers it is none unless all covers were asked for."""
    if by == "options":
        return bool(cell["end"] == "solved" and cell["n_options"])
    is_for_all = not QUESTIONS[cell["task"]].is_done_at_limit
    return bool(cell["end"] == "solved" and is_for_all and cell["n_covers"] >= _LEAST_COVERS)

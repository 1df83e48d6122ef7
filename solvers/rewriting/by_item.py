"""The options of each item, for backends that have one constraint per item."""

from __future__ import annotations

from danceoff.problems import ExactCover
from danceoff.problems.model.colours import has_colour


def options_by_item(problem: ExactCover) -> list[list[int]]:
    """Return for every item the options that cover it, ascending; none for an item with colours.

    Two options of an item with colours may agree, so no bounds on their number describe the item: see `coloured_items`.
    """
    options: list[list[int]] = [[] for _ in range(problem.n_items)]
    is_coloured = has_colour(problem).tolist()
    for option in range(problem.n_options):
        for item in problem.items_of(option):
            if not is_coloured[item]:
                options[item].append(option)
    return options

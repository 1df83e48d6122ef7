"""The options of each item, for backends that have one constraint per item."""

from __future__ import annotations

from danceoff.problems import ExactCover


def options_by_item(problem: ExactCover) -> list[list[int]]:
    """Return for every item the options that cover it, ascending."""
    options: list[list[int]] = [[] for _ in range(problem.n_items)]
    for option in range(problem.n_options):
        for item in problem.items_of(option):
            options[item].append(option)
    return options

"""Items with colours as clauses: a variable for each colour, or a clause for every two options that disagree.

Each function returns rows of positive literals, of which at most one may hold, and clauses.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, islice, product

from danceoff.problems import ExactCover
from danceoff.problems.model.colours import coloured_items, has_colour


def defined(problem: ExactCover) -> tuple[list[list[int]], list[list[int]]]:
    """Give each colour of an item a variable, which holds if and only if some chosen option gives the colour.

    A row has the variables of an item and its options without a colour; the clauses define the variables. Their numbers
    follow those of the options, in the order of `coloured_items`. 1 clause per option that gives a colour and 1 per
    colour, where `conflicts` has one for almost every pair of options.
    """
    rows: list[list[int]] = []
    clauses: list[list[int]] = []
    fresh = count(problem.n_options + 1)
    for one in coloured_items(problem):
        variables = list(islice(fresh, len(one.coloured)))
        rows.append([*(option + 1 for option in one.plain), *variables])
        for variable, options in zip(variables, one.coloured, strict=True):
            clauses.append([-variable, *(option + 1 for option in options)])
            clauses += [[-1 - option, variable] for option in options]
    return rows, clauses


def conflicts(problem: ExactCover) -> tuple[list[list[int]], list[list[int]]]:
    """Return no rows, and a clause for every two options that only disagree on colours: not both are chosen.

    Options that share an item without colours are left out, because every encoding excludes them.
    """
    excluded = problem.has_multiplicity | has_colour(problem)
    exact = [{item for item in problem.items_of(option) if not excluded[item]} for option in range(problem.n_options)]
    pairs: set[tuple[int, int]] = set()
    for one in coloured_items(problem):
        before: list[int] = []
        for options in [*([option] for option in one.plain), *one.coloured]:
            pairs.update((min(a, b), max(a, b)) for a, b in product(before, options) if exact[a].isdisjoint(exact[b]))
            before += options
    return [], [[-1 - a, -1 - b] for a, b in sorted(pairs)]


COLOURS: dict[str, Callable[[ExactCover], tuple[list[list[int]], list[list[int]]]]] = {
    "defined": defined,
    "conflicts": conflicts,
}

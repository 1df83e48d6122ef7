"""A problem as the data from which the page plays it."""

from __future__ import annotations

from typing import Any

from danceoff.problems import InvalidProblem
from danceoff.problems.instance import Instance
from danceoff.problems.model.naming import option_name
from danceoff.problems.model.printable import printable

_MOST_CHARACTERS = 40_000
"""With longer names of options in all, an option is called by its items."""


def problem_data(instance: Instance) -> dict[str, Any]:
    """Return what the page needs of a problem, as a JSON object.

    `options` has the items of each option, `colours` their colours if there are any, `least` and `most` the
    multiplicities if there are any, and `board` what the board and the options on it look like, or None.

    Raises InvalidProblem for a problem with a bound on the cost of a cover.
    """
    problem = instance.problem
    if problem.max_cost is not None:
        raise InvalidProblem(f"{instance.name}: the page cannot play a problem with a bound on the cost of a cover")
    names = [option_name(problem, option) for option in range(problem.n_options)] if problem.option_names else []
    data = {
        "name": instance.name,
        "items": [printable(problem.item_name(item)) for item in range(problem.n_items)],
        "nPrimary": problem.n_primary,
        "options": [problem.items_of(option) for option in range(problem.n_options)],
        "names": names if sum(map(len, names)) <= _MOST_CHARACTERS else [],
        "hasCosts": problem.has_costs,
        "board": instance.board.played(problem),
    }
    if problem.has_multiplicities:
        data |= {"least": problem.least.tolist(), "most": problem.most.tolist()}
    if problem.has_colours:
        data["colours"] = [[colour for _, colour in problem.entries_of(k)] for k in range(problem.n_options)]
        data["colourNames"] = [printable(str(name)) for name in problem.colour_names]
    return data

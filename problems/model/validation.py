"""The checks that every problem passes when it is made, and refusals of what a format or method cannot express."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from danceoff.problems.model.arguments import InvalidProblem
from danceoff.problems.model.costs import MOST
from danceoff.problems.model.naming import called

if TYPE_CHECKING:
    from danceoff.problems.model.cover import ExactCover


def validate(problem: ExactCover) -> None:
    """Raise InvalidProblem unless the arrays of a problem are as `ExactCover` describes them."""
    if problem.n_primary > problem.n_items:
        raise InvalidProblem(f"{problem.n_primary} primary items of {problem.n_items} is impossible")
    if len(problem.start) == 0 or problem.start[0] != 0 or problem.start[-1] != len(problem.item):
        raise InvalidProblem("start must lead from 0 to the length of item")
    _validate_origin(problem)
    for kind, names, n in (
        ("item", problem.item_names, problem.n_items),
        ("option", problem.option_names, problem.n_options),
    ):
        if len(names) not in (0, n):
            raise InvalidProblem(f"{len(names)} {kind} names for {n} {kind}s")
    _validate_multiplicities(problem)
    _validate_costs(problem)
    size = np.diff(problem.start)
    if size.min(initial=1) < 1:
        raise InvalidProblem(f"{called(problem.option_names, int(np.argmax(size < 1)))}: covers no item")
    if len(problem.item) == 0:
        return
    if problem.item.min() < 0 or problem.item.max() >= problem.n_items:
        k = int(np.argmax((problem.item < 0) | (problem.item >= problem.n_items)))
        raise InvalidProblem(f"{_option_at(problem, k)}: unknown item {problem.item[k]}")
    step = np.diff(problem.item)
    step[problem.start[1:-1] - 1] = 1  # any step is right between two options
    if step.min(initial=1) < 1:
        k = int(np.argmax(step < 1))
        wrong = "covered twice" if step[k] == 0 else "out of order"
        raise InvalidProblem(f"{_option_at(problem, k)}: item {problem.item_name(int(problem.item[k]))} is {wrong}")
    _validate_colours(problem)
    first = problem.item[problem.start[:-1]]
    if first.max() >= problem.n_primary:
        option = called(problem.option_names, int(np.argmax(first >= problem.n_primary)))
        raise InvalidProblem(f"{option}: covers no primary item")


def refuse(
    problem: ExactCover, what: str, multiplicities: bool = False, colours: bool = False, costs: bool = False
) -> None:
    """Raise InvalidProblem if the problem bounds the cost of a cover, or has something else that cannot be expressed.

    what: the format or method, for the message.
    multiplicities, colours, costs: whether it cannot express these either.
    """
    if multiplicities and problem.has_multiplicities:
        item = int(np.argmax(problem.has_multiplicity))
        times = f"{problem.least[item]} to {problem.most[item]} times"
        raise InvalidProblem(f"{what} knows no multiplicities, and item {problem.item_name(item)} is covered {times}")
    if colours and problem.has_colours:
        k = int(np.argmax(problem.colour))
        entry = problem.entry_name(int(problem.item[k]), int(problem.colour[k]))
        raise InvalidProblem(f"{what} knows no colours, and an option covers {entry}")
    if costs and problem.has_costs:
        option = int(np.argmax(problem.cost != 0))
        cost = problem.shown_cost(int(problem.cost[option]))
        raise InvalidProblem(f"{what} knows no costs, and {called(problem.option_names, option)} costs {cost}")
    if problem.max_cost is not None:
        bound = problem.shown_cost(problem.max_cost + problem.constant)
        raise InvalidProblem(f"{what} knows no bound on costs, and covers cost at most {bound}")


def _validate_colours(problem: ExactCover) -> None:
    if not problem.has_colours:
        return
    if len(problem.colour) != len(problem.item):
        raise InvalidProblem(f"{len(problem.colour)} colours for {len(problem.item)} items of options")
    n_colours = int(problem.colour.max())
    if 0 < len(problem.colour_names) < n_colours:
        raise InvalidProblem(f"{len(problem.colour_names)} colour names for {n_colours} colours")
    is_primary = problem.item < problem.n_primary
    wrong = np.flatnonzero((problem.colour < 0) | (is_primary & (problem.colour != 0)))
    if len(wrong):
        k = int(wrong[0])
        why = "only secondary items take colours" if is_primary[k] else "colours are numbered from 1"
        entry = f"item {problem.item_name(int(problem.item[k]))} has colour {problem.colour[k]}"
        raise InvalidProblem(f"{_option_at(problem, k)}: {entry}, and {why}")


def _validate_origin(problem: ExactCover) -> None:
    """Check that no option of the root problem occurs twice among the options left and taken."""
    if len(problem.origin) != problem.n_options:
        raise InvalidProblem("origin must hold one number an option")
    is_ascending = (problem.origin[1:] > problem.origin[:-1]).all()
    if is_ascending and len(problem.taken) == 0 and (problem.origin[:1] >= 0).all():
        return
    both = np.concatenate([problem.origin, problem.taken])
    if both.min(initial=0) < 0 or len(np.unique(both)) < len(both):
        raise InvalidProblem("origin and taken must hold numbers of options, none of them twice")


def _validate_multiplicities(problem: ExactCover) -> None:
    if not len(problem.least) == len(problem.most) == problem.n_items:
        raise InvalidProblem(f"{len(problem.least)}, {len(problem.most)} multiplicities for {problem.n_items} items")
    is_wrong = (problem.least < 0) | (problem.least > problem.most) | (problem.most < 1)
    is_wrong[problem.n_primary :] |= (problem.least[problem.n_primary :] != 0) | (
        problem.most[problem.n_primary :] != 1
    )
    if is_wrong.any():
        item = int(np.argmax(is_wrong))
        which = "an item" if item < problem.n_primary else "a secondary item"
        times = f"{problem.least[item]} to {problem.most[item]} times"
        raise InvalidProblem(f"item {problem.item_name(item)}: {which} is not covered {times}")


def _validate_costs(problem: ExactCover) -> None:
    if len(problem.cost) not in (0, problem.n_options):
        raise InvalidProblem(f"{len(problem.cost)} costs for {problem.n_options} options")
    if problem.cost_scale == 0:
        raise InvalidProblem("cost_scale must not be 0")
    rough = np.abs(problem.cost.astype(float)).sum() + abs(problem.constant)  # the exact sum is slow
    if rough > 0.99 * MOST and sum(map(abs, problem.cost.tolist()), abs(problem.constant)) >= MOST:
        raise InvalidProblem("the costs add up to 2^62 or more: choose a larger unit")


def _option_at(problem: ExactCover, position: int) -> str:
    return called(problem.option_names, int(np.searchsorted(problem.start, position, side="right")) - 1)

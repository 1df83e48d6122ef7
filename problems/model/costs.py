"""Costs of options and of covers: exact whole numbers, scaled from the numbers that people write."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from math import floor, lcm
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.model import arguments, arrays
from danceoff.problems.model.arguments import InvalidProblem
from danceoff.problems.model.arrays import BoolArray, IntArray
from danceoff.problems.model.covers import Covers
from danceoff.problems.model.naming import called

if TYPE_CHECKING:
    from danceoff.problems.model.cover import ExactCover

Amount: TypeAlias = int | float | Fraction | Decimal
"""A cost as people give it. A float counts as its shortest decimal: 0.1 is a tenth, also as a float of 32 bits."""

MOST = 1 << 62
"""The absolute values of all costs add up to less: no sum over options, nor a difference of two, leaves int64.

A bound of -MOST excludes every cover.
"""


def scaled(amounts: Iterable[Amount], option_names: Sequence[Hashable] = ()) -> tuple[NDArray[np.int64], int]:
    """Return the amounts times the least factor that makes all of them whole, and that factor.

    option_names: the options by name, for messages.

    Raises InvalidProblem if an amount is no finite number, and if the scaled sum reaches `MOST`.
    """
    try:
        amounts = list(amounts)
        exact = [one if type(one) is int else _exact(one) for one in amounts]
    except ValueError:
        exact = [amount(f"the cost of {called(option_names, k)}", one) for k, one in enumerate(amounts)]
    except TypeError:
        raise InvalidProblem(f"cost must be a sequence of numbers, not {arguments.shown(amounts)}") from None
    scale = lcm(*(one.denominator for one in exact))
    whole = [one.numerator * (scale // one.denominator) for one in exact]
    if sum(map(abs, whole)) >= MOST:
        by = f", {scale} times as large to be whole," if scale > 1 else ""
        raise InvalidProblem(f"the costs{by} add up to 2^62 or more: round them, or choose a larger unit")
    return np.array(whole, np.int64), scale


def each(problem: ExactCover) -> list[int]:
    """Return the cost of each option, an array of zeros if the problem has no costs."""
    return problem.cost.tolist() or [0] * problem.n_options


def sum_of(problem: ExactCover, covers: Covers) -> NDArray[np.int64]:
    """Return the cost of each of these sets of options, int64[n_covers]; raises InvalidProblem for unknown options.

    Solvers compare these sums; people see them after the constant of the problem is added.
    """
    option = arrays.numbers_below("option", covers.option, problem.n_options)
    if not problem.has_costs:
        return np.zeros(len(covers), np.int64)
    before = np.concatenate([np.zeros(1, np.int64), np.cumsum(problem.cost[option])])
    return np.asarray(before[covers.start[1:]] - before[covers.start[:-1]], dtype=np.int64)


def is_within(problem: ExactCover, covers: Covers) -> BoolArray:
    """Return which of these sets of options cost at most `max_cost`, bool[n_covers]; all if the problem has none."""
    if problem.max_cost is None:
        return np.ones(len(covers), bool)
    return sum_of(problem, covers) <= problem.max_cost


def asked(
    problem: ExactCover, most: Amount | None = None, maximise: bool = False, each: Amount | None = None
) -> ExactCover:
    """Return the problem with a bound on the cost of covers, or with negated costs to maximise.

    most: the most that a cover may cost, in the units of the user; None for any cost.
    maximise: whether larger costs are better; no error if they are already.
    each: what each option costs; None for the costs of the problem.

    Raises InvalidProblem for a bound if larger costs are better, and for `each` if options have costs already.
    """
    if each is not None:
        if problem.has_costs or problem.constant:
            raise InvalidProblem("cost: the problem has costs of its own")
        cost, scale = scaled([each] * problem.n_options)
        problem = replace(problem, cost=cost, cost_scale=scale)
    if maximise and problem.cost_scale > 0:
        problem = problem.maximised()
    if most is None:
        return problem
    if problem.cost_scale < 0:
        raise InvalidProblem("at most: there is no such bound where larger costs are better")
    bound = max(-MOST, min(floor(amount("at most", most) * problem.cost_scale) - problem.constant, MOST))
    return replace(problem, max_cost=bound if problem.max_cost is None else min(bound, problem.max_cost))


def left_of(problem: ExactCover, chosen: IntArray) -> tuple[int | None, int]:
    """Return the `max_cost` and the `constant` of the sub-problem in which these options are chosen."""
    spent = int(problem.cost[chosen].sum()) if problem.has_costs else 0
    most = None if problem.max_cost is None else max(-MOST, min(problem.max_cost - spent, MOST))
    return most, problem.constant + spent


def scale_note(problem: ExactCover) -> str:
    """Return a comment line for texts whose costs are scaled or lack a constant; empty if there is nothing to say."""
    notes = []
    if problem.has_costs and problem.cost_scale != 1:
        notes.append(f"costs were multiplied by {problem.cost_scale}, to be whole and minimised")
    if problem.constant:
        notes.append(f"each cover costs {problem.constant} besides its options")
    return "; ".join(notes)


def amount(name: str, value: Any) -> Fraction:
    """Return the exact amount that a number stands for; raises InvalidProblem, with the name, if it is no number."""
    try:
        return _exact(value)
    except ValueError:
        raise InvalidProblem(f"{name} must be a finite number, not {arguments.shown(value)}") from None


def _exact(value: Any) -> Fraction:
    """Return the exact amount that a number stands for; raises ValueError if it is no finite number."""
    if type(value) is Fraction:
        return value
    try:
        if isinstance(value, bool | np.bool_ | str):
            raise TypeError
        if isinstance(value, float | np.floating):
            value = Decimal(str(value))  # Fraction takes twice as long for a text
        return Fraction(value if isinstance(value, int | Fraction | Decimal) else int(value.__index__()))
    except (TypeError, OverflowError, AttributeError):
        raise ValueError from None

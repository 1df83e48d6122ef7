"""The problem of a case, with its bound on costs, and the columns of its row about it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from danceoff.experiments.plans.case import Case
from danceoff.experiments.run.one_case.messages import Answer
from danceoff.problems import InvalidProblem
from danceoff.problems.catalog import Instance, certified
from danceoff.problems.model.costs import asked
from danceoff.problems.model.digits import exact


def as_asked(case: Case, instance: Instance) -> Instance:
    """Return the instance with the bound on costs of the case, and with what is published about that problem.

    Raises InvalidProblem if the bound on costs does not go with the problem.
    """
    most = exact(case.at_most) if case.at_most else None
    try:
        problem = asked(instance.problem, most, case.maximise)
    except InvalidProblem as error:
        raise InvalidProblem(f"{case.problem}: {error}") from None
    known = None if case.at_most else instance.known
    if known and problem.cost_scale != instance.problem.cost_scale:
        known = replace(known, cost=None)  # the published optimum is at the other end
    return replace(instance, problem=problem, known=known)


def about(instance: Instance) -> Answer:
    """Return the columns of the row that say what the problem is."""
    problem, known = instance.problem, instance.known
    return {
        "digest": problem.digest,
        "family": instance.family,
        "n_items": problem.n_items,
        "n_options": problem.n_options,
        "published": known.covers if known else None,
        "published_orbits": known.up_to_symmetry if known else None,
        "published_cost": _scaled(instance, known.cost) if known else None,
        "cost_scale": problem.cost_scale,
        "has_costs": problem.has_costs,
        "source": known.source + "; certified" * (problem.digest in certified()) if known else "",
    }


def _scaled(instance: Instance, cost: int | Fraction | None) -> int | None:
    """Return a published optimum in the units of the model's costs."""
    whole = None if cost is None else cost * instance.problem.cost_scale
    if whole is not None and whole.denominator != 1:
        raise InvalidProblem(f"{instance.name}: the published optimum {cost} cannot be a sum of its costs")
    return None if whole is None else int(whole)

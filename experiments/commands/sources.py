"""The problem that the arguments of a command state: from its source, perhaps with costs or rewritten by add-ons."""

from __future__ import annotations

import argparse
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from typing import TYPE_CHECKING, Any

from danceoff.experiments import BadInput
from danceoff.problems.model.arguments import InvalidProblem
from danceoff.problems.model.digits import exact
from danceoff.rooms import added_by_rooms

if TYPE_CHECKING:
    from danceoff.problems.instance import Instance


def add_to(group: argparse._ActionsContainer) -> None:
    """Add the arguments."""
    for module in _modules():
        module.arguments(group)
    group.add_argument(
        "--cost",
        metavar="C",
        help="C for each option, if none has a cost: 1 for the fewest; or, with --option, a column",
    )


def _modules() -> list[Any]:
    """Return the modules of add-ons that state a problem.

    Each has `arguments`, which adds its arguments, and `stated`, which takes all parsed arguments and returns an
    Instance, or None if it does not read this source.
    """
    return [*map(import_module, added_by_rooms("sources").values())]


def stated(args: argparse.Namespace) -> Instance | None:
    """Return the problem of the source as arguments change it, else None; raises BadInput for faulty arguments."""
    found: Instance | None = next(filter(None, (module.stated(args) for module in _modules())), None)
    if args.cost is None:
        return found
    try:
        each = exact(args.cost)
    except ValueError as error:
        if found:  # a column of the table has this name
            return found
        raise BadInput(f"argument --cost: {error}; with --option it may be a column") from None
    return _costing(found, args.source, each)


def source_of(args: argparse.Namespace) -> Instance:
    """Return the problem of the source as the arguments state it; raises BadInput, or InvalidProblem."""
    from danceoff.problems.sources import read  # late: NumPy, 0.1 s

    return stated(args) or read(args.source)


def _costing(found: Instance | None, source: str, each: Fraction) -> Instance:
    """Return a problem in which each option costs the same: the given problem, or else the problem of the source."""
    from danceoff.problems.model.costs import asked
    from danceoff.problems.sources import read

    problem = found or read(source)
    known = problem.known and replace(problem.known, cost=None)  # the published optimum is of other costs
    try:
        return replace(problem, problem=asked(problem.problem, each=each), known=known)
    except InvalidProblem as error:
        raise BadInput(f"{source}: {error}") from None

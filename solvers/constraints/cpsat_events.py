"""The events of a CP-SAT search while it runs: covers, bounds and, from its log, the sizes of the model."""

import re
from collections.abc import Iterator
from contextlib import closing

from danceoff.problems import ExactCover
from danceoff.problems.model.digits import written
from danceoff.solvers.base import cost_of
from danceoff.solvers.base.events import Event, Found
from danceoff.solvers.constraints.cpsat import CpSat
from danceoff.solvers.constraints.cpsat_solve import Bound

_SIZE = re.compile(r"#k?(Variables|(?<=k)\w+): ([\d']+)")
_RULE = re.compile(r"rule '(?!TODO|presolve)(.*)' was applied ([\d']+) time")


def cpsat_events(problem: ExactCover) -> Iterator[Event]:
    """Yield every cover; for a problem with costs, bounds and every cover that is cheaper than all before."""
    search = CpSat().build(problem, frozenset())
    solves = search.listing
    if problem.has_costs:
        solves = search.improving
        search.model.minimise()
    solves.has_log = True
    with closing(solves.of(search.model)) as steps:
        for step in steps:
            if isinstance(step, str):
                yield from _told(step)
            elif isinstance(step, Bound):
                yield f"no cover costs less than {written(problem.shown_cost(step.cost + problem.constant))}"
            elif step is not None:
                if problem.has_costs:
                    yield f"a cover for {written(problem.shown_cost(cost_of(problem, step) + problem.constant))}"
                yield Found(tuple(sorted(step)))
    yield ", ".join(f"{name} {n}" for name, n in solves.effort.items())


def _told(message: str) -> Iterator[str]:
    """Yield the facts in a message of the log: the sizes of the model before and after presolve, and applied rules."""
    if match := re.match("(Initial|Presolved) .*model", message):
        sizes = ", ".join(f"{kind} {n}" for kind, n in _SIZE.findall(message))
        when = "the model" if match[1] == "Initial" else "after presolve"
        yield f"{when}: {sizes}"
    yield from (f"presolve: {rule} ({n}x)" for rule, n in _RULE.findall(message))

"""Makes the diagram of a problem: the frontier method's walk through each component, recorded."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from typing import TypeVar

import numpy as np

from danceoff.problems import ExactCover
from danceoff.problems.model.cover import IntArray
from danceoff.solvers.engines.counter.frontier import Frontier
from danceoff.solvers.engines.diagram.costs import at_most
from danceoff.solvers.engines.diagram.graph import Diagram, joined, pruned
from danceoff.solvers.rewriting.components import components, labels

Beat = TypeVar("Beat")

_TURN = 1 << 20  # tests of an option: 20 ms


def diagram(problem: ExactCover, memory_mb: float = 2048) -> Diagram:
    """Return the diagram of all covers of a problem, which may have multiplicities, colours, and a bound on the cost.

    memory_mb: a bound on the tables of the walk and on the diagram.

    Raises MemoryError, with one line for the user, if it needs more.
    """
    turns = recording(problem, memory_mb, None)
    while True:
        try:
            next(turns)
        except StopIteration as end:
            made: Diagram = end.value
            return made


def recording(problem: ExactCover, memory_mb: float, heartbeat: Beat) -> Generator[Beat, None, Diagram]:
    """Make the diagram in turns of about 20 ms, and return it at the end.

    heartbeat: what is yielded between two turns. The other arguments and the errors are those of `diagram`.
    """
    known: dict[str, Diagram] = {}
    parts: list[Diagram] = []
    for part, options in _parts(problem):
        if part.digest not in known:
            room = memory_mb - sum(one.nbytes for one in parts) / 1e6
            known[part.digest] = yield from _of_component(part, room, heartbeat)
        one = known[part.digest]
        parts.append(replace(one, option=options[one.option], order=options[one.order]))
    made = joined(parts)
    return made if problem.max_cost is None else at_most(made, problem.cost, problem.max_cost, memory_mb)


def _parts(problem: ExactCover) -> list[tuple[ExactCover, IntArray]]:
    """Return the components with their options, int32[...] ascending, except those whose only cover is empty."""
    if problem.n_primary == 0:
        return []
    label = labels(problem)
    of_option = label[problem.item[problem.start[:-1]]]
    options = [np.flatnonzero(of_option == least).astype(np.int32) for least in np.unique(label[: problem.n_primary])]
    pairs = zip(components(problem), options, strict=True)
    return [(part, own) for part, own in pairs if part.n_options or part.least.any()]


def _of_component(part: ExactCover, memory_mb: float, heartbeat: Beat) -> Generator[Beat, None, Diagram]:
    walk = Frontier(part, memory_mb, records=True)
    while not walk.run(_TURN):
        yield heartbeat
    record = walk.recorded()
    n_nodes = len(record.state) + 1
    node = np.full(int(record.at[0]), n_nodes - 1, np.int32)  # the state that was never taken is the end
    node[record.state] = np.arange(n_nodes - 1, dtype=np.int32)
    start = np.append(record.start, record.start[-1])
    order = record.name[record.name >= 0]
    unused = np.setdiff1d(np.arange(part.n_options, dtype=np.int32), order)  # all, if an item has too few options
    order = np.concatenate([order, unused])
    return pruned(start, node[record.target], record.offset.astype(np.int64), record.option, order)

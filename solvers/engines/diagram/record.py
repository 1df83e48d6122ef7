"""Makes the diagram of a problem: the walk of the counter through the sub-problems of each component, recorded."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from typing import TypeVar

import numpy as np

from danceoff.problems import ExactCover
from danceoff.problems.analysis.components import components_of_items
from danceoff.problems.model.cover import IntArray
from danceoff.solvers.base.turns import ended
from danceoff.solvers.engines.counter.frontier import Frontier
from danceoff.solvers.engines.counter.item_order import LONGEST_ORDER
from danceoff.solvers.engines.counter.memo import Memo
from danceoff.solvers.engines.diagram.costs import at_most
from danceoff.solvers.engines.diagram.graph import Diagram, joined, no_cover, pruned
from danceoff.solvers.engines.diagram.kernel_counts import picked
from danceoff.solvers.rewriting.split import components

Beat = TypeVar("Beat")

_TURN = {"frontier": 1 << 20, "memo": 1 << 14}
"""The length of a turn, 20 ms: tests of an option, and nodes. So it is the same walk that ends first on any machine."""
_ALONE = 16  # turns of the frontier method before the memo begins


def diagram(problem: ExactCover, memory_mb: float = 2048, ordered: bool = False) -> Diagram:
    """Return the diagram of all covers of a problem, which may have multiplicities, colours, and a bound on the cost.

    The frontier method and the search with a memo take turns until one of them has recorded it. The same arguments
    always give the same diagram.

    memory_mb: a bound on the tables of the walks and on the diagram.
    ordered: whether all paths must take their options in one order. Only the frontier method gives such a diagram.

    Raises MemoryError, with one line for the user, if it needs more.
    """
    return ended(recording(problem, memory_mb, None, ordered))


def recording(
    problem: ExactCover,
    memory_mb: float,
    heartbeat: Beat,
    ordered: bool = False,
    charge: Callable[[float], None] = lambda _: None,
) -> Generator[Beat, None, Diagram]:
    """Make the diagram in steps of about 20 ms, and return it at the end.

    heartbeat: the value that is yielded between two steps.
    charge: is told the work of each step, as `Search.work`.

    The other arguments and the errors are those of `diagram`.
    """
    known: dict[str, Diagram] = {}
    parts: list[Diagram] = []
    for part, options in _parts(problem):
        if part.digest not in known:
            room = memory_mb - sum(one.nbytes for one in parts) / 1e6
            try:
                known[part.digest] = yield from _of_component(part, room, heartbeat, ordered, charge)
            except MemoryError:
                raise MemoryError(
                    f"there are too many different sub-problems to record: memory_mb allows {memory_mb:g}; raise it"
                ) from None
        one = known[part.digest]
        parts.append(replace(one, option=options[one.option], order=options[one.order]))
    made = joined(parts, problem.n_options)
    return made if problem.max_cost is None else at_most(made, problem.cost, problem.max_cost, memory_mb)


def _parts(problem: ExactCover) -> list[tuple[ExactCover, IntArray]]:
    """Return the components with their options, int32[...] ascending, without components whose only cover is empty."""
    if problem.n_primary == 0:
        return []
    label = components_of_items(problem)
    of_option = label[problem.item[problem.start[:-1]]]
    options = [np.flatnonzero(of_option == least).astype(np.int32) for least in np.unique(label[: problem.n_primary])]
    pairs = zip(components(problem, label), options, strict=True)
    return [(part, own) for part, own in pairs if part.n_options or part.least.any()]


def _of_component(
    part: ExactCover, memory_mb: float, heartbeat: Beat, ordered: bool, charge: Callable[[float], None]
) -> Generator[Beat, None, Diagram]:
    """Let the frontier method and the search with a memo alternate until one of them has made the diagram."""
    later: list[Generator[float, None, Diagram]] = []
    if ordered or part.has_multiplicities:
        at_work = [swept(part, memory_mb)]
    elif part.n_items > LONGEST_ORDER:
        at_work = [searched(part, memory_mb)]
    else:
        at_work, later = [swept(part, 0.75 * memory_mb)], [searched(part, 0.25 * memory_mb)]
    n_turns = 0
    while True:
        if n_turns == _ALONE or not at_work:
            at_work, later = at_work + later, []
        for walk in at_work.copy():
            try:
                charge(next(walk))
            except StopIteration as end:
                made: Diagram = end.value
                return made
            except MemoryError:
                at_work.remove(walk)
                if not at_work and not later:
                    raise
        n_turns += 1
        yield heartbeat


def swept(part: ExactCover, memory_mb: float) -> Generator[float, None, Diagram]:
    """Record the walk of the frontier method; yield the work of each turn."""
    walk = Frontier(part, memory_mb, records=True)
    yield from _turns(walk, _TURN["frontier"])
    record = walk.recorded()
    n_nodes = len(record.state) + 1
    node = np.full(int(record.at[0]), n_nodes - 1, np.int32)  # the state that was never taken is the end
    node[record.state] = np.arange(n_nodes - 1, dtype=np.int32)
    start = np.append(record.start, record.start[-1])
    order = record.name[record.name >= 0]
    unused = np.setdiff1d(np.arange(part.n_options, dtype=np.int32), order)  # all, if an item has too few options
    order = np.concatenate([order, unused])
    return pruned(start, node[record.target], record.offset.view(np.int64), record.option, part.n_options, order)


def _turns(walk: Frontier | Memo, budget: int) -> Generator[float]:
    """Walk to the end; yield the work of each turn."""
    before = 0.0
    while not walk.run(budget):
        yield walk.work() - before
        before = walk.work()


def searched(part: ExactCover, memory_mb: float) -> Generator[float, None, Diagram]:
    """Record the search with a memo, which numbers the nodes from the end to the root; yield the work of each turn."""
    walk = Memo(part, memory_mb, records=True)
    yield from _turns(walk, _TURN["memo"])
    record, none = walk.recorded(), np.zeros(0, np.int32)
    n_nodes = len(record.start) - 1
    if walk.count == 0:
        return no_cover(part.n_options, none)
    every = np.arange(len(record.target), dtype=np.int32)
    start, edges = picked(record.start, every, np.arange(n_nodes - 1, -1, -1))
    target = np.int32(n_nodes - 1) - record.target[edges]
    offset, option = picked(record.offset, record.option, edges.astype(np.int64))
    return Diagram(start, target, offset, option, part.n_options, none)

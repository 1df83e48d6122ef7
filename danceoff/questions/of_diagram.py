"""The diagram of all covers, made under the clock of a question: making it is the search."""

from __future__ import annotations

from danceoff.asking.walks import Asked
from danceoff.solvers.engines import diagram


def made(asked: Asked, memory_mb: int) -> tuple[diagram.Diagram, int]:
    """Return the diagram and the number of covers.

    memory_mb: a bound on its memory, MB of 10^6 bytes.

    Raises MemoryError, which says how to allow more, if the diagram does not fit.
    """
    try:
        with asked.totals.clock.running():
            graph = diagram.diagram(asked.problem, memory_mb)
            return graph, graph.count
    except MemoryError as error:
        raise MemoryError(f"{error}: --solver diagram:memory_mb=N") from None

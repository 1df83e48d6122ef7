"""One backend of a race, in a process of its own."""

from __future__ import annotations

from multiprocessing.connection import Connection

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.solvers.base import UnsupportedProblem
from danceoff.solvers.table import load
from danceoff.solvers.together.child import Child, ChildDied, Report


class Racer(Child):
    """A backend that starts to search at once.

    spec: the backend, as `load` takes it.
    last: its last report.
    held: the batches that it has found and that have not been taken.
    """

    def __init__(self, spec: str, problem: ExactCover, blocked: frozenset[Cover], listing: bool) -> None:
        super().__init__(_search, spec, problem, blocked, listing)
        self.spec = spec
        self.held: list[Covers] = []
        self.last = Report()

    def hear(self) -> Report:
        """Wait for the next report and return it; its covers are added to `held`."""
        self.last = super().hear()
        if self.last.covers is not None:
            self.held.append(self.last.covers)
        return self.last

    def why_out(self) -> str:
        """Return why the racer has dropped out; empty while it may still answer."""
        error = self.last.error
        if error is None or isinstance(error, UnsupportedProblem | ChildDied):
            return str(error or "")
        return f"{type(error).__name__}: {error}"

    def taken(self) -> list[Covers]:
        """Return the batches in `held`, and empty it."""
        taken, self.held = self.held, []
        return taken


def _search(pipe: Connection, spec: str, problem: ExactCover, blocked: frozenset[Cover], listing: bool) -> None:
    with load(spec).prepare(problem, blocked) as search:
        if listing:
            for covers in search.batches():
                pipe.send(Report(covers=covers, stats=dict(search.stats())))
        n_covers = 0 if listing else search.count()
    pipe.send(Report(n_covers=n_covers, stats=dict(search.stats()), is_done=True))

"""Random covers, and covers by their numbers, as tasks; `danceoff.sample` and `danceoff.nth` are in diagram.py."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar

from danceoff import problems
from danceoff.problems.model.arguments import InvalidProblem
from danceoff.problems.model.digits import decimal
from danceoff.questions.events import Ended
from danceoff.questions.question import DIAGRAM, OF_COVERS, Derived, Option

if TYPE_CHECKING:
    from danceoff.questions.drive import Drive
    from danceoff.questions.events import Events

_PATIENCE_S = 6.0
"""Where there is no limit on time; with what else the command does, nobody waits for more than ten seconds."""

_DRAWN = "each cover at most once; by shuffled searches, not all equally likely"


class SampleQuestion(Derived):
    """Covers drawn at random: all equally likely if they come from the diagram."""

    name: ClassVar[str] = "sample"
    help: ClassVar[str] = "random covers"
    default_limit: ClassVar[int | None] = 1
    otherwise: ClassVar[str] = ", or draw by --approximate"
    forms: ClassVar[tuple[str, ...]] = OF_COVERS
    options: ClassVar[tuple[Option, ...]] = (
        Option("seed", "number", "seed of the random numbers; default: 1", 1),
        Option("no_repeats", "flag", _DRAWN, False),
        Option("approximate", "flag", _DRAWN, False),
    )

    def answered_by(self, options: Mapping[str, Any]) -> str:
        """The name that stands for the solver: of the diagram, or of shuffled searches."""
        return "shuffled" if options["approximate"] else DIAGRAM

    def warm_up(self, drive: Drive) -> None:
        """Load the kernels of the diagram, or of the shuffled searches."""
        super().warm_up(drive)
        if drive.options["approximate"]:
            from danceoff.solvers.questions.shuffled import ENGINE  # late: kernels with Numba, 0.3 s
            from danceoff.solvers.table import load

            load(ENGINE).warm_up(drive.instance.problem, listing=True)

    def walk(self, drive: Drive, search: Any) -> Events:
        """Draw as many covers as the limit says."""
        from danceoff.solvers.engines import diagram
        from danceoff.solvers.questions.shuffled import random_covers

        n, seed, repeats = drive.ask.limit or 1, drive.options["seed"], not drive.options["no_repeats"]

        def require(n_covers: int) -> None:
            if 0 < n_covers < n:  # a problem without covers is no fault: none is drawn
                few = f"{n} different covers cannot be drawn: there are only {decimal(n_covers)}"
                raise InvalidProblem(f"{drive.instance.name}: {few}")

        patience_s = inf if drive.ask.limits.time_limit_s or drive.ask.limits.cpu_limit_s else _PATIENCE_S
        if drive.options["approximate"]:
            drawn = random_covers(drive.instance.problem, n, seed, repeats)
            yield from drive.shown(problems.Covers.of([cover]) for cover in drawn)
            require(drive.totals.covers)
            yield Ended("complete", "drawn by shuffled searches: not all are equally likely")
            return
        try:
            graph, count = self.diagram_of(drive, patience_s)
        except TimeoutError as error:
            yield Ended("timeout", f"{error}: --time-limit SECONDS gives it longer; or draw by --approximate")
            return
        if not repeats:
            require(count)
        yield from drive.shown(iter(diagram.samples(graph, n if count else 0, seed, repeats)))
        yield Ended("complete", f"drawn from {decimal(count)}, all equally likely")


class NumberedCovers(Derived):
    """The covers in a range of numbers, in the order of the diagram."""

    name: ClassVar[str] = "covers"
    help: ClassVar[str] = "some by their numbers"
    default_limit: ClassVar[int | None] = 1
    forms: ClassVar[tuple[str, ...]] = OF_COVERS
    options: ClassVar[tuple[Option, ...]] = (
        Option("covers", "range", "the covers with the numbers A to B - 1, of all covers", (0, 1)),
    )

    def limited(self, limit: int | None, options: Mapping[str, Any]) -> int:
        """Return how many covers the numbers name."""
        first, end = options["covers"]
        return int(end - first)

    def walk(self, drive: Drive, search: Any) -> Events:
        """Show the covers, and say how many there are."""
        from danceoff.solvers.engines import diagram

        first, end = drive.options["covers"]
        graph, count = self.diagram_of(drive)
        if end > count:
            raise InvalidProblem(f"{drive.instance.name}: it has {decimal(count)} covers, numbered from 0")
        yield from drive.shown(iter(diagram.covers_from(graph, first, end)))
        yield Ended("complete", f"from number {decimal(first)} of {decimal(count)}")

"""Covers by their numbers, as a task; `danceoff.nth` is in diagram.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from danceoff.problems.model.arguments import InvalidProblem
from danceoff.problems.model.digits import decimal
from danceoff.questions.events import Ended
from danceoff.questions.question import OF_COVERS, Derived, Option

if TYPE_CHECKING:
    from danceoff.questions.drive import Drive
    from danceoff.questions.events import Events


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
        from danceoff.solvers.engines import diagram  # late: Numba, 0.3 s

        first, end = drive.options["covers"]
        graph, count = self.diagram_of(drive)
        if end > count:
            raise InvalidProblem(f"{drive.instance.name}: it has {decimal(count)} covers, numbered from 0")
        yield from drive.shown(iter(diagram.covers_from(graph, first, end)))
        yield Ended("complete", f"from number {decimal(first)} of {decimal(count)}")

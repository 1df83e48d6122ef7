"""A backend that says what a test wants it to say of the cheapest covers."""

from collections.abc import Generator
from dataclasses import dataclass
from typing import ClassVar

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.solvers.base import Feature, Improvement, Search, Solver


@dataclass(frozen=True)
class Scripted(Solver):
    """Says one thing after the other, and then ends or goes on for ever."""

    says: tuple[tuple[Cover | None, int | None], ...] = ()
    is_endless: bool = False

    name: ClassVar[str] = "scripted"
    features: ClassVar[frozenset[Feature]] = frozenset({Feature.BEST, Feature.LIST})

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:  # noqa: ARG002
        return ScriptedSearch(self.says, self.is_endless)

    def warm_up(self, problem: ExactCover, listing: bool) -> None:
        pass


class ScriptedSearch(Search):
    def __init__(self, says: tuple[tuple[Cover | None, int | None], ...], is_endless: bool = True) -> None:
        self.says, self.is_endless = says, is_endless

    def _batches(self) -> Generator[Covers]:
        yield from ()

    def _cheapest(self, limit: int) -> Generator[Improvement]:  # noqa: ARG002
        for step in self.says:
            yield Improvement(*step)
        while self.is_endless:
            yield Improvement()

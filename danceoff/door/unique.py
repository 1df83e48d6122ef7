"""Whether there is exactly one cover."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any

from danceoff.door.found import FoundCover, FoundCovers
from danceoff.door.inquiry import inquiry
from danceoff.problems.model.costs import Amount
from danceoff.problems.pictures.pair import Pair
from danceoff.questions.unique import VERDICTS
from danceoff.solvers import Solver


@dataclass(frozen=True)
class Uniqueness:
    """Whether there is exactly one cover; true if so.

    verdict: `none`, `one` or `several`.
    covers: no cover, the only one, or two that differ.
    only_first: of two covers, the options that only the first holds, by name or else number.
    only_second: of two covers, the options that only the second holds, by name or else number.
    """

    verdict: str
    covers: FoundCovers
    only_first: list[Hashable]
    only_second: list[Hashable]

    @property
    def picture(self) -> str:
        """The covers as plain text; if there are two, their differences are marked."""
        pair = self._pair
        return pair.text() if pair else "\n\n".join(cover.picture for cover in self.covers)

    @property
    def _pair(self) -> Pair | None:
        """The two covers to draw; None if there are fewer, or for a sub-problem without a board."""
        root, places = self.covers.numbering.instance, self.covers.numbering.places
        if len(self.covers) < 2 or (not root.board.is_drawn and places is not None):
            return None
        return Pair(root.problem, root.board, self.covers[0].numbers, self.covers[1].numbers)

    def __bool__(self) -> bool:
        return self.verdict == "one"

    def _repr_svg_(self) -> str | None:
        """How a notebook shows it."""
        if not self.covers or (drawn := self.covers[0]._repr_svg_()) is None:
            return None
        return self._pair.svg("two covers") if self._pair else drawn


def unique(
    problem: Any,
    solver: str | Solver = "auto",
    time_limit: float | None = None,
    memory_limit: float | None = None,
    isolate: bool = False,
    *,
    given: Iterable[Hashable] = (),
    without: Iterable[Hashable] = (),
    at_most: Amount | None = None,
    up_to_symmetry: bool | str = False,
) -> Uniqueness:
    """Return whether there is no cover, exactly one, or several, and then two that differ.

    The arguments and their errors are those of `danceoff.solve`. Raises TimeoutError or MemoryError if a limit comes
    before the answer, and RuntimeError if the solver fails.
    """
    limits = None, time_limit, memory_limit, isolate
    asks = inquiry("unique", problem, solver, *limits, given, without, at_most, up_to_symmetry=up_to_symmetry)
    found = asks.outcome()
    found.raise_unless_decided(asks, "not decided")
    covers = found.covers
    only: list[list[Hashable]] = [[], []]
    if len(covers) == 2:
        only = [_only(one, other) for one, other in (covers, covers[::-1])]
    return Uniqueness([*VERDICTS][len(covers)], covers, *only)


def _only(one: FoundCover, other: FoundCover) -> list[Hashable]:
    """The names of the options that only the first of two covers holds; several options may share a name."""
    others = {*other.numbers}
    return [name for number, name in zip(one.numbers, one.options, strict=True) if number not in others]

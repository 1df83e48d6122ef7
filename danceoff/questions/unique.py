"""Whether there is exactly one cover."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from danceoff.questions.question import Answer, Lists

if TYPE_CHECKING:
    from danceoff.found import FoundCover, FoundCovers
    from danceoff.problems import Cover
    from danceoff.problems.model.costs import Amount
    from danceoff.problems.pictures.pair import Pair
    from danceoff.solvers import Solver

VERDICTS = {"none": "no cover", "one": "exactly one cover", "several": "at least two covers"}
"""Verdict -> the same in words."""


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
        from danceoff.problems.pictures.pair import Pair

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
) -> Uniqueness:
    """Return whether there is no cover, exactly one, or several, and then two that differ.

    The arguments and their errors are those of `danceoff.solve`. Raises TimeoutError or MemoryError if a limit comes
    before the answer, and RuntimeError if the solver fails.
    """
    from danceoff.solving import solve

    limits = time_limit, memory_limit, isolate
    found = solve(problem, solver, 2, *limits, given=given, without=without, at_most=at_most)
    if found.status == "timeout":
        raise TimeoutError(f"not decided within {time_limit:g} s: {len(found.covers)} covers by then")
    if found.status == "memory":
        raise MemoryError(found.detail)
    if found.status not in ("complete", "limit"):
        raise RuntimeError(f"{found.solver}: {found.status}: {found.detail}")
    covers = found.covers
    only: list[list[Hashable]] = [[], []]
    if len(covers) == 2:
        only = [_only(one, other) for one, other in (covers, covers[::-1])]
    return Uniqueness([*VERDICTS][len(covers)], covers, *only)


def _only(one: FoundCover, other: FoundCover) -> list[Hashable]:
    """The names of the options that only the first of two covers holds; several options may share a name."""
    others = {*other.numbers}
    return [name for number, name in zip(one.numbers, one.options, strict=True) if number not in others]


class UniqueQuestion(Lists):
    """Whether there is exactly one cover."""

    name: ClassVar[str] = "unique"
    asks: ClassVar[str] = "whether there is exactly one cover"
    help: ClassVar[str] = "exactly one cover, none, or two that differ"
    default_limit: ClassVar[int | None] = 2
    of_sudoku_lists: ClassVar[bool] = True

    def refuse(self, given: Mapping[str, Any]) -> None:
        """Raise ValueError for another limit, and for models of one cover."""
        if given["limit"]:
            raise ValueError(f"--task {self.name} stops after {self.default_limit} covers; leave out --limit")
        if given["stl"] or given["glb"]:
            raise ValueError(f"--stl and --glb are models of the first cover; --task {self.name} shows none")
        super().refuse(given)

    def limited(self, limit: int | None) -> int | None:
        """Return 2, the only limit."""
        if limit not in (None, self.default_limit):
            raise ValueError(f"task {self.name} stops after {self.default_limit} covers: leave out the limit")
        return self.default_limit

    def contradicts_published(self, row: Any) -> bool:
        """Whether another verdict follows from the published number of covers or orbits."""
        published = row.published_orbits if row.up_to_symmetry else row.published
        return row.status == "complete" and published is not None and row.n_apart != min(published, len(VERDICTS) - 1)

    def says_number(self, row: Any) -> bool:
        """Return True: a verdict always follows from the number of covers."""
        return True

    def of_each_sudoku(self, answered: int, solved: int, one: int) -> dict[str, int]:
        """Return how many sudokus have no cover, exactly one, and several."""
        return {"none": answered - solved, "one": one, "several": solved - one}

    def form(self, show: Any) -> Any:
        """Let covers be sent as numbers: two are shown beside each other at the end."""
        return replace(type(show)(), options=True, explain=show.explain, apart=show.apart)

    def in_words(self, row: Any, answer: Answer) -> str:
        """Return the verdict of a complete search."""
        words = VERDICTS[_verdict(row)]
        if not row.covers or not row.up_to_symmetry:
            return words
        orbit = f" ({row.covers} in its orbit)" if row.orbits == 1 else ""
        return f"{words} up to symmetry{orbit}"

    def remarks(self, row: Any, answer: Answer, seen: Mapping[str, Any]) -> list[str]:
        """Return in how many options two covers differ; nothing without two."""
        first, second = map(len, _held_by_one(answer.covers))
        if first == second:
            return [f"they differ in {first} option{'s' * (first != 1)}"] if first else []
        return [f"{first} option{'s are' if first != 1 else ' is'} only in the first, {second} only in the second"]

    def json(self, row: Any, answer: Answer) -> str:
        """Return the verdict, and the options that only one of two covers holds."""
        first, second = _held_by_one(answer.covers)
        verdict = f'"{_verdict(row)}"' if row.status == "complete" else "null"
        return f'"verdict": {verdict}, "only_first": {first}, "only_second": {second}'


def _verdict(row: Any) -> str:
    """The verdict of a complete search."""
    n_covers: int = row.n_apart
    return [*VERDICTS][n_covers]


def _held_by_one(covers: Sequence[Cover]) -> list[list[int]]:
    """The options that only the first cover holds, and those that only the second holds; empty without two."""
    if len(covers) < 2:
        return [[], []]
    first, second = map(set, covers)
    return [sorted(first - second), sorted(second - first)]

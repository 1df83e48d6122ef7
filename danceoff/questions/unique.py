"""Whether there is exactly one cover."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, ClassVar

from danceoff.questions.answer import Answer
from danceoff.questions.question import Lists

if TYPE_CHECKING:
    from danceoff.problems.pictures.pair import Pair

VERDICTS = {"none": "no cover", "one": "exactly one cover", "several": "at least two covers"}
"""Verdict -> the same in words."""


class Uniqueness(Answer):
    """Whether there is exactly one cover; true if so.

    covers: no cover, the only one, or two that differ.
    """

    @property
    def verdict(self) -> str:
        """`none`, `one` or `several`."""
        return [*VERDICTS][self.n_apart]  # the search stops at the second cover

    @property
    def only_first(self) -> list[Hashable]:
        """The options that only the first of two covers holds, each by its name or else its number."""
        return [self.covers.numbering.name(number) for number in self._held_by_one[0]]

    @property
    def only_second(self) -> list[Hashable]:
        """The options that only the second of two covers holds, each by its name or else its number."""
        return [self.covers.numbering.name(number) for number in self._held_by_one[1]]

    @property
    def _held_by_one(self) -> list[list[int]]:
        """The options that only the first cover holds, and that only the second holds; empty without two covers."""
        if len(self.numbers) < 2:
            return [[], []]
        first, second = map(set, self.numbers)
        return [sorted(first - second), sorted(second - first)]

    @property
    def pair(self) -> Pair:
        """The two covers, to be drawn beside each other."""
        from danceoff.problems.pictures.pair import Pair  # late: NumPy

        return Pair(self.instance.problem, self.instance.board, *self.numbers)

    @property
    def _is_pair(self) -> bool:
        """Whether there are two covers to draw, on a board or by the names of options of the whole problem."""
        return len(self.covers) == 2 and (self.instance.board.is_drawn or self.covers.numbering.places is None)

    @property
    def picture(self) -> str:
        """The covers as plain text; if there are two, their differences are marked."""
        return self.pair.text() if self._is_pair else "\n\n".join(cover.picture for cover in self.covers)

    @property
    def decided(self) -> str:
        """The verdict in words."""
        words, orbits = VERDICTS[self.verdict], self.known.get("orbits")
        if not self.n_covers or not self.ask.selection.up_to_symmetry:
            return words
        orbit = f" ({self.n_covers} in its orbit)" if orbits == 1 else ""
        return f"{words} up to symmetry{orbit}"

    @property
    def remarks(self) -> list[str]:
        """In how many options two covers differ; empty without two covers."""
        first, second = map(len, self._held_by_one)
        if first == second:
            return [f"they differ in {first} option{'' if first == 1 else 's'}"] if first else []
        return [f"{first} options only in the first, {second} only in the second"]

    @property
    def members(self) -> dict[str, Any]:
        """The verdict, and the options that only one of two covers holds."""
        first, second = self._held_by_one
        verdict = self.verdict if self.status == "complete" else None
        return {"verdict": verdict, "only_first": first, "only_second": second}

    def __bool__(self) -> bool:
        return self.verdict == "one"

    def _repr_svg_(self) -> str | None:
        """Draw the cover, or two beside each other, for a notebook; None, for text, if there is nothing to draw."""
        if not self.covers or (drawn := self.covers[0]._repr_svg_()) is None:
            return None
        return self.pair.svg("two covers") if self._is_pair else drawn


class UniqueQuestion(Lists):
    """Whether there is exactly one cover."""

    name: ClassVar[str] = "unique"
    asks: ClassVar[str] = "whether there is exactly one cover"
    help: ClassVar[str] = "one cover, none, or two that differ"
    default_limit: ClassVar[int | None] = 2
    has_own_limit: ClassVar[bool] = True
    forms: ClassVar[tuple[str, ...]] = ("svg", "gallery")
    answer: ClassVar[type[Answer]] = Uniqueness

    def contradicts_published(self, row: Any) -> bool:
        """Return whether another verdict follows from the published number of covers or orbits."""
        published = row.published_orbits if row.up_to_symmetry else row.published
        return row.status == "complete" and published is not None and row.n_apart != min(published, len(VERDICTS) - 1)

    def says_number(self, row: Any) -> bool:
        """Return True: a verdict always follows from the number of covers."""
        return True

    def form(self, show: Any) -> Any:
        """Have covers sent as option numbers; two covers are shown beside each other at the end."""
        return type(show)(options=True)

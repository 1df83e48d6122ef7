"""Whether there is exactly one cover."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from danceoff.questions.question import Answer, Lists, Refused

if TYPE_CHECKING:
    from danceoff.problems import Cover

VERDICTS = {"none": "no cover", "one": "exactly one cover", "several": "at least two covers"}
"""Verdict -> the same in words."""


class UniqueQuestion(Lists):
    """Whether there is exactly one cover."""

    name: ClassVar[str] = "unique"
    asks: ClassVar[str] = "whether there is exactly one cover"
    help: ClassVar[str] = "exactly one cover, none, or two that differ"
    default_limit: ClassVar[int | None] = 2
    has_own_limit: ClassVar[bool] = True
    of_sudoku_lists: ClassVar[bool] = True

    def refuse_forms(self, forms: Collection[str]) -> None:
        """Refuse models of one cover, too."""
        super().refuse_forms(forms)
        if not {"stl", "glb"}.isdisjoint(forms):
            raise Refused(f"--stl and --glb are models of the first cover; {self.asked_by} shows none")

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
        return type(show)(options=True)

    def in_words(self, row: Any, answer: Answer) -> str:
        """Return the verdict of a complete search."""
        words = VERDICTS[_verdict(row)]
        if not row.covers or not row.up_to_symmetry:
            return words
        orbit = f" ({row.covers} in its orbit)" if row.orbits == 1 else ""
        return f"{words} up to symmetry{orbit}"

    def remarks(self, row: Any, answer: Answer) -> list[str]:
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

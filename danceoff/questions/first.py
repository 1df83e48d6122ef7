"""One cover, whichever is found first; of a puzzle with givens, such as a sudoku, whether it is the only one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from danceoff.questions.events import Found
from danceoff.questions.question import Lists

if TYPE_CHECKING:
    from danceoff.problems import Cover
    from danceoff.questions.drive import Drive

QUICK_S = 0.5
"""A search that took longer is not repeated, and the repetition takes at most twice as long."""
NOT_KNOWN = "--task unique says whether it is the only one"


class FirstQuestion(Lists):
    """One cover."""

    name: ClassVar[str] = "first"
    asks: ClassVar[str] = "one cover"
    default_limit: ClassVar[int | None] = 1

    def afterwards(self, drive: Drive) -> list[str]:
        """Return whether the cover of a puzzle is the only one, and whether there may be cheaper covers."""
        said, problem = [], drive.instance.problem
        is_puzzle = drive.ask.limit == 1 and drive.instance.board.has_givens(problem)
        if is_puzzle and not drive.ask.selection.up_to_symmetry and not drive.ask.selection.distinct:
            said.append(uniqueness(drive) if drive.totals.search_s < QUICK_S else NOT_KNOWN)
        if problem.has_costs:
            said.append("its options have costs: --task best finds a best cover")
        return said


def uniqueness(drive: Drive) -> str:
    """Return `unique`, or `not unique` and the first square that differs in two covers, or NOT_KNOWN."""
    again = drive.again("unique", 2 * QUICK_S)
    found: list[Cover] = []
    for event in again.events():
        if isinstance(event, Found):
            found += event.covers
    if len(found) > 1:
        return f"not unique: {drive.instance.board.difference(*found)}"
    return "unique" if found and again.status == "complete" else NOT_KNOWN

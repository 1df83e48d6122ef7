"""The questions that a solver answers, a line each; `task` finds these and those that no solver walks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from danceoff.questions.question import Question


@dataclass(frozen=True)
class Task:
    """A question that a solver answers.

    name: its name in plans, rows and on the command line.
    lists: whether it needs the covers, and not only their number.
    by_cost: whether it looks for the cheapest covers.
    relaxes: whether items may stay uncovered, each at a cost of 1.
    certifies: whether it leaves a certificate.
    default_limit: covers after which it is answered; None if it asks for all.
    is_limit_fixed: whether a case may have no other limit.
    in_plans: whether plans have it, too.
    """

    name: str
    lists: bool = False
    by_cost: bool = False
    relaxes: bool = False
    certifies: bool = False
    default_limit: int | None = None
    is_limit_fixed: bool = False
    in_plans: bool = True

    @property
    def is_done_at_limit(self) -> bool:
        """Whether a search that lists covers has answered the question when it reaches the limit."""
        return self.lists and self.default_limit is not None

    @property
    def keeps_order(self) -> bool:
        """Whether the answer depends on the numbering, so that items and options are not shuffled."""
        return self.certifies

    @property
    def is_exact(self) -> bool:
        """Whether the answer may be compared with what is published."""
        return not self.relaxes


WALKED = {
    task.name: task
    for task in (
        Task("first", lists=True, default_limit=1),
        Task("unique", lists=True, default_limit=2, is_limit_fixed=True),
        Task("enumerate", lists=True),
        Task("count"),
        Task("best", by_cost=True, default_limit=1),
        Task("nearest", by_cost=True, relaxes=True, default_limit=1, in_plans=False),
        Task("certify", certifies=True),
        Task("certify-best", by_cost=True, certifies=True, default_limit=1),
    )
}


def task(name: str) -> Task | Question:
    """Return the question of that name; raises ValueError if there is none."""
    if name in WALKED:
        return WALKED[name]
    from danceoff.questions.table import QUESTIONS

    if name in QUESTIONS:
        return QUESTIONS[name]
    raise ValueError(f"unknown task {name!r}; there are {', '.join((*WALKED, *QUESTIONS))}")

"""The questions that a solver answers, a line each; `task` finds these and those that no solver walks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from danceoff.questions.question import Question
    from danceoff.questions.words import Words


@dataclass(frozen=True)
class Task:
    """A question that a solver answers.

    name: its name in plans, rows and on the command line.
    asks: what it asks for, in the words of a report.
    help: what it asks, for the command line, where its name does not say it.
    lists: whether it needs the covers, and not only their number.
    by_cost: whether it looks for the cheapest covers.
    relaxes: whether items may stay uncovered, each at a cost of 1.
    certified: the question whose answer it certifies; empty if it leaves no certificate.
    default_limit: covers after which it is answered; None if it asks for all.
    is_limit_fixed: whether a case may have no other limit.
    in_plans: whether plans have it, too.
    of_sudoku_lists: whether it is asked of a file of many sudokus, too.
    shows_together: whether the covers are shown together at the end, below the sentence that answers the question.
    said_by: the module beside this one that says the answer as its `Says`; empty if that is a number of covers.
    """

    name: str
    asks: str = ""
    help: str = ""
    lists: bool = False
    by_cost: bool = False
    relaxes: bool = False
    certified: str = ""
    default_limit: int | None = None
    is_limit_fixed: bool = False
    in_plans: bool = True
    of_sudoku_lists: bool = False
    shows_together: bool = False
    said_by: str = ""

    is_walked: ClassVar[bool] = True

    @property
    def certifies(self) -> bool:
        """Whether it leaves a certificate."""
        return bool(self.certified)

    @property
    def shows_covers(self) -> bool:
        """Whether it finds covers that can be shown."""
        return self.lists or self.by_cost

    draws = shows_covers
    """Whether the answer has a picture."""

    @property
    def finds_costs(self) -> bool:
        """Whether the answer is a cost, and not a number of covers."""
        return self.by_cost and not self.certifies

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

    @property
    def words(self) -> Words:
        """How its answer is said."""
        from danceoff.questions.words import Words

        words: Words = import_module(f"danceoff.questions.{self.said_by}").Says() if self.said_by else Words()
        return words


_CERTIFIED = "certified (times exclude the certificate and its check)"

WALKED = {
    task.name: task
    for task in (
        Task("first", "one cover", lists=True, default_limit=1, of_sudoku_lists=True, said_by="first"),
        Task(
            "unique",
            "whether there is exactly one cover",
            "exactly one cover, none, or two that differ",
            lists=True,
            default_limit=2,
            is_limit_fixed=True,
            of_sudoku_lists=True,
            shows_together=True,
            said_by="unique",
        ),
        Task("enumerate", "all covers, listed and checked", lists=True),
        Task("count", "all covers, counted", of_sudoku_lists=True),
        Task("best", "the cheapest cover, and the proof", by_cost=True, default_limit=1, said_by="best"),
        Task(
            "nearest",
            "",
            "as many items covered as possible",
            by_cost=True,
            relaxes=True,
            default_limit=1,
            in_plans=False,
            said_by="nearest",
        ),
        Task("certify", f"all covers, {_CERTIFIED}", certified="count"),
        Task(
            "certify-best",
            f"a cheapest cover, {_CERTIFIED}",
            by_cost=True,
            certified="best",
            default_limit=1,
            said_by="best",
        ),
    )
}
"""Name of the task -> question."""
DEFAULT = "first"
"""What `danceoff solve` asks by itself."""


def named(which: Callable[[Task], bool]) -> str:
    """Return the names of those questions that a solver answers: `first, unique and count`."""
    *names, last = [task.name for task in WALKED.values() if which(task)]
    return f"{', '.join(names)} and {last}" if names else last


def task(name: str) -> Task | Question:
    """Return the question of that name; raises ValueError if there is none."""
    if name in WALKED:
        return WALKED[name]
    from danceoff.questions.table import QUESTIONS

    if name in QUESTIONS:
        return QUESTIONS[name]
    raise ValueError(f"unknown task {name!r}; there are {', '.join((*WALKED, *QUESTIONS))}")

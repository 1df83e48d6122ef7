"""Solves a list of sudokus on one prepared board, from text to text, tens of thousands per second."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from danceoff import solvers
from danceoff.addons.puzzles.lists import refuse, sdk_list
from danceoff.asking.ask import Ask
from danceoff.asking.clock import Clock
from danceoff.experiments.run.one_case.messages import Send, Show
from danceoff.experiments.run.one_case.reporter import told_of_loading
from danceoff.problems import Covers, ExactCover, Fingerprint, check
from danceoff.problems.formats.lines import text_of
from danceoff.questions.unique import VERDICTS

_INSTEAD = {0: f"{VERDICTS['none']}\n", 2: f"{VERDICTS['several']}\n"}
"""The line of a puzzle without a cover, and with several where one is expected."""


@dataclass
class SudokuListRun:
    """Answers a list of sudokus, a few thousand at a time, and keeps the totals.

    Raises InvalidProblem if the file is not a list, and Refused if the case is not for lists.

    case: the list and the task. For each puzzle, `count` gives the number of covers up to the limit, `first` a cover,
        and `unique` the cover if there is exactly one.
    clock: measures the search, but not the use of its answers.
    status: as in a row: `complete` or `wrong`.
    answered: puzzles answered so far.
    solved: puzzles that have a cover.
    unique: puzzles that have exactly one cover; not known for task `first`, nor if the limit is 1.
    covers: covers found, over all puzzles.
    fingerprint: fingerprint of the first cover of every puzzle.
    """

    case: Ask
    solver: solvers.Solver
    clock: Clock = field(default_factory=Clock)
    status: str = "complete"
    answered: int = 0
    solved: int = 0
    unique: int = 0
    covers: int = 0
    fingerprint: Fingerprint = field(default_factory=Fingerprint)

    def __post_init__(self) -> None:
        refuse(self.case)
        self.puzzles = sdk_list.read(text_of(self.case.problem), self.case.problem)

    def lines(self) -> Iterator[str]:
        """Yield the answers as text, one line per puzzle, in order: a filled board, the number of covers, or words.

        Ends at the first wrong board. Raises UnsupportedProblem if the solver does.
        """
        limit = self.case.question.default_limit or self.case.limit or np.iinfo(np.int64).max
        for found in self.clock.timing(self.solver.each(self.puzzles.problem, self.puzzles.givens, limit)):
            self._take_in(found)
            yield self._written(found)
            if self.status != "complete":
                return

    def columns(self) -> dict[str, Any]:
        """Return the totals so far, as columns of a row and further values of an answer."""
        counts = {"answered": self.answered, "solved": self.solved, "unique": self.unique}
        return {
            "digest": self.puzzles.problem.digest,
            "sudokus": {"puzzles": len(self.puzzles.givens), **counts},
            "covers": self.covers,
            "fingerprint": str(self.fingerprint),
            "search_s": self.clock.wall_s,
            "cpu_s": self.clock.cpu_s,
        }

    def warm_up(self) -> None:
        """Load everything that the search needs, so that its time includes no loading."""
        self.solver.warm_up(self.puzzles.problem, listing=True)
        for _ in self.solver.each(ExactCover.from_options(["a"], "a"), Covers.of([()]), 1):
            pass

    def _take_in(self, found: solvers.Answers) -> None:
        solved = found.first.select(found.n_covers > 0)
        if not check(self.puzzles.problem, solved).all():
            self.status = "wrong"
        self.answered += len(found.n_covers)
        self.solved += len(solved)
        self.unique += int(np.count_nonzero(found.n_covers == 1))
        self.covers += int(found.n_covers.sum())
        self.fingerprint += Fingerprint.of(solved)

    def _written(self, found: solvers.Answers) -> str:
        if not self.case.question.lists:
            return "".join(f"{n}\n" for n in found.n_covers.tolist())
        shown = found.n_covers == 1  # the task `first` counts at most one
        boards = sdk_list.write(found.first.select(shown), self.puzzles.side)
        if shown.all():
            return boards
        board = iter(boards.splitlines(keepends=True))
        return "".join(next(board) if n == 1 else _INSTEAD[n] for n in found.n_covers.tolist())


def work(case: Ask, solver: solvers.Solver, clock: Clock, show: Show | None, send: Send) -> None:
    """Answer the puzzles, and send the totals after every few thousand puzzles.

    show: the form in which the answers are sent as text; None to send only the totals.

    Raises the exceptions of the solver.
    """
    run, detail = SudokuListRun(case, solver, clock), ""
    if show is None:  # who waits for answers loads what they need, and a run loads all before
        run.warm_up()
    send(ready=True, solver=str(run.solver), prepare_s=0.0, **run.columns())
    with told_of_loading(send):
        for lines in run.lines():
            late = run.case.limits.too_late(clock.wall_s, clock.cpu_s)
            if show and show.text:
                send(printed=lines.encode())
            if late is not None and run.answered < len(run.puzzles.givens):
                run.status, detail = "timeout", late
                break
            send(**run.columns())
    detail = "a board that is not a solution" if run.status == "wrong" else detail
    send(**run.columns(), status=run.status, detail=detail)

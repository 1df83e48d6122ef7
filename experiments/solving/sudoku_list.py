"""A list of sudokus on one prepared board: from text to text, some tens of thousands a second."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import numpy as np

import solvers
from experiments import BadInput
from problems import Covers, ExactCover, Fingerprint, InvalidProblem, check
from problems.formats import sdk_list
from problems.sources import text_of

NO_COVER = "no cover"
"""Stands in the line of a puzzle that has none."""


@dataclass
class SudokuListRun:
    """The answers to a list, some thousand at a time, and what came of them so far.

    Raises BadInput for what cannot be asked. counts: say how many covers each has, at most `limit`, and not the first.
    """

    file: str
    spec: str
    counts: bool
    limit: int | None = None
    time_limit_s: float | None = None
    status: str = "complete"
    answered: int = 0
    solved: int = 0
    covers: int = 0
    search_s: float = 0.0
    fingerprint: Fingerprint = field(default_factory=Fingerprint)

    def __post_init__(self) -> None:
        self.begun = perf_counter()
        try:
            self.puzzles = sdk_list.read(text_of(self.file), self.file)
            self.solver = solvers.load(self.spec)
        except (InvalidProblem, ValueError, solvers.MissingBackend) as error:
            raise BadInput(str(error)) from None
        self.prepare_s = perf_counter() - self.begun

    def lines(self) -> Iterator[str]:
        """The answers as text, a line a puzzle, in their order: a filled board, or how many covers there are."""
        limit = (self.limit or np.iinfo(np.int64).max) if self.counts else 1
        try:
            self._warm_up()
            begun = perf_counter()
            for found in self.solver.each(self.puzzles.problem, self.puzzles.givens, limit):
                self._take_in(found)
                self.search_s = perf_counter() - begun
                yield self._written(found)
                late = self.time_limit_s is not None and perf_counter() - self.begun > self.time_limit_s
                if late and self.answered < len(self.puzzles.givens):
                    self.status = "timeout"
                if self.status != "complete":
                    return
        except solvers.UnsupportedProblem as error:
            raise BadInput(str(error)) from None

    def summary(self) -> str:
        """What became of the list, for people."""
        took = f"{self.search_s:.3f} s by {self.solver}"
        if self.status == "wrong":
            return f"a board that is no solution after {took}"
        told = f"{self.answered} puzzles, {self.solved} with a cover, in {took}"
        missing = len(self.puzzles.givens) - self.answered
        return f"{told}; time limit reached, {missing} not answered" if missing else told

    def columns(self) -> dict[str, Any]:
        """The same for programs, in the words of a row."""
        return {
            "problem": self.file,
            "digest": self.puzzles.problem.digest,
            "solver": str(self.solver),
            "task": "count" if self.counts else "first",
            "status": self.status,
            "puzzles": len(self.puzzles.givens),
            "answered": self.answered,
            "solved": self.solved,
            "covers": self.covers,
            "fingerprint": str(self.fingerprint),
            "prepare_s": self.prepare_s,
            "search_s": self.search_s,
        }

    def _warm_up(self) -> None:
        """Load what the search will need, so that its time does not hold that."""
        self.solver.warm_up(self.puzzles.problem, listing=True)
        for _ in self.solver.each(ExactCover.from_options(["a"], "a"), Covers.of([()]), 1):
            pass

    def _take_in(self, found: solvers.Answers) -> None:
        solved = self._solved(found)
        if not check(self.puzzles.problem, solved).all():
            self.status = "wrong"
        self.answered += len(found.n_covers)
        self.solved += len(solved)
        self.covers += int(found.n_covers.sum())
        self.fingerprint += Fingerprint.of(solved)

    def _written(self, found: solvers.Answers) -> str:
        if self.counts:
            return "".join(f"{n}\n" for n in found.n_covers.tolist())
        boards = sdk_list.write(self._solved(found), self.puzzles.side)
        if found.n_covers.all():
            return boards
        board = iter(boards.splitlines(keepends=True))
        return "".join(next(board) if n else f"{NO_COVER}\n" for n in found.n_covers.tolist())

    def _solved(self, found: solvers.Answers) -> Covers:
        return found.first.select(found.n_covers > 0)


def is_list(file: str) -> bool:
    """Whether a file holds a list of sudokus; what is wrong with it is for its reader to say."""
    try:
        return sdk_list.is_list(text_of(file))
    except InvalidProblem:
        return False

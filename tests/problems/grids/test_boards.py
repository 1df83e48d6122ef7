"""A new kind of board is one class: with `plain` and `draw` it has every picture, with `looks` symmetries."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pytest

from danceoff.addons.puzzles.play.page import problem_data
from danceoff.problems import Cover, ExactCover
from danceoff.problems.analysis.diagnosis import reasons
from danceoff.problems.analysis.group import symmetries
from danceoff.problems.board import Board
from danceoff.problems.grids.board_symmetries import Looks
from danceoff.problems.instance import Instance
from danceoff.problems.model.cover import IntArray
from danceoff.problems.pictures.animation import Frame, animation
from danceoff.problems.pictures.drawing import CELL, Drawing, path, rectangle
from danceoff.problems.pictures.pair import Pair


@dataclass(frozen=True, eq=False, repr=False)
class Row(Board):
    """A row of squares; option k fills those from `first[k]` up to `last[k]`."""

    n_squares: int
    first: IntArray
    last: IntArray

    def plain(self, problem: ExactCover, cover: Cover) -> str:
        """Return - for a square and | for an end."""
        return "|".join("-" * int(self.last[k] - self.first[k]) for k in sorted(cover))

    def draw(self, problem: ExactCover, cover: Cover) -> Drawing:
        """Return a box for each option."""
        return Drawing(self.n_squares * CELL, CELL, [path("c0 side", self._box(option)) for option in cover])

    def looks(self) -> Iterator[Looks]:
        """Yield both ends, and those of the row reversed."""
        yield np.column_stack([self.first, self.last]).astype(np.int64)
        yield np.column_stack([self.n_squares - self.last, self.n_squares - self.first]).astype(np.int64)

    def _box(self, option: int) -> str:
        first, last = int(self.first[option]), int(self.last[option])
        return rectangle(CELL * first, 0, CELL * (last - first))


def row_of_four() -> Instance:
    ends = [(first, last) for first in range(4) for last in range(first + 1, 5)]
    problem = ExactCover.from_options([[f"s{k}" for k in range(*own)] for own in ends], [f"s{k}" for k in range(4)])
    first, last = np.array(ends, np.int32).T
    return Instance("row/4", "row", problem, None, Row(4, first, last))


def test_a_new_board_has_every_picture_without_a_line_elsewhere() -> None:
    case = row_of_four()
    halves, whole = (1, 8), (3,)
    assert case.problem.items_of(1) + case.problem.items_of(8) == [0, 1, 2, 3]
    assert case.picture(halves) == case.boxed(halves, 80, coloured=True) == "--|--"
    assert case.svg(halves, "row").count("c0 side") == 2
    assert case.board.exhibit(case.problem, halves, "row", True)["svg"].count("c0 side") == 2
    assert case.conflict([0], []) is None
    pair = Pair(case.problem, case.board, halves, whole)
    assert pair.text().startswith("first\n--|--\n\nsecond\n----\n")
    assert pair.svg("two").count("c0 side") == 3
    frames = [Frame(halves[:n], f"step {n}", 0) for n in range(3)]
    assert animation(case.problem, case.board, frames, "row").count("c0 side") == 2
    assert problem_data(case)["board"] is None
    assert reasons(case.problem, case.board) == []


def test_a_board_without_looks_has_the_symmetries_of_its_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    case = row_of_four()
    expected = symmetries(case.problem, case.board).tolist()
    monkeypatch.delattr(Row, "looks")
    assert symmetries(case.problem, case.board).tolist() == expected

"""Boards of cells."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence

import numpy as np

from danceoff.problems.board import Board
from danceoff.problems.model.cover import BoolArray, Cover, ExactCover
from danceoff.problems.model.printable import fitted
from danceoff.problems.pictures.drawing import Drawing
from danceoff.problems.pictures.mosaic import Mosaic


class CellBoard(Board):
    """A board of cells: an option covers some of them and writes marks on them."""

    @property
    @abstractmethod
    def n_cells(self) -> int:
        """The number of cells."""

    @abstractmethod
    def cells_of(self, option: int) -> list[int]:
        """Return the numbers of the cells that an option covers."""

    @abstractmethod
    def marks_of(self, cover: Cover) -> Iterable[tuple[int, str]]:
        """Yield the cells that a cover marks, each with its mark."""

    @abstractmethod
    def laid_out(self, marks: Sequence[str]) -> str:
        """Return the marks of all cells as text, each in its place."""

    def plain(self, problem: ExactCover, cover: Cover) -> str:
        """Return the mark of each cell in its place; `.` is an empty cell."""
        marks = ["."] * self.n_cells
        for cell, mark in self.marks_of(cover):
            marks[cell] = mark
        return self.laid_out(marks)

    def boxed(self, problem: ExactCover, cover: Cover, columns: int, coloured: bool) -> str:
        """Return the squares with borders between the pieces, layers side by side if they fit, and the legend below.

        A board that is too wide, or has cells that are not squares, is drawn as plain text.
        """
        from danceoff.problems.pictures.boxed import boxed_mosaic  # late: as the module says

        seen = self.mosaic(problem, cover)
        text = boxed_mosaic(seen, columns, coloured) if seen else ""
        text = text or super().boxed(problem, cover, columns, coloured)
        legend = self.legend(cover)
        return f"{text}\n{fitted(legend, columns)}" if legend else text

    def draw(self, problem: ExactCover, cover: Cover) -> Drawing:
        """Return the squares with borders between the pieces."""
        seen = self.mosaic(problem, cover)
        assert seen is not None, "a board of other cells writes its own `draw`"
        return drawing_of(seen)

    def draw_both(self, problem: ExactCover, first: Cover, second: Cover) -> Sequence[Drawing]:
        """Return two covers with lines around squares that differ, or, on other cells, with pale common options."""
        from danceoff.problems.pictures.svg_cells import encircled

        seen = [self.mosaic(problem, cover) for cover in (first, second)]
        differs = self.differing(first, second)
        return [encircled(one, differs) for one in seen if one] or super().draw_both(problem, first, second)

    def panels(self, problem: ExactCover, first: Cover, second: Cover, columns: int, style: str) -> list[str]:
        """Return two covers, and a * in each cell where they differ."""
        from danceoff.problems.pictures.boxed import boxed_mosaic

        differs = self.differing(first, second)
        seen = [one for cover in (first, second) if (one := self.mosaic(problem, cover))]
        if style != "plain" and seen:
            panels = [boxed_mosaic(one, columns, style == "coloured") for one in (*seen, seen[1].starred(differs))]
            if all(panels):
                return panels
        stars = self.laid_out(["*" if one else "." for one in differs])
        return [self.plain(problem, first), self.plain(problem, second), stars]

    def differing(self, first: Cover, second: Cover) -> BoolArray:
        """Return the cells of the options that only one of the two covers holds: bool[n_cells]."""
        differs = np.zeros(self.n_cells, bool)
        for option in {*first} ^ {*second}:
            differs[self.cells_of(option)] = True
        return differs


def drawing_of(seen: Mosaic) -> Drawing:
    """Return a drawing of squares."""
    from danceoff.problems.pictures.svg_cells import cells

    return cells(seen)

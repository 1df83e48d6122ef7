"""Routes through the cells of a board, as of a knight."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import numpy as np

from danceoff.problems.board import Board, Written
from danceoff.problems.grids.board_symmetries import Looks
from danceoff.problems.grids.lattice import cell_images
from danceoff.problems.model.cover import BoolArray, Cover, ExactCover, IntArray
from danceoff.problems.pictures.drawing import CELL, MARGIN, Drawing, dot, path, rectangle


@dataclass(frozen=True, eq=False, repr=False)
class Route(Board):
    """A route through the cells of a board; option k goes from `cell[k]` to `to[k]`.

    is_start: bool[n_options], whether a route with the option begins with it.
    cell, to: int32[n_options], cells numbered row by row; -1 for none.
    """

    n_rows: int
    n_columns: int
    is_start: BoolArray
    cell: IntArray
    to: IntArray

    def plain(self, problem: ExactCover, cover: Cover) -> str:
        """Return the board with the number of its visit, from 1, in each cell."""
        to = {int(self.cell[option]): int(self.to[option]) for option in cover}
        visit: dict[int, int] = {}
        cell = next((int(self.cell[option]) for option in cover if self.is_start[option]), -1)
        while cell >= 0 and cell not in visit:
            visit[cell] = len(visit) + 1
            cell = to.get(cell, -1)
        n_cells = self.n_rows * self.n_columns
        marks = [str(visit.get(cell, ".")) for cell in range(n_cells)]
        width = len(str(n_cells))
        rows = (marks[first : first + self.n_columns] for first in range(0, n_cells, self.n_columns))
        return "\n".join(" ".join(mark.rjust(width) for mark in row) for row in rows)

    def draw(self, problem: ExactCover, cover: Cover) -> Drawing:
        """Draw a chequered board and the moves as lines from centre to centre, with a ring at the start."""
        squares = product(range(self.n_rows), range(self.n_columns))
        dark = "".join(rectangle(MARGIN + c * CELL, MARGIN + r * CELL) for r, c in squares if (r + c) % 2)
        width, height = self.n_columns * CELL, self.n_rows * CELL
        frame = rectangle(MARGIN, MARGIN, width, height)
        elements = [path("empty flat", frame), path("square flat", dark), path("border", frame)]
        for option in cover:
            cell, to = int(self.cell[option]), int(self.to[option])
            if cell < 0:
                continue
            x, y = self._centre(cell)
            if to >= 0:
                x_to, y_to = self._centre(to)
                elements += [path("move", f"M{x:.8g} {y:.8g}L{x_to:.8g} {y_to:.8g}"), dot("dot", x_to, y_to, 1.2)]
            elements.append(dot("dot", x, y, 1.2))
            if self.is_start[option]:
                elements.append(dot("ring", x, y, 3))
        return Drawing(width + 2 * MARGIN, height + 2 * MARGIN, elements)

    def puzzle(self, problem: ExactCover, givens: Cover) -> Written:
        """Return the names of the given steps; `plain` cannot show them, as it follows a route from its start."""
        taken = {*problem.taken.tolist()}
        return Written([*(self.name_in_root(problem, option) for option in givens if option not in taken), ""])

    def looks(self) -> Iterator[Looks]:
        """Yield the looks as they are, and moved by the motions of the board."""
        yield np.column_stack([self.is_start, self.cell, self.to]).astype(np.int64)
        for image in cell_images(np.ones((self.n_rows, self.n_columns), bool)):
            to = np.append(image, -1)  # for no cell, which is -1
            yield np.column_stack([self.is_start, to[self.cell], to[self.to]]).astype(np.int64)

    def _centre(self, cell: int) -> tuple[float, float]:
        return MARGIN + (cell % self.n_columns + 0.5) * CELL, MARGIN + (cell // self.n_columns + 0.5) * CELL

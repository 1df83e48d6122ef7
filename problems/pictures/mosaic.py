"""The content of a picture of a board of cells: areas with borders between them, marks and colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.grids.board_rules import Cage
from danceoff.problems.model.cover import BoolArray, IntArray

BLACK, WALL, EMPTY = -3, -2, -1
CHESSMEN = {"Q": ("♛", "big"), "N": ("♞", "big"), "W": ("♛", "big white"), "B": ("♛", "big black")}
"""The chessmen of `Grid`: a character, and its class in pictures."""


@dataclass(frozen=True, eq=False)
class Mosaic:
    """Layers of cells; all arrays are [layers, rows, columns].

    area: int32, WALL outside the region, BLACK for a black cell, EMPTY where there is no piece; borders are drawn
        between different areas.
    mark: a text for each cell.
    colour: int32, a number below N_COLOURS, or -1 for none.
    strong: bool, whether a mark is a given of the puzzle.
    is_labelled: bool, whether a picture in colours shows the mark, too.
    is_ruled: whether thin lines separate all cells.
    is_chess: whether the marks are chessmen, as in `Grid`.
    longest_arc: on a board of one row, the length in cells of the longest arc between two cells of a piece; else 0.
    traces: the words to show in the first layer.
    is_packed: whether the areas are pieces of a packing.
    cages: the cages to outline in the first layer, with their sums.
    """

    area: IntArray
    mark: NDArray[Any]
    colour: IntArray
    strong: BoolArray
    is_labelled: BoolArray
    is_ruled: bool
    is_chess: bool = False
    longest_arc: int = 0
    traces: Sequence[Trace] = ()
    is_packed: bool = False
    cages: Sequence[Cage] = ()

    def shared(self) -> dict[str, Any]:
        """Return the data that all covers of a gallery share, from the mosaic of the empty board: areas and colours."""
        return {"shape": self.area.shape, "area": self.area.ravel().tolist(), "colour": self.colour.ravel().tolist()}

    def starred(self, chosen: BoolArray) -> Mosaic:
        """Return the mosaic with a * in the chosen cells and no other marks.

        chosen: bool[n_cells].
        """
        is_starred = np.zeros(self.area.shape, bool)
        is_starred[self.area != WALL] = chosen
        mark = np.where(is_starred, "*", np.where(self.area > WALL, "·", self.mark)).astype(object)
        colour = np.where(is_starred, np.maximum(self.colour, 0), -1).astype(np.int32)
        return replace(self, mark=mark, colour=colour)


class Trace(NamedTuple):
    """A word in a grid of letters, whose cells a line joins.

    first, last: its first and last cell, as (row, column).
    colour: the colour of the line.
    """

    first: tuple[int, int]
    last: tuple[int, int]
    colour: int

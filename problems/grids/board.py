"""The boards on which covers are drawn."""

from __future__ import annotations

from typing import TypeAlias, TypeGuard

from danceoff.problems.grids.grid import Grid, Points, Triangles
from danceoff.problems.grids.labelling import Labelling, Route
from danceoff.problems.grids.packing import Packing
from danceoff.problems.grids.tiles import Tiles
from danceoff.problems.grids.words import Words

CellBoard: TypeAlias = Packing | Grid | Words
"""The boards of cells."""

Board: TypeAlias = CellBoard | Triangles | Points | Tiles | Labelling | Route | None
"""What the options of a problem mean; None if they have only names and items."""


def has_squares(board: Board) -> TypeGuard[CellBoard]:
    """Return whether a board consists of squares or cubes, and not of cells on another lattice."""
    return isinstance(board, CellBoard) and (not isinstance(board, Packing) or board.lattice.is_cubic)

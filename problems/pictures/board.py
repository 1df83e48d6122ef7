"""The boards on which covers are drawn."""

from __future__ import annotations

from typing import TypeAlias

from danceoff.problems.grids.drawn import Labelling, Route
from danceoff.problems.grids.grid import Grid, Points, Triangles
from danceoff.problems.grids.packing import Packing
from danceoff.problems.grids.tiles import Tiles
from danceoff.problems.grids.words import Words

CellBoard: TypeAlias = Packing | Grid | Words
"""The boards that are drawn cell by cell."""

Board: TypeAlias = CellBoard | Triangles | Points | Tiles | Labelling | Route | None
"""What the options of a problem mean; None if they have only names and items."""

"""What a problem may be drawn on."""

from __future__ import annotations

from typing import TypeAlias

from danceoff.problems.grids.grid import Grid, Points, Triangles
from danceoff.problems.grids.packing import Packing

Board: TypeAlias = Packing | Grid | Triangles | Points | None
"""What the options of a problem mean; without a board they have only their names and their items."""

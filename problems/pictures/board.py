"""The boards on which covers are drawn."""

from __future__ import annotations

from typing import TypeAlias

from danceoff.problems.grids.grid import Grid, Points, Triangles
from danceoff.problems.grids.packing import Packing

Board: TypeAlias = Packing | Grid | Triangles | Points | None
"""What the options of a problem mean; None if they have only names and items."""

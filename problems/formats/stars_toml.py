"""Star battle as TOML, and its case of one star, the Queens of LinkedIn: no two stars touch, not even at a corner.

stars = 1                    # in each row, column and region
regions = ''' ... '''        # a letter for each square, the same in one region
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from danceoff.problems.formats.toml import are_sides, refuse_unknown
from danceoff.problems.grids.grid import Grid
from danceoff.problems.model.cover import ExactCover, InvalidProblem
from danceoff.problems.model.sizes import LARGEST_NAMED, refuse_beyond_limit


def read(table: Mapping[str, Any]) -> tuple[ExactCover, Grid]:
    """Return the puzzle; of four squares around a corner at most one has a star. Raises InvalidProblem with the key."""
    refuse_unknown(table, ("stars", "regions"), "")
    stars, text = table.get("stars", 0), table.get("regions")
    drawn = text.split() if isinstance(text, str) else []
    if set(map(len, drawn)) == {1}:  # letters stand apart
        drawn = ["".join(line.split()) for line in str(text).splitlines() if line.strip()]
    n, letters = len(drawn), "".join(drawn)
    if not are_sides([stars]) or stars > n > 0:
        raise InvalidProblem("stars: must be a whole number from 1 to the side of the board")
    if not drawn or any(len(row) != n for row in drawn) or len(set(letters)) != n:
        raise InvalidProblem(f"regions: must be a square of letters, of as many kinds as rows; here are {n} rows")
    refuse_beyond_limit(7 * n * n, f"regions: a board of side {n}", LARGEST_NAMED)
    squares = [divmod(square, n) for square in range(n * n)]
    around_it = [[(r + i, c + j) for i in (0, 1) for j in (0, 1)] for r, c in squares]
    corners = [[f"corner-{r}-{c}" for r, c in around if 0 < r < n and 0 < c < n] for around in around_it]
    houses = [(f"row-{r + 1}", f"column-{c + 1}", f"region-{letters[r * n + c]}") for r, c in squares]
    options = [[*own, *around] for own, around in zip(houses, corners, strict=True)]
    primary = dict.fromkeys(house for kind in zip(*houses, strict=True) for house in kind)
    secondary = dict.fromkeys(corner for around in corners for corner in around)
    names, many = [f"r{r + 1} c{c + 1}" for r, c in squares], dict.fromkeys(primary, (stars, stars))
    problem = ExactCover.from_options(options, primary, secondary, names, many)
    square, region = np.arange(n * n, dtype=np.int32), np.unique(list(letters), return_inverse=True)[1]
    return problem, Grid(n, n, square, np.zeros_like(square), "★", regions=region.astype(np.int32))

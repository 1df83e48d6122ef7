"""R. Wainwright's partridge puzzle: one square of side 1, two of side 2, ..., N of side N fill a square: `partridge/8`.

The sum of the first N cubes is the square of N (N + 1) / 2, the side of the board.
"""

import numpy as np

from danceoff.problems.grids.lattice import drawn
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.sizes import refuse_beyond_limit, whole_number

_FORM = "N, the side of the largest squares"


def _build(size: str) -> Model:
    n = whole_number(size, _FORM)
    side = n * (n + 1) // 2
    refuse_beyond_limit(n * side * side, f"a board of side {side}")
    squares = [Piece(f"{k}", drawn(["#" * k] * k), least=k, most=k) for k in range(1, n + 1)]
    return pack(np.ones((side, side), bool), squares).model


FAMILIES = (Family("partridge", _FORM, _build),)

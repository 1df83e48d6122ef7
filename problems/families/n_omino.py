"""The n x n board cut into n-ominoes of any shape: `n-omino/6`."""

import numpy as np

from danceoff.problems.grids.lattice import SQUARES
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.grids.polyforms import polyforms
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.sizes import refuse_beyond_limit, whole_number

_FORM = "N, the side of the board and the size of the pieces"


def _build(size: str) -> Model:
    n = whole_number(size, _FORM)
    refuse_beyond_limit(n**3 << 2 * max(min(n, 40) - 2, 0), f"a board with all polyominoes of {n} cells")
    pieces = [Piece(f"{n}-{k}", cells, least=0, most=None) for k, cells in enumerate(polyforms(SQUARES, n), 1)]
    return pack(np.ones((n, n), dtype=bool), pieces).model


FAMILIES = (Family("n-omino", _FORM, _build),)

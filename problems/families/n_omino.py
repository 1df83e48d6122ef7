"""The n x n board cut into n-ominoes of any shape: `n-omino/6`."""

import numpy as np

from danceoff.problems.grids.lattice import SQUARES, Cells
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.sizes import refuse_beyond_limit, whole_number

_FORM = "N, the side of the board and the size of the pieces"
_SIDES = np.array([(0, 1), (1, 0), (0, -1), (-1, 0)], dtype=np.int32)


def free_polyominoes(n: int) -> list[Cells]:
    """Return the free polyominoes of n cells, n < 16, in a fixed order (OEIS A000105).

    They are grown from those with one cell less, all at once, which takes a fifth of the time of growing them one by
    one.
    """
    shapes = np.zeros((1, 1, 2), dtype=np.int32)
    for _ in range(n - 1):
        beside = (shapes[:, :, None] + _SIDES).reshape(len(shapes), -1, 2)
        is_new = (beside[:, :, None] != shapes[:, None]).any(axis=3).all(axis=2)
        shape, place = np.nonzero(is_new)
        shapes = _different(np.concatenate([shapes[shape], beside[shape, place][:, None]], axis=1))
    return list(shapes)


def _different(shapes: Cells) -> Cells:
    """Return one shape of each class up to rotation and reflection, in its least orientation.

    shapes: int32[n_shapes, n_cells, 2], as is the result.
    """
    turned = shapes[:, None] @ SQUARES.free
    turned -= turned.min(axis=2, keepdims=True)
    codes = np.sort(16 * turned[..., 0] + turned[..., 1] + 1, axis=2).astype(np.uint8)  # a zero would end a string
    first = np.unique(np.sort(codes.view(f"S{codes.shape[2]}")[..., 0], axis=1)[:, 0])
    row, column = np.divmod(first.view(np.uint8).reshape(len(first), -1) - 1, 16)
    return np.stack([row, column], axis=2).astype(np.int32)


def _build(size: str) -> Model:
    n = whole_number(size, _FORM)
    refuse_beyond_limit(n**3 << 2 * max(min(n, 40) - 2, 0), f"a board with all polyominoes of {n} cells")
    pieces = [Piece(f"{n}-{k}", cells, least=0, most=None) for k, cells in enumerate(free_polyominoes(n), 1)]
    return pack(np.ones((n, n), dtype=bool), pieces).model


FAMILIES = (Family("n-omino", _FORM, _build),)

"""The n x n board cut into n-ominoes of any shapes: `n-omino/6`."""

from __future__ import annotations

import numpy as np

from problems.families.size import whole_number
from problems.instance import Family, Known, Model
from problems.lattice import Cells, Freedom, moved_to_origin, orientations
from problems.packing import Piece, pack, refuse_beyond_limit

_FORM = "N, the side of the board and the size of the pieces"
_COUNTS = {4: 117, 5: 4006, 6: 451206, 7: 158753814, 8: 187497290034, 9: 706152947468301}
_SIDES = np.array([(0, 1), (1, 0), (0, -1), (-1, 0)], dtype=np.int32)


def free_polyominoes(n: int) -> list[Cells]:
    """All polyominoes of n cells, one of those that turns and flips make alike, in a fixed order (OEIS A000105)."""
    shapes = [np.zeros((1, 2), dtype=np.int32)]
    for _ in range(n - 1):
        grown: dict[bytes, Cells] = {}
        for shape in shapes:
            present = set(map(tuple, shape.tolist()))
            beside = sorted(set(map(tuple, (shape[:, None] + _SIDES).reshape(-1, 2).tolist())) - present)
            for cell in beside:
                first = orientations(moved_to_origin(np.vstack([shape, [cell]])), Freedom.FREE)[0]
                grown.setdefault(first.tobytes(), first)
        shapes = [grown[key] for key in sorted(grown)]
    return shapes


def _build(size: str) -> Model:
    n = whole_number(size, _FORM)
    refuse_beyond_limit(n**3 << 2 * max(min(n, 40) - 2, 0), f"a board with all polyominoes of {n} cells")
    pieces = [Piece(f"{n}-{k}", cells, unlimited=True) for k, cells in enumerate(free_polyominoes(n), 1)]
    packing = pack(np.ones((n, n), dtype=bool), pieces)
    return packing.problem, packing


FAMILY = Family(
    "n-omino",
    _FORM,
    _build,
    {str(n): Known(covers, None, "OEIS A172477") for n, covers in _COUNTS.items()},
)

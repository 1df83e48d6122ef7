"""The cages of killer sudoku: a dashed line just inside their outlines, and the sum in their first square."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from danceoff.problems.pictures.drawing import path

if TYPE_CHECKING:
    from danceoff.problems.grids.grid import Cage

_CELL = 10
_INSET = 0.9
_SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))


def caged(cage: Cage, n_columns: int, corner: tuple[int, int]) -> Iterator[str]:
    """Yield the elements of a cage.

    n_columns: the squares in a row of the board.
    corner: the upper left corner of the board.
    """
    squares = {divmod(square, n_columns) for square in cage.squares}
    lines = []
    for row, column in sorted(squares):
        for down, right in _SIDES:
            if (row + down, column + right) in squares:
                continue
            ends = [_end((row, column), (down, right), along, squares) for along in ((-right, down), (right, -down))]
            (x, y), (x_last, y_last) = ((corner[0] + x, corner[1] + y) for x, y in ends)
            lines.append(f"M{x:.4g} {y:.4g}L{x_last:.4g} {y_last:.4g}")
    yield path("cage", "".join(lines))
    row, column = divmod(cage.squares[0], n_columns)
    x, y = corner[0] + column * _CELL + 1.3, corner[1] + row * _CELL + 2.2
    yield f'<text x="{x:.4g}" y="{y:.4g}" class="sum">{cage.total}</text>'


def _end(
    square: tuple[int, int], side: tuple[int, int], along: tuple[int, int], squares: set[tuple[int, int]]
) -> tuple[float, float]:
    """Return where the line along a side of a square ends in a direction: where it meets the next line of the cage."""
    (row, column), (down, right) = square, side
    beside = row + along[0], column + along[1]
    ahead = beside[0] + down, beside[1] + right
    reach = 5 - _INSET if beside not in squares else 5 + _INSET if ahead in squares else 5
    y = (row + 0.5) * _CELL + down * (5 - _INSET) + along[0] * reach
    x = (column + 0.5) * _CELL + right * (5 - _INSET) + along[1] * reach
    return x, y

"""MacMahon's tiles with coloured sides: `macmahon-squares/4x6`, `macmahon-triangles/hexagon`.

The tiles are all tiles in some number of colours, rotations counted once. They are laid so that sides that touch have
the same colour, and the whole border has one colour (P. A. MacMahon, New Mathematical Pastimes, 1921).
"""

from itertools import product

from danceoff.addons.puzzles.grids.tiles import hexagon, laid, squares, turned
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import InvalidProblem
from danceoff.problems.model.sizes import parsed

_FORM = "ROWSxCOLUMNS, a board of 6, 24, 70 or 165 squares for 2, 3, 4 or 5 colours"
_COLOURS = {6: 2, 24: 3, 70: 4, 165: 5}


def _squares(size: str) -> Model:
    rows, columns = map(int, parsed(r"([1-9]\d{0,2})x([1-9]\d{0,2})", size, _FORM).groups())
    if rows * columns not in _COLOURS:
        raise InvalidProblem(f"{size!r} is not of the form {_FORM}")
    return laid(squares(rows, columns), _tiles(4, _COLOURS[rows * columns]), border=0)


def _triangles(size: str) -> Model:
    if size != "hexagon":
        raise InvalidProblem(f"{size!r} is not a size: write macmahon-triangles/hexagon")
    return laid(hexagon(2), _tiles(3, 4), border=0)


def _tiles(n_sides: int, n_colours: int) -> list[tuple[int, ...]]:
    """Return all tiles, rotations counted once."""
    return [tile for tile in product(range(n_colours), repeat=n_sides) if tile == turned(tile)[0]]


FAMILIES = (Family("macmahon-squares", _FORM, _squares), Family("macmahon-triangles", "hexagon", _triangles))

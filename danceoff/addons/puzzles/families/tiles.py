"""Square and triangular tiles with coloured sides: sides that touch have one colour, and so has the whole border.

In Eternity II and `edge-matching/6x6-5-1` the tiles are cut from a random board: no tile inside has the colour of the
border, and no two are alike. The board that was cut is a cover. P. A. MacMahon's `macmahon-squares/4x6` and
`macmahon-triangles/hexagon` have all tiles in some number of colours, rotations counted once (New Mathematical
Pastimes, 1921).
"""

from itertools import product
from random import Random

import numpy as np

from danceoff.addons.puzzles.grids.tiles import SYMBOLS, hexagon, laid, squares, turned
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import InvalidProblem
from danceoff.problems.model.sizes import LARGEST_NAMED, parsed, refuse_beyond_limit

_FORM = "ROWSxCOLUMNS-COLOURS-SEED, with 1 to 25 colours"
_FORM_SQUARES = "ROWSxCOLUMNS, a board of 6, 24, 70 or 165 squares for 2, 3, 4 or 5 colours"
_COLOURS = {6: 2, 24: 3, 70: 4, 165: 5}
_TRIALS = 1000


def _edge_matching(size: str) -> Model:
    match = parsed(r"([1-9]\d{0,3})x([1-9]\d{0,3})-([1-9]\d?)-(\d{1,9})", size, _FORM)
    rows, columns, n_colours, seed = map(int, match.groups())
    if n_colours >= len(SYMBOLS):
        raise InvalidProblem(f"{size!r} is not of the form {_FORM}")
    refuse_beyond_limit((rows * columns) ** 2 * 24, f"a board of {rows}x{columns} tiles", LARGEST_NAMED)
    return laid(squares(rows, columns), _cut(rows, columns, n_colours, Random(seed)), border=0)


def _cut(rows: int, columns: int, n_colours: int, random: Random) -> list[tuple[int, ...]]:
    """Return different tiles in random order and turned at random; raises InvalidProblem if none are found."""
    for _ in range(_TRIALS):
        level, upright = np.zeros((rows + 1, columns), int), np.zeros((rows, columns + 1), int)
        for sides in (level[1:-1], upright[:, 1:-1]):  # the border keeps colour 0
            sides[:] = np.reshape(random.choices(range(1, n_colours + 1), k=sides.size), sides.shape)
        cut = np.stack([level[:-1], upright[:, 1:], level[1:], upright[:, :-1]], axis=2).reshape(-1, 4).tolist()
        tiles = [random.choice(turned(tile)) for tile in cut]
        if len({tuple(turned(tile)[0]) for tile in tiles}) == len(tiles):
            random.shuffle(tiles)
            return tiles
    raise InvalidProblem(f"{rows}x{columns} tiles are hardly ever all different in so few colours")


def _squares(size: str) -> Model:
    rows, columns = map(int, parsed(r"([1-9]\d{0,2})x([1-9]\d{0,2})", size, _FORM_SQUARES).groups())
    if rows * columns not in _COLOURS:
        raise InvalidProblem(f"{size!r} is not of the form {_FORM_SQUARES}")
    return laid(squares(rows, columns), _tiles(4, _COLOURS[rows * columns]), border=0)


def _triangles(size: str) -> Model:
    if size != "hexagon":
        raise InvalidProblem(f"{size!r} is not a size: write macmahon-triangles/hexagon")
    return laid(hexagon(2), _tiles(3, 4), border=0)


def _tiles(n_sides: int, n_colours: int) -> list[tuple[int, ...]]:
    """Return all tiles, rotations counted once."""
    return [tile for tile in product(range(n_colours), repeat=n_sides) if tile == turned(tile)[0]]


FAMILIES = (
    Family("macmahon-squares", _FORM_SQUARES, _squares),
    Family("macmahon-triangles", "hexagon", _triangles),
    Family("edge-matching", _FORM, _edge_matching),
)

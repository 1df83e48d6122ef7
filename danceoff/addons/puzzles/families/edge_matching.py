"""Square tiles whose sides match, as in Eternity II, cut from a random board: `edge-matching/6x6-5-1`.

The border has a colour of its own. All tiles are different. The board that was cut is a cover, so there is one.
"""

from random import Random

import numpy as np

from danceoff.addons.puzzles.grids.tiles import SYMBOLS, laid, squares, turned
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import InvalidProblem
from danceoff.problems.model.sizes import LARGEST_NAMED, parsed, refuse_beyond_limit

_FORM = "ROWSxCOLUMNS-COLOURS-SEED, with 1 to 25 colours"
_TRIALS = 1000


def _build(size: str) -> Model:
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
        for sides in (level[1:-1], upright[:, 1:-1]):
            sides[:] = np.reshape(random.choices(range(1, n_colours + 1), k=sides.size), sides.shape)
        cut = np.stack([level[:-1], upright[:, 1:], level[1:], upright[:, :-1]], axis=2).reshape(-1, 4).tolist()
        tiles = [random.choice(turned(tile)) for tile in cut]
        if len({tuple(turned(tile)[0]) for tile in tiles}) == len(tiles):
            random.shuffle(tiles)
            return tiles
    raise InvalidProblem(f"{rows}x{columns} tiles are hardly ever all different in so few colours")


FAMILIES = (Family("edge-matching", _FORM, _build),)

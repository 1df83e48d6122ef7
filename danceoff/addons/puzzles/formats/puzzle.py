"""Puzzles as TOML, see docs/puzzles.md: pieces to pack, words to hide in a grid, tiles to lay in it, stars.

A tile is written as the colours of its sides, letters from a to z: above, on the right, below and on the left.
"""

from collections.abc import Callable, Collection, Mapping
from itertools import chain, product
from typing import Any, NamedTuple

import numpy as np

from danceoff.addons.puzzles.formats import packing_toml, sudoku_toml
from danceoff.addons.puzzles.grids.tiles import SYMBOLS, Tiles, laid, squares
from danceoff.addons.puzzles.grids.words import Words, word_search
from danceoff.problems.formats.toml import DRAWING, Key, check, read_toml
from danceoff.problems.grids.grid import Grid
from danceoff.problems.grids.packing import Packing
from danceoff.problems.model.arguments import named_by
from danceoff.problems.model.cover import ExactCover, InvalidProblem
from danceoff.problems.model.sizes import LARGEST_NAMED, refuse_beyond_limit

_GRID = Key((list,), of=int, words="[rows, columns]")
_WORDS = {"grid": _GRID, "words": Key((list,), of=str, words='a list of words, such as ["NORTH", "EAST"]')}
_TILES = {
    "grid": _GRID,
    "border": Key((str,), among=tuple(SYMBOLS)),
    "tiles": Key((str,), is_prose=True, words="a text of tiles"),
}
_STARS = {"stars": Key((int,)), "regions": DRAWING}


class _Kind(NamedTuple):
    """A kind of puzzle: the keys that tell it from the kinds below it, all its keys, and its reader."""

    signs: Collection[str]
    keys: Mapping[str, Key]
    read: Callable[[Mapping[str, Any]], Packing | tuple[ExactCover, Packing | Words | Tiles | Grid]]


def read(text: str, file: str) -> Packing | tuple[ExactCover, Packing | Words | Tiles | Grid]:
    """Return the puzzle that a text describes; raises InvalidProblem with the key or line that is wrong."""
    table = read_toml(text, file)
    kind = next((one for one in _KINDS if not table.keys().isdisjoint(one.signs)), _PACKING)
    check(file, table, kind.keys)
    with named_by(file):
        return kind.read(table)


def _word_search(table: Mapping[str, Any]) -> tuple[ExactCover, Words]:
    n_rows, n_columns = _grid(table)
    if "words" not in table:
        raise InvalidProblem('words: write a list of words, such as ["NORTH", "EAST"]')
    return word_search(n_rows, n_columns, table["words"])


def _edge_matching(table: Mapping[str, Any]) -> tuple[ExactCover, Tiles]:
    n_rows, n_columns = _grid(table)
    border, words = table.get("border"), table["tiles"].split()
    if wrong := [word for word in words if len(word) != 4 or word.strip(SYMBOLS)]:
        form = "four letters from a to z, the colours above, on the right, below and on the left"
        raise InvalidProblem(f"tiles: {wrong[0]!r} is not {form}: write tiles such as abac aabc")
    if len(words) != n_rows * n_columns:
        raise InvalidProblem(f"tiles: here are {len(words)}, and the grid has {n_rows * n_columns} cells")
    refuse_beyond_limit(len(words) ** 2 * 24, f"a board of {n_rows}x{n_columns} tiles", LARGEST_NAMED)
    tiles = [tuple(map(SYMBOLS.index, word)) for word in words]
    return laid(squares(n_rows, n_columns), tiles, None if border is None else SYMBOLS.index(border))


def _grid(table: Mapping[str, Any]) -> tuple[int, int]:
    grid = table.get("grid", ())
    if len(grid) != 2 or min(grid) < 1:
        raise InvalidProblem("grid: must be [rows, columns], whole numbers above 0")
    n_rows, n_columns = grid
    return n_rows, n_columns


def _star_battle(table: Mapping[str, Any]) -> tuple[ExactCover, Grid]:
    """Return a star battle: at most one of four cells around a corner has a star; with one star, LinkedIn's Queens."""
    stars, drawn = table.get("stars", 0), table.get("regions", "").split()
    n, letters = len(drawn), "".join(drawn)
    if not 0 < stars <= n:
        raise InvalidProblem("stars: must be a whole number from 1 to the side of the board, which regions draws")
    if any(len(row) != n for row in drawn) or len(set(letters)) != n:
        raise InvalidProblem(f"regions: must be a square of letters, of as many kinds as rows; here are {n} rows")
    refuse_beyond_limit(7 * n * n, f"regions: a board of side {n}", LARGEST_NAMED)
    cells = [divmod(square, n) for square in range(n * n)]
    inner = {(r, c): f"corner-{r}-{c}" for r, c in cells if r and c}  # each where four cells meet
    corners = [[inner[at] for at in product((r, r + 1), (c, c + 1)) if at in inner] for r, c in cells]
    houses = [(f"row-{r + 1}", f"column-{c + 1}", f"region-{letters[r * n + c]}") for r, c in cells]
    options = [[*own, *around] for own, around in zip(houses, corners, strict=True)]
    primary = dict.fromkeys(house for kind in zip(*houses, strict=True) for house in kind)
    secondary = dict.fromkeys(chain.from_iterable(corners))
    names, many = [f"r{r + 1} c{c + 1}" for r, c in cells], dict.fromkeys(primary, (stars, stars))
    problem = ExactCover.from_options(options, primary, secondary, names, many)
    square, region = np.arange(n * n, dtype=np.int32), np.unique(list(letters), return_inverse=True)[1]
    return problem, Grid(n, n, square, np.zeros_like(square), "★", regions=region.astype(np.int32))


_PACKING = _Kind((), packing_toml.KEYS, packing_toml.read)
_KINDS = (
    _Kind(sudoku_toml.SIGNS, sudoku_toml.KEYS, sudoku_toml.read),
    _Kind(_STARS, _STARS, _star_battle),
    _Kind(["tiles"], _TILES, _edge_matching),
    _Kind(_WORDS, _WORDS, _word_search),
)

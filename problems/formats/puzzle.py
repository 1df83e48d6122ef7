"""Puzzles as TOML, see docs/puzzles.md: pieces to pack, words to hide in a grid, tiles to lay in it, stars."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from danceoff.problems.formats import packing_toml, sudoku_toml
from danceoff.problems.formats.toml import are_sides, read_toml, refuse_unknown
from danceoff.problems.grids.grid import Grid
from danceoff.problems.grids.packing import Packing
from danceoff.problems.grids.tiles import SYMBOLS, Tiles, laid, squares
from danceoff.problems.grids.words import Words, word_search
from danceoff.problems.model.cover import ExactCover, InvalidProblem
from danceoff.problems.model.sizes import LARGEST_NAMED, refuse_beyond_limit

_WORD_KEYS = ("grid", "words")
_TILE_KEYS = ("grid", "border", "tiles")


def read(text: str, file: str) -> Packing | tuple[ExactCover, Packing | Words | Tiles | Grid]:
    """Return the puzzle that a text describes; raises InvalidProblem with the key or line that is wrong."""
    table = read_toml(text, file)
    for name, keys in (("pieces", packing_toml.KEYS), ("sums", sudoku_toml.KEYS)):
        below = table[name] if isinstance(table.get(name), dict) else {}
        if wrong := [key for key in keys if not isinstance(below.get(key, {}), dict)]:
            raise InvalidProblem(f"{file}: {name}.{wrong[0]}: write {wrong[0]} above the line [{name}]")
    try:
        if not sudoku_toml.SIGNS.isdisjoint(table):
            refuse_unknown(table, sudoku_toml.KEYS, "")
            return sudoku_toml.read(table)
        if "stars" in table or "regions" in table:
            return _star_battle(table)
        if "tiles" in table:
            return _edge_matching(table)
        return _word_search(table) if "grid" in table or "words" in table else packing_toml.read(table)
    except InvalidProblem as error:
        raise InvalidProblem(f"{file}: {error}") from None


def _word_search(table: Mapping[str, Any]) -> tuple[ExactCover, Words]:
    refuse_unknown(table, _WORD_KEYS, "")
    n_rows, n_columns = _grid(table)
    words = table.get("words")
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise InvalidProblem('words: must be a list of words, such as ["NORTH", "EAST"]')
    return word_search(n_rows, n_columns, words)


def _edge_matching(table: Mapping[str, Any]) -> tuple[ExactCover, Tiles]:
    refuse_unknown(table, _TILE_KEYS, "")
    n_rows, n_columns = _grid(table)
    border, drawing = table.get("border"), table["tiles"]
    if border is not None and (not isinstance(border, str) or len(border) != 1 or border not in SYMBOLS):
        raise InvalidProblem("border: must be a letter from a to z")
    if not isinstance(drawing, str):
        raise InvalidProblem("tiles: must be a drawing of tiles")
    tiles = drawn_tiles(drawing)
    if len(tiles) != n_rows * n_columns:
        raise InvalidProblem(f"tiles: {len(tiles)} are drawn, and the grid has {n_rows * n_columns} cells")
    refuse_beyond_limit(len(tiles) ** 2 * 24, f"a board of {n_rows}x{n_columns} tiles", LARGEST_NAMED)
    return laid(squares(n_rows, n_columns), tiles, None if border is None else SYMBOLS.index(border))


def _grid(table: Mapping[str, Any]) -> tuple[int, int]:
    grid = table.get("grid")
    if not are_sides(grid) or len(grid) != 2:
        raise InvalidProblem("grid: must be [rows, columns], whole numbers above 0")
    n_rows, n_columns = grid
    return n_rows, n_columns


def drawn_tiles(drawing: str) -> list[tuple[int, ...]]:
    """Return the colours of the sides of each tile, above first and then clockwise, as places in SYMBOLS.

    Raises InvalidProblem, with the line, for a letter that belongs to no tile and for another character.
    """
    rows = list(_rows(drawing))
    tiles = [tile for number, lines in rows for tile in _tiles(number, lines)]
    if not tiles:
        raise InvalidProblem("tiles: nothing is drawn")
    return tiles


def _rows(drawing: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines of each row of tiles, with the line number of the first line."""
    lines: list[str] = []
    for number, line in enumerate([*drawing.split("\n"), ""], 1):
        if wrong := line.replace(" ", "").strip(SYMBOLS):
            raise InvalidProblem(f"tiles, line {number}: {wrong[0]!r} is not a letter from a to z")
        if line.strip():
            lines.append(line)
        elif lines:
            yield number - len(lines), lines
            lines = []


def _tiles(number: int, lines: list[str]) -> Iterator[tuple[int, ...]]:
    if len(lines) != 3:
        raise InvalidProblem(f"tiles, line {number}: a tile has three lines, and here are {len(lines)}")
    width = max(map(len, lines)) + 2
    above, middle, below = (line.ljust(width) for line in lines)
    n_used, place = 0, 0
    while place < width - 2:
        sides = above[place + 1], middle[place + 2], below[place + 1], middle[place]
        if middle[place] == " ":
            place += 1
            continue
        if " " in sides or middle[place + 1] != " ":
            raise InvalidProblem(f"tiles, line {number + 1}: {middle[place]!r} is not the left side of a tile")
        yield tuple(SYMBOLS.index(side) for side in sides)
        n_used += 4
        place += 3
    if n_used != len("".join(lines).replace(" ", "")):
        raise InvalidProblem(f"tiles, line {number}: a letter here belongs to no tile")


def _star_battle(table: Mapping[str, Any]) -> tuple[ExactCover, Grid]:
    """Return a star battle, with one star Queens of LinkedIn: of four cells around a corner at most one has a star."""
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
    cells = [divmod(square, n) for square in range(n * n)]
    around_it = [[(r + i, c + j) for i in (0, 1) for j in (0, 1)] for r, c in cells]
    corners = [[f"corner-{r}-{c}" for r, c in around if 0 < r < n and 0 < c < n] for around in around_it]
    houses = [(f"row-{r + 1}", f"column-{c + 1}", f"region-{letters[r * n + c]}") for r, c in cells]
    options = [[*own, *around] for own, around in zip(houses, corners, strict=True)]
    primary = dict.fromkeys(house for kind in zip(*houses, strict=True) for house in kind)
    secondary = dict.fromkeys(corner for around in corners for corner in around)
    names, many = [f"r{r + 1} c{c + 1}" for r, c in cells], dict.fromkeys(primary, (stars, stars))
    problem = ExactCover.from_options(options, primary, secondary, names, many)
    square, region = np.arange(n * n, dtype=np.int32), np.unique(list(letters), return_inverse=True)[1]
    return problem, Grid(n, n, square, np.zeros_like(square), "★", regions=region.astype(np.int32))

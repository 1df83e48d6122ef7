"""Puzzles as TOML: a region and pieces to pack, or a grid and words to hide or tiles to lay in it.

    box = [3, 3, 3]              # or [rows, columns]; or a region drawn as text, with empty lines between layers:
    # region = '''
    # ..#..                      # . must be filled, # is a wall, ? may be filled or stay empty
    # ..?..
    # '''
    may_stay_empty = false       # true: every cell may stay empty
    moves = "one-sided"          # fixed (as drawn), one-sided (rotated) or free (rotated and reflected)

    [pieces]
    soma = 1                     # a named set of pieces: one of each
    L4 = 2                       # two copies of a named piece; copies are not distinguished
    I3 = "0-2"                   # at most two copies
    V3 = { count = "any", cost = 2.5 }   # any number of copies; each that is used costs 2.5
    hook = { shape = '''
    ##
    #.
    #.
    ''', count = 1, moves = "free" }

By default, pieces are free on a flat region and one-sided in space, like pieces of wood. problems/grids/pieces.py has
the names of pieces and sets.

Pieces and regions of hexagons, triangles or sticks are drawn as in problems/grids/sketch.py; nothing is filled where
the drawing of a region is blank:

    cells = "triangles"          # or hexagons or sticks; without this line, squares or cubes
    region = '''
      AVA                        # A and V (. for hexagons, - and | for sticks) must be filled,
     AV?VA                       # ? may be filled or stay empty
    '''
    [pieces]
    C = 1                        # a hexiamond; a letter of hexagons is a tetrahex, of sticks a tetrastick
    wedge = { shape = "AVA" }    # A and V, # for hexagons, - and | for sticks

Pieces of squares and cubes may have rules. Drawings are as large as the region; `.` is a cell without a rule:

    placed = '''               # where some pieces lie already: for each of them, its cells as a letter or a digit;
    .X.                        # the name of the piece if it is one letter, else any
    XXX
    .X.
    '''
    [pieces]
    X = 1
    L4 = { border = "must" }   # must or must-not touch the border: lie at an outer wall, or at one inside
    I3 = { not_on = "..x" }    # must not lie on the cells x

What placed pieces cost is not counted.

Pieces may have marks, such as letters or the colours of a chessboard, and lie only where these agree with the board's:

    marks = "chequered"        # # and o like a chessboard, # in the first corner; or a drawing of letters and digits
    equal = '''                # cells with the same letter get the same mark, whichever it is; with or without `marks`
    .ab                        # (here: the columns of a 3x3 board spell the same as its rows)
    a.c
    bc.
    '''
    [pieces]
    L4 = 1                     # a named piece has no marks
    hook = { shape = "#o?" }   # if there are marks, a shape is drawn with them; ? is a cell without a mark

A word search has a grid and words, which lie in it in any of eight directions and may cross:

    grid = [4, 5]                # [rows, columns]
    words = ["NORTH", "EAST", "SOUTH", "WEST"]

Tiles with coloured sides are laid so that sides that touch have the same colour; they may be rotated:

    grid = [1, 2]
    border = "a"                 # the colour of the whole border; any colours without this line
    tiles = '''
     a       a
    a b     a a
     a       b
    '''

A sudoku with further rules has the key `sudoku`: see sudoku_toml.py.

Square tiles may be drawn: the colour of each side is a letter around a blank, and tiles stand apart.

     a       b
    d b     c a
     c       b

An empty line parts rows of tiles; where a tile is drawn says nothing about where it goes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from danceoff.problems.formats import packing_toml, sudoku_toml
from danceoff.problems.formats.toml import are_sides, read_toml, refuse_unknown
from danceoff.problems.grids.building import LARGEST_NAMED, refuse_beyond_limit
from danceoff.problems.grids.grid import Grid
from danceoff.problems.grids.packing import Packing
from danceoff.problems.grids.tiles import SYMBOLS, Tiles, laid, squares
from danceoff.problems.grids.words import Words, word_search
from danceoff.problems.model.cover import ExactCover, InvalidProblem

_WORD_KEYS = ("grid", "words")
_TILE_KEYS = ("grid", "border", "tiles")


def read(text: str, file: str) -> Packing | tuple[ExactCover, Packing | Words | Tiles | Grid]:
    """Return the puzzle that a text describes; raises InvalidProblem with the key or line that is wrong."""
    table = read_toml(text, file)
    try:
        if not sudoku_toml.SIGNS.isdisjoint(table):
            refuse_unknown(table, sudoku_toml.KEYS, "")
            return sudoku_toml.read(table)
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

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
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import isfinite, prod
from textwrap import dedent
from typing import Any, TypeGuard

import numpy as np

from danceoff.problems.formats import sudoku_toml
from danceoff.problems.formats.tile_drawing import drawn_tiles
from danceoff.problems.formats.toml import read_toml
from danceoff.problems.grids.grid import Grid
from danceoff.problems.grids.lattice import (
    CUBES,
    FLAT,
    LATTICES,
    SQUARES,
    STICKS,
    Cells,
    Freedom,
    Lattice,
    in_space,
    moved_to_origin,
    with_knots,
)
from danceoff.problems.grids.packing import LARGEST_NAMED, MOST_PIECES, Packing, Piece, pack, refuse_beyond_limit
from danceoff.problems.grids.pieces import NAMED, SETS
from danceoff.problems.grids.polyforms import NAMED_ON, SETS_ON
from danceoff.problems.grids.sketch import MARKS, marked, shape_of, sketch
from danceoff.problems.grids.tiles import SYMBOLS, Tiles, laid, squares
from danceoff.problems.grids.words import Words, word_search
from danceoff.problems.model.choices import choices, close
from danceoff.problems.model.costs import scaled
from danceoff.problems.model.cover import BoolArray, ExactCover, InvalidProblem

_KEYS = ("cells", "region", "box", "may_stay_empty", "moves", "pieces")
_WORD_KEYS = ("grid", "words")
_TILE_KEYS = ("grid", "border", "tiles")
_LARGEST_SKETCH = 1 << 18
_PIECE_KEYS = ("shape", "count", "moves", "cost")


def read(text: str, file: str) -> Packing | tuple[ExactCover, Words | Tiles | Grid]:
    """Return the puzzle that a text describes; raises InvalidProblem with the key or line that is wrong."""
    table = read_toml(text, file)
    try:
        if "sudoku" in table:
            _refuse_unknown(table, sudoku_toml.KEYS, "")
            return sudoku_toml.read(table)
        if "tiles" in table:
            return _edge_matching(table)
        return _word_search(table) if "grid" in table or "words" in table else _packing(table)
    except InvalidProblem as error:
        raise InvalidProblem(f"{file}: {error}") from None


def _word_search(table: Mapping[str, Any]) -> tuple[ExactCover, Words]:
    _refuse_unknown(table, _WORD_KEYS, "")
    n_rows, n_columns = _grid(table)
    words = table.get("words")
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise InvalidProblem('words: must be a list of words, such as ["NORTH", "EAST"]')
    return word_search(n_rows, n_columns, words)


def _edge_matching(table: Mapping[str, Any]) -> tuple[ExactCover, Tiles]:
    _refuse_unknown(table, _TILE_KEYS, "")
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
    if not _are_sides(grid) or len(grid) != 2:
        raise InvalidProblem("grid: must be [rows, columns], whole numbers above 0")
    n_rows, n_columns = grid
    return n_rows, n_columns


def _packing(table: Mapping[str, Any]) -> Packing:
    _refuse_unknown(table, _KEYS, "")
    lattice = _lattice(table)
    region, may_stay_empty = _region(table) if lattice.is_cubic else _region_on(lattice, table)
    if not isinstance(table.get("pieces"), dict):
        raise InvalidProblem("pieces: the table [pieces] is missing")
    if len(table["pieces"]) > MOST_PIECES:
        raise InvalidProblem(f"pieces: {len(table['pieces'])} pieces, and at most {MOST_PIECES} are supported")
    flat_or_not = Freedom.FREE if region.ndim == 2 else Freedom.ONE_SIDED
    freedom = _moves(table, "moves", flat_or_not)
    pieces, costs = [], []
    for name in table["pieces"]:
        more = list(_pieces(table["pieces"], name, region, freedom, lattice))
        pieces += more
        costs += [_cost(table["pieces"][name], f"pieces.{name}.cost")] * len(more)
    on = lattice if region.ndim == 2 else CUBES
    return _priced(pack(region, pieces, may_stay_empty, on), costs)


def _cost(asked: object, key: str) -> int | float:
    """Return what each copy of a piece costs."""
    cost = asked.get("cost", 0) if isinstance(asked, dict) else 0
    if isinstance(cost, bool) or not isinstance(cost, int | float) or not isfinite(cost):
        raise InvalidProblem(f"{key}: must be a number, not {cost!r}")
    return cost


def _priced(packing: Packing, costs: Sequence[int | float]) -> Packing:
    """The packing whose options cost what their pieces cost. costs: of the pieces as they were given to `pack`."""
    if not any(costs):
        return packing
    if len(packing.pieces) < len(costs):
        raise InvalidProblem("pieces: two of the same shape; where pieces have costs, give each shape one line")
    cost, scale = scaled(costs[piece] for piece in packing.piece.tolist())
    return replace(packing, problem=replace(packing.problem, cost=cost, cost_scale=scale))


def _lattice(table: Mapping[str, Any]) -> Lattice:
    name = table.get("cells", SQUARES.name)
    if name not in FLAT:
        raise InvalidProblem(f"cells: {name!r} is not one of {', '.join(FLAT)}")
    return LATTICES[name]


def _region_on(lattice: Lattice, table: Mapping[str, Any]) -> tuple[BoolArray, BoolArray]:
    """Return the cells of a drawn region of hexagons, triangles or sticks, and which of them may stay empty."""
    if "box" in table or "region" not in table:
        raise InvalidProblem(f"region: draw the region of {lattice.name}; box is for squares and cubes")
    marks = _marked(lattice, table["region"], "region", f"{MARKS[lattice.name]}?", " #")
    cells = np.array(sorted(marks), np.int32).reshape(-1, 2)
    step = np.array(lattice.step, np.int32)
    place = cells - cells.min(axis=0) // step * step
    refuse_beyond_limit(int(np.prod(place.max(axis=0) + 1, dtype=np.int64)), "region: it")
    drawn = np.zeros(place.max(axis=0) + 1, bool)
    drawn[tuple(place.T)] = True
    may = np.zeros_like(drawn)
    may[tuple(place.T)] = [_may_stay_empty(table) or marks[row, column] == "?" for row, column in cells.tolist()]
    if lattice is not STICKS:
        return drawn, may
    region = with_knots(drawn)
    return region, may | (region & ~drawn)


def _marked(lattice: Lattice, drawing: object, key: str, alphabet: str, blank: str) -> dict[tuple[int, int], str]:
    """Return the characters of the cells of a drawing that is not of squares; there is at least one."""
    if not isinstance(drawing, str) or not drawing.strip(blank + "\n"):
        raise InvalidProblem(f"{key}: must be a drawing: lines of {' '.join(alphabet)}")
    lines = dedent(drawing.strip("\n")).split("\n")
    for number, line in enumerate(lines, 1):
        if wrong := line.strip(alphabet + blank):
            raise InvalidProblem(f"{key}, line {number}: {wrong[0]!r} is not one of {' '.join(alphabet)}")
    refuse_beyond_limit(sum(map(len, lines)), f"{key}: the drawing", _LARGEST_SKETCH)
    try:
        marks = marked(lattice, sketch(lines, blank))
    except InvalidProblem as error:
        raise InvalidProblem(f"{key}, {error}") from None
    if not marks:
        raise InvalidProblem(f"{key}: the drawing has no cell")
    return marks


def _may_stay_empty(table: Mapping[str, Any]) -> bool:
    all_may = table.get("may_stay_empty", False)
    if not isinstance(all_may, bool):
        raise InvalidProblem(f"may_stay_empty: must be true or false, not {all_may!r}")
    return all_may


def _region(table: Mapping[str, Any]) -> tuple[BoolArray, BoolArray]:
    """Return the cells that may be filled, and which of them may stay empty."""
    if ("region" in table) == ("box" in table):
        raise InvalidProblem("region, box: give exactly one of them")
    marks = _box(table["box"]) if "box" in table else _drawn(table["region"], "region", ".#?")
    region = marks != "#"
    return region, region & (_may_stay_empty(table) | (marks == "?"))


def _box(sides: object) -> Any:
    if not _are_sides(sides) or len(sides) not in (2, 3):
        raise InvalidProblem("box: must be [rows, columns] or [layers, rows, columns], whole numbers above 0")
    refuse_beyond_limit(prod(sides), "box: it")
    return np.full(sides, ".")


def _are_sides(sides: object) -> TypeGuard[list[int]]:
    """Return whether a value is a list of whole numbers above 0."""
    return isinstance(sides, list) and all(type(side) is int and side > 0 for side in sides)


def _drawn(drawing: object, key: str, alphabet: str) -> Any:
    """Return the characters of a drawing, [rows, columns], or [layers, rows, columns] if it has empty lines."""
    if not isinstance(drawing, str) or not drawing.strip():
        raise InvalidProblem(f"{key}: must be a drawing: lines of {' '.join(alphabet)}")
    lines = [line.rstrip() for line in dedent(drawing.strip("\n")).split("\n")]
    while not lines[-1]:
        lines.pop()
    layers: list[list[str]] = [[]]
    for number, line in enumerate(lines, 1):
        if wrong := line.strip(alphabet):
            raise InvalidProblem(f"{key}, line {number}: {wrong[0]!r} is not one of {' '.join(alphabet)}")
        if line and len(line) != len(lines[0]):
            raise InvalidProblem(f"{key}, line {number}: {len(line)} cells, but {len(lines[0])} in the first line")
        if line:
            layers[-1].append(line)
        elif layers[-1]:
            layers.append([])
    for layer in layers:
        if len(layer) != len(layers[0]):
            raise InvalidProblem(f"{key}: a layer has {len(layer)} lines, but the first layer has {len(layers[0])}")
    text = np.array(["".join(line for layer in layers for line in layer)])  # a list takes 8 bytes per character
    marks = text.view("<U1").reshape(len(layers), len(layers[0]), -1)
    return marks if len(layers) > 1 else marks[0]


def _pieces(
    table: Mapping[str, Any], name: str, region: BoolArray, freedom: Freedom, lattice: Lattice
) -> Iterator[Piece]:
    """Yield the pieces that one line of the table asks for."""
    key = f"pieces.{name}"
    asked = table[name] if isinstance(table[name], dict) else {"count": table[name]}
    _refuse_unknown(asked, _PIECE_KEYS, f"{key}.")
    least, most = _count(asked.get("count", 1), key)
    freedom = _moves(asked, f"{key}.moves", freedom)
    for kind, cells in _shapes(name, asked, key, lattice):
        if cells.shape[1] > region.ndim:
            raise InvalidProblem(f"{key}: the piece is not flat, but the region is")
        if len(cells) == 0:
            raise InvalidProblem(f"{key}: the piece has no cells")
        shape = in_space(cells) if cells.shape[1] < region.ndim else cells
        yield Piece(kind, shape, freedom, least, most)


def _shapes(name: str, asked: Mapping[str, Any], key: str, lattice: Lattice) -> Iterator[tuple[str, Cells]]:
    """Yield each piece with its name: a piece that is drawn, a named one, or those of a named set."""
    named, sets = (NAMED, SETS) if lattice is SQUARES else (NAMED_ON[lattice.name], SETS_ON[lattice.name])
    same = [known for known in (*named, *sets) if known.lower() == name.lower()]
    if len(same) == 1 and "shape" not in asked:
        name = same[0]  # l4 is L4
    if "shape" in asked:
        yield name, _shape(asked["shape"], f"{key}.shape", lattice)
    elif name in sets:
        yield from ((kind, named[kind]) for kind in sets[name])
    elif name in named:
        yield name, named[name]
    else:
        meant = close(name, [*named, *sets]) or [*sets]
        raise InvalidProblem(
            f"{key}: no piece has this name: draw it (shape = ...), or did you mean {', '.join(meant)}?"
        )


def _shape(drawing: object, key: str, lattice: Lattice) -> Cells:
    if lattice is SQUARES:
        return moved_to_origin(np.argwhere(_drawn(drawing, key, "#.") == "#").astype(np.int32))
    marks = _marked(lattice, drawing, key, MARKS[lattice.name].replace(".", "#"), " .")
    return shape_of(lattice, marks)


def _count(count: object, key: str) -> tuple[int, int | None]:
    """Return the least and the greatest number of copies; None if any number is allowed."""
    if count == "any":
        return 0, None
    written = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?", str(count), re.ASCII)
    if isinstance(count, bool | float) or written is None:
        raise InvalidProblem(f'{key}: {count!r} is not a count: write 2, "2-4" or "any"')
    least, most = int(written[1]), int(written[2] or written[1])
    if not least <= most or most == 0:
        raise InvalidProblem(
            f"{key}: {count!r} is not a count: the greatest number must be above 0 and not below the least"
        )
    return least, most


def _moves(table: Mapping[str, Any], key: str, default: Freedom) -> Freedom:
    moves = table.get("moves", default)
    try:
        return Freedom(moves)
    except ValueError:
        raise InvalidProblem(f"{key}: {moves!r} is not one of {', '.join(kind.value for kind in Freedom)}") from None


def _refuse_unknown(table: Mapping[str, Any], known: tuple[str, ...], prefix: str) -> None:
    for key in table:
        if key not in known:
            raise InvalidProblem(f"{prefix}{key}: unknown key; {choices(key, known)}")

"""Square tiles drawn in text: the colour of each side is a letter around a blank, and tiles stand apart.

     a       b
    d b     c a
     c       b

An empty line parts rows of tiles; where a tile is drawn says nothing about where it goes.
"""

from __future__ import annotations

from collections.abc import Iterator

from danceoff.problems.grids.tiles import SYMBOLS
from danceoff.problems.model.cover import InvalidProblem


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

"""Puzzle boxes drawn as text: a region, an empty line, and the pieces.

    ; pieces: free
    ###.###
    #.....#

    .##.
    ##..

In the region, `.` is a cell to fill and `#` a wall. In a piece, `#` is a cell; lines without one separate the pieces.
If the region is a single line, every line is a piece. Each piece is used once; identical pieces are not distinguished.
Lines that begin with `;` are comments. The comment `; pieces: KIND` says how pieces may move: `fixed` (as drawn),
`one-sided` (rotated, not reflected; the default) or `free` (rotated and reflected).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from typing import TypeAlias

import numpy as np

from danceoff.problems.grids.lattice import Cells, Freedom, drawn
from danceoff.problems.grids.packing import MOST_PIECES, Packing, Piece, pack
from danceoff.problems.model.cover import BoolArray, InvalidProblem
from danceoff.problems.pictures import LETTERS

_Line: TypeAlias = tuple[int, str]
"""The number of a line, from 1, and its text."""


def read(text: str, file: str) -> Packing:
    """Return the packing that a text draws; raises InvalidProblem if the drawing is malformed."""
    numbered = [(number, line.rstrip()) for number, line in enumerate(text.splitlines(), 1)]
    freedom = _freedom([line for line in numbered if line[1].startswith(";")], file)
    lines = [line for line in numbered if not line[1].startswith(";")]
    begin = next((k for k, (_, line) in enumerate(lines) if line), len(lines))
    end = next((k for k, (_, line) in enumerate(lines) if k > begin and not line), len(lines))
    for number, line in lines[begin:]:
        if wrong := line.strip(".#"):
            raise InvalidProblem(f"{file}:{number}: {wrong[0]!r} is not one of . and #")
    region = _region(lines[begin:end], file)
    shapes = list(islice(_shapes(lines[end:], one_a_line=len(region) == 1), MOST_PIECES + 1))
    pieces = [Piece(_name(k), cells, freedom) for k, cells in enumerate(shapes)]
    try:
        return pack(region, pieces)
    except InvalidProblem as error:
        raise InvalidProblem(f"{file}: {error}") from None


def _freedom(comments: Iterable[_Line], file: str) -> Freedom:
    freedom = Freedom.ONE_SIDED
    for number, line in comments:
        key, colon, value = line[1:].partition(":")
        if colon and key.strip() == "pieces":
            try:
                freedom = Freedom(value.strip())
            except ValueError:
                kinds = ", ".join(kind.value for kind in Freedom)
                raise InvalidProblem(f"{file}:{number}: pieces must be one of {kinds}, not {value.strip()!r}") from None
    return freedom


def _region(lines: list[_Line], file: str) -> BoolArray:
    if not lines:
        raise InvalidProblem(f"{file}: the region is missing")
    width = len(lines[0][1])
    for number, line in lines:
        if len(line) != width:
            raise InvalidProblem(f"{file}:{number}: {len(line)} cells, but {width} in the first line of the region")
    return np.array([[mark == "." for mark in line] for _, line in lines], dtype=bool)


def _shapes(lines: list[_Line], one_a_line: bool) -> Iterator[Cells]:
    texts = [line for _, line in lines]
    for is_piece, rows in groupby(texts, key=lambda line: "#" in line):
        if is_piece and one_a_line:
            yield from (drawn([row]) for row in rows)
        elif is_piece:
            yield drawn(list(rows))


def _name(k: int) -> str:
    return LETTERS[k] if k < len(LETTERS) else f"piece{k + 1}"

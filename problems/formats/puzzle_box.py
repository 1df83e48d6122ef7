"""Puzzle boxes drawn as text: a region, an empty line, and the pieces.

    ; pieces: free
    ###.###
    #.....#

    .##.
    ##..

In the region, `.` is a cell to fill and `#` a wall. In a piece, `#` is a cell; lines without one separate the pieces.
If the region is a single line, every line is a piece. Each piece is used once; identical pieces are not distinguished.
Lines that begin with `;` are comments. The comment `; pieces: KIND` says how pieces may move: `fixed` (as drawn),
`one-sided` (rotated, not reflected; the default) or `free` (rotated and reflected). Another comment that has one of
these words is refused, and so is a region in several layers: boxes in space are drawn in .toml.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from typing import TypeAlias

import numpy as np

from danceoff.problems.grids.lattice import Cells, Freedom, drawn
from danceoff.problems.grids.packing import MOST_PIECES, Packing, Piece, pack
from danceoff.problems.model.cover import BoolArray, InvalidProblem
from danceoff.problems.pictures.copies import LETTERS

_KINDS = tuple(kind.value for kind in Freedom)
_SAYS = re.compile(rf"; *pieces: *({'|'.join(_KINDS)}) *")
_ALMOST = re.compile(rf"; *pieces\b|\b({'|'.join(_KINDS)})\b", re.IGNORECASE)

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
            form = "a .txt is a box and its pieces; --input names other formats, such as dlx, sdk, rows or csv"
            raise InvalidProblem(f"{file}:{number}: {wrong[0]!r} is not one of . and #: {form}")
    region = _region(lines[begin:end], file)
    _refuse_layers(lines[begin:end], lines[end:], file)
    shapes = list(islice(_shapes(lines[end:], one_a_line=len(region) == 1), MOST_PIECES + 1))
    pieces = [Piece(_name(k), cells, freedom) for k, cells in enumerate(shapes)]
    try:
        return pack(region, pieces)
    except InvalidProblem as error:
        raise InvalidProblem(f"{file}: {error}") from None


def _freedom(comments: Iterable[_Line], file: str) -> Freedom:
    """Return how the pieces may move, as a comment says; raises InvalidProblem for one that says it in other words."""
    found = Freedom.ONE_SIDED
    first = 0
    for number, line in comments:
        says = _SAYS.fullmatch(line)
        if says and not first:
            found, first = Freedom(says[1]), number
        elif _ALMOST.search(line):
            raise InvalidProblem(f"{file}:{number}: {line!r}: write once `; pieces: KIND`, {' or '.join(_KINDS)}")
    return found


def _refuse_layers(region: list[_Line], rest: list[_Line], file: str) -> None:
    """Raise InvalidProblem if a drawing as large as the region is no piece, but empty or a copy of the region."""
    drawing = [line for _, line in region]
    layers = (drawing, ["." * len(drawing[0])] * len(drawing)) if len(drawing) > 1 else ()
    for _, block in groupby(rest, key=lambda line: bool(line[1])):
        lines = list(block)
        if [line for _, line in lines] in layers:
            raise InvalidProblem(f"{file}:{lines[0][0]}: a second layer of the region: draw boxes in space in .toml")


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

"""Puzzle boxes drawn as text: a region, an empty line, and the pieces.

    ; pieces: free
    ###.###
    #.....#

    .##.
    ##..

In the region, `.` is a cell to fill and `#` a wall. In a piece, `#` is a cell; lines without `#` separate the pieces.
If the region is a single line, every line is a piece. Each piece is used once; identical pieces are not distinguished.
A first line `; pieces: KIND` says how pieces may move: `fixed` (as drawn), `one-sided` (rotated, not reflected; the
default) or `free` (rotated and reflected). Boxes in space, in several layers, are drawn in .toml.
"""

import re
from collections.abc import Iterator
from itertools import groupby, islice

import numpy as np

from danceoff.problems.grids.lattice import Cells, Freedom, drawn
from danceoff.problems.grids.layout import LETTERS
from danceoff.problems.grids.packing import MOST_PIECES, Packing, Piece, pack
from danceoff.problems.model.arguments import named_by
from danceoff.problems.model.cover import InvalidProblem

_SAYS = re.compile(rf"\s*; pieces: ({'|'.join(kind.value for kind in Freedom)})\n")
_FORM = (
    "a .txt is a box and its pieces, below a line such as `; pieces: free`; "
    "--input names other formats, such as dlx, sdk, rows or csv"
)


def read(text: str, file: str) -> Packing:
    """Return the packing that a text draws; raises InvalidProblem if the drawing is malformed."""
    text = "\n".join(line.rstrip() for line in text.splitlines())
    says = _SAYS.match(text)
    begin = says.end() if says else 0
    if wrong := re.compile(r"[^.#\n]").search(text, begin):
        line = text.count("\n", 0, wrong.start()) + 1
        raise InvalidProblem(f"{file}:{line}: {wrong[0]!r} is not one of . and #: {_FORM}")
    region, _, rest = text[begin:].strip("\n").partition("\n\n")
    rows = region.split("\n")
    if len({*map(len, rows)}) > 1 or not region:
        raise InvalidProblem(f"{file}: the region is missing, or its lines are not equally long")
    if len(rows) > 1 and {region, region.replace("#", ".")} & {*re.split(r"\n\n+", rest)}:
        raise InvalidProblem(f"{file}: a second layer of the region: draw boxes in space in .toml")
    freedom = Freedom(says[1]) if says else Freedom.ONE_SIDED
    shapes = islice(_shapes(rest.split("\n"), one_a_line=len(rows) == 1), MOST_PIECES + 1)
    pieces = [Piece(_name(k), cells, freedom) for k, cells in enumerate(shapes)]
    with named_by(file):
        return pack(np.array([[*row] for row in rows]) == ".", pieces)


def _shapes(lines: list[str], one_a_line: bool) -> Iterator[Cells]:
    for is_piece, rows in groupby(lines, key=lambda line: "#" in line):
        if is_piece and one_a_line:
            yield from (drawn([row]) for row in rows)
        elif is_piece:
            yield drawn([*rows])


def _name(k: int) -> str:
    return LETTERS[k] if k < len(LETTERS) else f"piece{k + 1}"

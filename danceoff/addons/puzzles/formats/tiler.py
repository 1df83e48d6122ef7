"""Tilings in the text of the program Tiler (D. Mišiák, 2022): a board, then its tiles, with empty lines between them.

    10x10           the board: its width and its height, the name of a shape, or a drawing with x for each cell

    12:4L           at most twelve of a tile; without a number, any number of it

In a file that ends in .tiler, tiles are turned, but not flipped; in .tiler-free, they are flipped, too. The program
also takes the outline of a shape, such as DDRRULUL; none of its problems has one, and outlines are refused here.
"""

import re
from functools import partial
from textwrap import dedent

from danceoff.addons.puzzles.formats import packing_toml
from danceoff.problems.formats.toml import shipped
from danceoff.problems.grids.lattice import Freedom
from danceoff.problems.grids.packing import Packing
from danceoff.problems.model.arguments import named_by
from danceoff.problems.model.cover import ExactCover, InvalidProblem
from danceoff.problems.model.sizes import refuse_beyond_limit

_NAMED = shipped("shapes.toml")["tiler"]
"""Tiler's names of shapes: the number of cells, and the letter that they look like."""
_SIZE = re.compile(r"([1-9]\d{0,5})x([1-9]\d{0,5})", re.ASCII)


def _read(moves: Freedom, text: str, file: str) -> Packing | tuple[ExactCover, Packing]:
    """Return the tiling that a text describes; raises InvalidProblem with the shape that is wrong."""
    with named_by(file):
        board, *tiles = re.split(r"\n(?:[ \t]*\n)+", text.strip("\n"))
        pieces = {}
        for number, tile in enumerate(tiles, 1):
            most, colon, shape = tile.rpartition(":")
            pieces[f"{number}"] = {"shape": _drawn(shape.strip("\n")), "count": f"0-{most}" if colon else "any"}
        region = _drawn(board).translate(str.maketrans(".#", "#."))  # in a region, . is a cell to fill
        return packing_toml.read({"region": region, "moves": moves.value, "pieces": pieces})


read, read_free = partial(_read, Freedom.ONE_SIDED), partial(_read, Freedom.FREE)
"""The readers of both formats: a text and its file -> the tiling."""


def _drawn(shape: str) -> str:
    """Return a shape as a drawing, with # for a cell and a dot for none; all its lines have one length."""
    if sides := _SIZE.fullmatch(shape):
        n_columns, n_rows = map(int, sides.groups())
        refuse_beyond_limit(n_columns * n_rows, f"the shape {shape}")
        rows = ["x" * n_columns] * n_rows
    elif re.fullmatch(r"[x \n]+", shape):
        rows = dedent(shape).split("\n")
    elif shape in _NAMED:
        rows = _NAMED[shape].split("/")
    else:
        raise InvalidProblem(f"{shape!r} is no shape: write a name such as 5F, a size such as 4x2, or x for each cell")
    width = max(map(len, rows))
    return "\n".join(row.ljust(width, ".").replace(" ", ".").replace("x", "#") for row in rows)

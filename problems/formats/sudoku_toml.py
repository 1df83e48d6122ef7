"""Sudokus with further rules as TOML.

The board is drawn as in .sdk, with . or 0 for an empty square. All other keys may be missing:

    sudoku = ''' ... '''         # a line for each row
    boxes = "2x3"                # rows and columns of a box, if they are not as square as possible
    regions = ''' ... '''        # in place of boxes: a letter for each square, the same in one region
    diagonals = true             # both diagonals hold each symbol once
    windows = true               # so do the windows of windoku
    anti-knight = true           # squares a knight's move apart differ
    cages = ''' ... '''          # killer sudoku: a letter for each square, the same in one cage; . is in none

    [sums]
    a = 12                       # what the digits in cage a add up to; all digits of a cage differ
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from danceoff.problems.formats.sdk import box_size, symbols_of, with_regions
from danceoff.problems.formats.sudoku_lines import boards, refuse_ragged, rows_of
from danceoff.problems.grids import sudoku
from danceoff.problems.grids.board_rules import FURTHER, Cage, Rules
from danceoff.problems.grids.grid import Grid
from danceoff.problems.grids.sudoku_rules import ruled
from danceoff.problems.model.cover import ExactCover, InvalidProblem

KEYS = ("sudoku", "boxes", "regions", *FURTHER, "cages", "sums")
SIGNS = frozenset(("sudoku", *FURTHER, "cages", "sums"))
"""Keys that no other puzzle has."""


def read(table: Mapping[str, Any]) -> tuple[ExactCover, Grid]:
    """Return the puzzle that a table with no other keys than KEYS describes.

    Raises InvalidProblem with the key that is wrong.
    """
    rows = [*rows_of(_lines(table, "sudoku"))]
    if not rows:
        raise InvalidProblem("sudoku: missing: draw the board, a line for each row, with . for an empty square")
    (squares, *others) = boards([rows], None, "sudoku")
    if others:
        refuse_ragged([one for board in (squares, *others) for one in board], "sudoku")
    line = "".join(one for _, one in squares)
    try:
        side = sudoku.side_of(len(line))
    except InvalidProblem as error:
        raise InvalidProblem(f"sudoku: {error}") from None
    box = box_size(table["boxes"]) if isinstance(table.get("boxes"), str) else None
    if "boxes" in table and not box:
        raise InvalidProblem('boxes: must be rows and columns, such as "2x3"')
    further = frozenset(key for key in FURTHER if _flag(table, key))
    rules = Rules(side, box, further=further, cages=_cages(table, side))
    symbols = sudoku.SYMBOLS[:side] if rules.cages else symbols_of([line], side, "sudoku")
    return ruled(with_regions(rules, _drawing(table, "regions")), line, symbols)


def _lines(table: Mapping[str, Any], key: str) -> list[tuple[int, str]]:
    text = table.get(key, "")
    if not isinstance(text, str):
        raise InvalidProblem(f"{key}: must be a drawing, a character for each square")
    lines = enumerate(text.strip("\n").splitlines(), 1)
    return [(number, line.strip()) for number, line in lines if line.strip()]


def _drawing(table: Mapping[str, Any], key: str) -> str:
    return "".join("".join(line.split()) for _, line in _lines(table, key))


def _flag(table: Mapping[str, Any], key: str) -> bool:
    flag = table.get(key, False)
    if not isinstance(flag, bool):
        raise InvalidProblem(f"{key}: must be true or false, not {flag!r}")
    return flag


def _cages(table: Mapping[str, Any], side: int) -> tuple[Cage, ...]:
    drawing, sums = _drawing(table, "cages"), table.get("sums", {})
    if not isinstance(sums, dict):
        raise InvalidProblem("sums: must be a table [sums] with a line such as a = 12 for each cage")
    if drawing and len(drawing) != side * side:
        raise InvalidProblem(f"cages: {len(drawing)} squares are drawn, and the board has {side * side}")
    names = list(dict.fromkeys(drawing.replace(".", "")))
    for name in sums:
        if name not in names:
            raise InvalidProblem(f"sums.{name}: no square of the cages is marked {name}")
    cages = []
    for name in names:
        total = sums.get(name)
        if type(total) is not int:
            raise InvalidProblem(f"sums.{name}: must be the sum of cage {name}, a whole number")
        squares = tuple(square for square, mark in enumerate(drawing) if mark == name)
        if len(squares) > side:
            raise InvalidProblem(f"cages: cage {name} has {len(squares)} squares, and there are {side} digits")
        cages.append(Cage(squares, total, name))
    return tuple(cages)

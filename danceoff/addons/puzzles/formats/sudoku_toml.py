"""Sudokus with further rules as TOML.

The board is drawn as in .sdk, with . or 0 for an empty square. All other keys may be missing:

    sudoku = ''' ... '''         # a line for each row
    boxes = "2x3"                # rows and columns of a box, if they are not as square as possible
    regions = ''' ... '''        # in place of boxes: a letter for each square, the same in one region
    diagonals = true             # both diagonals hold each symbol once
    windows = true               # the windows of windoku hold each symbol once
    anti-knight = true           # squares a knight's move apart differ
    cages = ''' ... '''          # killer sudoku: a letter for each square, the same in one cage; . is in none

    [sums]
    a = 12                       # what the digits in cage a add up to; all digits of a cage differ
    b = "12x"                    # what they make by + - x or /; those in other rows and columns may be the same

KenKen draws its cages as `kenken` in place of `cages`: the board has no boxes, and needs no `sudoku`.
"""

import re
from collections.abc import Mapping
from typing import Any

from danceoff.addons.puzzles.formats.sdk import with_regions
from danceoff.addons.puzzles.grids.sudoku_rules import FURTHER, FurtherRules, ruled
from danceoff.problems.formats.sdk import Drawing, box_size
from danceoff.problems.formats.toml import DRAWING, Key
from danceoff.problems.grids.board_rules import Cage
from danceoff.problems.grids.grid import Grid
from danceoff.problems.model.cover import ExactCover, InvalidProblem

KEYS: Mapping[str, Key] = {
    "sudoku": DRAWING,
    "boxes": Key((str,), words="rows and columns of a box, such as 2x3"),
    "regions": DRAWING,
    **dict.fromkeys(FURTHER, Key((bool,))),
    "cages": DRAWING,
    "kenken": DRAWING,
    "sums": Key((dict,)),
}
SIGNS = frozenset(("sudoku", *FURTHER, "cages", "kenken", "sums"))
"""Keys that no other puzzle has."""


def read(table: Mapping[str, Any]) -> tuple[ExactCover, Grid]:
    """Return the puzzle that a table with KEYS describes; raises InvalidProblem with the key that is wrong."""
    is_kenken = "kenken" in table
    if is_kenken and "cages" in table:
        raise InvalidProblem("kenken: draws the cages: leave out one of `kenken` and `cages`")
    key = "kenken" if is_kenken and "sudoku" not in table else "sudoku"
    drawn = [(number, "." * len(line) if key == "kenken" else line) for number, line in _lines(table, key)]
    drawing = Drawing(drawn, key)
    line, side = drawing.squares, len(drawing.rows)
    if side == 0 or len(line) != side**2:
        form = "as many lines as squares in a line, with . for an empty square"
        raise InvalidProblem(f"{key}: draw the board above the line [sums], {form}")
    box = box_size(table["boxes"], "boxes") if "boxes" in table else None
    further = frozenset(rule for rule in FURTHER if table.get(rule))
    rules = FurtherRules(side, box, further=further, cages=_cages(table, "kenken" if is_kenken else "cages", side))
    if not is_kenken or box or "regions" in table:
        rules = with_regions(rules, _drawing(table, "regions"))
    drawing.refuse_other_boxes(*(rules.box or (side, side)))
    return ruled(rules, line)


def _lines(table: Mapping[str, Any], key: str) -> list[tuple[int, str]]:
    lines = enumerate(table.get(key, "").strip("\n").splitlines(), 1)
    return [(number, "".join(line.split())) for number, line in lines if line.strip()]


def _drawing(table: Mapping[str, Any], key: str) -> str:
    return "".join(line for _, line in _lines(table, key))


def _cages(table: Mapping[str, Any], key: str, side: int) -> tuple[Cage, ...]:
    drawing, sums = _drawing(table, key), table.get("sums", {})
    if drawing and len(drawing) != side * side:
        raise InvalidProblem(f"{key}: {len(drawing)} squares are drawn, and the board has {side * side}")
    names = list(dict.fromkeys(drawing.replace(".", "")))
    for name in sums:
        if name not in names:
            raise InvalidProblem(f"sums.{name}: no square of the cages is marked {name}")
    squares = {name: tuple(k for k, mark in enumerate(drawing) if mark == name) for name in names}
    return tuple(_cage(name, squares[name], sums.get(name), key, side) for name in names)


def _cage(name: str, squares: tuple[int, ...], total: Any, key: str, side: int) -> Cage:
    n = len(squares)
    if isinstance(total, str) and (match := re.fullmatch(r"([1-9]\d{0,30})([-+x/])", total, re.ASCII)):
        operation = match[2]
        if n != 2 and operation in "-/":
            raise InvalidProblem(f"sums.{name}: cage {name} has {n} squares, and {total} is for two")
        return Cage(squares, int(match[1]), name, operation)
    if type(total) is not int or (key == "kenken" and n > 1):
        form = 'with its operation, such as "12x"' if key == "kenken" else 'a whole number, or such as "12x"'
        raise InvalidProblem(f"sums.{name}: must be the sum of cage {name}, {form}")
    if n > side:
        raise InvalidProblem(f"{key}: cage {name} has {n} squares, and there are {side} digits")
    return Cage(squares, total, name)

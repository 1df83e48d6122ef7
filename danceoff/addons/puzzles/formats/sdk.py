"""Sudoku puzzles with further rules as text: .sdk with rules in lines of their own, before or after the boards.

Besides `boxes`, each rule is one of:

    diagonals               both diagonals hold each symbol once
    windows                 the windows of windoku hold each symbol once
    anti-knight             squares a knight's move apart differ
    regions                 the next lines, as many as a board has rows, draw regions in place of boxes: a letter for
                            each square

They hold for all boards of a file. Cages need TOML: see sudoku_toml.py.
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from danceoff.addons.puzzles.grids.sudoku_rules import FURTHER, FurtherRules, ruled
from danceoff.problems.formats import sdk
from danceoff.problems.grids.grid import Grid
from danceoff.problems.model.arguments import named_by
from danceoff.problems.model.cover import ExactCover, InvalidProblem


class Sheet(NamedTuple):
    """The boards of a text, and the rules that all of them have.

    rules: the rules; with boxes or regions.
    boards: the squares of each board, and the number of its first line.
    """

    rules: FurtherRules
    boards: list[tuple[int, str]]


def read(text: str, file: str) -> tuple[ExactCover, Grid]:
    """Return the puzzle of a text; raises InvalidProblem for an impossible size, a wrong character or rule."""
    rules, boards = sheet(sdk.lines_of(text), file)
    number, squares = sdk.only(boards, file)
    return board(rules, squares, f"{file}:{number}")


def board(rules: FurtherRules, squares: str, where: str) -> tuple[ExactCover, Grid]:
    """Return the board with these rules and givens; raises InvalidProblem for regions of a wrong size."""
    if not (rules.further or rules.region):
        return sdk.board(rules.side, rules.box, squares, where)
    with named_by(where):
        return ruled(rules, squares)


def sheet(numbered: Iterable[tuple[int, str]], file: str) -> Sheet:
    """Return the boards that numbered lines draw, and their rules; raises InvalidProblem for a wrong size or rule."""
    numbered, rest = iter(numbered), list[tuple[int, str]]()
    further, region, side = set[str](), "", 0
    for number, line in numbered:
        if line in FURTHER:
            further.add(line)
        elif line == "regions":
            first = next(numbered, (number, "."))
            side = len(first[1])
            region = sdk.Drawing([first, *islice(numbered, side - 1)], file).squares
        else:
            rest.append((number, line))
    drawn = sdk.sheet(rest, file, side)
    with named_by(f"{file}:{drawn.boards[0][0]}"):
        rules = with_regions(FurtherRules(drawn.side, drawn.box, further=frozenset(further)), region)
    drawn.drawing.refuse_other_boxes(*(rules.box or (drawn.side, drawn.side)))
    return Sheet(rules, drawn.boards)


def with_regions(rules: FurtherRules, regions: str) -> FurtherRules:
    """Return rules with the regions that a text of one letter for each square draws; without one, with boxes.

    Raises InvalidProblem for a drawing of another size, for regions beside boxes, and for boxes that do not fit.
    """
    side = rules.side
    if not regions:
        return replace(rules, box=sdk.fitting(side, rules.box))
    if rules.box:
        raise InvalidProblem("there are boxes and regions: leave out one of them")
    if len(regions) != side * side:
        raise InvalidProblem(f"the regions have {len(regions)} squares, and the board has {side * side}")
    return replace(rules, region=regions)

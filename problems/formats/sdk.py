"""Sudoku puzzles as text: a board as sudoku_lines.py says, or several, each of them a line.

A square is 1 to 9 and, on boards of more than nine rows, A to Z and a to z; `.` or `0` is an empty square. Lines that
begin with `#` are comments. Rules stand in lines of their own, each one of:

    diagonals               both diagonals hold each symbol once
    windows                 so do the windows of windoku
    anti-knight             squares a knight's move apart differ
    boxes 2x5               rows and columns of a box, if they are not as square as possible
    regions                 the next lines, as many as a board has rows, draw regions in place of boxes: a letter for
                            each square

They hold for all boards of a file. Cages need TOML: see sudoku_toml.py.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from math import isqrt
from typing import NamedTuple

from danceoff.problems.formats.lines import lines
from danceoff.problems.formats.sudoku_lines import FORM, Drawing
from danceoff.problems.grids import sudoku
from danceoff.problems.grids.board_rules import FURTHER, Rules, box_of
from danceoff.problems.grids.grid import Grid
from danceoff.problems.grids.sudoku_rules import ruled
from danceoff.problems.model.cover import ExactCover, InvalidProblem


class Sheet(NamedTuple):
    """The boards of a text, and the rules that all of them have.

    rules: the rules; with boxes or regions.
    boards: the squares of each board, and the number of its first line.
    """

    rules: Rules
    boards: list[tuple[int, str]]


def read(text: str, file: str) -> tuple[ExactCover, Grid]:
    """Return the puzzle of a text; raises InvalidProblem for an impossible size, a wrong character or rule."""
    rules, boards = sheet(lines_of(text), file)
    number, squares = boards[0]
    if len(boards) > 1:
        raise InvalidProblem(f"{file}:{number}: {len(boards)} boards, and only danceoff solve takes a list; {FORM}")
    return board(rules, squares, f"{file}:{number}")


def board(rules: Rules, squares: str, where: str) -> tuple[ExactCover, Grid]:
    """Return the board with these rules and givens; raises InvalidProblem for regions of a wrong size."""
    try:
        if rules.further or rules.region:
            return ruled(rules, squares)
        problem, grid = sudoku.blank(rules.side, rules.box)
        return problem.given(sudoku.givens_of(squares, rules.side)), grid
    except InvalidProblem as error:
        raise InvalidProblem(f"{where}: {error}") from None


def lines_of(text: str) -> Iterator[tuple[int, str]]:
    """Yield the lines that are neither empty nor comments, without blanks, each with its number."""
    for number, line in lines(text.replace(" ", "").replace("\t", "")):
        if line and not line.startswith("#"):
            yield number, line


def sheet(numbered: Iterable[tuple[int, str]], file: str) -> Sheet:
    """Return the boards of lines and their rules; raises InvalidProblem for an impossible size and a wrong rule."""
    numbered, rules, region, drawn = iter(numbered), Rules(0), "", list[tuple[int, str]]()
    for number, line in numbered:
        if line in FURTHER:
            rules = replace(rules, further=rules.further | {line})
        elif line.startswith("boxes"):
            box = box_size(line.removeprefix("boxes"), f"{file}:{number}: boxes")
            rules = replace(rules, side=box[0] * box[1], box=box)
        elif line == "regions":
            first = next(numbered, (number, "."))
            rules = replace(rules, side=len(first[1]))
            region = Drawing([first, *islice(numbered, rules.side - 1)], file).squares
        else:
            drawn.append((number, line))
    drawing = Drawing(drawn, file)
    boards = drawing.boards(rules.side)
    side = isqrt(len(boards[0][1]))
    try:
        rules = with_regions(replace(rules, side=side), region)
    except InvalidProblem as error:
        raise InvalidProblem(f"{file}:{boards[0][0]}: {error}") from None
    drawing.refuse_other_boxes(*(rules.box or (side, side)))
    for number, squares in drawing.rows:
        if wrong := squares.strip(sudoku.marks(side)):
            raise InvalidProblem(f"{file}:{number}: {sudoku.wrong_mark(wrong[0], side)}")
    return Sheet(rules, boards)


def with_regions(rules: Rules, regions: str) -> Rules:
    """Return rules with the regions that a text of one letter for each square draws; without one, with boxes.

    Raises InvalidProblem for a drawing of another size, for regions beside boxes, and for boxes that do not fit.
    """
    side = rules.side
    if not regions:
        box = rules.box or box_of(side)
        if box[0] * box[1] != side:
            raise InvalidProblem(f"boxes of {box[0]}x{box[1]} have {box[0] * box[1]} squares, and a row has {side}")
        return replace(rules, box=box)
    if rules.box:
        raise InvalidProblem("there are boxes and regions: leave out one of them")
    if len(regions) != side * side:
        raise InvalidProblem(f"the regions have {len(regions)} squares, and the board has {side * side}")
    return replace(rules, region=regions)


def box_size(text: str, where: str) -> tuple[int, int]:
    """Return rows and columns of a box written as 2x3."""
    match = re.fullmatch(r"([1-9]\d?)x([1-9]\d?)", text, re.ASCII)
    if not match:
        raise InvalidProblem(f"{where}: {text!r} is not of the form ROWSxCOLUMNS, such as 2x3")
    return int(match[1]), int(match[2])

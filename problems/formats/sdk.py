"""Sudoku puzzles as text: one line of all squares, or the board line by line.

A square is 1 to 9 or, on large boards, a letter or a number; sudoku_lines.py says how boards may be written. Lines that
begin with `#` are comments. On a board of side 16, symbols are 1 to G, 0 to F (then `.` is an empty square) or A to P.

Rules stand in lines of their own, each one of:

    diagonals               both diagonals hold each symbol once
    windows                 so do the windows of windoku
    anti-knight             squares a knight's move apart differ
    boxes 2x5               rows and columns of a box, if they are not as square as possible
    regions                 the next lines draw regions, a letter for each square, in place of boxes; the board is drawn
                            before or after them

They hold for all boards of a file. Cages need TOML: see sudoku_toml.py.
"""

import re
import warnings
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from danceoff.problems.formats.lines import lines
from danceoff.problems.formats.sudoku_lines import Lines, Row, boards, drawn_box, is_title, refuse_ragged, rows_of
from danceoff.problems.grids import sudoku
from danceoff.problems.grids.board_rules import FURTHER, Rules, box_of
from danceoff.problems.grids.grid import Grid
from danceoff.problems.grids.sudoku_rules import ruled
from danceoff.problems.model.arguments import close
from danceoff.problems.model.cover import ExactCover, InvalidProblem

_PARTED_BY_TABS = (4, 6, 9, 16)
"""Sides of boards as spreadsheets lend them, in which nothing between two tabs is an empty square."""
_BETWEEN_LISTS = re.compile(r"(?<=[\])}])\s*[,;]?\s*(?=[\[({])")
_MOST_BLANK = 200
_WORDS = (*FURTHER, "boxes", "regions")


class Sheet(NamedTuple):
    """The boards of a text, and the rules that all of them have.

    rules: the rules; with boxes or regions.
    boards: the squares of each board, line by line.
    symbols: the symbols of the boards.
    """

    rules: Rules
    boards: list[Lines]
    symbols: str


def read(text: str, file: str) -> tuple[ExactCover, Grid]:
    """Return the puzzle of a text; raises InvalidProblem for an impossible size, a wrong character or rule."""
    rules, boards, symbols = sheet(text, file)
    if len(boards) > 1:
        n_rows, usual = sum(map(len, boards)), len(boards[0][0][1])
        raise InvalidProblem(
            f"{file}:{boards[0][0][0]}: {n_rows} rows of {usual} squares: a board has as many rows as columns; "
            f"only danceoff solve takes the {len(boards)} sudokus of a list"
        )
    (squares,) = boards
    for number, line in squares:
        if wrong := [mark for mark in line if not sudoku.is_mark(mark, symbols)]:
            raise InvalidProblem(f"{file}:{number}: {sudoku.wrong_mark(wrong[0], symbols)}")
    return board(rules, symbols, "".join(one for _, one in squares), f"{file}:{squares[0][0]}")


def board(rules: Rules, symbols: str, line: str, where: str) -> tuple[ExactCover, Grid]:
    """Return the board with these rules and the givens of a line; raises InvalidProblem for regions of a wrong size."""
    try:
        if not rules.further and not rules.region:
            problem, grid = sudoku.blank(rules.side, rules.box, symbols)
            return problem.given(sudoku.givens_of(line, symbols)), grid
        return ruled(rules, line, symbols)
    except InvalidProblem as error:
        raise InvalidProblem(f"{where}: {error}") from None


def sheet(text: str, file: str) -> Sheet:
    """Return the boards of a text and their rules; raises InvalidProblem for an impossible size and a wrong rule."""
    blocks, regions, rules = _parted(text, file)
    if not any(blocks):
        beside = " beside its regions: draw it in as many lines" if regions else ""
        raise InvalidProblem(f"{file}: the file has no sudoku{beside}")
    region = "".join(row.joined for row in regions)
    side = _side([(row.number, row.joined) for row in regions], file) if regions else None
    side = side or (rules.box[0] * rules.box[1] if rules.box else None)
    found = boards([block for block in blocks if block], side, file)
    side = _side(found[0], file)
    if not rules.box and not region and (drawn := drawn_box([row for block in blocks for row in block], side)):
        rules = replace(rules, box=drawn)
    try:
        rules = with_regions(replace(rules, side=side), region)
    except InvalidProblem as error:
        raise InvalidProblem(f"{file}:{found[0][0][0]}: {error}") from None
    return Sheet(rules, found, symbols_of(["".join(one for _, one in lines) for lines in found], side, file))


def symbols_of(lines: Sequence[str], side: int, file: str) -> str:
    """Return the symbols of boards, each as a line of all its squares; warns where 0 has two readings."""
    every, last = {*"".join(lines)}, sudoku.SYMBOLS[side - 1]
    if not {*sudoku.EMPTY} <= every:
        return sudoku.symbols_of("".join(every), side)
    symbols, *others = {sudoku.symbols_of(line, side) for line in lines if "0" in line and "." in line} or {""}
    has_last = last in every or last.lower() in every
    if symbols.startswith("0") and not others and not has_last:
        what = f"a symbol, as . is an empty square: the symbols are 0 to {symbols[-1]}"
    else:
        symbols, what = sudoku.symbols_of("".join(every - {"0"}), side), "an empty square, like ."
    warnings.warn(f"{file}: 0 is read as {what}", stacklevel=2)
    return symbols


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


def box_size(text: str) -> tuple[int, int]:
    """Return rows and columns of a box written as 2x3."""
    match = re.fullmatch(r"([1-9]\d?)x([1-9]\d?)", text, re.ASCII)
    if not match:
        raise InvalidProblem(f"boxes: {text!r} is not of the form ROWSxCOLUMNS, such as 2x3")
    return int(match[1]), int(match[2])


def _side(lines: Lines, file: str) -> int:
    refuse_ragged(lines, file)
    try:
        return sudoku.side_of(sum(len(line) for _, line in lines))
    except InvalidProblem as error:
        raise InvalidProblem(f"{file}:{lines[0][0]}: {error}") from None


def _parted(text: str, file: str) -> tuple[list[list[Row]], list[Row], Rules]:
    """Return the lines of the boards between titles, those of the regions, and the rules."""
    parts: list[list[tuple[int, str]]] = [[]]
    drawing: list[tuple[int, str]] = []
    rules, now = Rules(0), parts[0]
    for number, whole in ((k, part) for k, line in lines(_with_points(text)) for part in _BETWEEN_LISTS.split(line)):
        cells = [cell.strip() for cell in whole.split("\t")]
        line = (",".join(cells) if len(cells) in _PARTED_BY_TABS and max(map(len, cells)) < 3 else whole).strip()
        word, _, rest = line.partition(" ")
        word = word.lower()
        if not line or line.startswith("#"):
            continue
        if word in FURTHER and not rest.strip():
            rules = replace(rules, further=rules.further | {word})
        elif word == "boxes":
            rules = replace(rules, box=_at(file, number, rest.strip()))
        elif word == "regions" and not rest.strip():
            now = drawing
        elif is_title(line):
            parts.append(now := [])
        elif now is not drawing and (small := re.match(r"[a-z-]{4,}\b", line)) and (near := close(small[0], _WORDS)):
            raise InvalidProblem(f"{file}:{number}: unknown rule {line!r}: did you mean {near[0]}?")
        else:
            now.append((number, line))
    blocks, regions = [[*rows_of(part)] for part in parts], [*rows_of(drawing)]
    if regions and not any(blocks):
        width = len(regions[0].joined)
        n_drawn = width if len(regions) > width else 1
        if len(regions) - n_drawn < width == len(regions[-1].joined):
            n_drawn = len(regions)
        return [regions[n_drawn:]], regions[:n_drawn], rules
    return blocks, regions, rules


def _with_points(text: str) -> str:
    """Return a text with a `.` for each blank if it is a board of nine lines of nine squares, or of one of 81."""
    rows = text.replace("\u00a0", " ").strip("\r\n").splitlines() if len(text) < _MOST_BLANK else []
    if max(map(len, rows), default=0) == 17 and not any(row[1::2].strip() for row in rows):
        rows = [row[::2] for row in rows]
    width = max(map(len, rows), default=0)
    is_board = len(rows) * width == 81 and "9" in text and not "".join(rows).strip("123456789 ")
    if not is_board or (width == 9 and not any(row.startswith(" ") for row in rows)):  # blanks may have been cut off
        return text
    return "\n".join(row.ljust(width).replace(" ", ".") for row in rows)


def _at(file: str, number: int, size: str) -> tuple[int, int]:
    try:
        return box_size(size)
    except InvalidProblem as error:
        raise InvalidProblem(f"{file}:{number}: {error}") from None

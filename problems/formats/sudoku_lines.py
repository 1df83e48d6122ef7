"""The squares of sudokus in lines of text, as people and programs write them.

A board is a line for each of its rows, or a single line. A square is a character, or a number if squares stand apart:

    53..7....      5 3 . | . 7 . | . . .      5,3,,,7,,,,      | 5 | 3 |   |      10 3 . 16 ...

`.`, `_`, `*`, `-`, `?`, `·`, `□` and `0` are empty squares, and so is nothing between two commas or bars, and a letter
x or o for all of them. Lines between boxes, drawn as `-`, `+`, `=` and `|` or with the characters for boxes, are left
out, as are lines such as `Grid 01` above a board. What follows a puzzle in its line (a rating, a solution) is not read.
"""

import re
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isqrt

from danceoff.problems.grids import sudoku
from danceoff.problems.model.cover import InvalidProblem

Lines = Sequence[tuple[int, str]]
"""Lines of squares with their numbers in the file."""

_DRAWN = {code: "|" if chr(code) in "│┃║┆┇┊┋╎╏" else "-" for code in (0x2013, 0x2014, *range(0x2500, 0x2580))}
_EMPTY = dict.fromkeys(map(ord, "_*-?·•∙⋅□☐▢⬜"), ".")
_APART = re.compile(r"[,;\t]")
_TITLE_WORDS = re.compile(
    r"(?:grids?|puzzles?|sudokus?|board|game|problem|number|level|quiz(?:zes)?|solutions?|state|name|title|clues|difficulty"
    r"|rating|source|easy|medium|hard(?:est)?|expert|evil|id|nr|no)"
)
_LONGEST_IN_A_ROW = 3
"""Letters that may stand side by side in a board."""
_LONGEST_ROW = len(sudoku.SYMBOLS)
_SHORTEST_LINE = 16
_SMALL = {*range(17), 81}
"""Lengths of lines in which x and o are no symbols beside digits."""


@dataclass(frozen=True)
class Row:
    """A line of squares.

    number: its number in the file.
    fields: its words, or what stands between commas or bars.
    parts: how many squares stand between bars.
    """

    number: int
    fields: tuple[str, ...]
    parts: tuple[int, ...] = ()

    @cached_property
    def joined(self) -> str:
        """All of it, with `.` for nothing."""
        return "".join(field or "." for field in self.fields)

    @cached_property
    def squares(self) -> str:
        """A character for each field: the field, or the symbol of this number."""
        return "".join(map(_square, self.fields))

    @cached_property
    def line(self) -> str:
        """All squares of a board, if they are in this line; else empty."""
        alone = self.squares if _are_numbers(self.fields) else self.joined
        return next((one for one in (*self.fields, alone) if _is_line(one)), "")


def rows_of(lines: Iterable[tuple[int, str]]) -> Iterator[Row]:
    """Yield the lines with squares, without the lines between boxes."""
    lines = [(number, line.translate(_DRAWN)) for number, line in lines]
    with_dashes = next((line for _, line in lines if "-" in line and re.search(r"\w", line)), "")
    width = len(_row(0, with_dashes).joined)
    for number, line in lines:
        is_row = line.strip("-+=| \t" + "*:" * ("--" in line)) or ("+" not in line and 0 < line.count("-") == width)
        if is_row and (row := _row(number, line)).fields:  # brackets alone have none
            yield row


def is_title(line: str) -> bool:
    """Return whether a line is such as `Grid 01`, `[Puzzle]` or `puzzle,solution`."""
    words = re.findall(r"[a-z]+", line.lower())
    is_long = len(max(words, key=len, default="")) > _LONGEST_IN_A_ROW
    return is_long and all(map(_TITLE_WORDS.fullmatch, words)) and not any(map(_is_line, _APART.sub(" ", line).split()))


def boards(blocks: Sequence[Sequence[Row]], side: int | None, file: str) -> list[Lines]:
    """Return the boards of a text, each as its rows or as a single line.

    blocks: the lines between titles.
    side: the side of the boards if it is known.

    Raises InvalidProblem for lines that are no boards.
    """
    blocks = _tidied(blocks)
    rows = [row for block in blocks for row in block]
    if _are_boards(rows, side, file):
        length = len(rows[0].line)
        for row in rows:
            if len(row.line) != length:
                squares = f"{len(row.joined)} squares, but {length} in the first puzzle"
                raise InvalidProblem(f"{file}:{row.number}: {squares}")
        return [[(row.number, row.line)] for row in rows]
    joined: list[Lines] = [[(row.number, row.joined) for row in block] for block in blocks]
    apart: list[Lines] = [[(row.number, row.squares) for row in block] for block in blocks]
    found = _split(joined) or (_split(apart) if all(len(row.fields) > 1 for row in rows) else [])
    if not found:
        for block in joined:
            if len(block[0][1]) > _LONGEST_ROW:
                raise InvalidProblem(f"{file}:{block[0][0]}: {sudoku.no_side(len(block[0][1]))}")
            refuse_ragged(block, file)
        found = joined
    return found


def _tidied(blocks: Sequence[Sequence[Row]]) -> Sequence[Sequence[Row]]:
    """Return rows without the numbers of rows and columns, and with `.` for x or o alone beside the digits from 1."""
    rows = [row for block in blocks for row in block]
    first = [row.fields[0] for row in rows[1:]]
    numbers = "".join(first)
    counts_up = len(numbers) > 3 and ("0123456789".startswith(numbers) or "123456789".startswith(numbers))
    if counts_up and rows[0].fields == ("", *first):
        return _tidied([[replace(row, fields=row.fields[1:]) for row in rows[1:]]])
    marks = set("".join(row.joined for row in rows))
    letters, digits = marks & set("xXoO"), marks & set("123456789")
    has_no_others = marks == letters | digits
    is_small = all(len(row.joined) in _SMALL for row in rows)
    if not (len(letters) == 1 and digits and has_no_others and is_small):
        return blocks
    (empty,) = letters
    return [
        [replace(row, fields=tuple(field.replace(empty, ".") for field in row.fields)) for row in block]
        for block in blocks
    ]


def refuse_ragged(lines: Lines, where: str) -> None:
    """Raise InvalidProblem for a line that is longer or shorter than the others, and if there are too many lines.

    A board may also be a single line.

    where: what has the lines, for the message.
    """
    if len(lines) == 1:
        return
    lengths = Counter(len(line) for _, line in lines)
    usual = lengths.most_common(1)[0][0]
    for row, (number, line) in enumerate(lines, 1):
        if len(line) != usual:
            raise InvalidProblem(f"{where}:{number}: row {row} has {len(line)} squares, the others {usual}")
    if len(lines) != usual:
        raise InvalidProblem(
            f"{where}:{lines[0][0]}: {len(lines)} rows of {usual} squares: a board has as many rows as columns"
        )


def drawn_box(rows: Sequence[Row], side: int) -> tuple[int, int] | None:
    """Return rows and columns of the boxes that bars part in every row; None if they part none."""
    parts = {row.parts for row in rows}
    width = min(parts.pop(), default=0) if len(parts) == 1 else 0
    is_drawn = 1 < width < side and side % width == 0 and {*rows[0].parts} == {width}
    return (side // width, width) if is_drawn and sum(rows[0].parts) == side else None


def _row(number: int, line: str) -> Row:
    """Return the squares of a line, without brackets and quotes, and with the parts between its bars."""
    text = re.sub(r"[\])}]\s*[,;]?\s*$", "", line.strip()).lstrip("[({ ").replace('"', "").translate(_EMPTY)
    text = text.replace("||", "|").removeprefix("|").removesuffix("|")
    bars = [part.split() for part in text.split("|")]
    sizes = [len("".join(words)) for words in bars]
    if 0 in sizes and len(bars) > 1 and max(sizes) < 3:
        return Row(number, tuple("".join(words) for words in bars))
    if _APART.search(text):
        return Row(number, tuple(field.strip(" |") for field in _APART.split(text)))
    fields = tuple(word for words in bars for word in words)
    return Row(number, fields, tuple(map(len, bars if _are_numbers(fields) else map("".join, bars))))


def _are_numbers(fields: Sequence[str]) -> bool:
    return any(len(field) == 2 and field.isdecimal() for field in fields) and max(map(len, fields)) == 2


def _square(field: str) -> str:
    number = int(field) if field.isdecimal() and field.isascii() and len(field) < 3 else 0
    return sudoku.SYMBOLS[number - 1] if 0 < number <= len(sudoku.SYMBOLS) else (field or ".")[0]


def _is_line(text: str) -> bool:
    return len(text) >= _SHORTEST_LINE and isqrt(len(text)) ** 2 == len(text) <= _LONGEST_ROW**2


def _are_boards(rows: Sequence[Row], side: int | None, file: str) -> bool:
    """Return whether each line is a whole board; warns where it may as well be a row."""
    length = len(rows[0].line)
    if not length or len(rows) == 1 or length > _LONGEST_ROW:
        return length > 0
    own = isqrt(length)
    if side:
        return side == own
    symbols = sudoku.symbols_of(rows[0].line, own)
    fit = (len(row.line) == length and all(sudoku.is_mark(mark, symbols) for mark in row.line) for row in rows)
    if len(rows) % length or not all(fit):
        return len(rows) % length > 0 and all(sudoku.is_mark(mark, symbols) for mark in rows[0].line)
    is_list = len(rows) > length or all(row.line.strip(".0") for row in rows)
    read = f"{len(rows)} boards of {own}x{own}" if is_list else f"a board of {length}x{length}"
    warnings.warn(
        f"{file}: {len(rows)} lines of {length} squares are read as {read}; a line such as `boxes 2x2`, the rows and "
        "columns of a box, says which is meant",
        stacklevel=2,
    )
    return is_list


def _split(blocks: Sequence[Lines]) -> list[Lines]:
    """Return the boards of blocks whose lines are as long as a board is high; [] for others."""
    widths = {len(line) for block in blocks for _, line in block}
    side = widths.pop()
    if widths or any(len(block) % side for block in blocks):
        return []
    return [block[begin : begin + side] for block in blocks for begin in range(0, len(block), side)]

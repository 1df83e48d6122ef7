"""Sudoku puzzles as text: one line of all squares, or the board line by line.

A square is 1 to 9 or, on large boards, a letter; `.` or `0` if it is empty. Lines that begin with `#` are comments.
Spaces, `|`, and lines of `-`, `+` and `=` are ignored.

Rules stand in lines of their own, each one of:

    diagonals               both diagonals hold each symbol once
    windows                 so do the windows of windoku
    anti-knight             squares a knight's move apart differ
    boxes 2x5               rows and columns of a box, if they are not as square as possible
    regions                 the next lines draw regions, a letter for each square, in place of boxes; the board is drawn
                            before or after them, in as many lines

Cages need TOML: see sudoku_toml.py.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from danceoff.problems.grids import sudoku
from danceoff.problems.grids.grid import Grid
from danceoff.problems.grids.sudoku_rules import FURTHER, Rules, ruled
from danceoff.problems.model.arguments import close
from danceoff.problems.model.cover import ExactCover, InvalidProblem

_WORDS = (*FURTHER, "boxes", "regions")

Lines = Sequence[tuple[int, str]]
"""Lines of squares with their numbers in the file."""


def read(text: str, file: str) -> tuple[ExactCover, Grid]:
    """Return the puzzle of a text; raises InvalidProblem for an impossible size, a wrong character or rule."""
    squares, regions, rules = _parted(text, file)
    if not squares:
        raise InvalidProblem(f"{file}: the file has no sudoku")
    side = _side(squares, file)
    for number, line in squares:
        if wrong := [mark for mark in line if not sudoku.is_mark(mark, side)]:
            raise InvalidProblem(f"{file}:{number}: {sudoku.wrong_mark(wrong[0], side)}")
    line = "".join(one for _, one in squares)
    try:
        if rules == Rules(0) and not regions:
            return sudoku.puzzle(line)
        return ruled(with_regions(replace(rules, side=side), "".join(one for _, one in regions)), line)
    except InvalidProblem as error:
        raise InvalidProblem(f"{file}:{squares[0][0]}: {error}") from None


def with_regions(rules: Rules, regions: str) -> Rules:
    """Return rules with the regions that a text of one letter for each square draws; without one, with boxes.

    Raises InvalidProblem for a drawing of another size, for regions beside boxes, and for boxes that do not fit.
    """
    side = rules.side
    if not regions:
        box = rules.box or sudoku.box_of(side)
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


def _side(lines: Lines, file: str) -> int:
    refuse_ragged(lines, file)
    try:
        return sudoku.side_of(sum(len(line) for _, line in lines))
    except InvalidProblem as error:
        raise InvalidProblem(f"{file}:{lines[0][0]}: {error}") from None


def _parted(text: str, file: str) -> tuple[Lines, Lines, Rules]:
    """Return the lines of the board, those of the regions, and the rules."""
    squares: list[tuple[int, str]] = []
    regions: list[tuple[int, str]] = []
    rules, now = Rules(0), squares
    for number, whole in enumerate(text.splitlines(), 1):
        line = "".join(whole.replace("|", "").split())
        if not line.strip("-+=") or line.startswith("#"):
            continue
        word, _, rest = whole.strip().partition(" ")
        if word in FURTHER and not rest.strip():
            rules = replace(rules, further=rules.further | {word})
        elif word == "boxes":
            rules = replace(rules, box=_at(file, number, rest.strip()))
        elif word == "regions" and not rest.strip():
            now = regions
        elif now is squares and _is_word(whole):
            near = close(word, _WORDS)
            meant = f"did you mean {near[0]}?" if near else f"a rule is one of {', '.join(_WORDS)}"
            raise InvalidProblem(f"{file}:{number}: unknown rule {whole.strip()!r}: {meant}")
        else:
            now.append((number, line))
    if regions and not squares:
        half, odd = divmod(len(regions), 2)
        if odd:
            raise InvalidProblem(f"{file}: the file has no sudoku beside its regions: draw it in as many lines")
        regions, squares = regions[:half], regions[half:]
    if len(regions) > 1:
        _side(regions, file)
    return squares, regions, rules


def _at(file: str, number: int, size: str) -> tuple[int, int]:
    try:
        return box_size(size)
    except InvalidProblem as error:
        raise InvalidProblem(f"{file}:{number}: {error}") from None


def _is_word(line: str) -> bool:
    """Return whether a line is meant as a rule: four small letters or more at its start, close to a rule's."""
    match = re.match(r"\s*([a-z-]{4,})\b", line)
    return bool(match and close(match[1], _WORDS))

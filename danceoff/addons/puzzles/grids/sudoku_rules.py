"""Sudokus with further rules: regions of any shape, diagonals, windows, knight's moves, and cages with sums.

A house holds each symbol once: it has a primary item for each symbol. Two squares a knight's move apart share a
secondary item for each symbol. A cage has a primary item for each digit, and an option for each set of digits with the
right sum. A digit's item is covered by writing the digit into a square of the cage, or by the option of a set without
the digit. So covers and filled boards correspond one to one. A cage with an operation, as in KenKen, has such items for
each of its squares, and an option for each way to fill them.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import isqrt, prod

import numpy as np

from danceoff.problems.board import Written
from danceoff.problems.grids import sudoku
from danceoff.problems.grids.board_rules import Cage, square_in_words
from danceoff.problems.grids.grid import Grid, House, Rules
from danceoff.problems.model.cover import ExactCover, InvalidProblem
from danceoff.problems.model.covers import offsets
from danceoff.problems.model.sizes import LARGEST_NAMED, refuse_beyond_limit

MOST_SETS = 5000
"""The most sets of digits, or ways to fill it, that a cage may have: each is an option with many entries."""

FURTHER = ("diagonals", "windows", "anti-knight")


@dataclass(frozen=True)
class FurtherRules(Rules):
    """The rules of a board besides rows and columns.

    region: the name of the region of each square, row by row; empty if the board has no regions.
    further: some of FURTHER. With diagonals, both diagonals hold each symbol once. With windows, the (n - 1)^2 windows
        of a board with boxes of n x n also do, as in windoku. With anti-knight, squares a knight's move apart differ.
    cages: the cages.
    """

    region: str = ""
    further: frozenset[str] = frozenset()
    cages: tuple[Cage, ...] = ()

    @property
    def box_in_words(self) -> str:
        """Rows and columns of a box, as in `Rules`; empty if there are regions in place of boxes."""
        return "" if self.region else super().box_in_words

    def written(self, line: str) -> Written:
        """Return the file of a board with these rules and the marks of all squares."""
        if self.cages:
            return Written([*self._toml(line), ""], format="toml")
        lines, rules, form = super().written(line)
        regions = ["regions", *self._rows(self.region)] if self.region else []
        return Written(lines, [*(rule for rule in FURTHER if rule in self.further), *rules, *regions], form)

    def _toml(self, line: str) -> Iterator[str]:
        yield from self._drawing("sudoku", line)
        yield from (f"{rule} = true" for rule in FURTHER if rule in self.further)
        is_kenken = not self.box and not self.region
        if not is_kenken and self.box_in_words:
            yield f'boxes = "{self.box_in_words}"'
        if self.region:
            yield from self._drawing("regions", self.region)
        marks = {square: cage.name for cage in self.cages for square in cage.squares}
        drawn = [marks.get(square, ".") for square in range(self.side**2)]
        yield from self._drawing("kenken" if is_kenken else "cages", drawn)
        yield "[sums]"
        for cage in self.cages:
            clue = f'"{cage.total}{cage.operation}"' if cage.operation else cage.total
            yield f"{json.dumps(cage.name)} = {clue}"

    def _drawing(self, key: str, marks: Sequence[str]) -> Iterator[str]:
        yield from (f'{key} = """', *(json.dumps(row, ensure_ascii=False)[1:-1] for row in self._rows(marks)), '"""')

    def _rows(self, marks: Sequence[str]) -> list[str]:
        return ["".join(marks[begin : begin + self.side]) for begin in range(0, self.side**2, self.side)]


def ruled(rules: FurtherRules, line: str) -> tuple[ExactCover, Grid]:
    """Return the puzzle with these rules and the givens of a line of all squares.

    Raises InvalidProblem for regions of another size than the side of the board, for windows on a board without square
    boxes, for a cage that no digits fill, and for a cage with more than MOST_SETS sets of digits.
    """
    side = rules.side
    base, grid = sudoku.blank(side, rules.box)
    shaded = [*_shaded(rules)]
    houses = [*_regions(rules), *shaded]
    grown = _Grown(base, side)
    for house in houses:
        grown.add(house.tag, house.squares)
    for number, cage in enumerate(rules.cages, 1):
        grown.add_cage(cage, f"cage-{cage.name or number}")
    n_primary = len(grown.items)
    if "anti-knight" in rules.further:
        for one, other in _knights_moves([house.squares for house in (*grid.houses, *houses)], side):
            grown.add(f"{sudoku.square_name(one, side)}-{sudoku.square_name(other, side)}", (one, other))

    option, item = (np.concatenate(every).astype(np.int32) for every in zip(*grown.entries, strict=True))
    order = np.lexsort((item, option))
    start = offsets(np.bincount(option, minlength=len(grown.options)))
    problem = ExactCover(start, item[order], len(grown.items), n_primary, grown.items, grown.options)
    caged = [House(_name(cage, side), cage.squares) for cage in rules.cages if not cage.operation]
    regions = np.unique(list(rules.region), return_inverse=True)[1].astype(np.int32) if rules.region else None
    grid = replace(
        grid,
        regions=regions,
        houses=(*grid.houses, *houses, *caged),
        shaded=tuple(sorted({square for house in shaded for square in house.squares})),
        cages=rules.cages,
        rules=rules,
    )
    return problem.given(sudoku.givens_of(line, side)), grid


class _Grown:
    """A problem of symbols in squares, to which items and options are added by name; entries are arrays of both."""

    def __init__(self, base: ExactCover, side: int) -> None:
        self.side = side
        self.items, self.options = list(base.item_names), list(base.option_names)
        self.entries = [(np.repeat(np.arange(base.n_options), np.diff(base.start)), base.item)]

    def add(self, tag: str, squares: Sequence[int]) -> None:
        """Add an item for each symbol; it is covered by the symbol in any of these squares."""
        symbol = np.arange(self.side)
        options = (np.array(squares)[:, None] * self.side + symbol).ravel()
        self.entries.append((options, np.tile(len(self.items) + symbol, len(squares)).astype(np.int32)))
        self.items += [f"{tag}={mark}" for mark in sudoku.SYMBOLS[: self.side]]

    def add_cage(self, cage: Cage, tag: str) -> None:
        """Add an item for the cage, items for its digits, and for each way to fill it an option.

        Such an option covers the item of the cage, and the items of the digits that are not in the cage.

        The squares of a cage have common items; with an operation each has its own.
        """
        side, own = self.side, len(self.items)
        self.items.append(tag)
        own_items = {f"{tag}@{square_in_words(square, side).replace(' ', '-')}": (square,) for square in cage.squares}
        squares_of = own_items if cage.operation else {tag: cage.squares}
        for name, squares in squares_of.items():
            self.add(name, squares)
        ways, places = _ways(cage, side), range(len(self.items) - own - 1)
        refuse_beyond_limit(
            len(ways) * len(places) + sum(len(items) for _, items in self.entries),
            f"{_name(cage, side)}: the puzzle",
            LARGEST_NAMED,
        )
        n_to_next = side if cage.operation else 0  # items from a square to the next
        for digits in ways:
            held = {digit - 1 + n_to_next * k for k, digit in enumerate(digits)}
            covered = np.array([own, *(own + 1 + place for place in places if place not in held)], np.int32)
            self.entries.append((np.full(len(covered), len(self.options)), covered))
            self.options.append(f"{tag} holds {''.join(sudoku.SYMBOLS[digit - 1] for digit in digits)}")


def _regions(rules: FurtherRules) -> Iterator[House]:
    for number, mark in enumerate(dict.fromkeys(rules.region), 1):
        squares = tuple(k for k, other in enumerate(rules.region) if other == mark)
        if len(squares) != rules.side:
            raise InvalidProblem(f"region {mark} has {len(squares)} squares, and a row has {rules.side}")
        yield House(f"region {mark}", squares, f"b{number}")


def _shaded(rules: FurtherRules) -> Iterator[House]:
    """Yield the diagonals and the windows that the rules name."""
    side, n = rules.side, isqrt(rules.side)
    if "diagonals" in rules.further:
        yield House("the falling diagonal", tuple(range(0, side * side, side + 1)), "d1")
        yield House("the rising diagonal", tuple(range(side - 1, side * side - 1, side - 1)), "d2")
    if "windows" in rules.further:
        if rules.box != (n, n):
            raise InvalidProblem("windows need a board with square boxes, such as 9 x 9")
        for number, (top, left) in enumerate(product(range(1, side - n, n + 1), repeat=2), 1):
            squares = tuple((top + r) * side + left + c for r in range(n) for c in range(n))
            yield House(f"window {number}", squares, f"w{number}")


def _knights_moves(houses: Iterable[Sequence[int]], side: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of squares a knight's move apart that share no house."""
    together = [set(squares) for squares in houses]
    for row, column in product(range(side), repeat=2):
        for down, right in ((1, -2), (1, 2), (2, -1), (2, 1)):
            if row + down < side and 0 <= column + right < side:
                one, other = row * side + column, (row + down) * side + column + right
                if not any(one in house and other in house for house in together):
                    yield one, other


def _name(cage: Cage, side: int) -> str:
    name = f"cage {cage.name}, of {cage.label}," if cage.name else f"the cage of {cage.label}"
    return f"{name} at {square_in_words(cage.squares[0], side)}"


def _ways(cage: Cage, side: int) -> list[tuple[int, ...]]:
    """Return the ways to fill a cage, as digits; in the order of its squares, or ascending if it has no operation."""
    found: list[tuple[int, ...]] = [()]
    for k, square in enumerate(cage.squares):
        others = [divmod(other, side) for other in cage.squares[:k]]
        in_line = [j for j, (row, column) in enumerate(others) if row == square // side or column == square % side]
        longer = ((*some, digit) for some in found for digit in range(1, side + 1))
        found = [one for one in longer if all(one[j] != one[k] for j in in_line) and _can_make(cage, one, side)]
        if len(found) > MOST_SETS:
            raise InvalidProblem(f"{_name(cage, side)}: there are more than {MOST_SETS} ways to fill it")
    if not found:
        raise InvalidProblem(f"{_name(cage, side)}: no numbers from 1 to {side} in its squares make {cage.label}")
    return found


def _can_make(cage: Cage, digits: Sequence[int], side: int) -> bool:
    """Return whether digits in the first squares of a cage can lead to the total; digits in all squares must reach it.

    Without an operation, digits have to ascend.
    """
    left = len(cage.squares) - len(digits)
    if not cage.operation:
        last, room = digits[-1], cage.total - sum(digits)
        least, most = sum(range(last + 1, last + left + 1)), sum(range(side - left + 1, side + 1))
        return last > max(digits[:-1], default=0) and least <= room <= most
    if cage.operation == "+":
        return left <= cage.total - sum(digits) <= left * side
    if cage.operation == "x":
        return cage.total % prod(digits) == 0 and cage.total <= prod(digits) * side**left
    low, high = min(digits), max(digits)
    return left > 0 or high == (low + cage.total if cage.operation == "-" else low * cage.total)

"""Sudokus with further rules: regions of any shape, diagonals, windows, knight's moves, and cages with sums.

A house holds each symbol once: it has a primary item for each symbol. Two squares a knight's move apart share a
secondary item for each symbol. A cage has a primary item for each digit, and an option for each set of digits with its
sum. A digit's item is covered by the digit in one of the cage's squares, or by the option of a set that leaves the
digit out. So covers and filled boards correspond one to one. A cage with an operation, as of KenKen, has such items for
each of its squares, and an option for each way to fill them.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from math import isqrt

import numpy as np

from danceoff.problems.grids import sudoku
from danceoff.problems.grids.board_rules import FURTHER as FURTHER
from danceoff.problems.grids.board_rules import Cage, Rules, square_in_words
from danceoff.problems.grids.grid import Grid, House
from danceoff.problems.model.cover import ExactCover, IntArray, InvalidProblem
from danceoff.problems.model.naming import Names
from danceoff.problems.model.sizes import LARGEST_NAMED, refuse_beyond_limit

MOST_SETS = 5000
"""The most sets of digits, or ways to fill it, that a cage may have: each is an option with many entries."""


def ruled(rules: Rules, line: str) -> tuple[ExactCover, Grid]:
    """Return the puzzle with these rules and the givens of a line of all squares.

    Raises InvalidProblem for regions of another size than the side of the board, for windows on a board without square
    boxes, for a cage whose sum is out of reach, and for one with more than MOST_SETS sets of digits.
    """
    side = rules.side
    base, grid = sudoku.blank(side, rules.box)
    shaded = [*_diagonals(rules), *_windows(rules)]
    houses = [*_regions(rules), *shaded]
    sets, n_left_out = [], 0
    for cage in rules.cages:
        sets.append(_fillings(cage, side, n_left_out) if cage.operation else _sets(cage, side))
        n_left_out += len(sets[-1]) * len(cage.squares) * side if cage.operation else 0
    widths = [1 + side * len(_parts(cage)) for cage in rules.cages]
    squares = [*(house.squares for house in grid.houses), *(house.squares for house in houses)]
    apart = list(_knights_moves(squares, side)) if "anti-knight" in rules.further else []

    n_options, n_base = base.n_options, base.n_items
    first_of_cage = n_base + len(houses) * side
    first_of_pair = first_of_cage + sum(widths)
    entries: list[tuple[IntArray, IntArray]] = [
        (np.repeat(np.arange(n_options, dtype=np.int32), np.diff(base.start)), base.item)
    ]
    entries += [_each_symbol(house.squares, n_base + k * side, side) for k, house in enumerate(houses)]
    for k, (cage, of_cage) in enumerate(zip(rules.cages, sets, strict=True)):
        own = first_of_cage + sum(widths[:k])
        entries += [_each_symbol(part, own + 1 + j * side, side) for j, part in enumerate(_parts(cage))]
        for left_out in of_cage:
            covered = np.array([own, *(own + 1 + digit for digit in left_out)], np.int32)
            entries.append((np.full(len(covered), n_options, np.int32), covered))
            n_options += 1
    entries += [_each_symbol(pair, first_of_pair + k * side, side) for k, pair in enumerate(apart)]

    option = np.concatenate([options for options, _ in entries])
    item = np.concatenate([items for _, items in entries])
    order = np.lexsort((item, option))
    start = np.concatenate([[0], np.cumsum(np.bincount(option, minlength=n_options))]).astype(np.int32)
    names = _Names(base, houses, rules.cages, sets, apart, side)
    problem = ExactCover(
        start,
        item[order].astype(np.int32),
        first_of_pair + len(apart) * side,
        first_of_pair,
        Names(first_of_pair + len(apart) * side, names.item),
        Names(n_options, names.option),
    )
    caged = [House(_name(cage, side), cage.squares) for cage in rules.cages if not cage.operation]
    regions = np.unique(list(rules.region), return_inverse=True)[1].astype(np.int32) if rules.region else None
    grid = replace(grid, regions=regions, houses=(*grid.houses, *houses, *caged), cages=rules.cages, rules=rules)
    grid = replace(grid, shaded=tuple(sorted({square for house in shaded for square in house.squares})))
    return problem.given(sudoku.givens_of(line, side)), grid


@dataclass(frozen=True)
class _Names:
    """The names of items and options, by number."""

    base: ExactCover
    houses: Sequence[House]
    cages: Sequence[Cage]
    sets: Sequence[Sequence[tuple[int, ...]]]
    apart: Sequence[tuple[int, int]]
    side: int

    def item(self, item: int) -> str:
        if item < self.base.n_items:
            return self.base.item_name(item)
        item -= self.base.n_items
        side = self.side
        house, symbol = divmod(item, side)
        if house < len(self.houses):
            return f"{self.houses[house].tag}={sudoku.SYMBOLS[symbol]}"
        item -= len(self.houses) * side
        for number, cage in enumerate(self.cages):
            if item == 0:
                return self._tag(number)
            part, symbol = divmod(item - 1, side)
            if part < len(parts := _parts(cage)):
                at = "@" + square_in_words(parts[part][0], side).replace(" ", "-") if cage.operation else ""
                return f"{self._tag(number)}{at}={sudoku.SYMBOLS[symbol]}"
            item -= 1 + side * len(parts)
        pair, symbol = divmod(item, side)
        one, other = (sudoku.square_name(square, side) for square in self.apart[pair])
        return f"{one}-{other}={sudoku.SYMBOLS[symbol]}"

    def option(self, option: int) -> str:
        if option < self.base.n_options:
            return str(self.base.option_names[option])
        option -= self.base.n_options
        for cage, sets in enumerate(self.sets):
            if option < len(sets):
                every = sudoku.SYMBOLS[: self.side] * len(_parts(self.cages[cage]))
                digits = [symbol for digit, symbol in enumerate(every) if digit not in sets[option]]
                return f"{self._tag(cage)} holds {''.join(digits)}"
            option -= len(sets)
        raise IndexError(option)

    def _tag(self, cage: int) -> str:
        return f"cage-{self.cages[cage].name or cage + 1}"


def _each_symbol(squares: Sequence[int], first: int, side: int) -> tuple[IntArray, IntArray]:
    """Return entries, as options and items, by which symbol v in any of the squares covers item `first + v`."""
    symbol = np.arange(side, dtype=np.int32)
    options = (np.array(squares, np.int32)[:, None] * side + symbol).ravel()
    return options, np.tile(first + symbol, len(squares)).astype(np.int32)


def _regions(rules: Rules) -> Iterator[House]:
    if not rules.region:
        return
    for number, mark in enumerate(dict.fromkeys(rules.region), 1):
        squares = tuple(k for k, other in enumerate(rules.region) if other == mark)
        if len(squares) != rules.side:
            raise InvalidProblem(f"region {mark} has {len(squares)} squares, and a row has {rules.side}")
        yield House(f"region {mark}", squares, f"b{number}")


def _diagonals(rules: Rules) -> Iterator[House]:
    if "diagonals" in rules.further:
        side = rules.side
        yield House("the falling diagonal", tuple(range(0, side * side, side + 1)), "d1")
        yield House("the rising diagonal", tuple(range(side - 1, side * side - 1, side - 1)), "d2")


def _windows(rules: Rules) -> Iterator[House]:
    if "windows" not in rules.further:
        return
    n = isqrt(rules.side)
    if rules.box != (n, n) or n * n != rules.side:
        raise InvalidProblem("windows need a board with square boxes, such as 9 x 9")
    corners = product(range(1, rules.side - n, n + 1), repeat=2)
    for number, (top, left) in enumerate(corners, 1):
        squares = tuple((top + r) * rules.side + left + c for r in range(n) for c in range(n))
        yield House(f"window {number}", squares, f"w{number}")


def _knights_moves(houses: Iterable[Sequence[int]], side: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of squares a knight's move apart that share no house.

    houses: the squares of each house.
    """
    together = [set(squares) for squares in houses]
    for row, column in product(range(side), repeat=2):
        for down, right in ((1, -2), (1, 2), (2, -1), (2, 1)):
            if row + down < side and 0 <= column + right < side:
                pair = row * side + column, (row + down) * side + column + right
                if not any(pair[0] in house and pair[1] in house for house in together):
                    yield pair


def _name(cage: Cage, side: int) -> str:
    name = f"cage {cage.name}, of {cage.label}," if cage.name else f"the cage of {cage.label}"
    return f"{name} at {square_in_words(cage.squares[0], side)}"


def _parts(cage: Cage) -> list[tuple[int, ...]]:
    """Return the squares of a cage that have common items: all of them, or with an operation each alone."""
    return [(square,) for square in cage.squares] if cage.operation else [cage.squares]


def _fillings(cage: Cage, side: int, n_before: int) -> list[tuple[int, ...]]:
    """Return for each way to fill a cage with an operation the places that it leaves out: n digits of each square."""
    n = len(cage.squares)
    found: list[tuple[int, ...]] = [()]
    for k, square in enumerate(cage.squares):
        others = [divmod(other, side) for other in cage.squares[:k]]
        seen = [j for j, (row, column) in enumerate(others) if row == square // side or column == square % side]
        longer = ((*some, digit) for some in found for digit in range(1, side + 1))
        found = [one for one in longer if all(one[j] != one[k] for j in seen) and cage.can_make(one, side)]
        if len(found) > MOST_SETS:
            raise InvalidProblem(f"{_name(cage, side)}: there are more than {MOST_SETS} ways to fill it")
    if not found:
        raise InvalidProblem(f"{_name(cage, side)}: no numbers from 1 to {side} in its squares make {cage.label}")
    refuse_beyond_limit(n_before + len(found) * n * side, f"{_name(cage, side)}: the puzzle", LARGEST_NAMED)
    places = range(side * n)
    return [tuple(place for place in places if some[place // side] != place % side + 1) for some in found]


def _sets(cage: Cage, side: int) -> list[tuple[int, ...]]:
    """Return for each set of digits that a cage may hold the digits that it leaves out, from 0."""
    n = len(cage.squares)
    where, n_sets = _name(cage, side), _n_sets(side, n, cage.total)
    if n_sets == 0:
        raise InvalidProblem(f"{where}: {n} different numbers from 1 to {side} cannot add up to {cage.total}")
    if n_sets > MOST_SETS:
        raise InvalidProblem(
            f"{where}: {n_sets} sets of {n} numbers from 1 to {side} add up to it, and the limit is {MOST_SETS}"
        )
    every = range(side)
    return [tuple(sorted({*every} - {*chosen})) for chosen in _chosen(side, n, cage.total)]


@cache
def _n_sets(largest: int, n: int, total: int) -> int:
    """Return how many sets of n different numbers from 1 to `largest` have this sum."""
    if n == 0 or total <= 0 or largest == 0:
        return int(n == 0 and total == 0)
    return _n_sets(largest - 1, n, total) + _n_sets(largest - 1, n - 1, total - largest)


def _chosen(largest: int, n: int, total: int) -> Iterator[tuple[int, ...]]:
    """Yield the sets that `_n_sets` counts, each number less 1."""
    if n == 0:
        yield ()
        return
    for last in range(largest, 0, -1):
        if _n_sets(last - 1, n - 1, total - last):
            yield from ((*fewer, last - 1) for fewer in _chosen(last - 1, n - 1, total - last))

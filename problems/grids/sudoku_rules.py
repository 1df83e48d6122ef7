"""Sudokus with further rules: regions of any shape, diagonals, windows, knight's moves, and cages with sums.

A house holds each symbol once: it has a primary item for each symbol. Two squares a knight's move apart share a
secondary item for each symbol. A cage has a primary item for each digit, and an option for each set of digits with its
sum. A digit's item is covered by the digit in one of the cage's squares, or by the option of a set that leaves the
digit out. So covers and filled boards correspond one to one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from math import isqrt

import numpy as np

from danceoff.problems.grids import sudoku
from danceoff.problems.grids.grid import Cage, Grid, House, spoken
from danceoff.problems.model.cover import ExactCover, IntArray, InvalidProblem
from danceoff.problems.model.naming import Names

FURTHER = ("diagonals", "windows", "anti-knight")

MOST_SETS = 5000
"""The most sets of digits that a cage may have: each is an option with up to as many entries as there are digits."""


@dataclass(frozen=True)
class Rules:
    """The rules of a board besides rows and columns.

    side: the side of the board.
    box: height and width of the boxes; None if `region` takes their place.
    region: the name of the region of each square, row by row.
    further: some of FURTHER. With diagonals, both of them hold each symbol once; with windows, the (n - 1)^2 windows of
        a board with boxes of n x n do, as in windoku; with anti-knight, squares a knight's move apart differ.
    cages: the cages.
    """

    side: int
    box: tuple[int, int] | None = None
    region: str = ""
    further: frozenset[str] = frozenset()
    cages: tuple[Cage, ...] = ()


def ruled(rules: Rules, line: str) -> tuple[ExactCover, Grid]:
    """Return the puzzle with these rules and the givens of a line of all squares.

    Raises InvalidProblem for regions of another size than the side of the board, for windows on a board without square
    boxes, for a cage whose sum is out of reach, and for one with more than MOST_SETS sets of digits.
    """
    side = rules.side
    base, grid = sudoku.blank(side, rules.box)
    houses = [*_regions(rules), *_diagonals(rules), *_windows(rules)]
    sets = [_sets(cage, side) for cage in rules.cages]
    squares = [*(house.squares for house in grid.houses), *(house.squares for house in houses)]
    apart = list(_knights_moves(squares, side)) if "anti-knight" in rules.further else []

    n_options, n_base = base.n_options, base.n_items
    first_of_cage = n_base + len(houses) * side
    first_of_pair = first_of_cage + len(sets) * (side + 1)
    entries: list[tuple[IntArray, IntArray]] = [
        (np.repeat(np.arange(n_options, dtype=np.int32), np.diff(base.start)), base.item)
    ]
    entries += [_each_symbol(house.squares, n_base + k * side, side) for k, house in enumerate(houses)]
    for k, (cage, of_cage) in enumerate(zip(rules.cages, sets, strict=True)):
        own = first_of_cage + k * (side + 1)
        entries.append(_each_symbol(cage.squares, own + 1, side))
        for left_out in of_cage:
            covered = np.array([own, *(own + 1 + digit for digit in left_out)], np.int32)
            entries.append((np.full(len(covered), n_options, np.int32), covered))
            n_options += 1
    entries += [_each_symbol(pair, first_of_pair + k * side, side) for k, pair in enumerate(apart)]

    option = np.concatenate([options for options, _ in entries])
    item = np.concatenate([items for _, items in entries])
    order = np.lexsort((item, option))
    start = np.concatenate([[0], np.cumsum(np.bincount(option, minlength=n_options))]).astype(np.int32)
    names = _Names(base, houses, sets, apart, side)
    problem = ExactCover(
        start,
        item[order].astype(np.int32),
        first_of_pair + len(apart) * side,
        first_of_pair,
        Names(first_of_pair + len(apart) * side, names.item),
        Names(n_options, names.option),
    )
    shaded = tuple(sorted({square for extra in houses if extra.is_shaded for square in extra.squares}))
    named = (
        *(House(extra.name, extra.squares) for extra in houses),
        *(House(_name(cage, side), cage.squares) for cage in rules.cages),
    )
    regions = np.unique(list(rules.region), return_inverse=True)[1].astype(np.int32) if rules.region else None
    grid = replace(grid, regions=regions, houses=grid.houses + named, shaded=shaded, cages=rules.cages)
    return problem.given(sudoku.givens_of(line, side)), grid


@dataclass(frozen=True)
class _Extra:
    """A house besides rows, columns and boxes.

    tag: its name in items.
    """

    name: str
    tag: str
    squares: tuple[int, ...]
    is_shaded: bool = False


@dataclass(frozen=True)
class _Names:
    """The names of items and options, by number."""

    base: ExactCover
    houses: Sequence[_Extra]
    sets: Sequence[Sequence[tuple[int, ...]]]
    apart: Sequence[tuple[int, int]]
    side: int

    def item(self, item: int) -> str:
        if item < self.base.n_items:
            return self.base.item_name(item)
        item -= self.base.n_items
        house, symbol = divmod(item, self.side)
        if house < len(self.houses):
            return f"{self.houses[house].tag}={sudoku.SYMBOLS[symbol]}"
        item -= len(self.houses) * self.side
        cage, digit = divmod(item, self.side + 1)
        if cage < len(self.sets):
            return f"k{cage + 1}={sudoku.SYMBOLS[digit - 1]}" if digit else f"k{cage + 1}"
        item -= len(self.sets) * (self.side + 1)
        pair, symbol = divmod(item, self.side)
        one, other = (sudoku.square_name(square, self.side) for square in self.apart[pair])
        return f"{one}-{other}={sudoku.SYMBOLS[symbol]}"

    def option(self, option: int) -> str:
        if option < self.base.n_options:
            return str(self.base.option_names[option])
        option -= self.base.n_options
        for cage, sets in enumerate(self.sets):
            if option < len(sets):
                digits = [sudoku.SYMBOLS[digit] for digit in range(self.side) if digit not in sets[option]]
                return f"k{cage + 1} holds {''.join(digits)}"
            option -= len(sets)
        raise IndexError(option)


def _each_symbol(squares: Sequence[int], first: int, side: int) -> tuple[IntArray, IntArray]:
    """Return entries, as options and items, by which symbol v in any of the squares covers item `first + v`."""
    symbol = np.arange(side, dtype=np.int32)
    options = (np.array(squares, np.int32)[:, None] * side + symbol).ravel()
    return options, np.tile(first + symbol, len(squares)).astype(np.int32)


def _regions(rules: Rules) -> Iterator[_Extra]:
    if not rules.region:
        return
    for number, mark in enumerate(dict.fromkeys(rules.region), 1):
        squares = tuple(k for k, other in enumerate(rules.region) if other == mark)
        if len(squares) != rules.side:
            raise InvalidProblem(f"region {mark} has {len(squares)} squares, and a row has {rules.side}")
        yield _Extra(f"region {mark}", f"b{number}", squares)


def _diagonals(rules: Rules) -> Iterator[_Extra]:
    if "diagonals" in rules.further:
        side = rules.side
        yield _Extra("the falling diagonal", "d1", tuple(range(0, side * side, side + 1)), is_shaded=True)
        yield _Extra("the rising diagonal", "d2", tuple(range(side - 1, side * side - 1, side - 1)), is_shaded=True)


def _windows(rules: Rules) -> Iterator[_Extra]:
    if "windows" not in rules.further:
        return
    n = isqrt(rules.side)
    if rules.box != (n, n) or n * n != rules.side:
        raise InvalidProblem("windows need a board with square boxes, such as 9 x 9")
    corners = product(range(1, rules.side - n, n + 1), repeat=2)
    for number, (top, left) in enumerate(corners, 1):
        squares = tuple((top + r) * rules.side + left + c for r in range(n) for c in range(n))
        yield _Extra(f"window {number}", f"w{number}", squares, is_shaded=True)


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
    return f"the cage of {cage.total} at {spoken(cage.squares[0], side)}"


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

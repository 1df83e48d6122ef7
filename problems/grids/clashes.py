"""Givens of a sudoku that contradict each other, in words for readers: rows and columns count from 1."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.grids.board_rules import Cage, square_in_words
from danceoff.problems.model.cover import ExactCover

if TYPE_CHECKING:
    from danceoff.problems.grids.grid import Grid

_MOST = 5


def clashes(problem: ExactCover, board: Grid) -> list[str]:
    """Return a sentence for each pair of givens that a house of the board or a rule forbids, at most 5."""
    symbol_in = {
        int(board.square[option]): int(board.symbol[option]) for option in board.writing(problem.taken.tolist())
    }
    found: dict[tuple[int, int], str] = {}
    for house in board.houses:
        first: dict[int, int] = {}
        for square in house.squares:
            symbol = symbol_in.get(square)
            if symbol is None:
                continue
            pair = first.setdefault(symbol, square), square
            if pair[0] != square:
                found.setdefault(pair, f"{board.symbols[symbol]} twice in {house.name}: {_both(pair, board)}")
    if board.rules and "anti-knight" in board.rules.further:
        for pair in combinations(sorted(symbol_in), 2):
            symbol, other = map(symbol_in.__getitem__, pair)
            (row, column), (to_row, to_column) = (divmod(square, board.n_columns) for square in pair)
            if symbol == other and {to_row - row, abs(to_column - column)} == {1, 2}:
                found.setdefault(pair, f"{board.symbols[symbol]} twice, a knight's move apart: {_both(pair, board)}")
    return list(found.values())[:_MOST]


def places_without(problem: ExactCover, board: Grid, items: NDArray[np.integer]) -> Iterator[str]:
    """Yield a sentence for each item that no option covers any more because of the givens, at most 5."""
    cages = _cages(board)
    for item in items[:_MOST].tolist():
        where, _, symbol = problem.item_name(item).partition("=")
        place = item_in_words(problem, board, item)
        where, _, at = where.partition("@")
        if where in cages:
            cage = cages[where]
            squares = ", ".join(square_in_words(square, board.n_columns) for square in cage.squares)
            wrong = f"adds up to {cage.total}, and no set of digits that does fits"
            wrong = f"makes {cage.label}, and no digits that do fit" if cage.operation else wrong
            wrong = f"needs a {symbol}{at and ' in ' + at.replace('-', ' ')}, which does not fit" if symbol else wrong
            yield f"{where.replace('-', ' ')} {wrong} beside the givens: {squares}"
        elif symbol:
            yield f"{symbol} can stand nowhere {place.removeprefix(f'{symbol} ')}"
        else:
            yield f"no symbol can stand in {place}"


def pips_without(problem: ExactCover, board: Grid, items: NDArray[np.integer]) -> Iterator[str]:
    """Yield a sentence for each item of Pips that no option covers, at most 5."""
    label = {f"pips in {square_in_words(k, board.n_columns)}": cage.label for cage in board.cages for k in cage.squares}
    for place in (item_in_words(problem, board, item) for item in items[:_MOST].tolist()):
        if place in label:
            yield f"no {place} go with {label[place]}, the rule of its region"
        else:
            yield f"{place} fits nowhere" if place.startswith("domino") else f"no {place.removeprefix('a ')} fits"


def item_in_words(problem: ExactCover, board: Grid, item: int) -> str:
    """Return what a primary item of a sudoku or Latin square is: `row 1 column 2`, `5 in row 1` or `cage a`.

    Of Pips: `pips in row 1 column 2`, `a domino on row 1 column 2` or `domino 1-2`.
    """
    if board.is_pips:
        what, is_square, where = problem.item_name(item).partition("-row-")
        into = "pips in" if what == "pips-of" else "a domino on"
        return f"{into} row {where.replace('-', ' ')}" if is_square else what.replace("-", " ", 1)
    houses = {house.tag: house.name for house in board.houses}
    where, _, symbol = problem.item_name(item).partition("=")
    cage, _, at = where.partition("@")
    if cage in _cages(board):
        place = cage.replace("-", " ") + (at and f" at {at}").replace("-", " ")
    elif symbol:
        place = houses[where]
    else:
        place = "row {} column {}".format(*where.removeprefix("p").split(","))
    return f"{symbol} in {place}" if symbol else place


def _cages(board: Grid) -> dict[str, Cage]:
    return {f"cage-{cage.name or number}": cage for number, cage in enumerate(board.cages, 1)}


def _both(pair: tuple[int, int], board: Grid) -> str:
    return " and ".join(square_in_words(square, board.n_columns) for square in pair)

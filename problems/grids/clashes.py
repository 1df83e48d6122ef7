"""Givens of a sudoku that contradict each other, in words for readers: rows and columns count from 1."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.grids.grid import Grid, spoken
from danceoff.problems.model.cover import ExactCover

_MOST = 5
_ITEM = re.compile(r"p(\d+),(\d+)|([rcb])(\d+)=(.)")


def clashes(problem: ExactCover, board: Grid) -> list[str]:
    """Return a sentence for each pair of givens that a house of the board forbids, at most 5."""
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
                where = " and ".join(spoken(one, board.n_columns) for one in pair)
                found.setdefault(pair, f"{board.symbols[symbol]} twice in {house.name}: {where}")
    return list(found.values())[:_MOST]


def places_without(problem: ExactCover, board: Grid, items: NDArray[np.integer]) -> Iterator[str]:
    """Yield a sentence for each item that no option covers any more because of the givens, at most 5."""
    for item in items[:_MOST].tolist():
        name = problem.item_name(item)
        if not (match := _ITEM.fullmatch(name)):
            yield f"no option covers item {name} besides the givens"
        elif match[1]:
            yield f"no symbol can stand in row {match[1]} column {match[2]}"
        else:
            house = board.houses["rcb".index(match[3]) * board.n_rows + int(match[4]) - 1]  # b: a box or a region
            yield f"{match[5]} can stand nowhere in {house.name}"

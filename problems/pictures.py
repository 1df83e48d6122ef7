"""Covers as plain text: packings with one letter a piece, boards with their symbols."""

from __future__ import annotations

import string
from collections.abc import Iterable

import numpy as np

from problems.cover import Cover, ExactCover
from problems.grid import Grid
from problems.packing import Packing

LETTERS = string.ascii_lowercase + string.ascii_uppercase + string.digits
"""One for each piece in turn; with more pieces than letters they come round again."""


def picture(problem: ExactCover, board: Packing | Grid | None, cover: Cover) -> str:
    """One cover of the problem, drawn on its board; without a board, one option a line by name or by its items."""
    if isinstance(board, Packing):
        return _packing(board, cover)
    if isinstance(board, Grid):
        return _grid(board, cover)
    if problem.option_names:
        return "\n".join(str(problem.option_names[option]) for option in cover)
    return "\n".join(" ".join(map(problem.item_name, problem.items_of(option))) for option in cover)


def _packing(packing: Packing, cover: Cover) -> str:
    """The region with `#` for walls, layers parted by an empty line."""
    drawn = np.full(packing.n_cells, ".")
    for option, letter in _lettered(packing, cover):
        drawn[packing.cells_of(option)] = letter
    marks = np.full(packing.region.shape, "#")
    marks[packing.region] = drawn
    layers = marks.reshape(-1, *marks.shape[-2:])
    return "\n\n".join("\n".join(map("".join, layer)) for layer in layers)


def _lettered(packing: Packing, cover: Cover) -> Iterable[tuple[int, str]]:
    """Each option with its letter: a piece's name if that is a letter, else that of its number.

    Unlimited pieces take the letters that are left, in the order of their first cells.
    """
    letter = {
        k: piece.name if len(piece.name) == 1 else LETTERS[k % len(LETTERS)]
        for k, piece in enumerate(packing.pieces)
        if not piece.unlimited
    }
    left = [mark for mark in LETTERS if mark not in letter.values()] or LETTERS
    n_unlimited = 0
    for option in sorted(cover, key=lambda option: packing.cells_of(option)):
        piece = int(packing.piece[option])
        if piece in letter:
            yield option, letter[piece]
        else:
            yield option, left[n_unlimited % len(left)]
            n_unlimited += 1


def _grid(grid: Grid, cover: Cover) -> str:
    """The board row by row, `.` where nothing stands, with rules between boxes."""
    marks = np.full(grid.n_rows * grid.n_columns, ".")
    for option in cover:
        marks[grid.square[option]] = grid.symbols[grid.symbol[option]]
    rows = marks.reshape(grid.n_rows, grid.n_columns).tolist()
    if grid.box is None:
        return "\n".join(map("".join, rows))
    height, width = grid.box
    lines = ["|".join("".join(row[c : c + width]) for c in range(0, grid.n_columns, width)) for row in rows]
    rule = "\n" + "+".join(["-" * width] * (grid.n_columns // width)) + "\n"
    return rule.join("\n".join(lines[r : r + height]) for r in range(0, grid.n_rows, height))

"""Covers for a terminal: borders in box-drawing characters and, if wanted, ANSI colours."""

from collections.abc import Iterable
from itertools import groupby, zip_longest
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.model.cover import BoolArray
from danceoff.problems.pictures.drawing import TERMINAL
from danceoff.problems.pictures.mosaic import WALL, Mosaic

_GLYPHS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
"""The character at which borders meet, by the sum of their directions: up (1), down (2), left (4), right (8)."""

_BESIDE = "  "


def boxed_mosaic(seen: Mosaic, columns: int, coloured: bool) -> str:
    """Return a mosaic as text of at most `columns` columns; empty if it is too wide.

    Cells have a blank on either side if the width allows it, and if no layer has to move below another one for this.
    """
    widest = max(map(len, seen.mark.ravel()))
    best: list[list[_Layer]] = []
    for cell_width in (widest + 2, widest):  # narrow cells if wide ones do not fit, or not side by side
        layers = [_Layer(seen, k, cell_width, coloured) for k in range(len(seen.area))]
        n_beside = (columns + len(_BESIDE)) // (max(layer.width for layer in layers) + len(_BESIDE))
        if n_beside >= len(layers) or (n_beside and not best):
            best = [layers[k : k + n_beside] for k in range(0, len(layers), n_beside)]
        if len(best) == 1:
            break
    return "\n".join(map(_side_by_side, best))


class _Layer:
    """One layer as lines of text that are all `width` columns wide, without outer rows and columns of walls.

    A packing has room for borders between all rows and columns; another board has room only where it draws a border.
    """

    def __init__(self, seen: Mosaic, layer: int, cell_width: int, coloured: bool) -> None:
        inside = (seen.area != WALL).any(axis=0)
        row, column = (np.flatnonzero(inside.any(axis=axis)) for axis in (1, 0))
        within = layer, slice(row[0], row[-1] + 1), slice(column[0], column[-1] + 1)
        beside, above = borders(seen.area[within])
        n_rows, n_columns = seen.area[within].shape
        # Borders are in even rows and columns, cells in odd ones; the ground of a cell is also left of it and above it.
        self._text = np.full((2 * n_rows + 1, 2 * n_columns + 1), " ", object)
        self._text[::2, ::2] = np.array([*_GLYPHS], object)[_crossings(beside, above)]
        self._text[::2, 1::2] = np.where(above, "─", " ").astype(object) * cell_width  # repeats the text
        self._text[1::2, ::2] = np.where(beside, "│", " ")
        self._text[1::2, 1::2] = [[mark.center(cell_width) for mark in own] for own in seen.mark[within].tolist()]
        self._style = np.full(self._text.shape, "", object)
        if coloured:
            grounds = np.array([*(f"38;5;16;48;5;{colour}" for colour in TERMINAL), ""], object)[seen.colour[within]]
            self._style[:-1, :-1] = grounds.repeat(2, axis=0).repeat(2, axis=1)
            bold = np.where(seen.strong[within], "1;", "").astype(object) + self._style[1::2, 1::2]
            # Borders have no ground, and marks get theirs back: a mark may be a border character.
            self._style[np.isin(self._text, [*_GLYPHS[1:], "─" * cell_width])] = ""
            self._style[1::2, 1::2] = bold
        self._rows, self._columns = (np.ones(side, bool) for side in self._text.shape)
        self._rows[::2] = above.any(axis=1) | seen.is_packed
        self._columns[::2] = beside.any(axis=0) | seen.is_packed
        self.width = n_columns * cell_width + int(np.count_nonzero(self._columns[::2]))

    def lines(self) -> list[str]:
        chosen = np.ix_(self._rows, self._columns)
        texts, styles = self._text[chosen].tolist(), self._style[chosen].tolist()
        return [_styled(zip(*row, strict=True)) for row in zip(texts, styles, strict=True)]


def borders(area: NDArray[np.int32]) -> tuple[BoolArray, BoolArray]:
    """Return where borders are: left of the cells, bool[rows, columns + 1], and above them, bool[rows + 1, columns]."""
    framed = framed_by(area, WALL)
    beside = framed[1:-1, 1:] != framed[1:-1, :-1]
    above = framed[1:, 1:-1] != framed[:-1, 1:-1]
    return np.asarray(beside), np.asarray(above)


def framed_by(cells: NDArray[Any], value: int) -> NDArray[Any]:
    """Return cells, [rows, columns], with a frame of this value, one cell wide; `np.pad` takes ten times as long."""
    n_rows, n_columns = cells.shape
    framed = np.full((n_rows + 2, n_columns + 2), value, cells.dtype)
    framed[1:-1, 1:-1] = cells
    return framed


def _crossings(beside: BoolArray, above: BoolArray) -> NDArray[np.int64]:
    """Return the number of the glyph at each corner of the cells, int64[rows + 1, columns + 1]."""
    down, right = np.pad(beside, ((0, 1), (0, 0))), np.pad(above, ((0, 0), (0, 1)))
    up, left = np.pad(beside, ((1, 0), (0, 0))), np.pad(above, ((0, 0), (1, 0)))
    return np.asarray(up + 2 * down + 4 * left + 8 * right, dtype=np.int64)


def _side_by_side(layers: list[_Layer]) -> str:
    lines = [layer.lines() for layer in layers]
    blank = [" " * layer.width for layer in layers]
    rows = zip_longest(*lines)
    return "\n".join(_BESIDE.join(text or blank[k] for k, text in enumerate(row)).rstrip() for row in rows)


def _styled(pieces: Iterable[tuple[str, str]]) -> str:
    runs = [(style.strip(";"), "".join(text for text, _ in run)) for style, run in groupby(pieces, itemgetter(1))]
    return "".join(f"\x1b[{style}m{text}\x1b[0m" if style else text for style, text in runs)

"""Covers for a terminal: borders in box-drawing characters and, if wanted, ANSI colours."""

from itertools import groupby, zip_longest
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

    Cells have a blank on either side if that fits, unless all layers are side by side only without the blanks.
    """
    widest = max(map(len, seen.mark.ravel()))
    best: list[list[_Layer]] = []
    for cell_width in (widest + 2, widest):
        layers = [_Layer(seen, k, cell_width, coloured) for k in range(len(seen.area))]
        n_beside = (columns + len(_BESIDE)) // (max(layer.width for layer in layers) + len(_BESIDE))
        if n_beside >= len(layers) or (n_beside and not best):
            best = [layers[k : k + n_beside] for k in range(0, len(layers), n_beside)]
        if len(best) == 1:
            break
    return "\n".join(map(_side_by_side, best))


class _Layer:
    """One layer as lines of text that are all `width` columns wide, without outer rows and columns of walls.

    A packing has room for borders between all rows and all columns; other boards have it only where a border is drawn.
    """

    def __init__(self, seen: Mosaic, layer: int, cell_width: int, coloured: bool) -> None:
        inside = (seen.area != WALL).any(axis=0)
        row, column = (np.flatnonzero(inside.any(axis=axis)) for axis in (1, 0))
        within = layer, slice(row[0], row[-1] + 1), slice(column[0], column[-1] + 1)
        self.area, self.mark = seen.area[within], seen.mark[within]
        self.colour, self.strong = seen.colour[within], seen.strong[within]
        self.cell_width, self.coloured = cell_width, coloured
        self.beside, self.above = borders(self.area)
        self.crossing = _crossings(self.beside, self.above)
        self.columns = [c for c in range(self.beside.shape[1]) if seen.is_packed or self.beside[:, c].any()]
        self.rows = [r for r in range(self.above.shape[0]) if seen.is_packed or self.above[r].any()]
        self.width = self.mark.shape[1] * cell_width + len(self.columns)

    def lines(self) -> list[str]:
        lines = []
        for r in range(self.above.shape[0]):
            if r in self.rows:
                lines.append(self._border(r))
            if r < len(self.mark):
                lines.append(self._cells(r))
        return lines

    def _border(self, r: int) -> str:
        pieces: list[tuple[str, str]] = []
        for c in range(self.beside.shape[1]):
            if c in self.columns:
                glyph = _GLYPHS[self.crossing[r, c]]
                pieces.append((glyph, self._ground(r, c) if glyph == " " else ""))
            if c < self.mark.shape[1]:
                glyph, style = ("─", "") if self.above[r, c] else (" ", self._ground(r, c))
                pieces.append((glyph * self.cell_width, style))
        return _styled(pieces)

    def _cells(self, r: int) -> str:
        pieces: list[tuple[str, str]] = []
        for c in range(self.beside.shape[1]):
            if c in self.columns:
                pieces.append(("│", "") if self.beside[r, c] else (" ", self._ground(r, c)))
            if c < self.mark.shape[1]:
                bold = "1" if self.coloured and self.strong[r, c] else ""
                style = ";".join(filter(None, (bold, self._ground(r, c))))
                pieces.append((self.mark[r, c].center(self.cell_width), style))
        return _styled(pieces)

    def _ground(self, r: int, c: int) -> str:
        if not self.coloured or r == len(self.mark) or c == self.mark.shape[1] or self.colour[r, c] < 0:
            return ""
        return f"38;5;16;48;5;{TERMINAL[self.colour[r, c]]}"


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


def _styled(pieces: list[tuple[str, str]]) -> str:
    runs = [(style, "".join(text for text, _ in run)) for style, run in groupby(pieces, key=lambda piece: piece[1])]
    return "".join(f"\x1b[{style}m{text}\x1b[0m" if style else text for style, text in runs)

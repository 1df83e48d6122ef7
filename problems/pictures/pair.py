"""Two covers of a problem beside each other, with the options marked in which they differ."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import zip_longest

import numpy as np

from danceoff.problems.grids.board import Board, CellBoard, has_squares
from danceoff.problems.grids.grid import Points
from danceoff.problems.grids.packing import Packing
from danceoff.problems.model.cover import BoolArray, Cover, ExactCover
from danceoff.problems.model.naming import option_name
from danceoff.problems.model.table import MOST_ITEMS, MOST_OPTIONS
from danceoff.problems.pictures.boxed import boxed_mosaic
from danceoff.problems.pictures.drawing import STYLE, Drawing
from danceoff.problems.pictures.incidence import incidence, matrix
from danceoff.problems.pictures.mosaic import WALL, Mosaic, mosaic
from danceoff.problems.pictures.plain import cells_of, laid_out, n_cells, name_in_root, plain
from danceoff.problems.pictures.svg import document, draw
from danceoff.problems.pictures.svg_cells import cells, outlined

_HEADS = ("first", "second", "differ")
_BESIDE = "   "
_WIDEST = 120
"""The most columns of text that is not for a terminal."""
_APART = 8.0
_ESCAPES = re.compile("\x1b\\[[0-9;]*m")


@dataclass(frozen=True)
class Pair:
    """Two covers of a problem, in the numbering of its root."""

    problem: ExactCover
    board: Board
    first: Cover
    second: Cover

    @property
    def only(self) -> tuple[list[int], list[int]]:
        """The options that only the first cover holds, and those that only the second holds, ascending."""
        first, second = set(self.first), set(self.second)
        return sorted(first - second), sorted(second - first)

    def text(self, columns: int = 0, style: str = "plain") -> str:
        """Draw both as text: on a board of cells side by side, with a third drawing that has a * where they differ.

        Others follow one another, and then lists of the options that only one of them holds.

        columns: the width of the terminal, if there is one.
        style: `plain`, `boxed` or `coloured`.
        """
        if isinstance(self.board, CellBoard):
            return _in_columns(self._panels(self.board, columns, style), columns or _WIDEST)
        lists = dict(zip(("only in the first:", "only in the second:"), self.only, strict=True))
        if self.board is None:
            lists = {"in both:": sorted(set(self.first) & set(self.second)), **lists}
            drawn = []
        else:
            drawn = [plain(self.problem, self.board, cover) for cover in (self.first, self.second)]
        named = ["\n".join([head, *map(self._line, options)]) for head, options in lists.items() if options]
        return "\n\n".join([*(f"{head}\n{text}" for head, text in zip(_HEADS, drawn, strict=False)), *named])

    def svg(self, title: str, styled: bool = True) -> str:
        """Draw both side by side as an `<svg>` element: lines surround the cells that differ, or the rest is pale.

        title, styled: as for one cover.
        """
        first, second = self._drawings()
        beside = f'<g transform="translate({first.width + _APART:g} 0)">'
        elements = [*first.elements, beside, *second.elements, "</g>"]
        both = Drawing(first.width + _APART + second.width, max(first.height, second.height), elements)
        return document(both, title, self.text(), STYLE if styled else "")

    def _line(self, option: int) -> str:
        return f"  {name_in_root(self.problem, self.board, option)}"

    def _panels(self, board: CellBoard, columns: int, style: str) -> list[str]:
        differs = self._differs(board)
        if style != "plain" and has_squares(board):
            seen = [mosaic(self.problem, board, cover) for cover in (self.first, self.second)]
            shape = _as_layers(board, differs)
            marks = np.where(shape, "*", np.where(seen[1].area > WALL, "·", seen[1].mark)).astype(object)
            colour = np.where(shape, np.maximum(seen[1].colour, 0), -1).astype(np.int32)
            seen.append(replace(seen[1], mark=marks, colour=colour))
            panels = [boxed_mosaic(one, columns, style == "coloured") for one in seen]
            if all(panels):
                return panels
        covers = [plain(self.problem, board, cover) for cover in (self.first, self.second)]
        return [*covers, laid_out(board, ["*" if one else "." for one in differs])]

    def _differs(self, board: CellBoard) -> BoolArray:
        """Whether an option that only one of the covers holds covers a cell, for each cell of the board."""
        differs = np.zeros(n_cells(board), bool)
        for option in (option for options in self.only for option in options):
            differs[cells_of(board, option)] = True
        return differs

    def _drawings(self) -> list[Drawing]:
        if has_squares(self.board):
            differs = _as_layers(self.board, self._differs(self.board))
            seen = [mosaic(self.problem, self.board, cover) for cover in (self.first, self.second)]
            return [_with_outline(one, differs) for one in seen]
        if self.board is None:
            rows = sorted({*self.first, *self.second})
            if self.problem.n_items > MOST_ITEMS or len(rows) > MOST_OPTIONS:
                return [matrix(self.problem, cover) for cover in (self.first, self.second)]
            named = [(option_name(self.problem, option), option) for option in rows]
            return _pale(
                [
                    incidence([(name, option if option in cover else None) for name, option in named], self.problem)
                    for cover in (set(self.first), set(self.second))
                ]
            )
        drawings = [draw(self.problem, self.board, cover) for cover in (self.first, self.second)]
        return drawings if isinstance(self.board, Points) else _pale(drawings)


def _as_layers(board: CellBoard, cells: BoolArray) -> BoolArray:
    """The cells of a board as bool[layers, rows, columns], as a mosaic has them."""
    if not isinstance(board, Packing):
        shape = board.region.shape if hasattr(board, "region") else (board.n_rows, board.n_columns)
        return cells.reshape(1, *shape)
    chosen = np.zeros(board.region.shape, bool)
    chosen[board.region] = cells
    return chosen.reshape(-1, *board.region.shape[-2:])


def _with_outline(seen: Mosaic, differs: BoolArray) -> Drawing:
    drawn = cells(seen)
    return Drawing(drawn.width, drawn.height, [*drawn.elements, *outlined(seen, differs)])


def _pale(drawings: list[Drawing]) -> list[Drawing]:
    """The drawings with what is the same in both of them made pale, but for texts."""
    common = {text for text in drawings[0].elements if "<text" not in text} & {*drawings[1].elements}
    return [
        replace(one, elements=[f'<g opacity=".25">{text}</g>' if text in common else text for text in one.elements])
        for one in drawings
    ]


def _in_columns(panels: list[str], widest: int) -> str:
    """Texts with heads, side by side if that is at most `widest` columns wide, else below one another."""
    headed = [[head, *panel.split("\n")] for head, panel in zip(_HEADS, panels, strict=True)]
    widths = [max(map(_width, lines)) for lines in headed]
    if sum(widths) + len(_BESIDE) * (len(headed) - 1) > widest:
        return "\n\n".join("\n".join(lines) for lines in headed)
    rows = zip_longest(*headed, fillvalue="")
    padded = ([text + " " * (width - _width(text)) for text, width in zip(row, widths, strict=True)] for row in rows)
    return "\n".join(_BESIDE.join(row).rstrip() for row in padded)


def _width(line: str) -> int:
    return len(_ESCAPES.sub("", line))

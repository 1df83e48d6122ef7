"""Two covers of a problem beside each other, with their different options marked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING

from danceoff.problems.model.cover import Cover, ExactCover
from danceoff.problems.pictures.drawing import STYLE, Drawing, document

if TYPE_CHECKING:
    from danceoff.problems.board import Board

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
        """The options that only the first cover holds, and the options that only the second holds, ascending."""
        first, second = set(self.first), set(self.second)
        return sorted(first - second), sorted(second - first)

    def text(self, columns: int = 0, style: str = "plain") -> str:
        """Draw both as text: on a board of cells side by side, with a third drawing that has a * where they differ.

        On another board, one cover stands below the other, followed by the options that only the first and only the
        second holds.

        columns: the width of the terminal; 0 if there is none.
        style: `plain`, `boxed` or `coloured`.
        """
        if panels := self.board.panels(self.problem, self.first, self.second, columns, style):
            return _in_columns(panels, columns or _WIDEST)
        lists = dict(zip(("only in the first:", "only in the second:"), self.only, strict=True))
        if self.board.is_drawn:
            drawn = [self.board.plain(self.problem, cover) for cover in (self.first, self.second)]
        else:
            lists = {"in both:": sorted(set(self.first) & set(self.second)), **lists}
            drawn = []
        name = partial(self.board.name_in_root, self.problem)
        named = ["\n  ".join([head, *map(name, options)]) for head, options in lists.items() if options]
        return "\n\n".join([*(f"{head}\n{text}" for head, text in zip(_HEADS, drawn, strict=False)), *named])

    def svg(self, title: str, styled: bool = True) -> str:
        """Draw both side by side as an `<svg>` element, with lines around cells that differ, or common options pale.

        title, styled: as for one cover.
        """
        first, second = self.board.draw_both(self.problem, self.first, self.second)
        beside = f'<g transform="translate({first.width + _APART:.8g} 0)">'
        elements = [*first.elements, beside, *second.elements, "</g>"]
        both = Drawing(first.width + _APART + second.width, max(first.height, second.height), elements)
        return document(both, title, self.text(), STYLE if styled else "")


def _in_columns(panels: list[str], widest: int) -> str:
    """Return texts with heads: side by side if at most `widest` columns wide together, else one below the other."""
    headed = [[head, *panel.split("\n")] for head, panel in zip(_HEADS, panels, strict=True)]
    widths = [max(map(_width, lines)) for lines in headed]
    if sum(widths) + len(_BESIDE) * (len(headed) - 1) > widest:
        return "\n\n".join("\n".join(lines) for lines in headed)
    rows = zip_longest(*headed, fillvalue="")
    padded = ([text + " " * (width - _width(text)) for text, width in zip(row, widths, strict=True)] for row in rows)
    return "\n".join(_BESIDE.join(row).rstrip() for row in padded)


def _width(line: str) -> int:
    return len(_ESCAPES.sub("", line))

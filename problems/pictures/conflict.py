"""Conflicts on their boards: items that cannot be covered together."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from danceoff.problems.model.cover import ExactCover
from danceoff.problems.pictures.drawing import STYLE, Drawing, document
from danceoff.problems.pictures.shades import SHADE_STYLE, Sign, shaded, with_legend

if TYPE_CHECKING:
    from danceoff.problems.grids.board import Board

_WEAK, _STRONG = 0.45, 1.0
_COLUMNS = 44


def conflict_picture(
    problem: ExactCover, board: Board, items: Sequence[int], decisive: Collection[int], title: str
) -> str | None:
    """Draw items that cannot be covered together as an `<svg>` element; None for boards that cannot show them.

    Cells are filled. On a board of symbols, a frame is a square that gets no symbol, and a small symbol is one that its
    row, column or box cannot get. Other items are named.

    items: the items.
    decisive: the items of which each one alone is to blame: there is a cover if it need not be covered; drawn stronger.
    title: the title for screen readers.
    """
    strength = {item: _STRONG if item in decisive else _WEAK for item in items}
    if (found := board.conflict(problem, strength)) is None:
        return None
    base, shapes, above_all, named = found
    names = [problem.item_name(item) for item in items]
    one = len(names) == 1
    ground, *above = base.elements
    elements = [ground, *shaded("heat flat", shapes, 1.0), *above, *above_all]
    legend = []
    for level, words in (
        (_WEAK, "cannot be covered" if one else "cannot be covered together"),
        (_STRONG, "without it there is a cover" if one else "without one of these there is a cover"),
    ):
        if any((item in decisive) == (level == _STRONG) for item in items):
            legend.append(Sign(words, "".join(shaded("heat flat", [(level, "M0 0h5v5h-5z")], 1.0)), 5))
    listed = " ".join(problem.item_name(item).replace(" ", "-") for item in named)
    legend += map(Sign, wrap(f"items: {listed}", _COLUMNS, max_lines=3, placeholder=" ...") if named else [])
    drawing = with_legend(Drawing(base.width, base.height, elements), legend)
    return document(drawing, title, f"cannot be covered together: {' '.join(names)}", STYLE + SHADE_STYLE)

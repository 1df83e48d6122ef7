"""A cover of a problem without a board as SVG: a matrix with a row for each option and a column for each item.

An item that an option colours is a disc in a hue of that colour, with the colour's name if it is short.
"""

from __future__ import annotations

from collections.abc import Sequence

from danceoff.problems.model.cover import ExactCover
from danceoff.problems.pictures.drawing import Drawing, label
from danceoff.problems.pictures.palette import N_COLOURS

_CELL = 10
_LETTER = 3.4  # in a font of 5 units, a wide one
_LONGEST_NAME = 40
_LONGEST_COLOUR = 2
_HUE_STEP = 7  # so that neighbouring numbers get different hues


def incidence(options: Sequence[tuple[str, int | None]], problem: ExactCover) -> Drawing:
    """Draw options as rows of a matrix.

    options: the name and the number of each option, in the order of the rows; None leaves the row empty.
    """
    names = [_short(name) for name, _ in options]
    items = [_short(problem.item_name(item)) for item in range(problem.n_items)]
    left = _LETTER * max(map(len, names), default=0) + 4
    top = _LETTER * max(map(len, items), default=0) + 4
    width, height = left + _CELL * problem.n_items, top + _CELL * len(options)
    elements = [_column(left + _CELL * k, top, name) for k, name in enumerate(items)]
    for row, (name, (_, option)) in enumerate(zip(names, options, strict=True)):
        y = top + _CELL * row
        elements.append(f'<rect class="empty" x="{left:g}" y="{y + 1:g}" width="{width - left:g}" height="8"/>')
        elements.append(label(2, y + _CELL / 2, name, "row"))
        if option is not None:
            for item, colour in problem.entries_of(option):
                elements += _mark(problem, left + _CELL * item, y, row, colour)
    return Drawing(width + 2, height + 2, elements)


def _mark(problem: ExactCover, x: float, y: float, row: int, colour: int) -> list[str]:
    """Return a square in the hue of the row, or a disc in the hue of the colour."""
    hue, corner = (row, "") if colour == 0 else (_HUE_STEP * colour, ' rx="4"')
    mark = f'<rect class="c{hue % N_COLOURS}" x="{x + 1:g}" y="{y + 1:g}" width="8" height="8"{corner}/>'
    name = str(problem.colour_names[colour - 1] if problem.colour_names else colour) if colour else ""
    return [mark, label(x + _CELL / 2, y + _CELL / 2, name, "on")] if 0 < len(name) <= _LONGEST_COLOUR else [mark]


def _column(x: float, top: float, name: str) -> str:
    """Return the name of an item, written upwards above its column."""
    return f'<g transform="translate({x + _CELL / 2:g} {top - 2:g}) rotate(-90)">{label(0, 0, name, "row")}</g>'


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"

"""A cover of a problem without a board as SVG: a matrix with a row for each option and a column for each item.

An item that an option colours is a disc in a hue of that colour, with the colour's name if it is short. A problem that
is too large for people to read is described in words.
"""

from collections.abc import Collection, Sequence

from danceoff.problems.model.cover import Cover, ExactCover
from danceoff.problems.model.html import MOST_ITEMS, MOST_OPTIONS
from danceoff.problems.model.naming import option_name
from danceoff.problems.pictures.drawing import N_COLOURS, Drawing, label, paled, path, rectangle

_CELL = 10
_LETTER = 3.4  # in a font of 5 units, a wide one
_LONGEST_NAME = 40
_LONGEST_COLOUR = 2
_HUE_STEP = 7  # so that neighbouring numbers get different hues


def matrix(problem: ExactCover, cover: Cover) -> Drawing:
    """Draw a cover: all options, with the options of the cover marked; if all are too many, the cover alone."""
    if problem.n_items > MOST_ITEMS or len(cover) > MOST_OPTIONS:
        return _in_words(problem, cover)
    if problem.n_options <= MOST_OPTIONS:
        return incidence(range(problem.n_options), problem, cover)
    drawing = incidence(cover, problem, cover)
    words = f"{len(cover)} of {problem.n_options} options"
    line = label(2, drawing.height + _CELL / 2, words, "row")
    width = max(drawing.width, _LETTER * len(words) + 4)
    return Drawing(width, drawing.height + _CELL, [*drawing.elements, line])


def matrices(problem: ExactCover, first: Cover, second: Cover) -> list[Drawing]:
    """Draw two covers as matrices with the same rows, common options pale; if too large, draw each by `matrix`."""
    options = sorted({*first, *second})
    if problem.n_items > MOST_ITEMS or len(options) > MOST_OPTIONS:
        return [matrix(problem, cover) for cover in (first, second)]
    return paled(*(incidence(options, problem, cover) for cover in (first, second)))


def _in_words(problem: ExactCover, cover: Cover) -> Drawing:
    """Say how large the problem is, and which options are in the cover."""
    lines = [
        f"{problem.n_options} options of {problem.n_items} items: too large for a matrix",
        f"(at most {MOST_OPTIONS} options and {MOST_ITEMS} items are drawn).",
        f"The cover has {len(cover)} options:",
        *(_short(option_name(problem, option)) for option in cover[:MOST_OPTIONS]),
    ]
    if len(cover) > MOST_OPTIONS:
        lines.append(f"and {len(cover) - MOST_OPTIONS} more")
    elements = [label(2, _CELL * (row + 0.5), line, "row") for row, line in enumerate(lines)]
    return Drawing(_LETTER * max(map(len, lines)) + 4, _CELL * len(lines) + 2, elements)


def incidence(options: Sequence[int], problem: ExactCover, chosen: Collection[int]) -> Drawing:
    """Draw options as rows of a matrix.

    options: in the order of the rows.
    chosen: the options that are marked by colours and bold names; others are pale.
    """
    names, items, left, top = _frame(options, problem)
    width, height = left + _CELL * problem.n_items, top + _CELL * len(options)
    elements = [_column(left + _CELL * k, top, name) for k, name in enumerate(items)]
    for row, (name, option) in enumerate(zip(names, options, strict=True)):
        y = top + _CELL * row
        elements.append(f'<rect class="empty" x="{left:.8g}" y="{y + 1:.8g}" width="{width - left:.8g}" height="8"/>')
        is_chosen = option in chosen
        elements.append(label(2, y + _CELL / 2, name, "row given" if is_chosen else "row pale"))
        for item, colour in problem.entries_of(option):
            hue = _HUE_STEP * colour if colour else row
            kind = f"c{hue % N_COLOURS}" if is_chosen else "pale"
            elements += _mark(problem, left + _CELL * item, y, kind, colour)
    return Drawing(width + 2, height + 2, elements)


def column_ring(problem: ExactCover, item: int) -> list[str]:
    """Return a ring around the column of an item, in a matrix of all options."""
    _, _, left, top = _frame(range(problem.n_options), problem)
    return [path("ring", rectangle(left + _CELL * item, top, _CELL, _CELL * problem.n_options))]


def struck(problem: ExactCover, option: int) -> list[str]:
    """Return lines through the options that cannot be taken together with this one, in a matrix of all options."""
    _, _, left, top = _frame(range(problem.n_options), problem)
    out = {*range(problem.n_options)} - {option, *problem.given([option]).origin.tolist()}
    end = left + _CELL * problem.n_items
    return [path("edge", f"M2 {top + _CELL * (row + 0.5):.8g}H{end:.8g}") for row in sorted(out)]


def _frame(options: Sequence[int], problem: ExactCover) -> tuple[list[str], list[str], float, float]:
    """Return the names of the rows and of the columns, and how much room they take on the left and above."""
    names = [_short(option_name(problem, option)) for option in options]
    items = [_short(problem.item_name(item)) for item in range(problem.n_items)]
    left, top = (_LETTER * max(map(len, texts), default=0) + 4 for texts in (names, items))
    return names, items, left, top


def _mark(problem: ExactCover, x: float, y: float, kind: str, colour: int) -> list[str]:
    """Return a square or, for a coloured item, a disc with the name of the colour if that is short."""
    square = f'x="{x + 1:.8g}" y="{y + 1:.8g}" width="8" height="8"'
    if not colour:
        return [f'<rect class="{kind}" {square}/>']
    name = str(problem.colour_names[colour - 1] if problem.colour_names else colour)
    words = label(x + _CELL / 2, y + _CELL / 2, name, "pale" if kind == "pale" else "on")
    disc = f'<rect class="{kind}" {square} rx="4"/>'
    return [disc, words] if len(name) <= _LONGEST_COLOUR else [disc]


def _column(x: float, top: float, name: str) -> str:
    """Return the name of an item, written upwards above its column."""
    return f'<g transform="translate({x + _CELL / 2:.8g} {top - 2:.8g}) rotate(-90)">{label(0, 0, name, "row")}</g>'


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"

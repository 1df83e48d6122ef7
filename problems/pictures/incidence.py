"""A cover of a problem without a board as SVG: a matrix with a row for each option and a column for each item.

An item that an option colours is a disc in a hue of that colour, with the colour's name if it is short. A problem that
is too large for people to read is described in words.
"""

from collections.abc import Collection, Sequence

from danceoff.problems.model.cover import Cover, ExactCover
from danceoff.problems.model.html import MOST_ITEMS, MOST_OPTIONS
from danceoff.problems.model.naming import option_name
from danceoff.problems.pictures.drawing import N_COLOURS, Drawing, label, paled

_CELL = 10
_LETTER = 3.4  # in a font of 5 units, a wide one
_LONGEST_NAME = 40
_LONGEST_COLOUR = 2
_HUE_STEP = 7  # so that neighbouring numbers get different hues


def matrix(problem: ExactCover, cover: Cover) -> Drawing:
    """Draw a cover: all options, with the options of the cover marked; if they are too many, only these."""
    if problem.n_items > MOST_ITEMS or len(cover) > MOST_OPTIONS:
        return _in_words(problem, cover)
    if problem.n_options > MOST_OPTIONS:
        drawing = incidence([(option_name(problem, option), option) for option in cover], problem)
        words = f"{len(cover)} of {problem.n_options} options"
        line = label(2, drawing.height + _CELL / 2, words, "row")
        width = max(drawing.width, _LETTER * len(words) + 4)
        return Drawing(width, drawing.height + _CELL, [*drawing.elements, line])
    every = [(option_name(problem, option), option) for option in range(problem.n_options)]
    return incidence(every, problem, frozenset(cover))


def matrices(problem: ExactCover, first: Cover, second: Cover) -> list[Drawing]:
    """Draw two covers as matrices with the same rows, common options pale; each in its own way if that is too large."""
    options = sorted({*first, *second})
    if problem.n_items > MOST_ITEMS or len(options) > MOST_OPTIONS:
        return [matrix(problem, cover) for cover in (first, second)]
    named = [(option_name(problem, option), option) for option in options]
    rows = ([(name, option if option in cover else None) for name, option in named] for cover in (first, second))
    return paled(*(incidence(own, problem) for own in rows))


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


def incidence(
    options: Sequence[tuple[str, int | None]], problem: ExactCover, chosen: Collection[int] | None = None
) -> Drawing:
    """Draw options as rows of a matrix.

    options: the name and the number of each option, in the order of the rows; a row without a number stays empty.
    chosen: the options that are marked by colours and bold names; None if all rows have colours and no name is bold.
    """
    names = [_short(name) for name, _ in options]
    items = [_short(problem.item_name(item)) for item in range(problem.n_items)]
    left = _LETTER * max(map(len, names), default=0) + 4
    top = _LETTER * max(map(len, items), default=0) + 4
    width, height = left + _CELL * problem.n_items, top + _CELL * len(options)
    elements = [_column(left + _CELL * k, top, name) for k, name in enumerate(items)]
    hue = 0
    for row, (name, (_, option)) in enumerate(zip(names, options, strict=True)):
        y = top + _CELL * row
        elements.append(f'<rect class="empty" x="{left:.8g}" y="{y + 1:.8g}" width="{width - left:.8g}" height="8"/>')
        is_marked = chosen is None or option in chosen
        kind = "row" if chosen is None else "row given" if is_marked else "row pale"
        elements.append(label(2, y + _CELL / 2, name, kind))
        if option is not None:
            for item, colour in problem.entries_of(option):
                elements += _mark(problem, left + _CELL * item, y, hue if is_marked else None, colour)
        hue += is_marked
    return Drawing(width + 2, height + 2, elements)


def _mark(problem: ExactCover, x: float, y: float, hue: int | None, colour: int) -> list[str]:
    """Return a square in the hue of the row or, for a coloured item, a disc in the hue of the colour; None is pale."""
    kind = "pale" if hue is None else f"c{(_HUE_STEP * colour if colour else hue) % N_COLOURS}"
    corner = ' rx="4"' if colour else ""
    mark = f'<rect class="{kind}" x="{x + 1:.8g}" y="{y + 1:.8g}" width="8" height="8"{corner}/>'
    name = str(problem.colour_names[colour - 1] if problem.colour_names else colour) if colour else ""
    if not 0 < len(name) <= _LONGEST_COLOUR:
        return [mark]
    return [mark, label(x + _CELL / 2, y + _CELL / 2, name, "pale" if hue is None else "on")]


def _column(x: float, top: float, name: str) -> str:
    """Return the name of an item, written upwards above its column."""
    return f'<g transform="translate({x + _CELL / 2:.8g} {top - 2:.8g}) rotate(-90)">{label(0, 0, name, "row")}</g>'


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"

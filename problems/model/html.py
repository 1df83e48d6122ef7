"""A problem as HTML, for notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from danceoff.problems.model.naming import colour_name, option_name
from danceoff.problems.model.printable import printable

if TYPE_CHECKING:
    from danceoff.problems.model.cover import ExactCover

MOST_OPTIONS, MOST_ITEMS = 40, 60
"""The largest matrix of options and items that is shown."""


def table(problem: ExactCover) -> str:
    """Return the size of a problem in words, and below it a table of options and items if both are few."""
    words = f"<p>{problem}</p>"
    if problem.n_options > MOST_OPTIONS or problem.n_items > MOST_ITEMS:
        return words
    items = "".join(_cell("th", problem.item_name(item)) for item in range(problem.n_items))
    rows = [f"<tr><th></th>{items}</tr>", *(_row(problem, option) for option in range(problem.n_options))]
    return words + "\n".join(["<table>", *rows, "</table>"])


def _row(problem: ExactCover, option: int) -> str:
    """Return a row with a dot, or the name of a colour, below each item of an option."""
    marks = [""] * problem.n_items
    for item, colour in problem.entries_of(option):
        marks[item] = str(colour_name(problem, colour)) if colour else "●"
    return f"<tr>{_cell('th', option_name(problem, option))}{''.join(_cell('td', mark) for mark in marks)}</tr>"


def _cell(tag: str, text: str) -> str:
    return f"<{tag}>{escape(printable(text))}</{tag}>"

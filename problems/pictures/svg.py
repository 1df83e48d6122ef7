"""Covers as SVG: one self-contained picture each, that follows the light or dark scheme of whoever looks at it."""

from __future__ import annotations

from danceoff.problems.grids.grid import Grid, Points, Triangles
from danceoff.problems.grids.packing import Packing
from danceoff.problems.model.cover import Cover, ExactCover
from danceoff.problems.pictures.board import Board
from danceoff.problems.pictures.drawing import STYLE, Drawing, escaped
from danceoff.problems.pictures.incidence import incidence
from danceoff.problems.pictures.mosaic import mosaic
from danceoff.problems.pictures.plain import option_name, plain
from danceoff.problems.pictures.svg_cells import cells
from danceoff.problems.pictures.svg_figures import lozenges, points

_PIXELS = 4
"""A cell is 10 units wide."""
_LARGEST_STATEMENT = 60
"""Items, and options, of the largest problem that is drawn whole."""


def svg(problem: ExactCover, board: Board, cover: Cover, title: str, styled: bool = True) -> str:
    """One cover as an `<svg>` element with a title and a description, which readers of the screen are told.

    styled: whether it brings its colours along, as a file must; a page that holds many has them once.
    """
    drawing = draw(problem, board, cover)
    return document(drawing, title, plain(problem, board, cover), STYLE if styled else "")


def statement(problem: ExactCover) -> str:
    """Return the problem as HTML: its size in words, and below it a matrix of options and items if both are few."""
    n_secondary = problem.n_items - problem.n_primary
    words = f"<p>{problem.n_options} options, {problem.n_primary} primary items, {n_secondary} secondary items</p>"
    if max(problem.n_options, problem.n_items) > _LARGEST_STATEMENT:
        return words
    return words + svg(problem, None, tuple(range(problem.n_options)), "options and items")


def draw(problem: ExactCover, board: Board, cover: Cover) -> Drawing:
    """What is seen of a cover, or of the beginning of one."""
    if isinstance(board, Packing | Grid):
        return cells(mosaic(problem, board, cover))
    if isinstance(board, Triangles):
        return lozenges(board, cover)
    if isinstance(board, Points):
        return points(board, cover)
    return incidence([(option_name(problem, option), problem.items_of(option)) for option in cover], problem)


def document(drawing: Drawing, title: str, description: str, style: str) -> str:
    """The drawing as an `<svg>` element."""
    width, height = drawing.width, drawing.height
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width * _PIXELS:g}" height="{height * _PIXELS:g}" class="danceoff">'
    )
    told = f"<title>{escaped(title)}</title><desc>{escaped(description)}</desc>"
    return "\n".join([head, told + (f"<style>{style}</style>" if style else ""), *drawing.elements, "</svg>\n"])

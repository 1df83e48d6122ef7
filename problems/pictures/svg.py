"""Covers as SVG: self-contained pictures that follow the viewer's light or dark colour scheme."""

from __future__ import annotations

from danceoff.problems.grids.board import Board, has_squares
from danceoff.problems.grids.grid import Points, Triangles
from danceoff.problems.grids.labelling import Labelling, Route
from danceoff.problems.grids.packing import Packing
from danceoff.problems.grids.tiles import Tiles
from danceoff.problems.model.cover import Cover, ExactCover
from danceoff.problems.pictures.copies import copies, legend
from danceoff.problems.pictures.drawing import STYLE, Drawing, escaped
from danceoff.problems.pictures.incidence import matrix
from danceoff.problems.pictures.legend import with_legend_of_pieces
from danceoff.problems.pictures.mosaic import mosaic
from danceoff.problems.pictures.plain import plain
from danceoff.problems.pictures.svg_cells import cells
from danceoff.problems.pictures.svg_coloured import labelling, route, tiles
from danceoff.problems.pictures.svg_figures import lozenges, points
from danceoff.problems.pictures.svg_polygons import polygons
from danceoff.problems.pictures.svg_space import in_space

_PIXELS = 4
"""A cell is 10 units wide."""


def svg(
    problem: ExactCover, board: Board, cover: Cover, title: str, styled: bool = True, exploded: bool = False
) -> str:
    """Draw a cover as an `<svg>` element with a title and a description for screen readers.

    exploded: whether the pieces of a packing in space are drawn apart from each other.
    styled: whether the element contains its style sheet. A file needs it; a page of many pictures has it once.
    """
    drawing, described = draw(problem, board, cover), plain(problem, board, cover)
    if isinstance(board, Packing):
        pieces = copies(board, cover)
        drawing = in_space(board, pieces, exploded) if board.lattice.is_cubic and board.region.ndim == 3 else drawing
        drawing = with_legend_of_pieces(drawing, legend(board, pieces))
    return document(drawing, title, described, STYLE if styled else "")


def draw(problem: ExactCover, board: Board, cover: Cover) -> Drawing:
    """Draw a cover or a partial one."""
    if has_squares(board):
        return cells(mosaic(problem, board, cover))
    if isinstance(board, Packing):
        return polygons(board, cover)
    if isinstance(board, Triangles):
        return lozenges(board, cover)
    if isinstance(board, Points):
        return points(board, cover)
    if isinstance(board, Tiles):
        return tiles(board, cover)
    if isinstance(board, Labelling):
        return labelling(board, cover)
    if isinstance(board, Route):
        return route(board, cover)
    return matrix(problem, cover)


def document(drawing: Drawing, title: str, description: str, style: str) -> str:
    """Return a drawing as an `<svg>` element.

    title, description: texts for screen readers.
    style: the style sheet; empty for none.
    """
    width, height = drawing.width, drawing.height
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width * _PIXELS:g}" height="{height * _PIXELS:g}" class="danceoff">'
    )
    about = f"<title>{escaped(title)}</title><desc>{escaped(description)}</desc>"
    return "\n".join([head, about + (f"<style>{style}</style>" if style else ""), *drawing.elements, "</svg>\n"])

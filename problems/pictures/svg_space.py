"""Packings in space as SVG: an isometric drawing, the layers beside it, and a legend below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from danceoff.problems.pictures.copies import Copy
from danceoff.problems.pictures.drawing import Drawing, label, sheet
from danceoff.problems.pictures.isometric import isometric
from danceoff.problems.pictures.mosaic import Mosaic
from danceoff.problems.pictures.packed import packed
from danceoff.problems.pictures.svg_cells import cells

if TYPE_CHECKING:
    from danceoff.problems.grids.packing import Packing

_CAPTION = 6
_SHAPE = 1.7
"""The width of a picture divided by its height, as near as the layers allow."""


def in_space(packing: Packing, pieces: Sequence[Copy], exploded: bool) -> Drawing:
    """Draw pieces in space, with the layers beside them, the first on top; only the layers if there are too many cubes.

    exploded: whether the pieces are drawn apart from each other.
    """
    seen = packed(packing, pieces)
    layers = [_layer(seen, k) for k in range(len(seen.area))]
    solid = isometric(packing, pieces, exploded) or Drawing(0, 0, [])
    pictures = (_beside(solid, sheet(layers, n_across)) for n_across in range(1, len(layers) + 1))
    return min(pictures, key=lambda drawing: abs(drawing.width / drawing.height - _SHAPE))


def _layer(seen: Mosaic, layer: int) -> Drawing:
    only = slice(layer, layer + 1)
    area, mark, colour = seen.area[only], seen.mark[only], seen.colour[only]
    drawn = cells(
        replace(seen, area=area, mark=mark, colour=colour, strong=seen.strong[only], is_labelled=seen.is_labelled[only])
    )
    words = "layer 1, top" if layer == 0 else f"layer {layer + 1}"
    caption = label(drawn.width / 2, drawn.height + _CAPTION / 2 - 1, words, "small")
    return Drawing(drawn.width, drawn.height + _CAPTION, [*drawn.elements, caption])


def _beside(solid: Drawing, layers: Drawing) -> Drawing:
    height = max(solid.height, layers.height)
    elements: list[str] = []
    for drawing, x in ((solid, 0.0), (layers, solid.width)):
        y = (height - drawing.height) / 2
        elements += [f'<g transform="translate({x:g} {y:g})">', *drawing.elements, "</g>"]
    return Drawing(solid.width + layers.width, height, elements)

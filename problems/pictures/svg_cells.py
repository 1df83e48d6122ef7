"""Boards of cells as SVG: parts filled, borders between them, marks in them, layers side by side."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from problems.cover import BoolArray, IntArray
from problems.pictures.boxed import borders
from problems.pictures.drawing import Drawing, label, path
from problems.pictures.mosaic import EMPTY, Mosaic

CELL = 10
MARGIN = 3
_GLYPHS = {"Q": ("♛", "big")}


def cells(seen: Mosaic) -> Drawing:
    """All layers of a board, the first one on the left; the cells of a piece in one row are joined by an arc."""
    n_layers, n_rows, n_columns = seen.part.shape
    arcs = _arcs(seen.part[0, 0].tolist()) if (n_layers, n_rows) == (1, 1) else []
    top = MARGIN + max((height for _, height in arcs), default=0)
    step = n_columns * CELL + 2 * MARGIN
    elements = [f'<g transform="translate({MARGIN} {top:g})">', *(path("arc", d) for d, _ in arcs), "</g>"]
    for layer in range(n_layers):
        elements += [f'<g transform="translate({MARGIN + layer * step} {top:g})">', *_layer(seen, layer), "</g>"]
    return Drawing(n_layers * step, n_rows * CELL + top + MARGIN, elements if arcs else elements[2:])


def filled(shape: BoolArray) -> str:
    """The path of the cells that are True, run by run: bool[rows, columns]."""
    runs = (f"M{c * CELL} {r * CELL}h{n * CELL}v{CELL}h-{n * CELL}z" for r, c, n in _runs(shape))
    return "".join(runs)


def edges(part: IntArray) -> str:
    """The path of the borders between parts: int32[rows, columns]."""
    beside, above = borders(part)
    level = (f"M{c * CELL} {r * CELL}h{n * CELL}" for r, c, n in _runs(above))
    upright = (f"M{c * CELL} {r * CELL}v{n * CELL}" for c, r, n in _runs(beside.T))
    return "".join([*level, *upright])


def _layer(seen: Mosaic, layer: int) -> Iterator[str]:
    part, mark, colour = seen.part[layer], seen.mark[layer], seen.colour[layer]
    yield path("empty flat", filled(part >= EMPTY))
    for shade in np.unique(colour[colour >= 0]).tolist():
        yield path(f"c{shade} flat", filled(colour == shade))
    if seen.is_ruled:
        yield path("rule", edges(np.arange(part.size, dtype=np.int32).reshape(part.shape)))
    yield path("border", edges(part))
    for r, c in np.argwhere(seen.is_labelled[layer]).tolist():
        kind = ("given" if seen.strong[layer, r, c] else "found") if seen.is_ruled else ""
        yield label((c + 0.5) * CELL, (r + 0.5) * CELL, *_GLYPHS.get(mark[r, c], (mark[r, c], kind)))


def _runs(cells: BoolArray) -> Iterator[tuple[int, int, int]]:
    """Rows of neighbours that are True: (row, first column, length)."""
    step = np.diff(np.pad(cells, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    begins, ends = np.argwhere(step == 1), np.argwhere(step == -1)
    for (row, begin), (_, end) in zip(begins.tolist(), ends.tolist(), strict=True):
        yield row, begin, end - begin


def _arcs(row: list[int]) -> list[tuple[str, float]]:
    """The path and the height of an arc from each cell of a row to the next of its part that is no neighbour."""
    arcs = []
    last: dict[int, int] = {}
    for c, part in enumerate(row):
        if part >= 0 and c - last.get(part, c) > 1:
            radius = (c - last[part]) * CELL / 2
            arcs.append((f"M{(last[part] + 0.5) * CELL:g} 0a{radius:g} {radius:g} 0 0 1 {2 * radius:g} 0", radius))
        last[part] = c
    return arcs

"""How rotations and reflections of a region permute the placements of the pieces of a packing."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from danceoff.problems.grids.lattice import Freedom, cell_images
from danceoff.problems.grids.layout import Layout
from danceoff.problems.model.cover import IntArray


def of_placements(packing: Layout, freedom: Freedom = Freedom.FREE) -> Iterator[IntArray]:
    """Yield the motions of the region that map all placements of a piece to those of one piece, as permutations.

    Each is int32[n_options]. A reflection may exchange mirror images.
    """
    must_be_filled = np.isin(np.arange(packing.n_cells), packing.cell[: packing.problem.n_primary])
    placements = [packing.placements(k) for k in range(len(packing.pieces))]
    for cell_image in cell_images(packing.region, packing.lattice, freedom):
        if np.any(must_be_filled[cell_image] != must_be_filled):
            continue
        if (image := _image(packing, placements, cell_image)) is not None:
            yield image


def _image(packing: Layout, placements: list[IntArray], cell_image: IntArray) -> IntArray | None:
    """Return the permutation of options by a permutation of cells; None if a piece goes to one with other counts."""
    first = np.cumsum([0, *map(len, placements)])
    kinds = [(piece.least, piece.most, len(piece.cells)) for piece in packing.pieces]
    left: dict[tuple[object, ...], list[int]] = {}
    marks = [_marks(packing, int(begin), rows) for begin, rows in zip(first, placements, strict=False)]
    for k, rows in enumerate(placements):
        left.setdefault((*kinds[k], rows.tobytes(), marks[k].tobytes()), []).append(k)
    image = np.arange(
        len(packing.piece), dtype=np.int32
    )  # options that place no piece stay, as the bounds of Mondrian's
    for k, rows in enumerate(placements):
        to = np.argsort(cell_image[rows], axis=1)
        moved, written = (np.take_along_axis(one, to, axis=1) for one in (cell_image[rows], marks[k]))
        order = np.lexsort(np.hstack([moved, written]).T[::-1])
        same = left.get((*kinds[k], moved[order].tobytes(), written[order].tobytes()))
        if not same:
            return None
        image[first[k] + order] = first[same.pop(0)] + np.arange(len(rows))
    return image


def _marks(packing: Layout, first: int, rows: IntArray) -> IntArray:
    """The marks of the options from `first` on, in the shape of their cells; 0 for none."""
    found = np.zeros(rows.shape, np.int32)
    for k, written in enumerate(packing.marks[first : first + len(rows)]):
        if written:
            found[k] = np.frombuffer(written.encode("utf-32-le"), np.int32)
    return found

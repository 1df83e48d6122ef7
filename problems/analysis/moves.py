"""Moves of boards with coloured problems, and the permutations of the options that go with them.

A move maps the look of an option on the board to another look: a tile in another place, turned, and in other colours.
Options may look alike, as steps of a route at different times do. They are told apart by the options that they share
items and colours with, then by those that these share some with, and so on (colour refinement, as in graph
isomorphism: B. Weisfeiler and A. Leman, 1968).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.analysis.automorphisms import automorphisms
from danceoff.problems.grids.labelling import Labelling, Route
from danceoff.problems.grids.lattice import SQUARES, Freedom, Lattice
from danceoff.problems.grids.tiles import Tiles
from danceoff.problems.grids.words import Words
from danceoff.problems.model.cover import BoolArray, ExactCover, IntArray, InvalidProblem

Movable: TypeAlias = Tiles | Labelling | Route | Words

_Looks: TypeAlias = NDArray[np.int64]
"""int64[n_options, width]: what each option of the root problem looks like on the board."""

_TURN = {3: [[1, 1], [-3, 1]], 4: [[0, 1], [-4, 0]]}
"""By the number of sides: twice the matrix of a sixth or a quarter of a turn, for corners as in `Tiles`."""
_MOST_POINTS = 128


def permutations(problem: ExactCover, board: Movable) -> Iterator[IntArray]:
    """Yield permutations of the options, int32[n_options], that go with the moves of the board.

    They keep the look of the options that are taken. Each may still change the problem. Raises InvalidProblem for a
    graph that is too large.
    """
    looks = _looks(board)
    before = next(looks)
    for after in looks:
        if (image := _permutation(problem, before, after)) is not None:
            yield image


def _looks(board: Movable) -> Iterator[_Looks]:
    if isinstance(board, Tiles):
        return _of_tiles(board)
    if isinstance(board, Labelling):
        return _of_labels(board)
    return _of_steps(board) if isinstance(board, Route) else _of_words(board)


def cell_images(region: BoolArray, lattice: Lattice = SQUARES) -> Iterator[IntArray]:
    """Yield where each cell of a region goes by the rotations and reflections that keep the region: int32[n_cells].

    Its cells are numbered in C order.
    """
    step = np.array(lattice.step, np.int32)
    cells = np.argwhere(region).astype(np.int32)
    number = np.full(region.shape, -1, np.int32)
    number[region] = np.arange(len(cells), dtype=np.int32)
    for moved in lattice.moved(cells, Freedom.FREE):
        shift = cells.min(axis=0) - moved.min(axis=0)
        moved += shift
        if not np.any(shift % step) and np.all(moved.max(axis=0) < region.shape):
            image = number[tuple(moved.T)]
            if image.min() >= 0:
                yield image


def _of_tiles(board: Tiles) -> Iterator[_Looks]:
    """Yield the looks of the options as they are, moved by the motions of the board, and with two colours exchanged."""
    yield np.column_stack([board.cell, board.colour]).astype(np.int64)
    for cell_image, side_image in _images_of_sides(board.corner):
        colour = np.empty_like(board.colour)
        np.put_along_axis(colour, side_image[board.cell], board.colour, axis=1)
        yield np.column_stack([cell_image[board.cell], colour]).astype(np.int64)
    for exchanged in _exchanges(board.colour):
        yield np.column_stack([board.cell, exchanged[board.colour]]).astype(np.int64)


def _images_of_sides(corner: IntArray) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Yield where each cell goes, int[n_cells], and each of its sides, int[n_cells, n_sides], by motions of the board.

    corner: as in `Tiles`.
    """
    n_sides = corner.shape[1]
    motion = np.diag([2, 2])
    for _ in range(2 * n_sides if n_sides == 3 else n_sides):
        for mirror in (1, -1):
            moved = corner @ motion * np.array([mirror, 1])
            moved += 2 * corner.min(axis=(0, 1)) - moved.min(axis=(0, 1))
            if (images := _matched(2 * corner, moved)) is not None:
                yield images
        motion = motion @ _TURN[n_sides] // 2


def _matched(corner: IntArray, moved: IntArray) -> tuple[NDArray[np.intp], NDArray[np.intp]] | None:
    """Return the cell that each moved cell lies on, and the side that each of its sides lies on."""
    cell_at = {tuple(centre): cell for cell, centre in enumerate(corner.sum(axis=1).tolist())}
    found = [cell_at.get(tuple(centre)) for centre in moved.sum(axis=1).tolist()]
    cell_image = np.array([-1 if cell is None else cell for cell in found])
    middle, moved_middle = (one + np.roll(one, -1, axis=1) for one in (corner, moved))
    is_same = (moved_middle[:, :, None] == middle[cell_image][:, None]).all(axis=3)
    if cell_image.min() < 0 or not is_same.any(axis=2).all():
        return None
    return cell_image, is_same.argmax(axis=2)


def _of_labels(board: Labelling) -> Iterator[_Looks]:
    """Yield the looks as they are, moved by automorphisms of the graph, with two labels exchanged or all reversed."""
    n_points = len(board.place)
    place, label = board.written[..., 0], board.written[..., 1]
    if n_points > _MOST_POINTS:
        raise InvalidProblem(f"symmetries are found of graphs of up to {_MOST_POINTS} points, and this has {n_points}")
    line_at = {tuple(sorted(line)): n_points + k for k, line in enumerate(board.line.tolist())}

    def look(places: IntArray, labels: IntArray) -> _Looks:
        return np.sort(places.astype(np.int64) * len(board.labels) + labels, axis=1)

    def moved(image: IntArray) -> _Looks:
        lines = [line_at[tuple(sorted(line))] for line in image[board.line].tolist()]
        return look(np.concatenate([image, np.array(lines, np.int32)])[place], label)

    whole = look(place, label)
    yield whole
    in_order = _sorted(whole)
    for image in automorphisms(_relation(board), lambda image: np.array_equal(_sorted(moved(image)), in_order)):
        yield moved(image)
    is_of_point = place < n_points
    shown = label[is_of_point]
    for changed in (*_exchanges(shown), shown.min() + shown.max() - np.arange(shown.max() + 1)):
        labels = label.copy()
        labels[is_of_point] = changed[shown]
        yield look(place, labels)


def _relation(board: Labelling) -> IntArray:
    """Return how each two points are related: whether a line joins them, and how many options label both."""
    n_points = len(board.place)
    writes = np.zeros((len(board.written), n_points + len(board.line)), np.float32)
    np.put_along_axis(writes, board.written[..., 0], 1, axis=1)
    relation = 2 * (writes.T @ writes)[:n_points, :n_points].astype(np.int32)
    for a, b in (board.line.T, board.line.T[::-1]):
        relation[a, b] += 1
    return relation


def _of_steps(board: Route) -> Iterator[_Looks]:
    """Yield the looks as they are, and moved by the motions of the board."""
    yield np.column_stack([board.is_start, board.cell, board.to]).astype(np.int64)
    for image in cell_images(np.ones((board.n_rows, board.n_columns), bool)):
        to = np.append(image, -1)  # for no cell, which is -1
        yield np.column_stack([board.is_start, to[board.cell], to[board.to]]).astype(np.int64)


def _of_words(board: Words) -> Iterator[_Looks]:
    """Yield the looks as they are, and moved by the motions of the grid."""
    size = np.diff(board.start)
    row = np.repeat(np.arange(len(size)), size)
    column = np.arange(len(board.cell)) - np.repeat(board.start[:-1], size)
    letter = np.array([ord(one) for k in board.word.tolist() for one in board.words[k]], np.int64)

    def look(cells: IntArray) -> _Looks:
        looks = np.full((len(size), size.max(initial=0)), -1, np.int64)
        looks[row, column] = cells[board.cell] * np.int64(1 << 21) + letter
        return np.column_stack([board.word, np.sort(looks, axis=1)])

    yield look(np.arange(board.region.size, dtype=np.int32))
    inside = np.flatnonzero(board.region).astype(np.int32)
    for image in cell_images(board.region):
        cells = np.zeros(board.region.size, np.int32)
        cells[inside] = inside[image]
        yield look(cells)


def _exchanges(used: IntArray) -> Iterator[IntArray]:
    """Yield the exchanges of any two of the numbers that are used: int32[1 + the largest] each."""
    for pair in combinations(np.unique(used).tolist(), 2):
        exchanged = np.arange(int(used.max()) + 1, dtype=np.int32)
        exchanged[list(pair)] = pair[::-1]
        yield exchanged


def _permutation(problem: ExactCover, before: _Looks, after: _Looks) -> IntArray | None:
    """Return the permutation of options that turns looks before a move into those after it; None if none does."""
    if not np.array_equal(_sorted(before[problem.taken]), _sorted(after[problem.taken])):
        return None
    n_options = problem.n_options
    looks = np.concatenate([before[problem.origin], after[problem.origin]])
    kind: NDArray[np.uint64] = np.unique(looks, axis=0, return_inverse=True)[1].ravel().astype(np.uint64)
    old, new = kind[:n_options], kind[n_options:]
    if len(np.unique(old)) < n_options:
        old, new = _refined(problem, old), _refined(problem, new)
    if not np.array_equal(np.sort(old), np.sort(new)):
        return None
    image = np.empty(n_options, np.int32)
    image[np.argsort(new, kind="stable")] = np.argsort(old, kind="stable")
    return image


def _sorted(looks: _Looks) -> _Looks:
    return looks[np.lexsort(looks.T)]


def _refined(problem: ExactCover, kind: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return hashes of the options that are as different as colour refinement can make them.

    Options get different hashes if they look different, or if they share items and colours with options of different
    hashes.

    kind: uint64[n_options], equal for options that look alike.
    """
    option = np.repeat(np.arange(problem.n_options), np.diff(problem.start))
    colour = problem.colour if problem.has_colours else np.zeros_like(problem.item)
    entries = np.column_stack([problem.item, colour])
    columns, column = np.unique(entries, axis=0, return_inverse=True)
    column, item = column.ravel(), columns[:, 0]
    of_item = _mixed(_mixed(problem.least.astype(np.uint64)) + problem.most.astype(np.uint64))
    of_column = of_item[item] + (columns[:, 1] > 0)
    found, n_before, n_kinds = _mixed(kind), 0, 1
    while n_before < n_kinds:
        n_before = n_kinds
        in_column = _mixed(of_column + _summed(found[option], column, len(columns)))
        in_item = _mixed(_summed(in_column, item, problem.n_items))
        found = _mixed(found + _summed(_mixed(in_column + in_item[item])[column], option, problem.n_options))
        n_kinds = len(np.unique(found))
    return found


def _summed(values: NDArray[np.uint64], place: NDArray[np.integer], n_places: int) -> NDArray[np.uint64]:
    """Return the sums of the values at each place, modulo 2^64."""
    total = np.zeros(n_places, np.uint64)
    np.add.at(total, place, values)
    return total


def _mixed(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return a hash of each value: the finalizer of SplitMix64 (G. L. Steele, D. Lea and C. H. Flood, 2014)."""
    mixed = values + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))

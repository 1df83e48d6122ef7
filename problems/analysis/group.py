"""The symmetries of a problem: a group of permutations of its options that map every cover to a cover.

They are found on the board. For a packing they are the rotations and reflections of the region that keep the set of
pieces; a reflection may exchange mirror images. For a board of symbols the generators are its rotations and
reflections, the exchanges of neighbouring rows, columns and symbols, and the exchange of the roles of rows and symbols,
each if it maps the problem to itself. `moves.py` has the generators of the other boards. In a
sub-problem only those generators count that keep the options that are taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

import numpy as np

from danceoff.problems.analysis.moves import Movable, cell_images, permutations
from danceoff.problems.grids.board import Board
from danceoff.problems.grids.grid import Grid
from danceoff.problems.grids.packing import Packing
from danceoff.problems.model.cover import BoolArray, ExactCover, IntArray, InvalidProblem

Group: TypeAlias = IntArray
"""int32[n_symmetries, n_options]: symmetry g maps option k to option [g, k]; the identity comes first."""

_MOTIONS_OF_SPACE = 48
_LARGEST_GROUP = 1 << 21  # entries, 8 MB; a larger group would take seconds to compute

_Move: TypeAlias = Callable[[IntArray, IntArray, IntArray], tuple[IntArray, IntArray, IntArray]]
"""(row, column, symbol) -> their images."""


def symmetries(problem: ExactCover, board: Board) -> Group:
    """Return the symmetries of a problem: those of its board that keep the options that are taken.

    Raises InvalidProblem if danceoff knows no symmetries of such a board, or if there are too many.
    """
    found: Iterable[IntArray | None]
    if isinstance(board, Grid) and board.cages:
        raise InvalidProblem("symmetries are not found of sudokus with cages")
    if isinstance(board, Packing | Grid):
        whole = _of_packing(board) if isinstance(board, Packing) else _of_grid(board)
        found = (_restricted(permutation, problem) for permutation in whole)
    elif isinstance(board, Movable):
        found = permutations(problem, board)
    else:
        known = "packings, grids, tiles with coloured sides, labelled graphs, routes and words in a grid"
        raise InvalidProblem(f"symmetries are found of {known}, and this problem is none of them")
    kept = [permutation for permutation in found if permutation is not None and keeps(problem, permutation)]
    return _generated(kept, problem.n_options)


def keeps(problem: ExactCover, permutation: IntArray) -> bool:
    """Return whether a permutation of the options, int32[n_options], keeps their costs and also permutes the items.

    It permutes them if it maps the options of every item to those of an item with the same multiplicity, and those that
    give the item one colour to options that give the other item one colour.
    """
    if problem.has_costs and not np.array_equal(problem.cost[permutation], problem.cost):
        return False
    column = problem.item.astype(np.int64) * (1 + int(problem.colour.max(initial=0)))
    if problem.has_colours:
        column += problem.colour
    order = np.argsort(column, kind="stable")
    option = np.repeat(np.arange(problem.n_options, dtype=np.int32), np.diff(problem.start))[order]
    first = np.flatnonzero(np.diff(column[order], prepend=-1))
    item = problem.item[order][first]
    is_coloured = (problem.colour[order][first] > 0) if problem.has_colours else np.zeros(len(first), bool)
    before = np.split(option, first)[1:]
    after = [np.sort(permutation[options]) for options in before]
    return _items(problem, item, is_coloured, before) == _items(problem, item, is_coloured, after)


def _items(problem: ExactCover, item: IntArray, is_coloured: BoolArray, columns: list[IntArray]) -> list[Any]:
    """Return each item as its multiplicity and, by colour, the sets of options that cover it; the order has no meaning.

    item: the item of each column.
    is_coloured: whether the options of a column give the item a colour.
    """
    sets: dict[int, list[tuple[bool, bytes]]] = {}
    for one, coloured, options in zip(item.tolist(), is_coloured.tolist(), columns, strict=True):
        sets.setdefault(one, []).append((coloured, options.tobytes()))
    return sorted((problem.least[one], problem.most[one], sorted(columns)) for one, columns in sets.items())


def _restricted(permutation: IntArray, problem: ExactCover) -> IntArray | None:
    """A permutation of the options of the root problem, restricted to a sub-problem; None if it does not keep them."""
    if not np.array_equal(np.sort(permutation[problem.taken]), np.sort(problem.taken)):
        return None
    number = np.full(len(permutation), -1, np.int32)
    number[problem.origin] = np.arange(problem.n_options, dtype=np.int32)
    image: IntArray = number[permutation[problem.origin]]
    return None if image.min(initial=0) < 0 else image


def _generated(generators: list[IntArray], n_options: int) -> Group:
    """The group that permutations of the options generate."""
    identity = np.arange(n_options, dtype=np.int32)
    group = {identity.tobytes(): identity}
    frontier = [identity]
    while frontier:
        reached = [generator[element] for element in frontier for generator in generators]
        frontier = []
        for element in reached:
            if element.tobytes() not in group:
                group[element.tobytes()] = element
                frontier.append(element)
        if len(group) > _MOTIONS_OF_SPACE and len(group) * n_options > _LARGEST_GROUP:
            raise InvalidProblem(f"the problem has more than {len(group)} symmetries, too many to write down")
    return np.array(list(group.values()))


def _of_packing(packing: Packing) -> Iterator[IntArray]:
    """The rotations and reflections of the region that map the placements of every piece to those of a piece."""
    must_be_filled = np.isin(np.arange(packing.n_cells), packing.cell[: packing.problem.n_primary])
    placements = [packing.placements(k) for k in range(len(packing.pieces))]
    for cell_image in cell_images(packing.region, packing.lattice):
        if np.any(must_be_filled[cell_image] != must_be_filled):
            continue
        if (image := _of_placements(packing, placements, cell_image)) is not None:
            yield image


def _of_placements(packing: Packing, placements: list[IntArray], cell_image: IntArray) -> IntArray | None:
    """Return the options' permutation that follows from one of the cells; None unless pieces keep their counts."""
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


def _marks(packing: Packing, first: int, rows: IntArray) -> IntArray:
    """The marks of the options from `first` on, in the shape of their cells; 0 for none."""
    found = np.zeros(rows.shape, np.int32)
    for k, written in enumerate(packing.marks[first : first + len(rows)]):
        if written:
            found[k] = np.frombuffer(written.encode("utf-32-le"), np.int32)
    return found


def _of_grid(grid: Grid) -> Iterator[IntArray]:
    """The generators that map options to options; they may still change the problem."""
    row, column = np.divmod(grid.square, np.int32(grid.n_columns))
    symbol = grid.symbol
    n_symbols = int(symbol.max(initial=0)) + 1
    option_at = np.full((grid.n_rows, grid.n_columns, n_symbols), -1, np.int32)
    option_at[row, column, symbol] = np.arange(len(symbol), dtype=np.int32)
    for move in _moves(grid, n_symbols):
        moved = move(row, column, symbol)
        if all(part.max(initial=0) < side for part, side in zip(moved, option_at.shape, strict=True)):
            image = option_at[moved]
            if image.min(initial=0) >= 0:
                yield image


def _moves(grid: Grid, n_symbols: int) -> Iterable[_Move]:
    yield lambda r, c, s: (c, r, s)
    yield lambda r, c, s: (grid.n_rows - 1 - r, c, s)
    yield lambda r, c, s: (r, grid.n_columns - 1 - c, s)
    yield lambda r, c, s: (s, c, r)
    for swapped in _swaps(grid.n_rows):
        yield lambda r, c, s, swapped=swapped: (swapped[r], c, s)  # type: ignore[misc]
    for swapped in _swaps(grid.n_columns):
        yield lambda r, c, s, swapped=swapped: (r, swapped[c], s)  # type: ignore[misc]
    for swapped in _swaps(n_symbols):
        yield lambda r, c, s, swapped=swapped: (r, c, swapped[s])  # type: ignore[misc]


def _swaps(n: int) -> Iterator[IntArray]:
    """The exchanges of two neighbours among n: int32[n] each."""
    for first in range(n - 1):
        swapped = np.arange(n, dtype=np.int32)
        swapped[[first, first + 1]] = first + 1, first
        yield swapped

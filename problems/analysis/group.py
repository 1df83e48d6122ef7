"""The symmetries of a problem: a group of permutations of its options that map every cover to a cover.

They are found on the board. For a packing they are the rotations and reflections of the region that keep the set of
pieces; a reflection may exchange mirror images. For a board of symbols the generators are its rotations and
reflections, the exchanges of neighbouring rows, columns and symbols, and the exchange of the roles of rows and symbols,
each if it maps the problem to itself. `board_symmetries.py` has the generators of the other boards. In a sub-problem,
only generators that keep the options taken count. If the board has no generators, they are the automorphisms.
"""

from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np

from danceoff.problems.analysis.automorphisms import TOO_MANY, automorphisms
from danceoff.problems.board import Board
from danceoff.problems.grids.board_symmetries import HasSymmetries, by_looks
from danceoff.problems.model.cover import BoolArray, ExactCover, IntArray, InvalidProblem

Group: TypeAlias = IntArray
"""int32[n_symmetries, n_options]: symmetry g maps option k to option [g, k]; the identity comes first."""

_MOTIONS_OF_SPACE = 48
_LARGEST_GROUP = 1 << 21  # entries, 8 MB; a larger group would take seconds to compute


def symmetries(problem: ExactCover, board: Board, rotations: bool = False) -> Group:
    """Return the symmetries of a problem: those of its board that keep the options taken, or else its automorphisms.

    rotations: whether only rotations of the board count.

    Raises InvalidProblem if there are too many, or if the board has no rotations.
    """
    kept = [permutation for permutation in _permutations(problem, board, rotations) if keeps(problem, permutation)]
    return _generated(kept, problem.n_options)


def _permutations(problem: ExactCover, board: Board, rotations: bool) -> Iterable[IntArray]:
    """Return permutations of the options that go with moves of the board; automorphisms if it has no moves."""
    if isinstance(board, HasSymmetries):
        return board.rotations(problem) if rotations else board.permutations(problem)
    if rotations:
        raise InvalidProblem("rotations are found of packings and of boards of squares, and this problem is neither")
    if looks := getattr(board, "looks", None):
        return by_looks(problem, looks())
    return automorphisms(problem, max(_MOTIONS_OF_SPACE, _LARGEST_GROUP // max(1, problem.n_options)))


def keeps(problem: ExactCover, permutation: IntArray) -> bool:
    """Return whether a permutation of the options, int32[n_options], keeps their costs and permutes the items.

    It must map the options of each item to the options of an item with the same multiplicity, and options with one
    colour to options with one colour.
    """
    if problem.has_costs and not np.array_equal(problem.cost[permutation], problem.cost):
        return False
    colour = problem.colour if problem.has_colours else np.zeros_like(problem.item)
    column = problem.item.astype(np.int64) * (1 + int(colour.max(initial=0))) + colour  # a column: an item in a colour
    order = np.argsort(column, kind="stable")
    option = np.repeat(np.arange(problem.n_options, dtype=np.int32), np.diff(problem.start))[order]
    first = np.flatnonzero(np.diff(column[order], prepend=-1))
    item = problem.item[order][first]
    is_coloured = colour[order][first] > 0
    before = np.split(option, first)[1:]
    after = [np.sort(permutation[options]) for options in before]
    return _items(problem, item, is_coloured, before) == _items(problem, item, is_coloured, after)


def _items(problem: ExactCover, item: IntArray, is_coloured: BoolArray, columns: list[IntArray]) -> list[Any]:
    """Return for each item its multiplicity and, by colour, the sets of options that cover it, sorted to compare."""
    sets: dict[int, list[tuple[bool, bytes]]] = {}
    for one, coloured, options in zip(item.tolist(), is_coloured.tolist(), columns, strict=True):
        sets.setdefault(one, []).append((coloured, options.tobytes()))
    return sorted((problem.least[one], problem.most[one], sorted(covering)) for one, covering in sets.items())


def _generated(generators: list[IntArray], n_options: int) -> Group:
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
            raise InvalidProblem(TOO_MANY.format(len(group)))
    return np.array(list(group.values()))

"""How far pieces can move, alone and in groups, and the fewest moves until a group can move for ever.

A vector is one integer here: the sum of its coordinates, each times a power of 2. A group of pieces is an integer with
a bit for each piece. A state holds the vector by which each piece has moved, less that of the first piece.
"""

from collections.abc import Iterator, Sequence
from math import inf
from time import monotonic
from typing import NamedTuple, TypeAlias

import numpy as np

from danceoff.problems.grids.lattice import PRISMS, Lattice, of_dimensions
from danceoff.problems.model.cover import IntArray

_BITS = 32

State: TypeAlias = tuple[int, ...]
Clearance: TypeAlias = Sequence[Sequence[float]]
"""Along one axis: [i][j] is how many cells piece i can move up it until it hits piece j."""


class Undecided(Exception):
    """A search has reached its limit of states or of time."""


def as_vector(number: int, n_axes: int) -> tuple[int, ...]:
    """Return the coordinates of a vector, one for each axis."""
    coordinates = []
    for _ in range(n_axes):
        low = (number + (1 << (_BITS - 1))) % (1 << _BITS) - (1 << (_BITS - 1))
        coordinates.append(low)
        number = (number - low) >> _BITS
    return tuple(reversed(coordinates))


def units(lattice: Lattice) -> list[int]:
    """Return the least shift along each axis; prisms move up and along each of their sides."""
    cells = [1 << _BITS * k for k in reversed(range(lattice.n_dimensions))]
    if lattice is PRISMS:
        layer, row, column = cells
        return [layer, 3 * row, 3 * column, 3 * column - 3 * row]
    return cells


def places_along(lattice: Lattice, cells: IntArray) -> Iterator[tuple[IntArray, int]]:
    """Yield, for each axis, the cells with their place along the axis as first coordinate, and the places in one shift.

    Along a side of a prism, prisms with this side below and above alternate.
    """
    if lattice is PRISMS:
        layer, row, column = (cells * [1, 2, 2] // [1, 3, 3]).T
        yield cells, 1
        yield np.column_stack([row, layer, column // 2]), 2
        yield np.column_stack([column, layer, row // 2]), 2
        yield np.column_stack([(column - row) // 2, layer, (row + column) // 2]), 2
        return
    for axis in range(cells.shape[1]):
        yield np.roll(cells, -axis, axis=1), 1


class PiecePair:
    """Two pieces in their places: how far each can move until it hits the other, for every shift between them."""

    def __init__(self, one: IntArray, other: IntArray, lattice: Lattice | None = None) -> None:
        """one, other: the cells of the two pieces, int32[n_cells, n_dimensions]."""
        self._one, self._other, self._lattice = one, other, lattice or of_dimensions(one.shape[1])
        self._is_other = np.arange(len(one) + len(other)) >= len(one)
        self._known: dict[int, tuple[tuple[float, float], ...]] = {}

    def clearance(self, moved: int) -> tuple[tuple[float, float], ...]:
        """Return, for each axis, how far the first piece can move up, and how far the second can; inf if for ever.

        moved: the vector by which the second piece has moved, minus that of the first.
        """
        if moved not in self._known:
            cells = np.concatenate([self._one, self._other + as_vector(moved, self._one.shape[1])])
            self._known[moved] = tuple(self._gaps(*along) for along in places_along(self._lattice, cells))
        return self._known[moved]

    def _gaps(self, cells: IntArray, step: int) -> tuple[float, float]:
        """Return the least gaps along an axis, in shifts: from the first piece up to the second, and the reverse."""
        order = np.lexsort(cells.T)
        apart, is_other = np.diff(cells[order], axis=0), self._is_other[order]
        meets = (is_other[1:] != is_other[:-1]) & ~apart[:, 1:].any(axis=1)  # cells of both pieces, in one line
        ahead, behind = (apart[meets & (is_other[1:] == second), 0] for second in (True, False))
        first, second = ((int(gaps.min()) - 1) // step if len(gaps) else inf for gaps in (ahead, behind))
        return first, second


class Step(NamedTuple):
    """A group of pieces that moves along an axis.

    cells: how far, up the axis if positive; infinite if nothing is in the way.
    """

    group: int
    axis: int
    cells: float


class Search:
    """Searches that share a limit on the number of states and a limit on seconds; they raise Undecided at a limit."""

    def __init__(self, most_states: int, seconds: float) -> None:
        self._left = self._most_states = most_states
        self._seconds, self._end = seconds, monotonic() + seconds

    def separation(
        self, pairs: Sequence[Sequence[PiecePair]], start: State, shifts: Sequence[int]
    ) -> tuple[State, list[Step]] | None:
        """Return the state before a group leaves, and the fewest steps to it and out of it; None if no group can leave.

        pairs: the pair of the pieces i < j is pairs[i][j - i - 1].
        start: the vector by which each piece has moved so far.
        shifts: the least shift along each axis.
        """
        layer = [_moved(start, 0, 0)]
        came: dict[State, tuple[State, Step] | None] = {layer[0]: None}
        while layer:
            for state in layer:
                self._take()
                if leaving := _leaving(_clearances(pairs, state, len(shifts))):
                    return state, [*_steps_to(state, came), leaving]
            reached: list[State] = []
            for state in layer:
                for step in self._steps(_clearances(pairs, state, len(shifts))):
                    after = _moved(state, step.group, int(step.cells) * shifts[step.axis])
                    if after not in came:
                        came[after] = state, step
                        reached.append(after)
                        self._refuse_beyond_limit(len(reached))
            layer = reached
        return None

    def _take(self) -> None:
        self._left -= 1
        self._refuse_beyond_limit(0)
        if monotonic() > self._end:
            raise Undecided(f"not decided within {self._seconds:g} s")

    def _refuse_beyond_limit(self, n_states: int) -> None:
        if n_states > self._left:
            raise Undecided(f"not decided after {self._most_states} positions of the pieces")

    def _steps(self, clearances: Sequence[Clearance]) -> Iterator[Step]:
        """Yield all moves of groups up the axes; a move down is a move up of all other pieces."""
        everything = (1 << len(clearances[0])) - 1
        for axis, clearance in enumerate(clearances):
            longest = max((cells for row in clearance for cells in row if cells < inf), default=0)
            groups: list[int] = []
            hit_before: list[int] = []
            for cells in range(1, int(longest) + 1):
                hit = _hit(clearance, cells)
                if hit != hit_before:
                    if _is_rigid(hit):
                        break
                    groups, hit_before = self._unions(_carried(hit)), hit
                for group in groups:
                    if group != everything:
                        yield Step(group, axis, cells)

    def _unions(self, groups: Sequence[int]) -> list[int]:
        """Return all unions of the groups that move with a single piece: these are all groups that can move."""
        unions = dict.fromkeys(groups)
        for group in dict.fromkeys(groups):
            unions |= dict.fromkeys([other | group for other in unions])
            self._refuse_beyond_limit(len(unions))
        return list(unions)


def _clearances(pairs: Sequence[Sequence[PiecePair]], state: State, n_axes: int) -> list[list[list[float]]]:
    n = len(state)
    clearances = [[[inf] * n for _ in range(n)] for _ in range(n_axes)]
    for i, row in enumerate(pairs):
        for j, pair in enumerate(row, i + 1):
            for clearance, (first, second) in zip(clearances, pair.clearance(state[j] - state[i]), strict=True):
                clearance[i][j], clearance[j][i] = first, second
    return clearances


def _leaving(clearances: Sequence[Clearance]) -> Step | None:
    """Return the move of the smallest group that can move for ever, of the first of several; None if there is none."""
    everything = (1 << len(clearances[0])) - 1
    found = [
        (group.bit_count(), axis, -sign, group)  # the least of these is up the axis rather than down
        for axis, clearance in enumerate(clearances)
        if not _is_rigid(up := _hit(clearance, inf))
        for sign, hit in ((1, up), (-1, _hit(list(zip(*clearance, strict=True)), inf)))
        for group in _carried(hit)
        if group != everything
    ]
    if not found:
        return None
    _, axis, minus_sign, group = min(found)
    return Step(group, axis, -minus_sign * inf)


def _hit(clearance: Clearance, cells: float) -> list[int]:
    """Return, for each piece, the group of pieces that it hits when it moves so many cells."""
    return [sum([1 << j for j, free in enumerate(row) if free < cells]) for row in clearance]


def _is_rigid(hit: Sequence[int]) -> bool:
    """Return whether every piece carries all others: then the first piece carries all, and all carry the first."""
    carried, carrying, before = 1, 1, 0
    while before != (before := carried | carrying << len(hit)):
        for i, own in enumerate(hit):
            if carried >> i & 1:
                carried |= own
            if own & carrying:
                carrying |= 1 << i
    return carried == carrying == (1 << len(hit)) - 1


def _carried(hit: Sequence[int]) -> list[int]:
    """Return the group that moves with each piece: the piece, the pieces that it hits, their hits, and so on."""
    carried = [own | 1 << i for i, own in enumerate(hit)]
    for k in range(len(carried)):
        for i, own in enumerate(carried):
            if own >> k & 1:
                carried[i] = own | carried[k]
    return carried


def _moved(state: State, group: int, shift: int) -> State:
    moved = [at + shift * (group >> k & 1) for k, at in enumerate(state)]
    return tuple([at - moved[0] for at in moved])


def _steps_to(state: State, came: dict[State, tuple[State, Step] | None]) -> list[Step]:
    steps: list[Step] = []
    while (before := came[state]) is not None:
        state, step = before
        steps.append(step)
    return steps[::-1]

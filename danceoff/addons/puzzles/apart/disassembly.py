"""How the pieces of a packing come apart, by straight moves along the axes.

The search is that of Bill Cutler, A Computer Analysis of All 6-Piece Burrs (1994), which Burr Tools (A. Röver) uses
too. How far a piece can move until it hits another piece depends only on these two. A group of pieces can move together
by n cells if none of them hits a piece outside the group within n cells. A breadth-first search over the relative
positions finds the fewest moves until a group can move for ever. Then the search goes on in the same way with the
pieces that stay, and with the pieces that have left.

If pieces come apart at all, so does every part of them from every position that they reach: move back to the start,
then take the part apart as in the whole. So it does not matter which group leaves first, and a part that is locked
proves that the pieces do not come apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice, product
from math import inf
from typing import NamedTuple

import numpy as np

from danceoff.addons.puzzles.apart.movements import PiecePair, Search, Step, Undecided, as_vector, places_along, units
from danceoff.problems.board import Board
from danceoff.problems.grids.lattice import PRISMS
from danceoff.problems.grids.packing import Packing
from danceoff.problems.model.cover import Cover, InvalidProblem

__all__ = ["MOST_PIECES", "MOST_STATES", "Disassembler", "Disassembly", "Move", "Undecided"]

MOST_STATES = 100_000
"""The relative positions of pieces after which a search gives up, by default."""

MOST_PIECES = 200
"""The most pieces of a cover that is taken apart."""
_MOST_PAIRS = 5_000


class Move(NamedTuple):
    """One move.

    pieces: the pieces that move, as places in the cover, ascending.
    shift: how far, in layers, lines and columns of the drawing; for squares and cubes, two of the three are 0.
    leaves: whether the pieces leave the others; the shift then takes them beyond all others.
    """

    pieces: tuple[int, ...]
    shift: tuple[int, ...]
    leaves: bool


@dataclass(frozen=True)
class Disassembly:
    """The moves by which the pieces of a cover come apart, one by one; pieces that share a group may stay together.

    A move by which pieces leave divides a part in two. The pieces that stay come apart next; then the pieces that left,
    from their places before that move.

    moves: all moves, in order.
    levels: for each part, the whole first, the fewest moves that divide it, from the places of its pieces at that time.
        They add up to the number of moves.
    """

    moves: tuple[Move, ...]
    levels: tuple[int, ...]

    @property
    def level(self) -> int:
        """The fewest moves until the first piece or group is free; 0 for a single piece."""
        return self.levels[0] if self.levels else 0

    def __str__(self) -> str:
        return ".".join(map(str, self.levels or (0,)))


class Disassembler:
    """Takes the covers of a packing apart; remembers how far pairs of pieces can move."""

    def __init__(self, board: Board) -> None:
        """Raise InvalidProblem unless the board is a packing of squares, cubes or triangular prisms."""
        if not isinstance(board, Packing) or not (board.lattice.is_cubic or board.lattice is PRISMS):
            raise InvalidProblem("only packings of squares, cubes and triangular prisms can be taken apart")
        self.packing, self._units = board, units(board.lattice)
        self._pairs: dict[tuple[int, int], PiecePair] = {}
        self._in_groups = Counter(
            {(k, group): n for k, piece in enumerate(board.pieces) for group, n in piece.groups if group}
        )
        self._cells = cache(lambda option: board.cells[board.cells_of(option)])

    def disassembly(self, cover: Cover, most_states: int = MOST_STATES, seconds: float = inf) -> Disassembly | None:
        """Return how a cover comes apart into single pieces and groups; None if it does not.

        cover: in the numbering of the packing's problem.
        most_states: how many relative positions to look at.
        seconds: how long to search.

        Raises Undecided if a limit is reached before the answer, and InvalidProblem for more than MOST_PIECES pieces.
        """
        if len(self._pairs) > _MOST_PAIRS:
            self._pairs.clear()
            self._cells.cache_clear()
        search = Search(most_states, seconds)
        moves: list[Move] = []
        levels: list[int] = []
        placed = tuple(k for k, option in enumerate(cover) if len(self._cells(option)))  # a bound of a cost places none
        if len(placed) > MOST_PIECES:
            raise InvalidProblem(f"a cover of {len(placed)} pieces cannot be taken apart: at most {MOST_PIECES} can")
        parts = [(placed, (0,) * len(placed))]
        rooms = [self._in_groups]
        while parts:
            pieces, at = parts.pop()
            kinds = Counter(int(self.packing.piece[cover[k]]) for k in pieces)
            if len(pieces) <= 1 or (levels and self._are_one_group(kinds)):
                continue
            pairs = [[self._pair(cover[i], cover[j]) for j in pieces[k:]] for k, i in enumerate(pieces, 1)][:-1]
            found = search.separation(pairs, at, self._units)
            if found is None:
                rooms = self._together(rooms, kinds) if levels else []  # the whole is no group
                if not rooms:
                    return None
                continue
            at, steps = found
            moves += [self._move(pieces, step) for step in steps[:-1]]
            levels.append(len(steps))
            right = _part(pieces, at, steps[-1].group)
            left = _part(pieces, at, ~steps[-1].group)
            moves.append(Move(right[0], self._way_out(cover, left, right, steps[-1]), True))
            parts += [right, left]
        return Disassembly(tuple(moves), tuple(levels))

    def _are_one_group(self, kinds: Counter[int]) -> bool:
        """Return whether all pieces belong to one and the same group, and to no other."""
        groups = {tuple(group for group, _ in self.packing.pieces[kind].groups) for kind in kinds}
        return len(groups) == 1 and len(groups.pop()) == 1

    def _together(self, rooms: Sequence[_Room], kinds: Counter[int]) -> list[_Room]:
        """Put pieces that do not come apart into one group, in all ways; return the room left in groups, for each way.

        rooms: the room left in each way to fill the groups so far: how many copies of a piece still fit into a group.
        """
        found: list[_Room] = []
        for group, room in product({group: 0 for _, group in self._in_groups}, rooms):
            left = room.copy()
            left.subtract({(kind, group): n for kind, n in kinds.items()})
            if min(left.values()) >= 0 and left not in found:
                found.append(left)
        return found

    def _pair(self, one: int, other: int) -> PiecePair:
        if (one, other) not in self._pairs:
            self._pairs[one, other] = PiecePair(self._cells(one), self._cells(other), self.packing.lattice)
        return self._pairs[one, other]

    def _move(self, pieces: Sequence[int], step: Step) -> Move:
        """Return the step as a move of the smaller group: of the pieces that move, or of the others, the other way."""
        group, cells = step.group, int(step.cells)
        if 2 * group.bit_count() > len(pieces):
            group, cells = ~group, -cells
        return Move(_part(pieces, pieces, group)[0], self._along(step.axis, cells), False)

    def _along(self, axis: int, n: int) -> tuple[int, ...]:
        """Return n shifts along an axis, in layers, lines and columns of the drawing."""
        lattice = self.packing.lattice
        drawn = lattice.written_at(np.array([as_vector(k * self._units[axis], lattice.n_dimensions) for k in (n, 0)]))
        return tuple((drawn[0] - drawn[1]).tolist())

    def _way_out(self, cover: Cover, left: _Part, right: _Part, step: Step) -> tuple[int, ...]:
        """Return the shift that takes the pieces on the right beyond the pieces on the left."""
        (low, high, n), (own_low, own_high, _) = (self._span(cover, part, step.axis) for part in (left, right))
        if step.cells > 0:
            return self._along(step.axis, max(1, -((own_low - high - 1) // n)))  # until own_low is above high
        return self._along(step.axis, min(-1, (low - 1 - own_high) // n))  # until own_high is below low

    def _span(self, cover: Cover, part: _Part, axis: int) -> tuple[int, int, int]:
        """Return the least and the greatest place of pieces along an axis, and how many places one shift moves them."""
        shifts = zip(*part, strict=True)
        cells = np.concatenate([self._cells(cover[k]) + as_vector(at, self.packing.region.ndim) for k, at in shifts])
        along, n = next(islice(places_along(self.packing.lattice, cells), axis, None))
        return int(along[:, 0].min()), int(along[:, 0].max()), n


_Room = Counter[tuple[int, int]]
_Part = tuple[tuple[int, ...], tuple[int, ...]]
"""Pieces, and how far each has moved."""


def _part(pieces: Sequence[int], at: Sequence[int], group: int) -> _Part:
    chosen = [k for k in range(len(pieces)) if group >> k & 1]
    return tuple(pieces[k] for k in chosen), tuple(at[k] for k in chosen)

"""Sets of pieces that fill a board in exactly one way, up to rotations and reflections of the board.

One problem serves for all sets; each set is tried by a set of givens. The problem has as many copies of each piece as
may be used. For each copy that may be left over, an option covers the copy and no cell. The givens of a set are these
options for the copies that the set leaves over. All other copies must then be placed, for together they are as large as
the board.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from random import Random

import numpy as np

from danceoff.problems import Cover, Covers, ExactCover, check
from danceoff.problems.grids.lattice import cell_images
from danceoff.problems.grids.packing import Packing, Piece, pack
from danceoff.problems.model.cover import IntArray
from danceoff.problems.model.covers import offsets
from danceoff.solvers.base import UnsupportedProblem
from danceoff.solvers.questions.shuffled import ENGINE
from danceoff.solvers.table import load

_MOST_SHUFFLED = 1 << 20
_AT_ONCE = 1 << 10


@dataclass(frozen=True)
class PieceSet:
    """A set of pieces that was tried on a board.

    copies: how many of each piece of the packing.
    cover: a cover with these pieces, option numbers, ascending; empty if there is none.
    n_covers: how many covers there are, if they all are images of each other; else None.
    """

    copies: tuple[int, ...]
    cover: Cover
    n_covers: int | None


class PieceSets:
    """The sets of pieces, chosen from a packing, that have as many cells together as its board.

    Raises UnsupportedProblem unless the problem is a packing that fills all its cells, and nothing else.
    """

    def __init__(self, problem: ExactCover, board: object) -> None:
        if not isinstance(board, Packing) or _packed(board, board.pieces).digest != problem.digest:
            raise UnsupportedProblem("sets of pieces are for boards that pieces must fill, without further rules")
        self.packing = board
        self._size = [len(piece.cells) for piece in board.pieces]
        self._least = [piece.least for piece in board.pieces]
        room = [max(1, board.n_cells // size) for size in self._size]
        self._most = [
            most if piece.most is None else min(piece.most, most)
            for piece, most in zip(board.pieces, room, strict=True)
        ]
        self._images = list(cell_images(board.region, board.lattice))

    @property
    def n_sets(self) -> int:
        """The number of sets."""
        return self._ways[0][self.packing.n_cells]

    def tried(self, seed: int) -> Iterator[list[PieceSet]]:
        """Yield the sets in a random order with what was found about them, in batches; an empty batch is a heartbeat.

        Up to 2^20 sets come once each. If there are more, they come without end, and may be repeated.

        seed: the same seed gives the same order.
        """
        solver = load(ENGINE)
        numbers = self._numbers(Random(seed))
        while several := [self._copies(number) for number in islice(numbers, _AT_ONCE)]:
            givens, answered = Covers.of(self._leftovers(copies) for copies in several), 0
            for answers in solver.each(self._with_leftovers, givens, limit=len(self._images) + 1):
                found = list(zip(answers.n_covers.tolist(), answers.first, strict=True))
                sets = several[answered : answered + len(found)]
                yield [self._set(copies, *each) for copies, each in zip(sets, found, strict=True)]
                answered += len(found)

    def named(self, one: PieceSet) -> dict[str, int]:
        """Return how many copies of each piece a set has, by name; pieces that it lacks are left out."""
        return {piece.name: n for piece, n in zip(self.packing.pieces, one.copies, strict=True) if n}

    def problem_of(self, copies: tuple[int, ...]) -> ExactCover:
        """Return the problem of filling the board with these pieces."""
        pieces = [replace(piece, least=n, most=n) for piece, n in zip(self.packing.pieces, copies, strict=True) if n]
        return _packed(self.packing, pieces)

    def _numbers(self, random: Random) -> Iterator[int]:
        n_sets = self.n_sets
        if n_sets <= _MOST_SHUFFLED:
            yield from random.sample(range(n_sets), n_sets)
            return
        while True:
            yield random.randrange(n_sets)

    @cached_property
    def _ways(self) -> list[list[int]]:
        """Count, for each k and n, the ways to choose copies of the pieces from k on that have n cells together."""
        n_cells = self.packing.n_cells
        ways = [[1] + [0] * n_cells]
        # With n cells there are as many ways as with n - size, plus those of the least copies, less those of too many.
        for size, least, most in zip(self._size[::-1], self._least[::-1], self._most[::-1], strict=True):
            after, before = [0] * ((most + 1) * size) + ways[-1], [0] * size
            for n in range((most + 1) * size, len(after)):
                before.append(before[-size] + after[n - least * size] - after[n - (most + 1) * size])
            ways.append(before[size:])
        return ways[::-1]

    def _copies(self, number: int) -> tuple[int, ...]:
        """Return the copies of each piece in the set with this number, from 0 to n_sets - 1."""
        left, copies = self.packing.n_cells, []
        for size, least, after in zip(self._size, self._least, self._ways[1:], strict=True):
            n = least
            while number >= after[left - n * size]:
                number -= after[left - n * size]
                n += 1
            copies.append(n)
            left -= n * size
        return tuple(copies)

    @cached_property
    def _with_leftovers(self) -> ExactCover:
        """Return the problem with all copies of each piece, and an option for each copy that may be left over."""
        pieces = [replace(piece, least=n, most=n) for piece, n in zip(self.packing.pieces, self._most, strict=True)]
        problem = _packed(self.packing, pieces)
        item = np.repeat(np.arange(self.packing.n_cells, problem.n_items), self._n_leftovers)
        return ExactCover(
            offsets(np.concatenate([np.diff(problem.start), np.ones(len(item), np.int32)])),
            np.concatenate([problem.item, item]),
            problem.n_items,
            problem.n_primary,
            least=problem.least,
            most=problem.most,
        )

    @cached_property
    def _n_leftovers(self) -> IntArray:
        """Return how many copies of each piece may be left over."""
        return np.asarray(self._most, np.int32) - np.asarray(self._least, np.int32)

    def _leftovers(self, copies: tuple[int, ...]) -> Cover:
        """Return the options for the copies that a set leaves over."""
        first = len(self.packing.piece) + offsets(self._n_leftovers)[:-1]
        n_left = np.asarray(self._most) - np.asarray(copies)
        return tuple(option for k, n in zip(first.tolist(), n_left.tolist(), strict=True) for option in range(k, k + n))

    def _set(self, copies: tuple[int, ...], n_covers: int, first: Cover) -> PieceSet:
        cover = tuple(option for option in first if option < len(self.packing.piece))
        if n_covers and not check(self.packing.problem, Covers.of([cover])).all():
            raise RuntimeError(f"{ENGINE} gave options that are no cover")
        return PieceSet(copies, cover, n_covers if n_covers == self._n_images(cover) else None)

    def _n_images(self, cover: Cover) -> int:
        """Return the number of different images of a cover under the rotations and reflections of the board."""
        if not cover:
            return 0
        pieces = self.packing.piece[list(cover)].tolist()
        cells = [np.array(self.packing.cells_of(option)) for option in cover]
        images = {tuple(sorted(self._option_at.get(_key(moved[one]), -1) for one in cells)) for moved in self._images}
        return sum(min(image) >= 0 and self.packing.piece[list(image)].tolist() == pieces for image in images)

    @cached_property
    def _option_at(self) -> dict[bytes, int]:
        """The option that fills each set of cells; the key is the cells as bytes."""
        return {_key(self.packing.cells_of(k)): k for k in range(len(self.packing.piece))}


def _key(cells: IntArray | list[int]) -> bytes:
    return np.sort(np.asarray(cells, np.int32)).tobytes()


def _packed(packing: Packing, pieces: Sequence[Piece]) -> ExactCover:
    """Return the problem of filling the same board with other pieces."""
    return pack(packing.region, pieces, lattice=packing.lattice).problem

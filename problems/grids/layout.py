"""The meaning of items and options of a packing: cells, and pieces in their places with letters and colours."""

import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from danceoff.problems.grids.lattice import Cells, Freedom, Lattice
from danceoff.problems.model.cover import BoolArray, ExactCover, IntArray
from danceoff.problems.model.printable import OneLine
from danceoff.problems.pictures.drawing import N_COLOURS

NO_MARK = "?"
"""What a cell without a mark has in place of one; it agrees with every mark."""

LETTERS = string.ascii_lowercase + string.ascii_uppercase + string.digits
"""The letters of the pieces; they repeat if there are more pieces."""


@dataclass(frozen=True)
class Rule:
    """A restriction on the places of a piece within the region; rules.py applies it.

    border: True if the piece must touch the border of the region, False if it must not, None if it may.
    not_on: the numbers of the cells that it must not fill.
    poses: each of its orientations with a mark for each cell, see `rules.poses`; empty if it has no marks.
    """

    border: bool | None = None
    not_on: frozenset[int] = frozenset()
    poses: frozenset[tuple[bytes, str]] = field(default=frozenset(), repr=False)


NO_RULE = Rule()


@dataclass(frozen=True, eq=False, repr=False)
class Piece(OneLine):
    """A shape of a packing.

    cells: the shape.
    freedom: how it may be turned.
    least: how often it is used at least.
    most: how often it is used at most; None for any number.
    rule: where it may lie.
    groups: the groups of the piece, each with the most copies in it; pieces that share a group may stay together when a
        packing is taken apart.
    """

    name: str
    cells: Cells
    freedom: Freedom = Freedom.FREE
    least: int = 1
    most: int | None = 1
    rule: Rule = NO_RULE
    groups: tuple[tuple[int, int], ...] = ()


class _Lettering(NamedTuple):
    """The letters and colours of pieces: `once` for pieces used at most once, `left` for copies of other pieces."""

    once: dict[int, tuple[str, int]]
    left: list[str]

    def look(self, piece: int, number: int) -> tuple[str, int]:
        """Return the mark and the colour of a piece; the number tells copies of a piece apart."""
        several = self.left[number % len(self.left)], (len(self.once) + number) % N_COLOURS
        return self.once.get(piece, several)


@dataclass(frozen=True, eq=False, repr=False)
class Layout:
    """The cells and pieces that the items and options of a packing problem stand for.

    lattice: the lattice of the cells: squares, cubes, hexagons, triangles or sticks.
    region: bool[rows, columns] or bool[layers, rows, columns]; True for each cell that may be filled.
    pieces: no two of them have the same orientations and the same rule.
    piece: int32[n_options]; option k places piece `piece[k]`. Options are sorted by piece, then by cells.
    cell: int32[n_items]; item i is cell `cell[i]` of the region, numbered in C order; a piece if this is -1. The cells
        that must be filled come first.
    marks: for each option, a text with the mark of each of its cells, ascending; empty if its piece has no marks. The
        whole is empty if no piece has marks.
    """

    region: BoolArray
    pieces: tuple[Piece, ...]
    problem: ExactCover
    piece: IntArray
    cell: IntArray
    lattice: Lattice
    marks: Sequence[str] = ()

    @cached_property
    def cells(self) -> Cells:
        """The coordinates of each cell, int32[n_cells, n_dimensions]."""
        return np.argwhere(self.region).astype(np.int32)

    @cached_property
    def spot(self) -> list[int]:
        """The number of each cell in the whole region, where walls count, too."""
        found: list[int] = np.flatnonzero(self.region).tolist()
        return found

    @cached_property
    def place(self) -> IntArray:
        """The place of each cell in a drawing as text: int32[n_cells, n_dimensions], (line, column) last."""
        return self.lattice.places(self.region)

    @cached_property
    def touching(self) -> IntArray:
        """The pairs of cells that share a side, or for sticks an end: int32[n_pairs, 2], ascending."""
        return self.lattice.touching(self.region)

    @cached_property
    def is_lettered(self) -> bool:
        """Whether pieces have marks that pictures write; marks that stand for colours are not written."""
        return any(self.marks) and all("#" not in written and written.isascii() for written in self.marks)

    @cached_property
    def lettering(self) -> _Lettering:
        """The letters and colours of the pieces; a name serves as a letter if it can, or if all names are numbers.

        In space, numbers of more than two digits do not fit on a cube.
        """
        longest = max(len(piece.name) for piece in self.pieces)
        is_numbered = all(piece.name.isdecimal() for piece in self.pieces) and (self.region.ndim == 2 or longest <= 2)
        once = {k: piece.name for k, piece in enumerate(self.pieces) if piece.most == 1}
        named = {k: name for k, name in once.items() if is_numbered or _is_letter(name)}
        left = [letter for letter in LETTERS if letter not in named.values()]
        marks = {k: named.get(k) or (left.pop(0) if left else LETTERS[k % len(LETTERS)]) for k in once}
        looks = {k: (mark, place % N_COLOURS) for place, (k, mark) in enumerate(marks.items())}
        return _Lettering(looks, left or list(LETTERS))

    @cached_property
    def n_cells(self) -> int:
        """The number of cells that may be filled."""
        return int(np.count_nonzero(self.region))

    @cached_property
    def _filled(self) -> dict[int, list[int]]:
        """A cache of the cells of options, since covers hold the same options again and again."""
        return {}

    def cells_of(self, option: int) -> list[int]:
        """Return the numbers of the cells that an option fills, ascending; do not change the list, which is shared."""
        if option not in self._filled:
            cells = self.cell[self.problem.items_of(option)]
            self._filled[option] = np.sort(cells[cells >= 0]).tolist()
        return self._filled[option]

    def placements(self, piece: int) -> IntArray:
        """Return the cells that each option of a piece fills, int32[n_placements, n_cells of the piece], ascending."""
        first, last = np.searchsorted(self.piece, [piece, piece + 1])
        cells = self.cell[self.problem.item[self.problem.start[first] : self.problem.start[last]]]
        return np.sort(cells[cells >= 0].reshape(-1, len(self.pieces[piece].cells)), axis=1)

    def letters_of(self, option: int, mark: str) -> Sequence[str]:
        """Return the text on each cell of an option in a picture: the marks of the piece, or its letter `mark`."""
        written = self.marks[option] if self.is_lettered else ""
        return [mark if letter == NO_MARK else letter for letter in written] or [mark] * len(self.cells_of(option))

    def by_cell(self, strength: Mapping[int, float]) -> tuple[list[tuple[float, int]], list[int]]:
        """Split items into cells, each with its strength, and other items."""
        cell_of = {item: cell for item, cell in enumerate(self.cell.tolist()) if cell >= 0}
        named = [item for item in strength if item not in cell_of]
        return [(strong, cell_of[item]) for item, strong in strength.items() if item in cell_of], named


def _is_letter(name: str) -> bool:
    """Return whether a name can be a letter in a picture: it is no blank, and unlike an empty cell or a wall."""
    return len(name) == 1 and name.isprintable() and name not in " .#"

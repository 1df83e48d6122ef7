"""A problem with its name, its board and what is published about it, and the families that such problems come from."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from danceoff.problems.board import NO_BOARD, Board, as_svg
from danceoff.problems.model.cover import Cover, ExactCover
from danceoff.problems.model.covers import Covers

Model: TypeAlias = tuple[ExactCover, Board | None]
"""A problem and the board that shows what its options mean; None if they have only names and items."""


@dataclass(frozen=True)
class Known:
    """Published numbers about a problem; None for an unknown one.

    covers: the number of all covers. Rotations and reflections of a cover count as further covers; exchanges of
        identical pieces do not.
    up_to_symmetry: the number of orbits.
    source: who published it.
    cost: the optimum: the cost of the best covers, in the units of the problem.
    apart: the number of covers of a packing that can be taken apart.
    level: the largest level of these covers: the fewest moves until the first piece is free.
    """

    covers: int | None
    up_to_symmetry: int | None
    source: str
    cost: int | Fraction | None = None
    apart: int | None = None
    level: int | None = None


@dataclass(frozen=True)
class Family:
    """Problems that differ in their size.

    name: the part of a problem's name before the `/`.
    form: how a size is written, for error messages and `danceoff list families`.
    build: returns the problem and its board for a size; raises InvalidProblem if the size is malformed.
    listed: the sizes in the catalog, in order, with what is published about them; for our own families, it is in
        problems/data/catalog.tsv.
    """

    name: str
    form: str
    build: Callable[[str], Model]
    listed: Mapping[str, Known | None] = field(default_factory=dict)


@dataclass(frozen=True)
class Instance:
    """A named problem, such as `tromino/7x7-16`.

    columns, cost_column: the columns of a long table that name its options, and its column of costs; else empty.
    """

    name: str
    family: str
    problem: ExactCover
    known: Known | None = None
    board: Board = NO_BOARD
    columns: tuple[str, ...] = field(default=(), repr=False)
    cost_column: str = field(default="", repr=False)

    @property
    def original(self) -> Instance:
        """The problem whose options are in the covers: itself, unless it was made from another problem."""
        return self

    @staticmethod
    def settled(problem: ExactCover, cover: Cover) -> Cover:  # noqa: ARG004 - for problems made of another one
        """Return the cheapest cover that means the same as this one; by default the cover itself.

        problem: the problem that was asked, or a problem that was made of it for a further search.
        """
        return cover

    def picture(self, cover: Cover) -> str:
        """Draw a cover as plain text.

        cover: in the numbering of the root problem, as `problem.lift` returns it.
        """
        return self.board.plain(self.problem, cover)

    def pictures(self, covers: Covers) -> list[str]:
        """Draw covers as plain text, each as in `picture`."""
        return [self.picture(cover) for cover in covers]

    def heading(self) -> str:
        """Return the line above the picture of a cover, with its line break; empty for most problems."""
        return ""

    def in_numbers(self) -> dict[str, object]:
        """Return further data about the latest cover for programs."""
        return {}

    def in_gallery(self) -> dict[str, object]:
        """Return further data about the latest cover for a gallery."""
        return {}

    def _repr_svg_(self) -> str:
        """A picture for a notebook: the board with the options taken."""
        return self.svg(tuple(self.problem.taken.tolist()), self.name)

    def boxed(self, cover: Cover, columns: int, coloured: bool) -> str:
        """Draw a cover for a terminal, with borders between the pieces.

        columns: the width of the terminal.
        coloured: whether to use ANSI colours.
        """
        return self.board.boxed(self.problem, cover, columns, coloured)

    def svg(self, cover: Cover, title: str, styled: bool = True) -> str:
        """Draw a cover as an `<svg>` element.

        title: the title for screen readers.
        styled: whether the element contains its style sheet.
        """
        return as_svg(self.board, self.problem, cover, title, styled)

    def heat_map(self, counts: Sequence[int], n_covers: int) -> str:
        """Draw how many covers hold each option as an `<svg>` element; raises TypeError for boards without `heat`.

        counts: how many covers hold each option of the problem.
        n_covers: the number of covers; not 0.
        """
        from danceoff.problems.pictures.drawing import STYLE, document  # most runs draw nothing
        from danceoff.problems.pictures.shades import SHADE_STYLE, HasHeat, OptionCounts

        problem = self.problem
        of_root = [0] * (1 + int(max([-1, *problem.origin.tolist(), *problem.taken.tolist()])))
        for option in problem.taken.tolist():
            of_root[option] = n_covers
        for option, count in zip(problem.origin.tolist(), counts, strict=True):
            of_root[option] = count
        counted = OptionCounts(of_root, n_covers)
        n_none = sum(count == 0 for count in counts)
        described = f"{len(counted.in_all)} options are in all covers, {len(counted.in_some)} in some, {n_none} in none"
        if not isinstance(self.board, HasHeat):
            raise TypeError(f"{self.name}: its board has no heat map")
        return document(self.board.heat(problem, counted), f"{self.name}, options", described, STYLE + SHADE_STYLE)

    def weights(self, weights: Sequence[int]) -> str | None:
        """Draw weights of the items as an `<svg>` element; None for boards that cannot show them.

        weights: the weight of each item; not all are 0.
        """
        from danceoff.problems.pictures.conflict import weights_picture  # late: most runs draw nothing

        return weights_picture(self.problem, self.board, weights, f"{self.name}, weights")

    def conflict(self, items: Sequence[int], decisive: Collection[int]) -> str | None:
        """Draw items that cannot be covered together as an `<svg>` element; None for boards that cannot show them.

        items: the items.
        decisive: each item without which there would be a cover.
        """
        from danceoff.problems.pictures.conflict import conflict_picture  # late: most runs draw nothing

        return conflict_picture(self.problem, self.board, items, decisive, f"{self.name}, a conflict")

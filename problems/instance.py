"""A problem with what people know of it: its name, its board, and what is published about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from danceoff.problems.model.cover import Cover, ExactCover
from danceoff.problems.pictures import Board, boxed, plain, svg

Model: TypeAlias = tuple[ExactCover, Board]
"""A problem and the board that shows what its options mean."""


@dataclass(frozen=True)
class Known:
    """A published count.

    covers: all of them, rotated and reflected copies apart and identical pieces not told apart. up_to_symmetry: how
    many are essentially different, where that is published. source: who says so.
    """

    covers: int
    up_to_symmetry: int | None
    source: str


@dataclass(frozen=True)
class Family:
    """Problems that differ in their size.

    form: how a size is written, for people. build: a size -> its problem; raises InvalidProblem for a size that is
    not written so. listed: the sizes worth naming, in order, with what is published about them.
    """

    name: str
    form: str
    build: Callable[[str], Model]
    listed: Mapping[str, Known | None]


@dataclass(frozen=True)
class Picture:
    """A cover drawn twice, as plain text and as an `<svg>` element."""

    text: str
    svg: str

    def __repr__(self) -> str:
        return self.text

    def _repr_svg_(self) -> str:
        """How a notebook shows it."""
        return self.svg


@dataclass(frozen=True)
class Instance:
    """A named problem, such as `tromino/7x7-16`."""

    name: str
    family: str
    problem: ExactCover
    known: Known | None = None
    board: Board = None

    def picture(self, cover: Cover) -> str:
        """Draw a cover that is given in the numbering of the root problem, as `problem.lift` gives it: plain text."""
        return plain(self.problem, self.board, cover)

    def shown(self, cover: Cover) -> Picture:
        """The same as what shows itself: as a picture in a notebook, as plain text elsewhere."""
        return Picture(self.picture(cover), self.svg(cover, self.name))

    def _repr_svg_(self) -> str:
        """How a notebook shows the problem: the board with what is given."""
        return self.svg(tuple(self.problem.taken.tolist()), self.name)

    def boxed(self, cover: Cover, columns: int, coloured: bool) -> str:
        """The same for a terminal of so many columns: borders between the pieces, and ANSI colours if wanted."""
        return boxed(self.problem, self.board, cover, columns, coloured)

    def svg(self, cover: Cover, title: str, styled: bool = True) -> str:
        """The same as an `<svg>` element, which brings its colours along if `styled`."""
        return svg(self.problem, self.board, cover, title, styled)

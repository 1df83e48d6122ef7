"""What every board can do. A kind of board is a class in one file of its own; no other code tells boards apart.

A board says what the options of a problem mean, and draws covers. For abilities of only some boards there is a protocol
beside the code that uses it: in `grids/board_symmetries.py`, in `pictures/shades.py` for heat maps, in `play/page.py`.
Modules of pictures import no board. A board imports them when it draws, for most runs draw nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from danceoff.problems.model.cover import Cover, ExactCover
from danceoff.problems.model.naming import option_name
from danceoff.problems.model.printable import OneLine, fitted

if TYPE_CHECKING:
    from danceoff.problems.pictures.drawing import Drawing
    from danceoff.problems.pictures.mosaic import Mosaic
    from danceoff.problems.pictures.shades import Conflict

# Imported late, in functions: what draws, for most runs draw nothing.


class Written(NamedTuple):
    """A puzzle as text.

    lines: the lines of the puzzle.
    head: the lines before all puzzles of a file.
    format: the ending of files with such a text; empty if the text is a picture that no reader takes.
    """

    lines: Sequence[str]
    head: Sequence[str] = ()
    format: str = ""


class Board(OneLine, ABC):
    """What the options of a problem mean. A subclass writes `plain` and `draw`; other methods have defaults.

    A board with moves may have a method `looks`, from which its symmetries are found. It yields the looks of the
    options (`board_symmetries.Looks`): as they are, then after each move.

    In all methods an option is a number of the root problem, and a cover may be partial.

    is_drawn: whether the picture of a cover is more than a list of names.
    is_text: whether `plain` returns words, which a terminal may break at the end of a line.
    """

    is_drawn: ClassVar[bool] = True
    is_text: ClassVar[bool] = False

    @abstractmethod
    def plain(self, problem: ExactCover, cover: Cover) -> str:
        """Return a cover as plain text."""

    @abstractmethod
    def draw(self, problem: ExactCover, cover: Cover) -> Drawing:
        """Return a cover as a drawing; without options, a drawing of the empty board."""

    def draw_all(self, problem: ExactCover, cover: Cover) -> Drawing:
        """Return a cover with its legend."""
        return self.draw(problem, cover)

    def draw_both(self, problem: ExactCover, first: Cover, second: Cover) -> Sequence[Drawing]:
        """Return two covers whose differences are marked: their common options are pale."""
        from danceoff.problems.pictures.drawing import paled  # late: most runs draw nothing

        return paled(self.draw(problem, first), self.draw(problem, second))

    def panels(self, problem: ExactCover, first: Cover, second: Cover, columns: int, style: str) -> list[str]:
        """Return three texts to set side by side: two covers, and where they differ; [] if the board has no cells.

        columns, style: as in `Pair.text`.
        """
        return []

    def boxed(self, problem: ExactCover, cover: Cover, columns: int, coloured: bool) -> str:
        """Return a cover for a terminal.

        columns: the width of the terminal.
        coloured: whether to use ANSI colours.
        """
        text = self.plain(problem, cover)
        return "\n".join(fitted(line, columns) for line in text.split("\n")) if self.is_text else text

    def legend(self, cover: Cover) -> str:
        """Return the legend, which explains the marks; empty if they need none."""
        return ""

    def exhibit(self, problem: ExactCover, cover: Cover, title: str, is_first: bool) -> dict[str, Any]:
        """Return the data from which a gallery draws a cover, as a JSON object.

        It has the key `svg`; or `cells`, which the scripts of the gallery draw, and in the first cover also `board`,
        which all covers share.
        """
        return {"svg": as_svg(self, problem, cover, title, styled=False)}

    def mosaic(self, problem: ExactCover, cover: Cover) -> Mosaic | None:
        """Return the mosaic that shows a cover; None if the board does not consist of squares."""
        return None

    def mosaic_in_turn(self, problem: ExactCover, taken: Cover) -> Mosaic | None:
        """Return the mosaic of options taken by a search, each with the mark and colour of its place in `taken`."""
        return self.mosaic(problem, taken)

    def in_turn(self, option: int, place: int) -> tuple[str, int] | None:
        """Return the mark and colour of an option that a search takes after `place` others; None for the usual ones."""
        return None

    def ring(self, problem: ExactCover, item: int) -> list[str]:
        """Return elements of a drawing that show where an item lies; empty if the board does not show it."""
        return []

    def conflict(self, problem: ExactCover, strength: Mapping[int, float]) -> Conflict | None:
        """Return a drawing of items that cannot be covered together; None if the board cannot show it.

        strength: how strongly each item is drawn, from 0 to 1.
        """
        return None

    @property
    def has_rows(self) -> bool:
        """Whether options are drawn as rows of a matrix, not on a board."""
        return False

    def name_in_root(
        self, problem: ExactCover, option: int, name_of: Callable[[ExactCover, int], str] = option_name
    ) -> str:
        """Return the name of an option of the root problem; if `problem` no longer has it, the board names it.

        name_of: returns the name of an option of `problem`.
        """
        place = int(np.searchsorted(problem.origin, option))
        if place < problem.n_options and problem.origin[place] == option:
            return name_of(problem, place)
        return self.option_name(option)

    def option_name(self, option: int) -> str:
        """Return the name of an option of the root problem that a sub-problem no longer has."""
        return f"option {option}"

    def contradictions(self, problem: ExactCover) -> list[str]:
        """Return sentences in the board's words, each of which proves that there is no cover; [] if it knows none."""
        return []

    def item_in_words(self, problem: ExactCover, item: int) -> str:
        """Return a primary item in the words of the board; empty if the board has no better words than the name."""
        return ""

    def has_givens(self, problem: ExactCover) -> bool:
        """Return whether this is a puzzle whose reader expects exactly one cover."""
        return False

    def difference(self, first: Cover, second: Cover) -> str:
        """Return where two covers of a puzzle with givens differ first, in words."""
        return "another cover"

    def puzzle(self, problem: ExactCover, givens: Cover) -> Written:
        """Return a puzzle with these givens as text."""
        return Written([*self.plain(problem, givens).split("\n"), ""])


def as_svg(board: Board, problem: ExactCover, cover: Cover, title: str, styled: bool = True) -> str:
    """Return a cover as an `<svg>` element with a title and a description for screen readers.

    styled: whether the element contains its style sheet. A file needs it; a page of many pictures has it once.
    """
    from danceoff.problems.pictures.drawing import STYLE, document

    drawing = board.draw_all(problem, cover)
    return document(drawing, title, board.plain(problem, cover), STYLE if styled else "")


@dataclass(frozen=True, eq=False, repr=False)
class NoBoard(Board):
    """Options that have only names and items."""

    is_drawn: ClassVar[bool] = False
    is_text: ClassVar[bool] = True

    def plain(self, problem: ExactCover, cover: Cover) -> str:
        """Return a line with the name of each option."""
        return "\n".join(self.name_in_root(problem, option) for option in cover)

    def draw(self, problem: ExactCover, cover: Cover) -> Drawing:
        """Return a matrix of options and items."""
        from danceoff.problems.pictures.incidence import matrix

        return matrix(problem, cover)

    def draw_both(self, problem: ExactCover, first: Cover, second: Cover) -> Sequence[Drawing]:
        """Return two matrices of the options in either cover, if they are small enough to read."""
        from danceoff.problems.pictures.incidence import matrices

        return matrices(problem, first, second)

    @property
    def has_rows(self) -> bool:
        """True: options are rows of a matrix."""
        return True


NO_BOARD = NoBoard()

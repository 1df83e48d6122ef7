"""The squares of sudokus in lines of text: a board in one line of all its squares, or in a line for each row.

    53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79

Blanks may stand between squares. In a board of several lines, bars and lines of `-`, `+` and `|` may separate its
boxes:

    5 3 . | . 7 . | . . .
    6 . . | 1 9 5 | . . .
"""

from collections.abc import Iterable
from math import isqrt

from danceoff.problems.grids.sudoku import SYMBOLS, marks
from danceoff.problems.model.cover import InvalidProblem

FORM = "write a board as a line of 81 squares, or as 9 lines of 9, from 1 to 9, with . or 0 for an empty one"
_LEAST = 16
"""Squares of the smallest board in a list."""


class Drawing:
    """Lines of squares, all of the same length; raises InvalidProblem for other lines.

    lines: the numbers and texts of lines, without blanks; no line is empty.
    where: the name of the text, for messages.
    """

    def __init__(self, lines: Iterable[tuple[int, str]], where: str) -> None:
        self.rows = list[tuple[int, str]]()
        self._where, self._widths, self._cuts = where, set[int](), set[int]()
        for number, line in lines:
            if not line.strip("-+|"):
                self._cuts.add(len(self.rows))
                continue
            squares = line.replace("|", "")
            if squares != line:
                self._widths.update(map(len, line.strip("|").split("|")))
            self.rows.append((number, squares))
            usual = len(self.rows[0][1])
            if len(squares) != usual:
                raise InvalidProblem(f"{where}:{number}: {len(squares)} squares, but {usual} in the first line; {FORM}")

    @property
    def squares(self) -> str:
        """All squares."""
        return "".join(squares for _, squares in self.rows)

    def boards(self, side: int) -> list[tuple[int, str]]:
        """Return the squares of each board with the number of its first line.

        side: the side of the boards; 0 if it follows from the lines.

        Raises InvalidProblem for lines that are no boards, and for lines that could be one board or several boards.
        """
        if not self.rows:
            raise InvalidProblem(f"{self._where}: there is no sudoku; {FORM}")
        n, (number, line) = len(self.rows), self.rows[0]
        where, own = f"{self._where}:{number}", isqrt(len(line))
        is_drawn = n == len(line) <= len(SYMBOLS)
        if not side and n >= _LEAST and is_drawn and own**2 == n and not self.squares.strip(marks(own)):
            may_be = f"{n} lines of {n} squares may be one board or {n} boards"
            raise InvalidProblem(f"{where}: {may_be}: say how large a box is by a line such as `boxes 4x4`")
        if not side:
            is_list = not is_drawn and (n == 1 or len(line) >= _LEAST)
            side = own if is_list else n
        if is_drawn and n == side:
            return [(number, self.squares)]
        if len(line) != side**2:
            raise InvalidProblem(f"{where}: {n} lines of {len(line)} squares; {FORM}")
        return self.rows

    def refuse_other_boxes(self, height: int, width: int) -> None:
        """Raise InvalidProblem if the bars between squares do not separate boxes of this size."""
        n = len(self.rows)
        cuts = self._cuts - {0, n}
        if self._widths - {width} or (cuts and cuts != {*range(height, n, height)}):
            drawn = f"what parts the squares does not part boxes of {height}x{width}"
            raise InvalidProblem(f"{self._where}: {drawn}; `boxes` names other boxes, such as 3x2, by rows and columns")

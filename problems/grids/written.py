"""The rules of a sudoku or a Latin square, and its text in a file that formats/sdk.py reads."""

from dataclasses import dataclass

from danceoff.problems.board import Written


@dataclass(frozen=True)
class Rules:
    """The rules of a board besides rows and columns; add-ons have further ones.

    side: the side of the board.
    box: height and width of the boxes; None if it has none.
    """

    side: int
    box: tuple[int, int] | None = None

    @property
    def box_in_words(self) -> str:
        """Return rows and columns of a box as text, empty for the usual 3x3; a Latin square has its rows as boxes."""
        box = self.box or (1, self.side)
        return "" if box == (3, 3) else f"{box[0]}x{box[1]}"

    def written(self, line: str) -> Written:
        """Return the file of a board with these rules and the marks of all squares."""
        return Written([line], [f"boxes {self.box_in_words}"] if self.box_in_words else [], "sdk")

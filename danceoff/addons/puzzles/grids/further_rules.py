"""Rules of sudokus besides boxes, and their files, which formats/sdk.py and formats/sudoku_toml.py read."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from danceoff.problems.board import Written
from danceoff.problems.grids.board_rules import Cage
from danceoff.problems.grids.written import Rules

FURTHER = ("diagonals", "windows", "anti-knight")


@dataclass(frozen=True)
class FurtherRules(Rules):
    """The rules of a board besides rows and columns.

    region: the name of the region of each square, row by row; empty if the board has no regions.
    further: some of FURTHER. With diagonals, both diagonals hold each symbol once. With windows, so do the (n - 1)^2
        windows of a board with boxes of n x n, as in windoku. With anti-knight, squares a knight's move apart differ.
    cages: the cages.
    """

    region: str = ""
    further: frozenset[str] = frozenset()
    cages: tuple[Cage, ...] = ()

    @property
    def box_in_words(self) -> str:
        """Rows and columns of a box, as in `Rules`; empty if there are regions in place of boxes."""
        return "" if self.region else super().box_in_words

    def written(self, line: str) -> Written:
        """Return the file of a board with these rules and the marks of all squares."""
        if self.cages:
            return Written([*self._toml(line), ""], format="toml")
        lines, rules, form = super().written(line)
        regions = ["regions", *self._rows(self.region)] if self.region else []
        return Written(lines, [*(rule for rule in FURTHER if rule in self.further), *rules, *regions], form)

    def _toml(self, line: str) -> Iterator[str]:
        yield from self._drawing("sudoku", line)
        yield from (f"{rule} = true" for rule in FURTHER if rule in self.further)
        is_kenken = not self.box and not self.region
        if not is_kenken and self.box_in_words:
            yield f'boxes = "{self.box_in_words}"'
        if self.region:
            yield from self._drawing("regions", self.region)
        marks = {square: cage.name for cage in self.cages for square in cage.squares}
        drawn = [marks.get(square, ".") for square in range(self.side**2)]
        yield from self._drawing("kenken" if is_kenken else "cages", drawn)
        yield "[sums]"
        for cage in self.cages:
            clue = f'"{cage.total}{cage.operation}"' if cage.operation else cage.total
            yield f"{json.dumps(cage.name)} = {clue}"

    def _drawing(self, key: str, marks: Sequence[str]) -> Iterator[str]:
        yield from (f'{key} = """', *(json.dumps(row, ensure_ascii=False)[1:-1] for row in self._rows(marks)), '"""')

    def _rows(self, marks: Sequence[str]) -> list[str]:
        return ["".join(marks[begin : begin + self.side]) for begin in range(0, self.side**2, self.side)]

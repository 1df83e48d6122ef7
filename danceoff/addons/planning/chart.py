"""The chart of a plan: rows, columns and cells are the first, the second and the third part of the names of options."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from danceoff.problems.board import NO_BOARD, Board, NoBoard
from danceoff.problems.model.digits import text_of

if TYPE_CHECKING:
    from danceoff.problems import Cover, ExactCover
    from danceoff.problems.pictures.drawing import Drawing

_LETTER = 3.4  # in a font of 5 units, a wide one
_MOST = 20_000
"""Options of the largest problem that has a chart."""


@dataclass(frozen=True, eq=False, repr=False)
class Chart(NoBoard):
    """A chart of a table; as text, which `danceoff check-covers` reads, a cover remains the names of its options.

    parts: by the number of an option, its three texts: the row, the column, and what stands in the cell.
    """

    parts: dict[int, tuple[str, ...]]
    rows: list[str]
    columns: list[str]

    is_drawn: ClassVar[bool] = True
    has_rows = False
    draw_both = Board.draw_both

    def draw(self, problem: ExactCover, cover: Cover) -> Drawing:  # noqa: ARG002 - the names say it all
        """Return the chart; each text in it has its colour."""
        from danceoff.problems.pictures import drawing  # late: most runs draw nothing

        cells = defaultdict[tuple[str, str], list[str]](list)
        for option in cover:
            row, column, text = self.parts[option]
            cells[row, column].append(text)
        marks, high = sorted({text for _, _, text in self.parts.values()}), drawing.CELL
        inside = [*self.columns, *map(", ".join, cells.values())]
        left, wide = (_LETTER * max(map(len, texts)) + 4 for texts in (self.rows, inside))
        elements = [drawing.label(left + wide * (k + 0.5), high / 2, name) for k, name in enumerate(self.columns)]
        elements += [drawing.label(2, high * (k + 1.5), name, "row") for k, name in enumerate(self.rows)]
        for (row, column), own in cells.items():
            x, y = left + wide * self.columns.index(column), high * (self.rows.index(row) + 1)
            square = drawing.rectangle(x + 0.5, y + 0.5, wide - 1, high - 1)
            elements.append(drawing.path(f"c{marks.index(own[0]) % drawing.N_COLOURS}", square))
            elements.append(drawing.label(x + wide / 2, y + high / 2, ", ".join(own), "on"))
        return drawing.Drawing(left + wide * len(self.columns) + 2, high * (len(self.rows) + 1) + 1, elements)


def board(problem: ExactCover) -> Board:
    """Return the chart if the names of options have three parts, or two parts and an x for the cell; else no board."""
    lengths = {len(name) if isinstance(name, tuple) else 0 for name in problem.option_names}
    if len(problem.taken) or lengths not in ({2}, {3}) or problem.n_options > _MOST:
        return NO_BOARD
    parts = [(*map(text_of, name), "x")[:3] for name in problem.option_names]  # type: ignore[call-overload]
    rows, columns = (_in_order((part[1 - k], part[k]) for part in parts) for k in (0, 1))
    return Chart(dict(zip(problem.origin.tolist(), parts, strict=True)), rows, columns)


def _in_order(pairs: Iterable[tuple[str, str]]) -> list[str]:
    """Return the second names in the order that they have beside each first name, which may lack some of them."""
    place, n_beside = dict[str, int](), Counter[str]()
    for first, second in dict.fromkeys(pairs):
        place[second] = max(place.get(second, 0), n_beside[first])
        n_beside[first] += 1
    return sorted(place, key=place.__getitem__)

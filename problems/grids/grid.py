"""Boards of squares with symbols in them, as of sudokus, queens and Latin squares."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import product
from math import ceil, sqrt
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from danceoff.problems.board import Written
from danceoff.problems.grids.board import CellBoard, drawing_of
from danceoff.problems.grids.board_rules import Cage, square_in_words
from danceoff.problems.grids.board_symmetries import restricted
from danceoff.problems.model.cover import Cover, ExactCover, IntArray, InvalidProblem
from danceoff.problems.pictures.drawing import CELL, MARGIN, Drawing, rectangle
from danceoff.problems.pictures.mosaic import BLACK, CHESSMEN, EMPTY, Mosaic
from danceoff.problems.pictures.shades import Conflict, OptionCounts, percent, scale, shaded, sized, with_legend

_Move: TypeAlias = Callable[[IntArray, IntArray, IntArray], tuple[IntArray, ...]]
"""(row, column, symbol) -> their images."""
_MOST_CLASHES = 5


class House(NamedTuple):
    """Squares that hold each symbol at most once: a row, a box, a diagonal.

    squares: the numbers of the squares, ascending.
    tag: its name in items; empty for a cage.
    """

    name: str
    squares: tuple[int, ...]
    tag: str = ""


@dataclass(frozen=True)
class Rules:
    """The rules of a sudoku or a Latin square besides rows and columns; add-ons have further ones.

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
        """Return the file of a board with these rules and the marks of all squares, which formats/sdk.py reads."""
        return Written([line], [f"boxes {self.box_in_words}"] if self.box_in_words else [], "sdk")


@dataclass(frozen=True, eq=False, repr=False)
class Grid(CellBoard):
    """A board of squares, as for sudoku, queens and Latin squares.

    Option k writes `symbols[symbol[k]]` into square `square[k]`; options from `len(square)` on write nothing. Squares
    are numbered row by row.

    square, symbol: int32[n_writing].
    box: height and width of the boxes of the board; None if it has none.
    regions: int32[n_rows * n_columns], the region of each square of a board with regions of any shape.
    houses: the houses of a sudoku or a Latin square; empty for other boards.
    shaded: squares that a picture shades, such as those of diagonals.
    cages: the cages of a killer sudoku.
    rules: the rules of a sudoku or a Latin square.
    pairs: the two squares of each domino that an option from `len(square)` on lays; squares in no pair are black.
    is_chess: whether the board is chequered and the symbols are chessmen: Q a queen, N a knight, W a white queen, and B
        a black queen.
    """

    n_rows: int
    n_columns: int
    square: IntArray
    symbol: IntArray
    symbols: str
    box: tuple[int, int] | None = None
    is_chess: bool = False
    regions: IntArray | None = None
    houses: tuple[House, ...] = ()
    shaded: tuple[int, ...] = ()
    cages: tuple[Cage, ...] = ()
    rules: Rules | None = None
    pairs: Sequence[tuple[int, int]] = ()

    def writing(self, cover: Cover) -> Cover:
        """Return the options of a cover that write a symbol."""
        return tuple(option for option in cover if option < len(self.square))

    @property
    def n_cells(self) -> int:
        """The number of squares."""
        return self.n_rows * self.n_columns

    def cells_of(self, option: int) -> list[int]:
        """Return the square that an option writes into, if it writes."""
        return [int(self.square[one]) for one in self.writing((option,))]

    def option_name(self, option: int) -> str:
        """Return the square and the symbol that an option writes, in words; rows and columns count from 1."""
        if option >= len(self.square):
            return super().option_name(option)
        row, column = divmod(int(self.square[option]), self.n_columns)
        return f"r{row + 1} c{column + 1} {self.symbols[self.symbol[option]]}"

    def marks_of(self, cover: Cover) -> Iterator[tuple[int, str]]:
        """Yield the squares that a cover writes into, with their symbols."""
        for option in self.writing(cover):
            yield int(self.square[option]), self.symbols[self.symbol[option]]

    def mosaic(self, problem: ExactCover, cover: Cover) -> Mosaic:
        """Return the symbols, with borders between boxes or regions."""
        shape = (1, self.n_rows, self.n_columns)
        row, column = np.indices(shape[1:], dtype=np.int32)
        area = np.zeros(shape, np.int32)
        if self.box:
            height, width = self.box
            area[0] = row // height * self.n_columns + column // width
        if self.regions is not None:
            area[0] = self.regions.reshape(area.shape[1:])
        if self.pairs:
            area.flat[:] = np.where(np.isin(np.arange(area.size), self.square), EMPTY, BLACK)
            for option in {*cover} - {*self.writing(cover)}:
                area.flat[list(self.pairs[option - len(self.square)])] = option
        colour = np.where(self.is_chess & ((row + column) % 2 == 1), 0, -1).astype(np.int32).reshape(shape)
        colour.flat[list(self.shaded)] = 0  # drawn as a shade
        mark = np.full(area.size, "·", dtype=object)
        strong = np.zeros(area.size, bool)
        for square, symbol in self.marks_of(cover):
            mark[square] = symbol
        strong[self.square[problem.taken]] = True
        is_labelled = (mark != "·").reshape(shape)
        marks, strong = mark.reshape(shape), strong.reshape(shape)
        return Mosaic(area, marks, colour, strong, is_labelled, not self.is_chess, self.is_chess, cages=self.cages)

    def laid_out(self, marks: Sequence[str]) -> str:
        """Return a mark for each square as text, with rules between boxes."""
        if self.pairs:
            marks = np.where(np.isin(np.arange(self.n_cells), self.square), marks, "#").tolist()
        rows = [marks[begin : begin + self.n_columns] for begin in range(0, len(marks), self.n_columns)]
        if self.box is None:
            return "\n".join(map("".join, rows))
        height, width = self.box
        lines = ["|".join("".join(row[c : c + width]) for c in range(0, self.n_columns, width)) for row in rows]
        rule = "\n" + "+".join(["-" * width] * (self.n_columns // width)) + "\n"
        return rule.join("\n".join(lines[r : r + height]) for r in range(0, self.n_rows, height))

    def heat(self, problem: ExactCover, counted: OptionCounts) -> Drawing:
        """Return the symbols that may be in each square; the more probable a symbol, the stronger its background.

        Symbols that all covers hold are large, as in a cover. If only one symbol is used, its probability is written.
        """
        seen = self.mosaic(problem, counted.in_all)
        if self.is_chess:
            seen = replace(seen, colour=np.full_like(seen.colour, -1), is_ruled=True)
        base = drawing_of(seen)
        counts: dict[tuple[int, int], int] = defaultdict(int)
        for option, count in counted.in_some:
            if self.writing((option,)):
                counts[int(self.square[option]), int(self.symbol[option])] += count
        most = counted.share(max(counts.values(), default=counted.n_covers)) if self.is_chess else 1.0
        grounds, texts = self._parts({place: counted.share(count) for place, count in counts.items()})
        ground, *above = base.elements
        elements = [ground, *shaded("heat flat", grounds, most), *above, *texts]
        what = "here, in %" if len(self._used) == 1 else "here"
        return with_legend(Drawing(base.width, base.height, elements), [scale(most, what)] * bool(grounds))

    def conflict(self, problem: ExactCover, strength: Mapping[int, float]) -> Conflict:
        """Return the board with frames around squares that get no symbol, and small symbols that a house cannot get."""
        seen = self.mosaic(problem, tuple(problem.taken.tolist()))
        seen = replace(seen, colour=np.full_like(seen.colour, -1), is_ruled=True)
        number = np.repeat(problem.origin, np.diff(problem.start))
        is_written = number < len(self.square)
        level: dict[tuple[int, int], float] = defaultdict(float)
        frames: dict[int, float] = {}
        named = []
        has_symbols = len(self._used) > 1
        for item, strong in strength.items():
            options = number[is_written & (problem.item == item)]
            squares = set(self.square[options].tolist())
            if len(squares) == 1 and has_symbols:
                frames[squares.pop()] = strong
            else:
                named.append(item)
            for place in zip(self.square[options].tolist(), self.symbol[options].tolist(), strict=True):
                level[place] = max(strong, level[place])
        corners = ((strong, *self._corner(square)) for square, strong in frames.items())
        outlines = [(strong, rectangle(left + 0.9, top + 0.9, 8.2, 8.2)) for strong, left, top in corners]
        shapes, marks = self._parts(level)
        above = [*shaded("hot", outlines, 1.0), *marks * has_symbols]
        return Conflict(drawing_of(seen), shapes, above, named)

    @cached_property
    def _used(self) -> list[int]:
        """The symbols that options write, ascending."""
        return sorted(set(self.symbol.tolist()))

    def _corner(self, square: int) -> tuple[int, int]:
        return MARGIN + square % self.n_columns * CELL, MARGIN + square // self.n_columns * CELL

    def _parts(self, strength: Mapping[tuple[int, int], float]) -> tuple[list[tuple[float, str]], list[str]]:
        """Return for each symbol its part of the square: the strength, the outline, and the text in it.

        The text is the symbol or, on a board of one symbol, the strength as a probability.
        """
        n_across = ceil(sqrt(len(self._used)))
        width, height = CELL / n_across, CELL / ceil(len(self._used) / n_across)
        shapes, texts = [], []
        for (square, symbol), strong in sorted(strength.items()):
            row, column = divmod(self._used.index(symbol), n_across)
            left, top = self._corner(square)
            x, y = left + column * width, top + row * height
            shapes.append((strong, rectangle(x, y, width, height)))
            text, size = (self.symbols[symbol], 0.65 * width) if len(self._used) > 1 else (percent(strong), 3.5)
            texts.append(sized(x + width / 2, y + height / 2, text, size))
        return shapes, texts

    def exhibit(self, problem: ExactCover, cover: Cover, title: str, is_first: bool) -> dict[str, Any]:
        """Return the number of the symbol in each square, or 0; for a board with cages, its `svg`."""
        if self.cages:
            return super().exhibit(problem, cover, title, is_first)
        options = list(cover)
        cells = np.zeros(self.n_cells, np.int32)
        cells[self.square[options]] = self.symbol[options] + 1
        return {"cells": cells.tolist(), **({"board": self._shared(problem)} if is_first else {})}

    def played(self, problem: ExactCover) -> dict[str, Any] | None:
        """Return the board as in a gallery, the symbols of options, and givens; None with cages or idle options."""
        if self.cages or not (problem.origin < len(self.square)).all():
            return None
        on_board = {"square": self.square[problem.origin].tolist(), "symbol": self.symbol[problem.origin].tolist()}
        given = self.writing(tuple(problem.taken.tolist()))
        taken = [[int(self.square[option]), int(self.symbol[option])] for option in given]
        return {**self._shared(problem), **on_board, "taken": taken}

    def _shared(self, problem: ExactCover) -> dict[str, Any]:
        """Return the data that all covers of a gallery share: the areas, the symbols, and which squares are given."""
        empty = self.mosaic(problem, ())
        kinds = CHESSMEN if self.is_chess else {}
        return {
            **empty.shared(),
            "symbols": [kinds.get(symbol, (symbol, "")) for symbol in self.symbols],
            "given": np.flatnonzero(empty.strong).tolist(),
            "isChess": self.is_chess,
        }

    def contradictions(self, problem: ExactCover) -> list[str]:
        """Return a sentence for each pair of givens that a house of the board forbids, at most 5."""
        given = dict(self.marks_of(tuple(problem.taken.tolist())))
        found: dict[tuple[int, ...], str] = {}
        for house, symbol in product(self.houses, self.symbols):
            pair = tuple(square for square in house.squares if given.get(square) == symbol)[:2]
            if len(pair) == 2:
                where = " and ".join(square_in_words(square, self.n_columns) for square in pair)
                found.setdefault(pair, f"{symbol} twice in {house.name}: {where}")
        return list(found.values())[:_MOST_CLASHES]

    def item_in_words(self, problem: ExactCover, item: int) -> str:
        """Return what an item is: `row 1 column 2`, `5 in row 1`, `cage a` or, in Pips, `domino 1 2`."""
        if not (self.houses or self.cages):
            return ""
        where, _, symbol = problem.item_name(item).partition("=")
        houses = {house.tag: house.name for house in self.houses}
        square = re.sub(r"^p(\d+),(\d+)$", r"row \1 column \2", where)
        place = houses.get(where) or square.replace("@", " at ").replace("-", " ")
        return f"{symbol} in {place}" if symbol else place

    def has_givens(self, problem: ExactCover) -> bool:
        """Return whether there are givens or cages."""
        return len(problem.taken) > 0 or len(self.cages) > 0

    def difference(self, first: Cover, second: Cover) -> str:
        """Return the first square in which two covers differ, in words; rows and columns count from 1."""
        one, other = (dict(self.marks_of(cover)) for cover in (first, second))
        square = min((square for square, symbol in one.items() if other.get(square) != symbol), default=None)
        if square is None:
            return super().difference(first, second)
        return f"{square_in_words(square, self.n_columns)} may be {one[square]} or {other.get(square, 'empty')}"

    def puzzle(self, problem: ExactCover, givens: Cover) -> Written:
        """Return the text of a file for a sudoku or a Latin square; a drawing of any other board."""
        if self.rules is None:
            return super().puzzle(problem, givens)
        given = dict(self.marks_of(givens))
        return self.rules.written("".join(given.get(square, ".") for square in range(self.n_cells)))

    def permutations(self, problem: ExactCover) -> Iterator[IntArray]:
        """Yield generators of the moves that keep the options taken."""
        return self._kept(problem, self._moves(int(self.symbol.max(initial=0)) + 1))

    def rotations(self, problem: ExactCover) -> Iterator[IntArray]:
        """Yield the half turn and the quarter turn that keep the options that are taken."""
        rows, columns = self.n_rows - 1, self.n_columns - 1
        turns: list[_Move] = [lambda r, c, s: (rows - r, columns - c, s), lambda r, c, s: (c, columns - r, s)]
        return self._kept(problem, turns if rows == columns else turns[:1])

    def _kept(self, problem: ExactCover, moves: Iterable[_Move]) -> Iterator[IntArray]:
        if self.cages:
            raise InvalidProblem("symmetries are not found of boards with cages")
        return restricted(self._whole(moves), problem)

    def _whole(self, moves: Iterable[_Move]) -> Iterator[IntArray]:
        """Yield the permutations of options by moves that map options to options; they may still change the problem."""
        row, column = np.divmod(self.square, np.int32(self.n_columns))
        symbol = self.symbol
        n_symbols = int(symbol.max(initial=0)) + 1
        option_at = np.full((self.n_rows, self.n_columns, n_symbols), -1, np.int32)
        option_at[row, column, symbol] = np.arange(len(symbol), dtype=np.int32)
        for move in moves:
            moved = move(row, column, symbol)
            if all(part.max(initial=0) < side for part, side in zip(moved, option_at.shape, strict=True)):
                image = option_at[moved]
                if image.min(initial=0) >= 0:
                    yield image

    def _moves(self, n_symbols: int) -> Iterable[_Move]:
        yield lambda r, c, s: (c, r, s)
        yield lambda r, c, s: (self.n_rows - 1 - r, c, s)
        yield lambda r, c, s: (r, self.n_columns - 1 - c, s)
        yield lambda r, c, s: (s, c, r)  # rows and symbols exchange their roles
        for axis, n in enumerate((self.n_rows, self.n_columns, n_symbols)):
            yield from (partial(_swapped, axis, first) for first in range(n - 1))


def _swapped(axis: int, first: int, *place: IntArray) -> tuple[IntArray, ...]:
    """Exchange a row (axis 0), column or symbol with the next one."""
    image = [*place]
    image[axis] = place[axis] + (place[axis] == first) - (place[axis] == first + 1)
    return tuple(image)

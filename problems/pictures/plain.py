"""Covers as plain text: packings with a letter for each piece, boards with symbols, sets of points on one line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from danceoff.problems.grids.board import Board, CellBoard
from danceoff.problems.grids.grid import Grid, Points, Triangles
from danceoff.problems.grids.labelling import Labelling, Route
from danceoff.problems.grids.lattice import STICKS
from danceoff.problems.grids.packing import Packing
from danceoff.problems.grids.tiles import SYMBOLS, Tiles
from danceoff.problems.grids.words import Words
from danceoff.problems.model.cover import Cover, ExactCover
from danceoff.problems.model.naming import option_name
from danceoff.problems.pictures.copies import LETTERS, copies


def plain(problem: ExactCover, board: Board, cover: Cover) -> str:
    """Draw a cover on the board of its problem; without a board, return a line with the name of each option."""
    if isinstance(board, CellBoard):
        return laid_out(board, _marks(board, cover))
    if isinstance(board, Triangles):
        return _triangles(board, cover)
    if isinstance(board, Points):
        return _points(board, cover)
    if isinstance(board, Tiles):
        return _tiles(board, cover)
    if isinstance(board, Labelling):
        return _labelling(board, cover)
    if isinstance(board, Route):
        return _route(board, cover)
    return "\n".join(name_in_root(problem, board, option) for option in cover)


def name_in_root(problem: ExactCover, board: Board, option: int) -> str:
    """Return the name of an option of the root problem; that of one which is taken comes from the board."""
    place = int(np.searchsorted(problem.origin, option))
    if place < problem.n_options and problem.origin[place] == option:
        return option_name(problem, place)
    if isinstance(board, Packing):
        return option_name(board.problem, option)
    if isinstance(board, Points):
        return f"r{board.turn[option] + 1} " * bool(len(board.turn)) + _set(board, option)
    if isinstance(board, Grid) and option < len(board.square):
        row, column = divmod(int(board.square[option]), board.n_columns)
        return f"r{row + 1} c{column + 1} {board.symbols[board.symbol[option]]}"
    return f"option {option}"


def _set(board: Points, option: int) -> str:
    return "-".join(map(str, board.points(option)))


def _points(board: Points, cover: Cover) -> str:
    """Write all sets of points on one line, or those of each round."""
    lines = [" | ".join(_set(board, option) for option in options) for options in board.rounds(cover)]
    return "\n".join(f"round {k}: {line}".rstrip() for k, line in enumerate(lines, 1)) if len(board.turn) else lines[0]


def _marks(board: CellBoard, cover: Cover) -> list[str]:
    """Return a mark for each cell of the board, in the order of `cells_of`; `.` is an empty cell."""
    marks = ["."] * n_cells(board)
    if isinstance(board, Packing):
        for one in copies(board, cover):
            for cell in cells_of(board, one.option):
                marks[cell] = one.mark
    elif isinstance(board, Grid):
        for option in board.writing(cover):
            marks[board.square[option]] = board.symbols[board.symbol[option]]
    else:
        for option in cover:
            for cell, letter in board.letters(option):
                marks[cell] = letter
    return marks


def n_cells(board: CellBoard) -> int:
    """Return the number of cells of a board; those of a packing are the cells of its region."""
    if isinstance(board, Packing):
        return board.n_cells
    return board.n_rows * board.n_columns if isinstance(board, Grid) else board.region.size


def cells_of(board: CellBoard, option: int) -> list[int]:
    """Return the cells that an option covers, by number."""
    if isinstance(board, Packing):
        return [*map(int, board.cells_of(option))]
    if isinstance(board, Grid):
        return [int(board.square[one]) for one in board.writing((option,))]
    return [cell for cell, _ in board.letters(option)]


def laid_out(board: CellBoard, marks: Sequence[str]) -> str:
    """Return a mark for each cell as text: `#` for walls, rules between boxes, an empty line between layers."""
    if isinstance(board, Grid):
        return _grid(board, marks)
    if isinstance(board, Words):
        rows = np.where(board.region, np.array(marks).reshape(board.region.shape), "#")
        return "\n".join(map("".join, rows.tolist()))
    if not board.lattice.is_cubic:
        return _on_lattice(board, marks)
    drawn = np.full(board.region.shape, "#", dtype=object)
    drawn[board.region] = marks
    gap = " " if max(map(len, marks)) > 1 else ""
    layers = drawn.reshape(-1, *drawn.shape[-2:])
    return "\n\n".join("\n".join(map(gap.join, layer)) for layer in layers)


def _on_lattice(board: Packing, marks: Sequence[str]) -> str:
    """Write each mark where its cell stands, and + for a knot through which no piece runs straight."""
    place = board.place
    layer = place[:, 0] if place.shape[1] == 3 else np.zeros(len(place), np.int32)
    n_lines, n_columns = (place[:, -2:].max(axis=0) + 2).tolist()
    layers = np.full((layer.max() + 1, n_lines, n_columns), " ", dtype=object)
    layers[layer, place[:, -2], place[:, -1]] = marks
    if board.lattice is STICKS:
        for line, column in place[place.sum(axis=1) % 2 == 1].tolist():
            for knot in ((line - line % 2, column - column % 2), (line + line % 2, column + column % 2)):
                if layers[0][knot] in " .":
                    layers[0][knot] = "+"
    width = max(map(len, marks))
    rows = (["".join(mark.ljust(width) for mark in row).rstrip() for row in one.tolist()] for one in layers)
    return "\n\n".join("\n".join(one).rstrip("\n") for one in rows)


def _grid(grid: Grid, marks: Sequence[str]) -> str:
    rows = [marks[begin : begin + grid.n_columns] for begin in range(0, len(marks), grid.n_columns)]
    if grid.box is None:
        return "\n".join(map("".join, rows))
    height, width = grid.box
    lines = ["|".join("".join(row[c : c + width]) for c in range(0, grid.n_columns, width)) for row in rows]
    rule = "\n" + "+".join(["-" * width] * (grid.n_columns // width)) + "\n"
    return rule.join("\n".join(lines[r : r + height]) for r in range(0, grid.n_rows, height))


def _triangles(board: Triangles, cover: Cover) -> str:
    """Draw a letter for each triangle, alternately upward and downward; each row is shifted by half a triangle."""
    down, x, y = board.triangle.T
    place = 2 * x + y + down
    place -= place.min()
    marks = np.full((y.max() + 1, place.max() + 1), " ")
    marks[y, place] = "."
    pairs: Iterable[list[int]] = sorted(sorted(board.pair[option].tolist()) for option in cover)
    for k, pair in enumerate(pairs):
        marks[y[pair], place[pair]] = LETTERS[k % len(LETTERS)]
    return "\n".join("".join(row).rstrip() for row in marks[::-1].tolist())


def _tiles(board: Tiles, cover: Cover) -> str:
    """Draw the corners of the cells, and a letter in the middle of each side that has a colour."""
    middle = board.middle
    width, height = (2 * board.corner.reshape(-1, 2).max(axis=0) + 1).tolist()
    marks = np.full((height, width), " ")
    x, y = 2 * board.corner.reshape(-1, 2).T
    marks[y, x] = "+"
    x, y = middle.reshape(-1, 2).T
    marks[y, x] = "."
    for option in cover:
        x, y = middle[board.cell[option]].T
        marks[y, x] = [SYMBOLS[colour] for colour in board.colour[option].tolist()]
    return "\n".join("".join(row).rstrip() for row in marks.tolist())


def _labelling(board: Labelling, cover: Cover) -> str:
    """Write POINT:LABEL for each point that has a label, on one line."""
    label = dict(entry for option in cover for entry in board.entries(option))
    return " ".join(f"{point}:{board.labels[label[point]]}" for point in sorted(label) if point < len(board.place))


def _route(board: Route, cover: Cover) -> str:
    """Write into each cell of the board when it is visited, from 1 on."""
    to = {int(board.cell[option]): int(board.to[option]) for option in cover}
    visit: dict[int, int] = {}
    cell = next((int(board.cell[option]) for option in cover if board.is_start[option]), -1)
    while cell >= 0 and cell not in visit:
        visit[cell] = len(visit) + 1
        cell = to.get(cell, -1)
    n_cells = board.n_rows * board.n_columns
    marks = [str(visit.get(cell, ".")) for cell in range(n_cells)]
    width = len(str(n_cells))
    rows = (marks[first : first + board.n_columns] for first in range(0, n_cells, board.n_columns))
    return "\n".join(" ".join(mark.rjust(width) for mark in row) for row in rows)

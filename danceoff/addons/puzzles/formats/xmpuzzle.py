"""Puzzles of Burr Tools (.xmpuzzle, A. Röver): gzipped XML.

A shape lists its cells, x fastest, then y, then z: `#` is a cell, `+` a cell that may stay empty, `_` no cell. The
number of a colour may follow a cell. A problem names the shape to fill, the number of copies of each shape as a piece,
and the colours of a piece that may lie on each colour of the region; a cell without a colour goes with any colour.
Pieces may be rotated in space, but not reflected. Solutions in a file are ignored.

On some grids not every place is a cell:

    0  cubes                every place
    1  triangular prisms    every place; a triangle has its side at y - 1 if x + y is even, else at y + 1
    2  spheres              places whose coordinates add up to an even number
    3  rhombic tetrahedra   in each cube of 5 by 5 by 5, the 24 places that are the middle of the cube along one axis,
                            one step from it along another, and two steps along the third
    4  tetra-octa           in each cube of 3 by 3 by 3, the middle, and four of the corners: those of one chequer
                            colour in even cubes, and the others in odd ones

A piece may be shifted so that its cells lie on cells again: on grid 3 by multiples of 5, on grid 4 by multiples of 3.
"""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from math import prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from danceoff.addons.puzzles.formats import chosen
from danceoff.addons.puzzles.grids.rules import poses, ruled
from danceoff.problems.grids.lattice import (
    CUBES,
    PRISMS,
    RHOMBIC,
    SPHERES,
    SQUARES,
    TETRA_OCTA,
    TRIANGLES,
    Cells,
    Freedom,
    Lattice,
    in_space,
    moved_to_origin,
    orientations,
    to_origin,
)
from danceoff.problems.grids.packing import MOST_PIECES, NO_MARK, NO_RULE, Packing, Piece, Rule, pack
from danceoff.problems.model.arguments import named_by
from danceoff.problems.model.cover import BoolArray, InvalidProblem
from danceoff.problems.model.sizes import refuse_beyond_limit
from danceoff.problems.model.validation import refuse

Marks: TypeAlias = NDArray[np.str_]
"""The cells of a shape, [layers, rows, columns] of the characters #, + and _."""

GRIDS: tuple[Lattice, ...] = (CUBES, PRISMS, SPHERES, RHOMBIC, TETRA_OCTA)
"""The lattice of each grid, by its number."""

_COLOURS = NO_MARK + "".join(map(chr, range(0x2460, 0x2460 + 63)))
"""The mark of each colour, by its number; Burr Tools has 63 of them, and 0 for none."""
_FLAT = {SQUARES.name: CUBES, TRIANGLES.name: PRISMS}
_MIDDLE = {RHOMBIC.name: 2, TETRA_OCTA.name: 1}
"""Where the middle of a cube is in a file; on the lattice it is at multiples of the step."""


def read(text: str, file: str) -> Packing:
    """Return the packing of the problem that a `file` such as `name#2` names, else the first; raises InvalidProblem.

    A document type is refused, since the entities of a small file could take all memory.
    """
    if "<!DOCTYPE" in text:
        raise InvalidProblem(f"{file}: a document type is not supported")
    try:
        puzzle = ET.fromstring(text)
    except ET.ParseError as error:
        raise InvalidProblem(f"{file}: not XML: {error}") from None
    with named_by(file):
        return _packing(puzzle, file)


def write(packing: Packing) -> str:
    """Return the packing as text that `read` and Burr Tools read, gzipped or not.

    Raises InvalidProblem if Burr Tools would allow a piece to move differently, and for costs.
    """
    refuse(packing.problem, "Burr Tools", costs=True)
    lattice = _FLAT.get(packing.lattice.name, packing.lattice)
    if lattice not in GRIDS:
        raise InvalidProblem(f"Burr Tools has no grid of {packing.lattice.name}")
    must_be_filled = np.isin(np.arange(packing.n_cells), packing.cell[: packing.problem.n_primary])
    marks = _marked(lattice, packing.cells, np.where(must_be_filled, "#", "+"))
    puzzle = ET.Element("puzzle", version="2")
    ET.SubElement(puzzle, "gridType", type=str(GRIDS.index(lattice)))
    ET.SubElement(puzzle, "colors")
    shapes = ET.SubElement(puzzle, "shapes")
    problem = ET.SubElement(ET.SubElement(puzzle, "problems"), "problem", name="Problem", state="0")
    counts = ET.SubElement(problem, "shapes")
    for k, piece in enumerate(packing.pieces):
        _refuse_other_moves(piece, packing.lattice)
        _add_shape(shapes, _marked(lattice, piece.cells, "#"), piece.name)
        most = max(piece.least, packing.n_cells // len(piece.cells)) if piece.most is None else piece.most
        count = {"count": f"{most}"} if piece.least == most else {"min": f"{piece.least}", "max": f"{most}"}
        ET.SubElement(counts, "shape", {"id": f"{k}"} | count)
    _add_shape(shapes, marks, "box")
    ET.SubElement(problem, "result", id=str(len(packing.pieces)))
    ET.SubElement(problem, "bitmap")
    ET.indent(puzzle)
    return f'<?xml version="1.0"?>\n{ET.tostring(puzzle, encoding="unicode")}\n'


def _packing(puzzle: ET.Element, file: str) -> Packing:
    if puzzle.tag != "puzzle" or puzzle.get("version") != "2":
        raise InvalidProblem('a puzzle of Burr Tools must begin with <puzzle version="2">')
    grid = puzzle.find("gridType")
    number = grid.get("type", "0") if grid is not None else "0"
    if number not in map(str, range(len(GRIDS))):
        raise InvalidProblem(f"gridType: {number!r} is not one of 0 to {len(GRIDS) - 1}")
    lattice = GRIDS[int(number)]
    shapes = puzzle.findall("shapes/voxel")
    problems = puzzle.findall("problems/problem")
    if not problems:
        raise InvalidProblem("the puzzle has no problem, only shapes")
    problem = problems[chosen(file, len(problems))]
    result = problem.find("result")
    marks, colours = _marks(shapes, result.get("id", "") if result is not None else "", "the result")
    places = np.argwhere(marks != "_").astype(np.int32)
    if len(places) == 0:
        raise InvalidProblem("the result has no cell to fill")
    cells = cells_of(lattice, places)
    sides = cells.max(axis=0) + 1
    refuse_beyond_limit(int(np.prod(sides, dtype=np.int64)), "the result")
    region, may_stay_empty = np.zeros(sides, bool), np.zeros(sides, bool)
    region[tuple(cells.T)] = True
    may_stay_empty[tuple(cells.T)] = marks[tuple(places.T)] == "+"
    board = np.full(sides, NO_MARK)
    board[tuple(cells.T)] = colours[tuple(places.T)]
    pairs = ["".join(_colour(pair, key) for key in ("piece", "result")) for pair in problem.iterfind("bitmap/pair")]
    pieces = list(_pieces(problem, shapes, lattice))
    most_holes = _number(problem.get("maxHoles", "9" * 9), "maxHoles")
    if most_holes < np.count_nonzero(may_stay_empty):
        pieces = _leaving(most_holes, len(places), pieces)
    packing = pack(region, pieces, may_stay_empty, lattice)
    return ruled(packing, board[region], None, pairs)


def _colour(pair: ET.Element, key: str) -> str:
    colour = _number(pair.get(key, ""), f"{key} of a pair") + 1
    if colour >= len(_COLOURS):
        raise InvalidProblem(f"{key} of a pair: there are only {len(_COLOURS) - 1} colours")
    return _COLOURS[colour]


def _pieces(problem: ET.Element, shapes: list[ET.Element], lattice: Lattice) -> Iterator[Piece]:
    names: set[str] = set()
    n_marks = 0
    for part in islice(problem.iterfind("shapes/shape"), MOST_PIECES + 1):
        number = part.get("id", "")
        marks, colours = _marks(shapes, number, "a piece")
        n_marks += marks.size
        refuse_beyond_limit(n_marks, "the set of pieces")
        name = shapes[int(number)].get("name") or f"S{int(number) + 1}"
        while name in names:
            name = f"{name}#{number}"
        names.add(name)
        if np.any(marks == "+"):
            raise InvalidProblem(f"piece {name} has cells +, which may stay empty: only the result may have them")
        count = part.get("count", "1")
        least, most = (_number(part.get(key, count), f"{key} of piece {name}") for key in ("min", "max"))
        if least > most:
            raise InvalidProblem(f"piece {name}: min is {least}, and max is {most}")
        if most > 0:
            places = np.argwhere(marks == "#").astype(np.int32)
            if len(places) > 1 and lattice is TETRA_OCTA and np.all(places % 3 == 1):
                raise InvalidProblem(f"piece {name} has several tetrahedra and no octahedron, which is not supported")
            cells = cells_of(lattice, places) if len(places) else places
            written = "".join(colours[tuple(places.T)].tolist())
            rule = Rule(poses=poses(cells, written, Freedom.ONE_SIDED, lattice)) if written.strip(NO_MARK) else NO_RULE
            groups = tuple(_groups(part, most, f"group of piece {name}"))
            yield Piece(name, moved_to_origin(cells, lattice), Freedom.ONE_SIDED, least, most, rule, groups)


def _leaving(most_holes: int, n_cells: int, pieces: list[Piece]) -> list[Piece]:
    """Return pieces that leave at most `most_holes` cells empty; Burr Tools ignores this if no piece has a range."""
    n_needed = n_cells - most_holes - sum(piece.least * len(piece.cells) for piece in pieces)
    loose = [k for k, piece in enumerate(pieces) if piece.least != piece.most]
    if n_needed <= 0 or not loose:
        return pieces
    if len(loose) > 1:
        names = " and ".join(pieces[k].name for k in loose[:2])
        raise InvalidProblem(f"maxHoles is supported if one piece has a min and a larger max, but {names} have")
    piece = pieces[loose[0]]
    n_more = -(-n_needed // max(len(piece.cells), 1))  # rounded up
    least = piece.least + n_more
    if piece.most is not None and least > piece.most:
        raise InvalidProblem(f"maxHoles: more than {most_holes} cells stay empty, however often {piece.name} is used")
    return [replace(piece, least=least) if one is piece else one for one in pieces]


def _groups(part: ET.Element, most: int, what: str) -> Iterator[tuple[int, int]]:
    """Yield the groups of a piece, and how many copies may be in each."""
    for one in [*([part] if "group" in part.attrib else []), *part.iterfind("group")]:
        count = str(most) if one is part else one.get("count", "0")
        yield _number(one.get("group", ""), what), _number(count, what)


def _marks(shapes: list[ET.Element], number: str, what: str) -> tuple[Marks, Marks]:
    """Return the cells of a shape, and a character for the colour of each."""
    if not _is_number(number) or int(number) >= len(shapes):
        raise InvalidProblem(f"{what} is shape {number[:40]!r}, but there are only {len(shapes)} shapes")
    shape = shapes[int(number)]
    sides = [_number(shape.get(axis, ""), f"{axis} of shape {number}") for axis in "zyx"]
    refuse_beyond_limit(prod(sides), f"shape {number}")
    text = "".join((shape.text or "").split())
    cells = re.findall("([#+_])([0-9]*)", text)
    has_others = sum(len(mark + colour) for mark, colour in cells) < len(text)
    if has_others or len(cells) != prod(sides):
        raise InvalidProblem(f"shape {number} must consist of {sides[2]} x {sides[1]} x {sides[0]} characters # + _")
    largest = max((int(colour[:9] or 0) for _, colour in cells), default=0)
    if largest >= len(_COLOURS):
        raise InvalidProblem(f"shape {number} has the colour {largest}, and the largest is {len(_COLOURS) - 1}")
    colours = np.array([_COLOURS[int(colour or 0)] for _, colour in cells], dtype="<U1")
    return np.array([mark for mark, _ in cells], dtype="<U1").reshape(sides), colours.reshape(sides)


def _number(text: str, what: str) -> int:
    if not _is_number(text):
        raise InvalidProblem(f"{what}: {text[:40]!r} is not a number")
    return int(text)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10


def _refuse_other_moves(piece: Piece, lattice: Lattice) -> None:
    if piece.rule != NO_RULE or piece.groups:
        raise InvalidProblem(f"piece {piece.name} has rules, colours or groups, which are not written")
    allowed = Freedom.FREE if piece.cells.shape[1] == 2 else Freedom.ONE_SIDED  # flat pieces can be turned over
    own, theirs = (orientations(piece.cells, freedom, lattice) for freedom in (piece.freedom, allowed))
    if not np.array_equal(own, theirs):
        raise InvalidProblem(f"Burr Tools rotates pieces in space, but piece {piece.name} is {piece.freedom.value}")


def _marked(lattice: Lattice, cells: Cells, mark: str | Marks) -> Marks:
    """Return the box of a shape, as a file has it, with these marks in these cells."""
    places = places_of(lattice, in_space(cells))
    refuse_beyond_limit(int(np.prod(places.max(axis=0) + 1, dtype=np.int64)), "the box")
    marks = np.full(places.max(axis=0) + 1, "_")
    marks[tuple(places.T)] = mark
    return marks


def _add_shape(shapes: ET.Element, marks: Marks, name: str) -> None:
    sides = dict(zip("zyx", map(str, marks.shape), strict=True))
    ET.SubElement(shapes, "voxel", sides | {"type": "0", "name": name}).text = "".join(marks.ravel().tolist())


def cells_of(lattice: Lattice, places: Cells) -> Cells:
    """Return the cells at some places of a file, (z, y, x), shifted so that no coordinate is negative.

    Raises InvalidProblem if a place is no cell.
    """
    wrong = places[~are_cells(lattice, places)]
    if len(wrong):
        z, y, x = wrong[0].tolist()
        raise InvalidProblem(f"the grid of {lattice.name} has no cell at x={x} y={y} z={z}")
    if lattice is PRISMS:
        z, y, x = places.T
        half, is_up = np.divmod(x - y, 2)
        cells = np.column_stack([z, 3 * y + 1 + is_up, 3 * half + 1 + is_up])
    else:
        cells = places - _MIDDLE.get(lattice.name, 0)
    return to_origin(cells, lattice).astype(np.int32)


def places_of(lattice: Lattice, cells: Cells) -> Cells:
    """Return the places of cells in a file, (z, y, x), shifted to the origin as far as the grid allows."""
    if lattice is PRISMS:
        written = lattice.written_at(cells)
        places = written - written.min(axis=0)
        is_right = (places - written)[0, 1:].sum() % 2 == 0  # else the triangles would point the other way
        further = np.array([0, 0, 1])
    else:
        places = to_origin(cells + _MIDDLE.get(lattice.name, 0), lattice)
        is_right = are_cells(lattice, places).all()
        further = np.array([0, 0, lattice.step[2]])
    return np.asarray(places if is_right else places + further, np.int32)


def are_cells(lattice: Lattice, places: Cells) -> BoolArray:
    """Return whether each place of a file, (z, y, x), is a cell: bool[n_places]."""
    if lattice is SPHERES:
        return np.asarray(places.sum(axis=1) % 2 == 0)
    if lattice is RHOMBIC:
        steps = np.sort(np.abs(places % 5 - 2), axis=1)
        return np.asarray((steps == [0, 1, 2]).all(axis=1))
    if lattice is TETRA_OCTA:
        cube, inside = np.divmod(places, 3)
        is_corner = (inside != 1).all(axis=1)
        colour = (cube.sum(axis=1) + inside.sum(axis=1) // 2) % 2
        return np.asarray((inside == 1).all(axis=1) | (is_corner & (colour == 1)))
    return np.ones(len(places), bool)

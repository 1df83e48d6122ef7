"""Packing puzzles as TOML, see docs/puzzles.md."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import isfinite, prod
from string import ascii_letters, digits
from textwrap import dedent
from typing import Any

import numpy as np

from danceoff.problems.formats.toml import are_sides, refuse_unknown
from danceoff.problems.grids.knots import with_knots
from danceoff.problems.grids.lattice import (
    CUBES,
    FLAT,
    LATTICES,
    SQUARES,
    TRIGS,
    Cells,
    Freedom,
    Lattice,
    in_space,
    moved_to_origin,
)
from danceoff.problems.grids.packing import MOST_PIECES, NO_MARK, Packing, Piece, Rule, pack
from danceoff.problems.grids.pieces import NAMED, SETS
from danceoff.problems.grids.polyforms import NAMED_ON, SETS_ON, polyforms
from danceoff.problems.grids.rules import placed, poses, ruled
from danceoff.problems.grids.sketch import MARKS, marked, shape_of, sketch
from danceoff.problems.model.arguments import close
from danceoff.problems.model.costs import scaled
from danceoff.problems.model.cover import BoolArray, ExactCover, InvalidProblem
from danceoff.problems.model.sizes import refuse_beyond_limit

KEYS = ("cells", "region", "box", "may_stay_empty", "moves", "marks", "placed", "pieces")
_PIECE_KEYS = ("shape", "count", "moves", "cost", "border", "not_on")
_BORDER = {"must": True, "must-not": False}
_AXES = ("layer", "row", "column")
LETTERS = ascii_letters + digits
_ON_BOARD = LETTERS + "#"
_LARGEST_SKETCH = 1 << 18


def read(table: Mapping[str, Any]) -> Packing | tuple[ExactCover, Packing]:
    """Return the packing that a table describes; raises InvalidProblem with the key that is wrong."""
    refuse_unknown(table, KEYS, "")
    lattice = _lattice(table)
    region, may_stay_empty = _region(table) if lattice.is_cubic else _region_on(lattice, table)
    if not isinstance(table.get("pieces"), dict):
        raise InvalidProblem("pieces: the table [pieces] is missing")
    if len(table["pieces"]) > MOST_PIECES:
        raise InvalidProblem(f"pieces: {len(table['pieces'])} pieces, and at most {MOST_PIECES} are supported")
    flat_or_not = Freedom.FREE if region.ndim == 2 else Freedom.ONE_SIDED
    freedom = _moves(table, "moves", flat_or_not)
    _refuse_rules(table, lattice)
    marks = _board_marks(table, region)
    pieces, costs = [], []
    for name in table["pieces"]:
        more = list(_pieces(table["pieces"], name, region, freedom, lattice, marks is not None))
        pieces += more
        costs += [_cost(table["pieces"][name], f"pieces.{name}.cost")] * len(more)
    if not pieces and table["pieces"]:
        raise InvalidProblem(f"pieces.{name}: 0 is not a count where no other piece is used")
    _refuse_lone_marks(pieces, marks)
    on = lattice if region.ndim == 2 else CUBES
    packing = _priced(ruled(pack(region, pieces, may_stay_empty, on), marks), costs)
    drawn = _over(table, "placed", region, LETTERS)
    if drawn is None:
        return packing
    groups: dict[str, list[int]] = {}
    for cell, letter in enumerate(drawn.tolist()):
        if letter != NO_MARK:
            groups.setdefault(letter, []).append(cell)
    return placed(packing, groups), packing


def _refuse_rules(table: Mapping[str, Any], lattice: Lattice) -> None:
    """Raise InvalidProblem if a puzzle has rules that its lattice does not support."""
    rules = [key for key in ("marks", "placed") if key in table]
    for name, asked in table["pieces"].items():
        rules += [f"pieces.{name}.{key}" for key in ("border", "not_on") if isinstance(asked, dict) and key in asked]
    if rules and not lattice.is_cubic:
        raise InvalidProblem(f"{rules[0]}: is for squares and cubes, not for {lattice.name}")


def _over(table: Mapping[str, Any], key: str, region: BoolArray, alphabet: str, prefix: str = "") -> Any:
    """Return the characters of a drawing over the region, str[n_cells], NO_MARK for blank cells; None without the key.

    Cells are blank if they are drawn as in a region: as `.`, `?`, and `#` unless that is in the alphabet.
    """
    if key not in table:
        return None
    where = prefix + key
    drawing = drawn_marks(table[key], where, alphabet + "".join(mark for mark in ".?#" if mark not in alphabet))
    if drawing.shape != region.shape and (1, *drawing.shape) != region.shape:
        drawn, asked = ("x".join(map(str, shape)) for shape in (drawing.shape, region.shape))
        raise InvalidProblem(f"{where}: the drawing is {drawn} cells, but the region is {asked}")
    drawing = drawing.reshape(region.shape)
    is_blank = ~np.isin(drawing, list(alphabet))
    outside = np.argwhere(~is_blank & ~region) + 1
    if len(outside) and alphabet is not _ON_BOARD:
        at = ", ".join(f"{axis} {n}" for axis, n in zip(_AXES[-region.ndim :], outside[0].tolist(), strict=True))
        raise InvalidProblem(f"{where}: {str(drawing[tuple(outside[0] - 1)])!r} in {at} is not in the region")
    return np.where(is_blank, NO_MARK, drawing)[region]


def _board_marks(table: Mapping[str, Any], region: BoolArray) -> Any:
    """Return the marks of the board, str[n_cells], or None."""
    if table.get("marks") == "chequered":
        return np.where(np.argwhere(region).sum(axis=1) % 2, "o", "#")
    word = table.get("marks")
    if isinstance(word, str) and len(word) != region.size and close(word, ("chequered",)):
        raise InvalidProblem(f"marks: {word!r}: did you mean chequered?")
    return _over(table, "marks", region, _ON_BOARD)


def _refuse_lone_marks(pieces: Sequence[Piece], marks: Any) -> None:
    """Raise InvalidProblem for marks of the board, or of a piece, that no others can agree with."""
    on_pieces = [(piece, {mark for _, pose in piece.rule.poses for mark in pose} - {NO_MARK}) for piece in pieces]
    if marks is None:
        return
    if not any(own for _, own in on_pieces):
        raise InvalidProblem("marks: no piece has marks: draw them in its shape")
    if NO_MARK in marks:
        return
    for piece, own in on_pieces:
        if strange := sorted(own.difference(marks.tolist())):
            raise InvalidProblem(
                f"pieces.{piece.name}.shape: no cell of the board has the mark {strange[0]!r}; "
                f"{NO_MARK} is a cell without a mark"
            )


def _cost(asked: object, key: str) -> int | float:
    """Return what each copy of a piece costs."""
    cost = asked.get("cost", 0) if isinstance(asked, dict) else 0
    if isinstance(cost, bool) or not isinstance(cost, int | float) or not isfinite(cost):
        raise InvalidProblem(f"{key}: must be a number, not {cost!r}")
    return cost


def _priced(packing: Packing, costs: Sequence[int | float]) -> Packing:
    """Return the packing whose options cost what their pieces cost.

    costs: the costs of the pieces as they were given to `pack`.
    """
    if not any(costs):
        return packing
    if len(packing.pieces) < len(costs):
        raise InvalidProblem("pieces: two of the same shape; where pieces have costs, give each shape one line")
    cost, scale = scaled(costs[piece] for piece in packing.piece.tolist())
    return replace(packing, problem=replace(packing.problem, cost=cost, cost_scale=scale))


def _lattice(table: Mapping[str, Any]) -> Lattice:
    name = table.get("cells", SQUARES.name)
    if name not in FLAT:
        raise InvalidProblem(f"cells: {name!r} is not one of {', '.join(FLAT)}")
    return LATTICES[name]


def _region_on(lattice: Lattice, table: Mapping[str, Any]) -> tuple[BoolArray, BoolArray]:
    """Return the cells of a drawn region of hexagons, triangles or sticks, and which of them may stay empty."""
    if "box" in table or "region" not in table:
        raise InvalidProblem(f"region: draw the region of {lattice.name}; box is for squares and cubes")
    marks = sketched(lattice, table["region"], "region", f"{MARKS[lattice.name]}?", " #")
    cells = np.array(sorted(marks), np.int32).reshape(-1, 2)
    step = np.array(lattice.step, np.int32)
    place = cells - cells.min(axis=0) // step * step
    refuse_beyond_limit(int(np.prod(place.max(axis=0) + 1, dtype=np.int64)), "region: it")
    drawn = np.zeros(place.max(axis=0) + 1, bool)
    drawn[tuple(place.T)] = True
    may = np.zeros_like(drawn)
    may[tuple(place.T)] = [_may_stay_empty(table) or marks[row, column] == "?" for row, column in cells.tolist()]
    if not lattice.has_knots:
        return drawn, may
    if lattice is TRIGS:
        drawn, may = np.pad(drawn, 6), np.pad(may, 6)
    region = with_knots(drawn, lattice)
    return region, may | (region & ~drawn)


def _may_stay_empty(table: Mapping[str, Any]) -> bool:
    all_may = table.get("may_stay_empty", False)
    if not isinstance(all_may, bool):
        raise InvalidProblem(f"may_stay_empty: must be true or false, not {all_may!r}")
    return all_may


def _region(table: Mapping[str, Any]) -> tuple[BoolArray, BoolArray]:
    """Return the cells that may be filled, and which of them may stay empty."""
    if ("region" in table) == ("box" in table):
        raise InvalidProblem("region, box: give exactly one of them")
    marks = _box(table["box"]) if "box" in table else drawn_marks(table["region"], "region", ".#?")
    region = marks != "#"
    return region, region & (_may_stay_empty(table) | (marks == "?"))


def _box(sides: object) -> Any:
    if not are_sides(sides) or len(sides) not in (2, 3):
        raise InvalidProblem("box: must be [rows, columns] or [layers, rows, columns], whole numbers above 0")
    refuse_beyond_limit(prod(sides), "box: it")
    return np.full(sides, ".")


def _pieces(
    table: Mapping[str, Any], name: str, region: BoolArray, freedom: Freedom, lattice: Lattice, has_marks: bool
) -> Iterator[Piece]:
    """Yield the pieces that one line of the table asks for."""
    key = f"pieces.{name}"
    asked = table[name] if isinstance(table[name], dict) else {"count": table[name]}
    refuse_unknown(asked, _PIECE_KEYS, f"{key}.")
    least, most = _count(asked.get("count", 1), key)
    freedom = _moves(asked, f"{key}.moves", freedom)
    border = asked.get("border")
    if border is not None and (not isinstance(border, str) or border not in _BORDER):
        raise InvalidProblem(f"{key}.border: {border!r} is not one of {', '.join(_BORDER)}")
    forbidden = _over(asked, "not_on", region, "x", f"{key}.")
    not_on = np.flatnonzero(forbidden == "x").tolist() if forbidden is not None else ()
    rule = Rule(None if border is None else _BORDER[border], frozenset(not_on))
    on = lattice if region.ndim == 2 else CUBES
    shapes = _shapes(name, asked, key, lattice, has_marks)
    if (numbered := re.fullmatch(f"([1-{9 - region.ndim}])-cells", name)) and "shape" not in asked:
        n = numbered[1]
        shapes = ((f"{n}-{k}", cells, "") for k, cells in enumerate(polyforms(on, int(n), freedom), 1))
    for kind, cells, marks in shapes:
        if cells.shape[1] > region.ndim:
            raise InvalidProblem(f"{key}: the piece is not flat, but the region is")
        if len(cells) == 0:
            raise InvalidProblem(f"{key}: the piece has no cells")
        shape = in_space(cells) if cells.shape[1] < region.ndim else cells
        if marks.strip(NO_MARK) and len(cells) <= np.count_nonzero(region):
            rule = replace(rule, poses=poses(shape, marks, freedom))
        if most != 0:
            yield Piece(kind, shape, freedom, least, most, rule)


def _shapes(
    name: str, asked: Mapping[str, Any], key: str, lattice: Lattice, has_marks: bool
) -> Iterator[tuple[str, Cells, str]]:
    """Yield each piece with its name and its marks: a drawn piece, a named one, or the pieces of a named set."""
    named = NAMED if lattice is SQUARES else NAMED_ON.get(lattice.name, {})
    sets = SETS if lattice is SQUARES else SETS_ON.get(lattice.name, {})
    same = [known for known in (*named, *sets) if known.lower() == name.lower()]
    if len(same) == 1 and "shape" not in asked:
        name = same[0]  # l4 is L4
    if "shape" in asked:
        yield name, *_shape(asked["shape"], f"{key}.shape", lattice, has_marks)
    elif name in sets:
        yield from ((kind, named[kind], "") for kind in sets[name])
    elif name in named:
        yield name, named[name], ""
    else:
        meant = close(name, [*named, *sets]) or [*sets, "4-cells"]
        raise InvalidProblem(
            f"{key}: no piece has this name: draw it (shape = ...), or did you mean {', '.join(meant)}?"
        )


def _shape(drawing: object, key: str, lattice: Lattice, has_marks: bool) -> tuple[Cells, str]:
    """Return the cells of a piece that is drawn, and their marks if pieces have marks."""
    if lattice is SQUARES:
        try:
            drawn = drawn_marks(drawing, key, f"#.{NO_MARK}{LETTERS}" if has_marks else "#.")
        except InvalidProblem as error:
            if has_marks or not isinstance(drawing, str) or not re.search(r"[A-Za-z\d?]", drawing, re.ASCII):
                raise
            raise InvalidProblem(f"{error}; marks need the key marks") from None
        cells = moved_to_origin(np.argwhere(drawn != ".").astype(np.int32))
        return cells, "".join(drawn[drawn != "."].tolist()) if has_marks else ""
    marks = sketched(lattice, drawing, key, MARKS[lattice.name].replace(".", "#"), " .")
    return shape_of(lattice, marks), ""


def _count(count: object, key: str) -> tuple[int, int | None]:
    """Return the least and the greatest number of copies; None if any number is allowed."""
    if count == "any":
        return 0, None
    written = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?", str(count), re.ASCII)
    if isinstance(count, bool | float) or written is None:
        drawn = f"a piece is drawn as {{ shape = {count!r} }}" if "#" in str(count) else 'write 2, "2-4" or "any"'
        raise InvalidProblem(f"{key}: {count!r} is not a count: {drawn}")
    least, most = int(written[1]), int(written[2] or written[1])
    if least > most:
        raise InvalidProblem(f"{key}: {count!r} is not a count: the greatest number must not be below the least")
    return least, most


def _moves(table: Mapping[str, Any], key: str, default: Freedom) -> Freedom:
    moves = table.get("moves", default)
    try:
        return Freedom(moves)
    except ValueError:
        raise InvalidProblem(f"{key}: {moves!r} is not one of {', '.join(kind.value for kind in Freedom)}") from None


def drawn_marks(drawing: object, key: str, alphabet: str) -> Any:
    """Return the characters of a drawing, [rows, columns], or [layers, rows, columns] if it has empty lines."""
    shown = " ".join(alphabet.replace(LETTERS, ""))
    if LETTERS in alphabet:
        shown = f"letters, digits, {shown}"
    if not isinstance(drawing, str) or not drawing.strip():
        raise InvalidProblem(f"{key}: must be a drawing: lines of {shown}")
    lines = [line.rstrip() for line in dedent(drawing).strip("\n").split("\n")]
    layers: list[list[str]] = [[]]
    for number, line in enumerate(lines, 1):
        if wrong := line.strip(alphabet):
            raise InvalidProblem(f"{key}, line {number}: {wrong[0]!r} is not one of {shown}")
        if line and len(line) != len(lines[0]):
            raise InvalidProblem(f"{key}, line {number}: {len(line)} cells, but {len(lines[0])} in the first line")
        if line:
            layers[-1].append(line)
        elif layers[-1]:
            layers.append([])
    for layer in layers:
        if len(layer) != len(layers[0]):
            raise InvalidProblem(f"{key}: a layer has {len(layer)} lines, but the first layer has {len(layers[0])}")
    text = np.array(["".join(line for layer in layers for line in layer)])  # a list takes 8 bytes per character
    marks = text.view("<U1").reshape(len(layers), len(layers[0]), -1)
    return marks if len(layers) > 1 else marks[0]


def sketched(lattice: Lattice, drawing: object, key: str, alphabet: str, blank: str) -> dict[tuple[int, int], str]:
    """Return the characters of the cells of a drawing that is not of squares; there is at least one."""
    if not isinstance(drawing, str) or not drawing.strip(blank + "\n"):
        raise InvalidProblem(f"{key}: must be a drawing: lines of {' '.join(alphabet)}")
    lines = dedent(drawing.strip("\n")).split("\n")
    for number, line in enumerate(lines, 1):
        if wrong := line.strip(alphabet + blank):
            raise InvalidProblem(f"{key}, line {number}: {wrong[0]!r} is not one of {' '.join(alphabet)}")
    refuse_beyond_limit(sum(map(len, lines)), f"{key}: the drawing", _LARGEST_SKETCH)
    try:
        marks = marked(lattice, sketch(lines, blank))
    except InvalidProblem as error:
        raise InvalidProblem(f"{key}, {error}") from None
    if not marks:
        raise InvalidProblem(f"{key}: the drawing has no cell")
    return marks

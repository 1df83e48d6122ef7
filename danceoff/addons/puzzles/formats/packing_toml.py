"""Packing puzzles as TOML, see docs/puzzles.md."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from math import prod
from textwrap import dedent
from typing import Any

import numpy as np

from danceoff.addons.puzzles.grids.rules import placed, poses, ruled
from danceoff.problems.formats.toml import DRAWING, Key, check
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
    to_origin,
)
from danceoff.problems.grids.layout import LETTERS
from danceoff.problems.grids.packing import MOST_PIECES, NO_MARK, Packing, Piece, Rule, pack
from danceoff.problems.grids.pieces import NAMED, SETS
from danceoff.problems.grids.polyforms import NAMED_ON, SETS_ON, polyforms
from danceoff.problems.grids.sketch import MARKS, marked, shape_of, sketch
from danceoff.problems.model.arguments import close
from danceoff.problems.model.costs import scaled
from danceoff.problems.model.cover import BoolArray, ExactCover, InvalidProblem
from danceoff.problems.model.sizes import refuse_beyond_limit

_LARGEST_SKETCH = 1 << 18
_MOVES = Key((str,), among=tuple(kind.value for kind in Freedom))
_BORDER = {"must": True, "must-not": False}
KEYS = {
    "cells": Key((str,), among=tuple(FLAT)),
    "region": DRAWING,
    "box": Key((list,), of=int, words="[rows, columns] or [layers, rows, columns]"),
    "may_stay_empty": Key((bool,)),
    "moves": _MOVES,
    "marks": DRAWING,
    "equal": DRAWING,
    "placed": DRAWING,
    "pieces": Key((dict,)),
}
_PIECE = {
    "shape": DRAWING,
    "count": Key((int, str), is_positive=False, words='a number such as 2, "2-4" or "any"'),
    "moves": _MOVES,
    "cost": Key((int, float), is_positive=False),
    "border": Key((str,), among=tuple(_BORDER)),
    "not_on": DRAWING,
}
_RULES = ("box", "marks", "equal", "placed", "border", "not_on")


def read(table: Mapping[str, Any]) -> Packing | tuple[ExactCover, Packing]:
    """Return the packing that a table with KEYS describes; raises InvalidProblem with the key that is wrong."""
    lattice = LATTICES[table.get("cells", SQUARES.name)]
    _refuse_rules(table, lattice, "")
    region, may_stay_empty = _region(table) if lattice.is_cubic else _region_on(lattice, table)
    named = table.get("pieces")
    if not named or len(named) > MOST_PIECES:
        raise InvalidProblem(f"pieces: below the line [pieces] stand the pieces, such as I2 = 1, at most {MOST_PIECES}")
    freedom = table.get("moves", "free" if region.ndim == 2 else "one-sided")
    marks, equal = _board_marks(table, region), _over(table, "equal", region, LETTERS)
    has_marks = marks is not None or equal is not None
    pieces, costs = list[Piece](), list[int | float]()
    for name, line in named.items():
        asked = {"moves": freedom, **(line if isinstance(line, dict) else {"count": line})}
        check(f"pieces.{name}", asked, _PIECE)
        _refuse_rules(asked, lattice, f"pieces.{name}.")
        more = list(_pieces(name, asked, region, lattice, has_marks))
        pieces += more
        costs += [asked.get("cost", 0)] * len(more)
    if has_marks and not any(piece.rule.poses for piece in pieces):
        raise InvalidProblem("marks, equal: no piece has marks: draw them in its shape")
    on = lattice if region.ndim == 2 else CUBES
    packing = _priced(ruled(pack(region, pieces, may_stay_empty, on), marks, equal), costs)
    drawn = _over(table, "placed", region, LETTERS)
    if drawn is None:
        return packing
    groups: dict[str, list[int]] = {}
    for cell, letter in enumerate(drawn.tolist()):
        groups.setdefault(letter, []).append(cell)
    groups.pop(NO_MARK, None)
    return placed(packing, groups), packing


def _refuse_rules(table: Mapping[str, Any], lattice: Lattice, prefix: str) -> None:
    """Raise InvalidProblem if a table has keys that its lattice does not support."""
    rules = [key for key in _RULES if key in table]
    if rules and not lattice.is_cubic:
        raise InvalidProblem(f"{prefix}{rules[0]}: is for squares and cubes, not for {lattice.name}")


def _over(table: Mapping[str, Any], key: str, region: BoolArray, alphabet: str, prefix: str = "") -> Any:
    """Return the characters of a drawing on the region's cells, str[n_cells], NO_MARK for a dot; None if not drawn."""
    if key not in table:
        return None
    drawing = drawn_marks(table[key], prefix + key, f"{alphabet}.")
    if drawing.shape != region.shape and (1, *drawing.shape) != region.shape:
        drawn, asked = ("x".join(map(str, shape)) for shape in (drawing.shape, region.shape))
        raise InvalidProblem(f"{prefix}{key}: the drawing is {drawn} cells, but the region is {asked}")
    drawing = drawing.reshape(region.shape)
    if outside := drawing[(drawing != ".") & ~region].tolist():
        raise InvalidProblem(f"{prefix}{key}: {outside[0]!r} is drawn outside the region, where . stands")
    return np.where(drawing == ".", NO_MARK, drawing)[region]


def _board_marks(table: Mapping[str, Any], region: BoolArray) -> Any:
    """Return the marks of the board, str[n_cells], or None."""
    if table.get("marks") == "chequered":
        return np.where(np.argwhere(region).sum(axis=1) % 2, "o", "#")
    return _over(table, "marks", region, LETTERS + "#")


def _priced(packing: Packing, costs: Sequence[int | float]) -> Packing:
    """Return the packing with costs: an option costs as much as its piece, in the order given to `pack`."""
    if not any(costs):
        return packing
    if len(packing.pieces) < len(costs):
        raise InvalidProblem("pieces: two of the same shape; where pieces have costs, give each shape one line")
    cost, scale = scaled(costs[piece] for piece in packing.piece.tolist())
    return replace(packing, problem=replace(packing.problem, cost=cost, cost_scale=scale))


def _region_on(lattice: Lattice, table: Mapping[str, Any]) -> tuple[BoolArray, BoolArray]:
    """Return the cells of a drawn region of hexagons, triangles or sticks, and which of them may stay empty."""
    if "region" not in table:
        raise InvalidProblem(f"region: draw the region of {lattice.name}, above the line [pieces]")
    marks = sketched(lattice, table["region"], "region", f"{MARKS[lattice.name]}?", " #")
    cells = np.array(sorted(marks), np.int32).reshape(-1, 2)
    place = to_origin(cells, lattice)
    refuse_beyond_limit(int(np.prod(place.max(axis=0) + 1, dtype=np.int64)), "region: it")
    drawn = np.zeros(place.max(axis=0) + 1, bool)
    drawn[tuple(place.T)] = True
    may = np.zeros_like(drawn)
    may[tuple(place.T)] = [marks[row, column] == "?" for row, column in cells.tolist()]
    may |= drawn & table.get("may_stay_empty", False)
    if not lattice.has_knots:
        return drawn, may
    if lattice is TRIGS:
        drawn, may = np.pad(drawn, 6), np.pad(may, 6)
    region = with_knots(drawn, lattice)
    return region, may | (region & ~drawn)


def _region(table: Mapping[str, Any]) -> tuple[BoolArray, BoolArray]:
    """Return the cells that may be filled, and which of them may stay empty."""
    if ("region" in table) == ("box" in table):
        raise InvalidProblem("region, box: give exactly one of them, above the line [pieces]")
    marks = _box(table["box"]) if "box" in table else drawn_marks(table["region"], "region", ".#?")
    region = marks != "#"
    return region, region & (table.get("may_stay_empty", False) | (marks == "?"))


def _box(sides: list[int]) -> Any:
    if len(sides) not in (2, 3) or min(sides) < 1:
        raise InvalidProblem("box: must be [rows, columns] or [layers, rows, columns], whole numbers above 0")
    refuse_beyond_limit(prod(sides), "box: it")
    return np.full(sides, ".")


def _pieces(
    name: str, asked: Mapping[str, Any], region: BoolArray, lattice: Lattice, has_marks: bool
) -> Iterator[Piece]:
    """Yield the pieces that one line of the table asks for."""
    key = f"pieces.{name}"
    least, most = _count(asked.get("count", 1), key)
    freedom = Freedom(asked["moves"])
    forbidden = _over(asked, "not_on", region, "x", f"{key}.")
    not_on = np.flatnonzero(forbidden == "x").tolist() if forbidden is not None else ()
    rule = Rule(_BORDER.get(asked.get("border", "")), frozenset(not_on))
    on = lattice if region.ndim == 2 else CUBES
    for kind, cells, marks in _shapes(name, asked, lattice, on, has_marks):
        if cells.shape[1] > region.ndim or not len(cells):
            raise InvalidProblem(f"{key}: the piece has no cells, or is not flat where the region is")
        shape = in_space(cells) if cells.shape[1] < region.ndim else cells
        if marks.strip(NO_MARK) and len(cells) <= np.count_nonzero(region):
            rule = replace(rule, poses=poses(shape, marks, freedom))
        if most != 0:
            yield Piece(kind, shape, freedom, least, most, rule)


def _shapes(
    name: str, asked: Mapping[str, Any], lattice: Lattice, on: Lattice, has_marks: bool
) -> Iterator[tuple[str, Cells, str]]:
    """Yield the name, the cells and the marks of each piece: of a drawn piece, a named piece, or all of a named set."""
    named = NAMED if lattice is SQUARES else NAMED_ON.get(lattice.name, {})
    sets = SETS if lattice is SQUARES else SETS_ON.get(lattice.name, {})
    key = f"pieces.{name}"
    # A drawing goes before any name, so that people may call their own pieces as they like.
    if "shape" in asked:
        yield name, *_shape(asked["shape"], f"{key}.shape", lattice, has_marks)
    elif name in sets:
        yield from ((kind, named[kind], "") for kind in sets[name])
    elif name in named:
        yield name, named[name], ""
    elif numbered := re.fullmatch(f"([1-{9 - on.n_dimensions}])-cells", name):
        sized = polyforms(on, int(numbered[1]), Freedom(asked["moves"]))
        yield from ((f"{numbered[1]}-{k}", cells, "") for k, cells in enumerate(sized, 1))
    else:
        meant = close(name, [*named, *sets]) or [*sets, "4-cells"]
        raise InvalidProblem(
            f"{key}: no piece has this name: draw it (shape = ...), or did you mean {', '.join(meant)}?"
        )


def _shape(drawing: str, key: str, lattice: Lattice, has_marks: bool) -> tuple[Cells, str]:
    """Return the cells of a piece that is drawn, and their marks if pieces have marks."""
    if lattice is SQUARES:
        drawn = drawn_marks(drawing, key, f"#.{NO_MARK}{LETTERS}" if has_marks else "#.")
        cells = moved_to_origin(np.argwhere(drawn != ".").astype(np.int32))
        return cells, "".join(drawn[drawn != "."].tolist()) if has_marks else ""
    marks = sketched(lattice, drawing, key, MARKS[lattice.name].replace(".", "#"), " .")
    return shape_of(lattice, marks), ""


def _count(count: int | str, key: str) -> tuple[int, int | None]:
    """Return the least and the greatest number of copies; None if any number is allowed."""
    if count == "any":
        return 0, None
    written = re.fullmatch(r"(\d{1,6})(?:-(\d{1,6}))?", str(count), re.ASCII)
    least, most = (int(written[1]), int(written[2] or written[1])) if written else (1, 0)  # refused below
    if least > most:
        form = 'no count, such as 2, "2-4" or "any"; a piece is drawn as { shape = ... }'
        raise InvalidProblem(f"{key}: {count!r} is {form}")
    return least, most


def drawn_marks(drawing: str, key: str, alphabet: str) -> Any:
    """Return the characters of a drawing, [rows, columns], or [layers, rows, columns] if it has empty lines."""
    text = "\n".join(line.rstrip() for line in dedent(drawing).split("\n")).strip("\n")
    if wrong := re.search(f"[^{re.escape(alphabet)}\n]|^$", text):
        shown = " ".join(alphabet.replace(LETTERS, "")) + (" letters digits" if LETTERS in alphabet else "")
        line = text.count("\n", 0, wrong.start()) + 1
        raise InvalidProblem(f"{key}, line {line}: {wrong[0]!r} is not one of {shown}")
    layers = [layer.split("\n") for layer in re.split(r"\n\n+", text)]
    sizes = {(len(layer), len(line)) for layer in layers for line in layer}
    if len(sizes) > 1:
        raise InvalidProblem(f"{key}: lines, or layers, are not equally long; . stands for a cell that is none")
    marks = np.array(["".join(chain(*layers))]).view("<U1")  # a list takes 8 bytes per character
    marks = marks.reshape(len(layers), *sizes.pop())
    return marks if len(layers) > 1 else marks[0]


def sketched(lattice: Lattice, drawing: str, key: str, alphabet: str, blank: str) -> dict[tuple[int, int], str]:
    """Return the characters of the cells of a drawing of triangles, hexagons or sticks; there is at least one."""
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

"""Drawings in the tables of TOML: a character for each cell."""

from __future__ import annotations

from string import ascii_letters, digits
from textwrap import dedent
from typing import Any

import numpy as np

from danceoff.problems.grids.lattice import Lattice
from danceoff.problems.grids.limits import refuse_beyond_limit
from danceoff.problems.grids.sketch import marked, sketch
from danceoff.problems.model.cover import InvalidProblem

LETTERS = ascii_letters + digits
_LARGEST_SKETCH = 1 << 18


def drawn_marks(drawing: object, key: str, alphabet: str) -> Any:
    """Return the characters of a drawing, [rows, columns], or [layers, rows, columns] if it has empty lines."""
    shown = " ".join(alphabet.replace(LETTERS, ""))
    if LETTERS in alphabet:
        shown = f"letters, digits, {shown}"
    if not isinstance(drawing, str) or not drawing.strip():
        raise InvalidProblem(f"{key}: must be a drawing: lines of {shown}")
    lines = [line.rstrip() for line in dedent(drawing.strip("\n")).split("\n")]
    while not lines[-1]:
        lines.pop()
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

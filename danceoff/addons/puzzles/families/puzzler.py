"""Packings that are drawn in files: `puzzler/tetrahexes-flower-2`, and well-known cubes, such as `soma` and `bedlam`.

Polyform Puzzler is by D. Goodger, puzzler.sourceforge.net; its boards are drawn anew and have their names there.
results/published-and-wrong.md lists the numbers that it publishes.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any

from danceoff.addons.puzzles.formats import packing_toml
from danceoff.problems.formats.toml import shipped
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.arguments import choices
from danceoff.problems.model.cover import InvalidProblem

_CUBES = shipped("cubes.toml")


def _board(name: str) -> Model:
    boards = shipped("puzzler.toml")
    if name not in boards:
        raise InvalidProblem(f"there is no board {name!r}; {choices(name, boards)}")
    return _drawn(boards[name])


def _cube(name: str, size: str) -> Model:
    if size:
        raise InvalidProblem(f"unknown size {size!r}: {name} has only one size, so write {name}")
    return _drawn(_CUBES[name])


def _drawn(table: Mapping[str, Any]) -> Model:
    read = packing_toml.read(table)
    return read if isinstance(read, tuple) else read.model


FAMILIES = (
    Family("puzzler", "the name of a board", _board),
    *(Family(name, "nothing more", partial(_cube, name)) for name in _CUBES),
)

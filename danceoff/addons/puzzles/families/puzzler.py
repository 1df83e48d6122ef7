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


def table_of(file: str, kind: str, name: str) -> Mapping[str, Any]:
    """Return the table of a board or a game in a file of problems/data; raises InvalidProblem if it has none."""
    tables = shipped(file)
    if name not in tables:
        raise InvalidProblem(f"there is no {kind} {name!r}; {choices(name, tables)}")
    return tables[name]


def _board(name: str) -> Model:
    return _drawn(table_of("puzzler.toml", "board", name))


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

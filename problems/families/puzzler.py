"""Boards with the names that Polyform Puzzler has for them, drawn anew: `puzzler/tetrahexes-flower-2`.

Polyform Puzzler is by D. Goodger, puzzler.sourceforge.net; docs/published-and-wrong.md has what it states about them.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from danceoff.problems.formats import packing_toml
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.arguments import choices
from danceoff.problems.model.cover import InvalidProblem


@cache
def _boards() -> dict[str, Any]:
    return tomllib.loads((files("danceoff.problems") / "data" / "puzzler.toml").read_text(encoding="utf-8"))


def _build(name: str) -> Model:
    boards = _boards()
    if name not in boards:
        raise InvalidProblem(f"there is no board {name!r}; {choices(name, boards)}")
    read = packing_toml.read(boards[name])
    return read if isinstance(read, tuple) else read.model


FAMILIES = (Family("puzzler", "the name of a board", _build),)

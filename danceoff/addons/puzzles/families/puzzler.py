"""Boards of Polyform Puzzler, drawn anew and under the names used there: `puzzler/tetrahexes-flower-2`.

Polyform Puzzler is by D. Goodger, puzzler.sourceforge.net; results/published-and-wrong.md lists the numbers that it
publishes.
"""

from danceoff.addons.puzzles.formats import packing_toml
from danceoff.problems.formats.toml import shipped
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.arguments import choices
from danceoff.problems.model.cover import InvalidProblem


def _build(name: str) -> Model:
    boards = shipped("puzzler.toml")
    if name not in boards:
        raise InvalidProblem(f"there is no board {name!r}; {choices(name, boards)}")
    read = packing_toml.read(boards[name])
    return read if isinstance(read, tuple) else read.model


FAMILIES = (Family("puzzler", "the name of a board", _build),)

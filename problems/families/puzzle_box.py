"""The puzzle boxes that come with the project: `box/line`, `box/42`."""

from importlib.resources import files

from danceoff.problems.formats import puzzle_box
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import InvalidProblem

_FILES = {"line": "line.txt", "42": "box42.txt"}


def _build(size: str) -> Model:
    if size not in _FILES:
        raise InvalidProblem(f"there is no box {size!r}, only {', '.join(_FILES)}; draw your own box in a .txt file")
    text = (files("danceoff.problems") / "data" / _FILES[size]).read_text(encoding="utf-8")
    return puzzle_box.read(text, _FILES[size]).model


FAMILIES = (Family("box", "the name of a box", _build),)

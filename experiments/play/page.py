"""The page as one file that works offline: problems, a style sheet, and scripts."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import jinja2

from danceoff.experiments.play.data import problem_data
from danceoff.experiments.play.sat import sat_data
from danceoff.problems import InvalidProblem
from danceoff.problems.instance import Instance
from danceoff.problems.pictures import gallery
from danceoff.problems.pictures.drawing import STYLE
from danceoff.problems.pictures.palette import N_COLOURS
from danceoff.problems.pictures.scripted import for_a_script, policy
from danceoff.problems.sources import read

MOST_BYTES = 300_000
"""The largest page."""
CHOICE = (
    *("tromino/4x4-5", "tromino/5x5-1", "domino/4x4", "tatami-monomer/3x3", "t-tetromino/4x4", "squares/4x4"),
    *("box/line", "box/42", "y-pentomino/5x10", "pentomino-subset/3x5", "slothouber-graatsma", "tricube/i-3x3x3"),
    *("queens/4", "queens/6", "queens/8", "sudoku/4x4", "sudoku/euler96-01", "langford/7", "matching/8"),
    "domino/6x6-0-35",  # where learning prunes most
)
"""The problems of the catalog that a page without a problem of its own offers."""
_MOST_OF_EACH = (400, 400)
"""The clauses and steps of a SAT solver that are recorded, if the page offers several problems."""
_FOLDER = Path(__file__).parent
_SCRIPTS = (
    *("problem", "links", "search", "walk", "knuth", "sudoku", "box", "views", "matrix", "fine", "board", "tree"),
    *("sat", "said", "controls", "play"),
)


def page(instances: Sequence[Instance]) -> str:
    """Return the page.

    instances: the problems that it offers; it begins with the first.

    Raises InvalidProblem for problems that the page cannot play.
    """
    template = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined).from_string(_text("play.html.j2"))
    most = () if len(instances) == 1 else _MOST_OF_EACH
    runs = {instance.name: sat_data(instance.problem, *most) for instance in instances}
    data = {"problems": [problem_data(instance) for instance in instances], "sat": runs}
    script = "\n".join([gallery.text("cells.js"), *(_text(f"scripts/{name}.js") for name in _SCRIPTS)])
    whole = template.render(
        title=instances[0].name if len(instances) == 1 else "Algorithm X, step by step",
        names=[instance.name for instance in instances],
        style=_text("play.css") + _text("sat.css") + STYLE,
        data=for_a_script(data | {"nColours": N_COLOURS}),
        policy=policy([script]),
        script=script,
    )
    if (size := len(whole.encode())) > MOST_BYTES:
        name = instances[0].name
        raise InvalidProblem(f"{name} is too large for the page: {size:,} bytes, and the limit is {MOST_BYTES:,}")
    return whole


def empty_page() -> str:
    """Return the page that offers problems of the catalog."""
    return page([read(name) for name in CHOICE])


def _text(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")

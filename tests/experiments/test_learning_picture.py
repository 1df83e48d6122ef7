"""The animation of docs/engines.md, and the readable model behind it: it does what the engine does."""

import re
from itertools import accumulate
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import numpy as np
import pytest
from fuzz_learning import literals

from danceoff.experiments.report.documents.learning_model import LearningSearch
from danceoff.experiments.report.documents.learning_picture import OPTIONS, frames, learning_picture
from danceoff.problems import ExactCover
from danceoff.solvers import load
from danceoff.solvers.engines.learning import Learn
from danceoff.solvers.engines.learning.kernel_state import IN, LEVEL, N_SET, OVER, STATUS
from danceoff.solvers.engines.learning.solver import Walker
from danceoff.solvers.engines.learning.team import Team

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "docs" / "pictures" / "learning.svg"

State = tuple[int, list[tuple[str, bool]], list[dict[str, bool]]]
"""The level, the trail, and the clauses, each as values that options do not have together."""


def problem_of(options: list[str]) -> ExactCover:
    return ExactCover.from_options([tuple(option) for option in options], sorted(set("".join(options))))


def states_of_the_engine(options: list[str]) -> list[State]:
    """What the engine holds after each decision, conflict and cover."""
    walker = Walker(Learn(), problem_of(options), frozenset(), Team())
    walker._budget = 1
    state, states = walker._state, []
    while True:
        walker.on(np.zeros(100, np.int32), np.zeros(1000, np.int32))  # room for all, so that no cover is a pause
        if state.at[STATUS] == OVER:
            return states
        trail = state.trail.option[: int(state.at[N_SET])].tolist()
        clauses = [{options[literal >> 1]: literal & 1 == 1 for literal in clause} for clause in literals(state)]
        values = [(options[k], bool(state.trail.value[k] == IN)) for k in trail]
        states.append((int(state.at[LEVEL]), values, clauses))


def states_of_the_model(options: list[str]) -> list[State]:
    search, states = LearningSearch(options), []
    for event in search.events():
        if event.kind in ("decided", "asserted", "flipped"):
            trail = [(step.option, step.is_in) for step in search.trail]
            states.append((search.level, trail, list(search.clauses)))
    return states


def drawn(random: Random) -> list[str]:
    """A problem in which each item has two options or more."""
    while True:
        options = {"".join(sorted(random.sample("abcdefghij", random.choice((2, 2, 3))))) for _ in range(14)}
        if all(sum(item in option for option in options) > 1 for item in "".join(options)):
            return sorted(options)


@pytest.mark.backend("learn")
def test_the_model_searches_the_example_as_the_engine_does() -> None:
    states = states_of_the_model(list(OPTIONS))
    assert states == states_of_the_engine(list(OPTIONS))
    assert [level for level, _, _ in states] == [1, 2, 3, 1, 1]
    assert states[-1][2] == [{"af": True, "ik": True}]


@pytest.mark.backend("learn")
def test_the_model_learns_the_first_clause_as_the_engine_does() -> None:
    random, n_clauses = Random(1), 0
    for _ in range(200):
        options = drawn(random)
        model, engine = states_of_the_model(options), states_of_the_engine(options)
        end = next((k for k, (_, _, clauses) in enumerate(model) if clauses), len(model)) + 1
        for (level, trail, clauses), (own_level, own_trail, own_clauses) in zip(model[:end], engine[:end], strict=True):
            assert (level, trail) == (own_level, own_trail)
            for own in own_clauses:
                assert own.items() <= clauses[0].items()  # the engine makes it shorter
                n_clauses += own == clauses[0]
    assert n_clauses > 20


def test_the_covers_of_the_model_are_those_of_dancing_links() -> None:
    random = Random(2)
    for _ in range(100):
        options = drawn(random)
        covers = [sorted(event.options) for event in LearningSearch(options).events() if event.kind == "cover"]
        expected = [sorted(options[k] for k in cover) for cover in load("dlx").prepare(problem_of(options)).covers()]
        assert sorted(covers) == sorted(expected)


def test_the_animation_is_small_and_still_for_those_who_ask_and_what_is_drawn_today() -> None:
    written = PICTURE.read_text()
    assert written == learning_picture(), "make pictures"
    ElementTree.fromstring(written)
    assert len(written) < 60_000
    assert "<script" not in written
    assert "prefers-color-scheme:dark" in written
    moving = written.partition("@media(prefers-reduced-motion:no-preference){")[2]
    assert "animation:" not in written.partition("@media(prefers-reduced-motion")[0]
    assert moving.count("animation-name:") > 50


def test_the_page_tells_what_the_animation_shows() -> None:
    page = (ROOT / "docs" / "engines.md").read_text()
    assert 'src="pictures/learning.svg"' in page
    assert f"    {'  '.join(OPTIONS)}\n" in page
    trail = next(shot.trail for shot in frames(OPTIONS) if shot.event.kind == "conflict")
    told = re.findall(r"^\| +(\d?) \| `(\w+)` \| (in|out) \| (decision|\w+ `\w+`) \|", page, re.MULTILINE)
    levels = list(accumulate((int(level or 0) for level, *_ in told), max))
    assert [(int(level), *rest) for level, (_, *rest) in zip(levels, told, strict=True)] == [
        (
            step.level,
            step.option,
            "in" if step.is_in else "out",
            f"{step.why.kind} `{step.why.name}`".removesuffix(" ``"),
        )
        for step in trail
    ]
    assert re.search(r"\*\*`af` and\s`ik` are never in together\*\*", page)

"""The verbs of the benchmark that need no process, on a small problem: they run, and return seconds."""

import pytest

from danceoff.experiments.bench import verbs


@pytest.mark.parametrize("verb", [verbs.counting, verbs.searching, verbs.optimising])
@pytest.mark.parametrize("spec", ["bits", "counter"])
def test_a_solver_is_measured(verb, spec, monkeypatch):
    monkeypatch.setattr(verbs, "_LEAST_S", 0)
    assert verb(spec, "domino/4x4") > 0


@pytest.mark.parametrize(
    "verb", [verbs.recording, verbs.drawing, verbs.fetching, verbs.weighing, verbs.counting_orbits, verbs.building]
)
def test_an_answer_is_measured(verb, monkeypatch):
    monkeypatch.setattr(verbs, "_LEAST_S", 0)
    assert verb("domino/4x4") > 0


def test_making_is_measured(monkeypatch):
    monkeypatch.setattr(verbs, "_LEAST_S", 0)
    assert verbs.making("sudoku/4x4", "5") > 0
    assert verbs.choosing("tromino/3x4") > 0

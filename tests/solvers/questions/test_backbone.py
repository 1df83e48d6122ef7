"""Options in all covers, in some and in none: by SAT; tests/support/fuzz_questions.py has brute force."""

import numpy as np
import pytest

import danceoff
from danceoff.problems.catalog import instance
from danceoff.solvers.questions import backbone
from danceoff.solvers.questions.backbone import Occurrence, Settling


def test_questions_that_take_long_are_put_off_and_answered_in_the_end(monkeypatch):
    monkeypatch.setattr(backbone, "_CONFLICTS", 1)
    problem = instance("langford/7").problem
    held = danceoff.options_held(problem)
    settling = Settling(problem)
    assert sum(not step for step in settling.settle()) > 5
    expected = [{0: Occurrence.NONE, 52: Occurrence.ALL}.get(n, Occurrence.SOME) for _, n in held.counts]
    assert [settling.settled[k] for k in range(problem.n_options)] == expected


def test_a_model_that_is_no_cover_is_noticed(monkeypatch):
    monkeypatch.setattr(backbone, "check", lambda *_: np.zeros(1, bool))
    with pytest.raises(RuntimeError, match="no cover"):
        list(Settling(instance("queens/6").problem).settle())

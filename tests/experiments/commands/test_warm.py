"""`danceoff warm` says how long it will still take on this machine."""

from functools import partial
from time import sleep

import pytest

from danceoff.experiments.commands import warm
from danceoff.solvers import all_kernels


@pytest.mark.parametrize("expected_s", [1, 60])
def test_the_seconds_left_go_by_the_pace_of_what_is_compiled(expected_s, monkeypatch):
    monkeypatch.setattr(all_kernels, "PIECES", {name: (expected_s, partial(sleep, 0.8)) for name in "abc"})
    said = list(warm._compiled(1))
    assert all(0 <= share <= 1 for share, _ in said)
    left_s = next(left_s for share, left_s in said if share > 0.3)  # one of three is compiled
    assert 1.6 <= left_s <= 4

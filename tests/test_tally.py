"""What is kept of a long search: a few dozen points of its course, and whether a cover came twice."""

from __future__ import annotations

import numpy as np
import pytest

from experiments.one_case import repeats
from experiments.one_case.repeats import Repeats
from experiments.one_case.tally import Points


@pytest.mark.parametrize("growth", [lambda k: k + 1, lambda k: 2 ** (k // 20), lambda k: 10 ** (k // 1000)])
def test_a_few_dozen_points_tell_the_course_of_any_search(growth):
    points = Points()
    assert points.told() == []
    course = [(1e-5 * 1.01**k, growth(k)) for k in range(3000)]
    for seconds, covers in course:
        points.add(seconds, covers)
        assert points.told()[0] == [round(course[0][0], 6), course[0][1]]
        assert points.told()[-1] == [round(seconds, 6), covers]
        assert len(points.told()) <= 40
    told = points.told()
    assert told == sorted(told)
    assert len(told) > 12
    assert {tuple(point) for point in told} <= {(round(seconds, 6), covers) for seconds, covers in course}


@pytest.mark.parametrize("twice", [0, 1, 900, 5000])
def test_a_key_that_comes_twice_is_seen_at_the_end_at_the_latest(twice):
    keys = np.random.default_rng(3).permutation(6000).astype(np.uint64)
    seen = Repeats()
    assert not any(seen.add(keys[begin : begin + 700]) for begin in range(0, 6000, 700))
    assert not seen.found()
    seen.add(keys[twice : twice + 1])
    assert seen.found()


def test_a_long_list_finds_repeats_on_its_way_and_takes_no_more_room_than_it_may(monkeypatch):
    monkeypatch.setattr(repeats, "MOST", 4000)
    keys = np.arange(3000, dtype=np.uint64)
    seen = Repeats()
    assert not seen.add(keys)
    assert not seen.add(keys[:900] + np.uint64(5000))
    assert not seen.add(keys[:900] + np.uint64(7000))
    assert len(seen._known) + seen._n_new == 4000
    assert not seen.found()
    seen = Repeats()
    assert not seen.add(keys[:1500])
    assert seen.add(keys[:1600])

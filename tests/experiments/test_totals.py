"""What is kept of the course of a long search: a few dozen points."""

from __future__ import annotations

import pytest

from danceoff.experiments.run.one_case.totals import Curve

GROWTHS = [lambda k: k + 1, lambda k: 2 ** (k // 20), lambda k: 10 ** (k // 1000), lambda k: 10**k]


@pytest.mark.parametrize("growth", GROWTHS, ids=["slow", "doubling", "in steps", "beyond a float"])
def test_a_few_dozen_points_describe_any_search(growth):
    points = Curve()
    assert points.sampled() == []
    course = [(1e-5 * 1.01**k, min(growth(k), 10**300)) for k in range(3000)]
    for k, (seconds, covers) in enumerate(course):
        points.add(seconds, growth(k))
        assert points.sampled()[0] == [round(course[0][0], 6), course[0][1]]
        assert points.sampled()[-1] == [round(seconds, 6), covers]
        assert len(points.sampled()) <= 40
    sampled = points.sampled()
    assert sampled == sorted(sampled)
    assert len(sampled) > 12
    assert {tuple(point) for point in sampled} <= {(round(seconds, 6), covers) for seconds, covers in course}

"""What is kept of the course of a long search: a few dozen points."""

from itertools import count

import numpy as np
import pytest

from danceoff.asking import walks
from danceoff.asking.totals import Curve, Totals
from danceoff.asking.walks import added
from danceoff.experiments.run.one_case import reporter
from danceoff.experiments.run.one_case.reporter import Reporter, counters

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


def test_counters_are_sent_now_and_then_and_seldom_if_they_take_long(monkeypatch):
    now, took_s, sent, asked = [100.0], 0.0, [], count()

    def stats():
        now[0] += took_s
        return {"nodes": next(asked)}

    monkeypatch.setattr(reporter, "perf_counter", lambda: now[0])
    found = Reporter(lambda **columns: sent.append((round(now[0], 3), columns["stats"]["nodes"])), Totals(), stats)
    for _ in range(10):  # a second of heartbeats
        found.beat()
        now[0] += 0.1
    assert sent == [(100.3, 0), (100.6, 1), (100.9, 2)]
    took_s = 0.1
    for _ in range(100):
        found.beat()
        now[0] += 0.1
    assert len(sent) == 5


def test_a_row_gets_the_counters_that_it_can_hold():
    class Odd:
        def __init__(self, **stats):
            self.stats = lambda: stats

    assert counters(Odd(a=-5, b=np.int64(3), c=2**63, d=2**63 - 1, **{"x" * 1_000_000: 1})) == {"b": 3, "d": 2**63 - 1}
    assert list(counters(Odd(**{f"{k}": k for k in range(60_000)}))) == [str(k) for k in range(100)]


def test_a_count_that_is_interrupted_has_sent_every_cover_and_looked_once_a_millisecond(monkeypatch):
    sent: list[dict] = []
    moments, looks = count(), count()
    monkeypatch.setattr(walks, "monotonic", lambda: next(moments) * 1e-6)

    def increments():
        yield from [1] * 5000
        raise RuntimeError("a defect")

    totals = Totals()
    parent = Reporter(lambda **columns: sent.append(columns), totals)
    with pytest.raises(RuntimeError):
        for _ in added(totals, increments()):
            next(looks)
            parent.found()
    assert next(looks) <= 7, "a look costs 1 us, and so may a cover of a fast backend"
    first_s = sent[0]["first_s"]
    assert totals.covers == 5000
    (first, *_, last) = totals.points.sampled() * 2
    assert first_s < first[0] + 1e-6
    assert last[1] == 5000


def test_the_point_of_a_count_is_when_it_was_counted():
    totals = Totals()
    assert [*added(totals, iter([1, 1, 0]))]
    assert 0 <= totals.points.sampled()[-1][0] <= totals.search_s + 1e-6


def test_a_count_stops_at_its_limit():
    totals = Totals()
    assert [*added(totals, iter([2, 0, 3, 7]), 4)]
    assert totals.covers == 5

"""What is kept of the course of a long search: a few dozen points."""

from __future__ import annotations

from itertools import count

import pytest

from danceoff.experiments.run.one_case import totals
from danceoff.experiments.run.one_case.clock import Clock
from danceoff.experiments.run.one_case.totals import Curve, Totals

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

    monkeypatch.setattr(totals, "perf_counter", lambda: now[0])
    found = Totals(lambda **columns: sent.append((round(now[0], 3), columns["stats"]["nodes"])), Clock(), stats=stats)
    for _ in range(10):  # a second of heartbeats
        found.beat()
        now[0] += 0.1
    assert sent == [(100.3, 0), (100.6, 1), (100.9, 2)]
    took_s = 0.1
    for _ in range(100):
        found.beat()
        now[0] += 0.1
    assert len(sent) == 5


def test_a_count_that_is_interrupted_has_sent_every_cover_and_looked_once_a_millisecond(monkeypatch):
    sent: list[dict] = []
    moments, looks = count(), count()
    monkeypatch.setattr(totals, "monotonic", lambda: next(moments) * 1e-6)

    def increments():
        yield from [1] * 5000
        raise RuntimeError("a defect")

    found = Totals(lambda **columns: sent.append(columns), Clock())
    beat = found.beat
    monkeypatch.setattr(found, "beat", lambda: (next(looks), beat()))
    with pytest.raises(RuntimeError):
        found.count(increments())
    assert next(looks) <= 7, "a look costs 1 us, and so may a cover of a fast backend"
    first_s = sent[0]["first_s"]
    assert sent[-1]["covers"] == found.covers == 5000
    (first, *_, last) = sent[-1]["points"] * 2
    assert first_s < first[0] + 1e-6
    assert last[1] == 5000


def test_the_point_of_a_count_is_when_it_was_counted():
    found = Totals(lambda **_: None, Clock())
    found.count(iter([1, 1, 0]))
    assert 0 <= found.points.sampled()[-1][0] <= found.search_s + 1e-6


def test_a_count_stops_at_its_limit():
    found = Totals(lambda **_: None, Clock())
    assert found.count(iter([2, 0, 3, 7]), limit=4)
    assert found.covers == 5
    assert not Totals(lambda **_: None, Clock()).count(iter([2, 0]), limit=4)

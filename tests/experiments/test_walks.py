"""What a case does with the answers of a solver: a wrong one is detected, and the course of a search is kept."""

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from itertools import count
from typing import ClassVar

import fakes
import numpy as np
import pytest
from in_process import run_here

from danceoff.asking import walks
from danceoff.asking.ask import Ask, Selection
from danceoff.asking.totals import Curve, Totals
from danceoff.asking.walks import added
from danceoff.experiments.run.one_case import reporter, worker
from danceoff.experiments.run.one_case.messages import Show
from danceoff.experiments.run.one_case.reporter import Reporter, counters
from danceoff.problems import Cover, Covers, ExactCover, InvalidProblem
from danceoff.solvers import load
from danceoff.solvers.base import Feature, Search, Solver
from danceoff.solvers.rewriting import orbit_search
from danceoff.solvers.together.parts import Parts

Alter = Callable[[list[Cover]], list[Cover]]
TWICE = "a cover came twice"


@dataclass(frozen=True)
class Altered(Solver):
    """Finds all covers, and yields in one batch what `alter` makes of them."""

    alter: Alter = list

    name: ClassVar[str] = "altered"
    features: ClassVar[frozenset[Feature]] = frozenset({Feature.LIST, Feature.SECONDARY, Feature.BLOCK})

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        return AlteredSearch(self.alter, sorted(load("algorithm-x").prepare(problem, blocked).covers()))


class AlteredSearch(Search):
    def __init__(self, alter: Alter, covers: list[Cover]) -> None:
        self.alter, self.found = alter, covers

    def _batches(self) -> Generator[Covers]:
        yield Covers.of(self.alter(self.found))


@pytest.fixture
def walked(monkeypatch):
    """Runs a case on queens/8 in this process, by a solver whose answers are altered."""

    def walked(alter: Alter, **asked):
        monkeypatch.setattr(worker, "loaded", lambda *_: Altered(alter))
        return run_here(Ask.of({"problem": "queens/8", "solver": "altered", "task": "enumerate", **asked}))

    return walked


def drop(covers: list[Cover]) -> list[Cover]:
    return covers[:-1]


def repeat(covers: list[Cover]) -> list[Cover]:
    return [*covers, *covers[:1]]


def spoil(covers: list[Cover]) -> list[Cover]:
    return [*covers[1:], *(cover[1:] for cover in covers[:1])]


@pytest.mark.parametrize(
    ("alter", "up_to_symmetry", "status", "detail"),
    [
        (list, False, "complete", ""),
        (list, True, "complete", ""),
        (repeat, False, "wrong", TWICE),
        (repeat, True, "wrong", TWICE),
        (drop, True, "wrong", "by Burnside's lemma"),
        (spoil, False, "wrong", "are not a cover"),
        (spoil, True, "wrong", "are not a cover of the part with option 'r1 c"),
    ],
)
def test_a_wrong_list_is_detected(walked, alter, up_to_symmetry, status, detail):
    row = walked(alter, up_to_symmetry=up_to_symmetry)
    assert row.status == status
    assert detail in row.detail
    if status == "complete":
        assert (row.covers, row.checked, row.orbits) == (92, 92, 12 if up_to_symmetry else None)


@pytest.mark.parametrize(
    ("up_to_symmetry", "limit", "columns"), [(False, 5, (5, None)), (True, 5, (40, 5)), (True, 11, (84, 11))]
)
def test_a_limit_cuts_a_batch(walked, up_to_symmetry, limit, columns):
    row = walked(list, up_to_symmetry=up_to_symmetry, limit=limit)
    assert row.status == "limit"
    assert (row.covers, row.orbits) == columns
    assert row.checked == row.covers


@pytest.mark.parametrize(
    ("solver", "task", "engine"),
    [("auto", "enumerate", "bits"), ("auto", "first", "bits"), ("race:of=algorithm-x", "count", "algorithm-x")],
)
def test_up_to_symmetry_a_case_says_what_was_chosen_for_its_parts(solver, task, engine):
    row = run_here(Ask("queens/6", solver, task, selection=Selection(up_to_symmetry=True)))
    assert row.status == "complete"
    assert engine in row.detail


def test_distinct_choices_are_checked_and_have_one_fingerprint_in_any_order_and_task():
    asks = [Ask("queens/8", "dlx", task, selection=Selection(distinct="r[12] *")) for task in ("count", "enumerate")]
    rows = [run_here(ask) for ask in (*asks, replace(asks[0], solver="sat"), replace(asks[1], order=3))]
    assert [(row.status, row.covers) for row in rows] == [("complete", 36)] * 4
    assert min(row.checked for row in rows) == 36
    assert len({row.fingerprint for row in rows}) == 1
    assert run_here(replace(asks[0], solver="counter")).status == "unsupported"


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        (["chose bits: at once"], "chose bits: at once"),
        (["bits won", "bits had 2 covers"], "bits won; the same engine for 1 more part of the search"),
        (["bits won"] * 3, "bits won; the same engine for 2 more parts of the search"),
        (["chose bits: at once", "chose learn: at once"], ""),
        (["", "chose bits: at once"], ""),
        (["", ""], ""),
    ],
)
def test_parts_that_chose_different_engines_name_none(choices, said):
    assert orbit_search.chosen_for_all(choices) == said


def test_a_symmetry_that_maps_a_cover_to_none_is_detected(walked, monkeypatch):
    def wrong(problem, *_):
        group = np.tile(np.arange(problem.n_options, dtype=np.int32), (2, 1))
        group[1, :2] = 1, 0
        return group

    monkeypatch.setattr(orbit_search, "symmetries", wrong)
    row = walked(list, up_to_symmetry=True)
    assert (row.status, row.detail.endswith("are not a cover")) == ("wrong", True)


@pytest.mark.parametrize("solver", ["auto", "dlx", "parts:of=dlx"])
def test_who_waits_waits_for_no_engine_that_the_search_does_not_need(solver, monkeypatch):
    monkeypatch.setattr(type(load(solver)), "warm_up", lambda *_: pytest.fail("it loads every engine"))
    assert run_here(Ask("queens/6", solver, "count"), show=Show()).covers == 4
    assert run_here(Ask("queens/6", solver, "count", selection=Selection(up_to_symmetry=True)), show=Show()).orbits == 1
    with pytest.raises(pytest.fail.Exception, match="every engine"):
        run_here(Ask("queens/6", solver, "count"))


def test_a_wrong_cover_of_a_part_is_detected():
    fakes.install()
    row = run_here(Ask("pentomino/3x20", "parts:of=fake:then=lie", "enumerate"))
    assert (row.status, row.detail.endswith("are not a cover")) == ("wrong", True)


def test_a_cover_with_an_option_that_a_part_lacks_is_wrong_and_no_fault_of_the_problem(monkeypatch):
    def name_what_is_not_there(covers: list[Cover]) -> list[Cover]:
        return [*covers, (0, 10**6), (-1,)]

    monkeypatch.setattr(Parts, "solver", lambda _: Altered(name_what_is_not_there))
    monkeypatch.setattr(worker, "loaded", lambda *_: Parts(jobs=1))
    row = run_here(Ask("queens/6", "parts", "enumerate"))
    assert (row.status, row.detail) == ("wrong", "options -1 are not a cover")


def test_an_invalid_problem_that_a_search_raises_is_no_fault_of_the_problem(walked, monkeypatch):
    def refuse(_: AlteredSearch) -> Generator[Covers]:
        raise InvalidProblem("option 7 is not one of the 3 options")

    monkeypatch.setattr(AlteredSearch, "_batches", refuse)
    with pytest.raises(RuntimeError, match="the search raised InvalidProblem: option 7 is not one of the 3 options"):
        walked(list)


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


def test_a_count_stops_at_its_limit_and_its_point_is_when_it_was_counted():
    totals = Totals()
    assert [*added(totals, iter([2, 0, 3, 7]), 4)]
    assert totals.covers == 5
    assert 0 <= totals.points.sampled()[-1][0] <= totals.search_s + 1e-6

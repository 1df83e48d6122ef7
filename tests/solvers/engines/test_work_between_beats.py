"""A call of a kernel ends by the work it does, so that limits are kept; and a search says what share is done."""

from dataclasses import replace
from functools import partial
from itertools import islice

import numpy as np
import pytest
from contract import every_backend, some_problem

from danceoff.experiments.contract.rules import keeps_stats
from danceoff.problems import ExactCover, catalog
from danceoff.solvers import load
from danceoff.solvers.engines.counter import frontier, memo
from danceoff.solvers.engines.counter.frontier import Frontier
from danceoff.solvers.engines.counter.memo import Memo
from danceoff.solvers.engines.dancing_links.kernel_links import HIDDEN
from danceoff.solvers.engines.learning import kernel as learning


def of_one_item(n_options: int, times: int = 1) -> ExactCover:
    bounds = np.array([times], np.int32)
    rows = np.arange(n_options + 1, dtype=np.int32), np.zeros(n_options, np.int32)
    return ExactCover(*rows, 1, 1, least=bounds, most=bounds)


def drawn_options(n_options: int, n_items: int, n_colours: int = 0) -> ExactCover:
    """Sets of items drawn at random; with colours, all have a secondary item in some colour."""
    draw = np.random.default_rng(1)
    rows: list[list[object]] = [
        [i for i in range(n_items) if mask >> i & 1] for mask in draw.integers(1, 1 << n_items, n_options).tolist()
    ]
    if n_colours:
        colours = draw.integers(1, n_colours + 1, n_options).tolist()
        rows = [[*row, ("x", colour)] for row, colour in zip(rows, colours, strict=True)]
    return ExactCover.from_options(rows, range(n_items), "x" if n_colours else ())


def nodes_at_beats(spec: str, problem: ExactCover) -> list[int]:
    """How many nodes a count had visited at each of its first heartbeats."""
    with load(spec).prepare(problem) as search:
        return [search.stats()["nodes"] for _ in islice(search.increments(), 5)]


@pytest.mark.parametrize("spec", ["dlx", "bits"])
@pytest.mark.parametrize(
    ("made", "hidden_at_a_node"),
    [(lambda: of_one_item(60_000, 30_000), 30_000), (lambda: drawn_options(60_000, 2, n_colours=20_000), 15_000)],
    ids=["multiplicities", "colours"],
)
def test_links_pause_when_many_options_are_hidden(spec, made, hidden_at_a_node) -> None:
    problem = made()
    nodes = nodes_at_beats(spec, problem)
    n_levels = 30_000 if problem.has_multiplicities else 0  # each hides a single option
    assert max(np.diff([0, *nodes])) < n_levels + 2 * HIDDEN // hidden_at_a_node


def test_links_pause_when_they_have_looked_at_the_costs_of_many_options() -> None:
    problem = replace(of_one_item(50_000, 25_000), cost=np.arange(50_000) % 7)
    with load("dlx").prepare(problem) as search:
        nodes = [search.stats()["nodes"] for _ in islice(search.cheapest(1), 5)]
    assert max(np.diff([0, *nodes])) < 50_000


def test_learning_pauses_when_it_has_met_many_entries() -> None:
    problem = of_one_item(100_000)
    nodes = nodes_at_beats("learn", problem)
    assert max(np.diff([0, *nodes])) * problem.n_options <= int(learning._MOST_MET) + problem.n_options


@pytest.mark.parametrize(("module", "of"), [(frontier, partial(Frontier, capacity=4)), (memo, partial(Memo, n_rows=4))])
@pytest.mark.parametrize("is_wide", [False, True])
def test_a_large_table_is_moved_in_many_calls(module, of, is_wide: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table of more rows, or of wider counts: 9^24 is more than 2^64."""
    wide = ExactCover.from_options([[i] for i in range(24) for _ in range(9)], range(24))
    n_calls, counts = [], []
    for moved in (1 << 30, 3):
        monkeypatch.setattr(module, "_MOVED", moved)
        method = of(wide if is_wide else drawn_options(400, 10), 64)
        n_calls.append(1)
        while not method.run(1 << 40):
            n_calls[-1] += 1
        counts.append(method.count)
    assert counts[0] == counts[1]
    assert not is_wide or counts[0] == 9**24
    assert n_calls[1] > n_calls[0]


@pytest.mark.parametrize("spec", ["dlx", "bits", "learn"])
def test_batches_grow_although_no_cover_in_them_is_asked_for(spec: str) -> None:
    problem = ExactCover.from_options([[item] for item in range(12)] * 2, range(12))
    covers = frozenset(load("dlx").prepare(problem).covers())
    assert len(covers) == 4096
    with load(spec).prepare(problem, blocked=covers) as search:
        assert len(list(search.batches(heartbeats=True))) < 100


COUNTS = {
    "bits": ("langford/12", "conway", "any-pentomino/5x8", "queens/12"),
    "counter:method=plain": ("langford/12",),
    "counter:method=frontier": ("langford/12", "any-pentomino/5x8", "knights-dominate/6"),
    "counter:method=memo": ("langford/12", "queens/12", "any-pentomino/5x8"),
    "counter": ("langford/12", "conway", "latin/6"),
    "auto": ("langford/12", "conway", "latin/6", "pentomino/3x10", "domino/9x9"),
    "learn": ("langford/8",),
}
"""Solvers, and problems that they count in several steps, apart from some of the last two."""
TREES = [(solver, name) for solver in ("bits", "counter:method=memo") for name in COUNTS[solver]]
FACTOR = 8


@pytest.fixture
def large(monkeypatch):
    """Every problem is made ready as one of a million entries."""
    for module in ("solver", "frontier", "item_order"):
        monkeypatch.setattr(f"danceoff.solvers.engines.counter.{module}.LARGE", 0)


def course(solver: str, name: str) -> list[tuple[float, float]]:
    """Count; return after each step the work, and the share that is done."""
    search = load(solver).prepare(catalog.instance(name).problem)
    seen = [(search.work(), search.done()) for _ in search.increments()]
    return [*seen, (search.work(), search.done())]


@pytest.mark.parametrize("solver", COUNTS)
def test_the_share_that_is_done_ends_at_one(solver):
    for name in COUNTS[solver]:
        done = [share for _, share in course(solver, name)]
        assert done[-1] == 1
        assert all(0 <= share <= 1 for share in done)


@pytest.mark.parametrize(("solver", "name"), TREES)
def test_the_share_of_a_tree_grows(solver, name):
    done = [share for _, share in course(solver, name)]
    assert done == sorted(done)
    assert len(set(done)) > 2


@pytest.mark.parametrize(("solver", "name"), [*TREES, ("counter:method=frontier", "fault-free-domino/10x10")])
def test_the_end_is_estimated_from_the_share_that_is_done(solver, name):
    seen = course(solver, name)
    end = seen[-1][0]
    estimates = [work / done for work, done in seen if done >= 0.05]
    assert len(estimates) > 2
    assert all(end / FACTOR <= estimate <= end * FACTOR for estimate in estimates)


@every_backend
@pytest.mark.usefixtures("large")
def test_a_large_problem_can_be_asked_about_at_any_moment(spec):
    keeps_stats(load(spec), some_problem(spec)[0])


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("solver", [name for name in COUNTS if name.startswith(("counter", "auto"))])
def test_the_share_of_a_large_problem_that_is_done_ends_at_one(solver):
    assert course(solver, "langford/12")[-1][1] == 1

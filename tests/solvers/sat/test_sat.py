"""The SAT backend: every engine and setting that it offers, refusals, and nothing left in the native solver."""

import subprocess
import sys
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from night import drawn

from danceoff.experiments.contract.rules import finds_the_cheapest
from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import problems, problems_with
from danceoff.problems import Covers, ExactCover, catalog
from danceoff.solvers import load
from danceoff.solvers.sat import maxsat
from danceoff.solvers.sat import solver as sat_solver
from danceoff.solvers.sat.clauses.cnf import encode, n_variables
from danceoff.solvers.sat.solver import Sat, SatSearch

PROBLEMS = [
    ExactCover.from_options([], []),
    ExactCover.from_options([], [], "s"),
    ExactCover.from_options(["a"], "ab"),
    ExactCover.from_options(["ab", "ab", "as", "b", "bs", "bcs", "c"], "abc", "s"),
    ExactCover.from_options(["ab"] * 6 + ["a", "b"], "ab"),
    ExactCover.from_options(
        [[item, *one] for item in "abc" for one in ([("s", 1)], [("s", 2), ("t", 1)], "s", [("t", 2)])], "abc", "st"
    ),
]


def can(**options) -> bool:
    try:
        Sat(**options)
    except ValueError:
        return False
    return True


SETTINGS = [
    *(Sat(engine=engine) for engine in Sat.choices["engine"]),
    *(Sat(engine=e, warm_start=True) for e in Sat.choices["engine"] if can(engine=e, warm_start=True)),
    *(Sat(encoding=encoding) for encoding in Sat.choices["encoding"]),
    *(Sat(colours="conflicts", encoding=encoding) for encoding in ("pairwise", "ladder", "totalizer")),
    Sat(colours="conflicts", strategy="propagator", seed=3),
    *(Sat(seed=seed, strategy=strategy) for seed in (0, 1, 7) for strategy in Sat.choices["strategy"]),
    Sat(encoding="cardnetwrk", strategy="propagator"),
    Sat(engine="minicard", warm_start=True, encoding="totalizer", seed=2),
]


@pytest.mark.parametrize("solver", SETTINGS, ids=str)
def test_every_setting_gives_every_cover_once(solver):
    for problem in PROBLEMS:
        covers = list(solver.prepare(problem).covers())
        assert len(set(covers)) == len(covers)
        assert set(covers) == all_covers(problem)
        assert solver.prepare(problem).count() == len(covers)
        assert list(solver.prepare(problem, covers).covers()) == []
        assert set(solver.prepare(problem, covers[::2]).covers()) == set(covers[1::2])
    assert solver.prepare(catalog.instance("tromino/5x5-2").problem).count() == 16


@pytest.mark.parametrize("solver", [s for s in SETTINGS if s.encoding == "grouped" and s.seed == 0], ids=str)
def test_every_engine_can_be_stopped(solver):
    n = 15  # an odd number of people cannot be parted into pairs
    problem = ExactCover.from_options([(i, j) for i in range(n) for j in range(i)], range(n))
    increments = iter(solver.prepare(problem).increments())
    assert [next(increments), next(increments)] == [0, 0]
    increments.close()


@given(problems(multiplicities=True) | problems(multiplicities=True, colours=True))
@drawn(25)
def test_in_parts_every_cover_comes_once(problem):
    some_cover = min(all_covers(problem), default=())
    solvers = [Sat(), Sat(seed=3), Sat(engine="minisat-gh", warm_start=True)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SatSearch, "_chosen", in_parts(SatSearch._chosen))
        for asked, solver in product((problem, problem.given(some_cover[:1])), solvers):
            covers = list(solver.prepare(asked).covers())
            assert len(set(covers)) == len(covers)
            assert set(covers) == all_covers(asked)
            assert set(solver.prepare(asked, covers[::2]).covers()) == set(covers[1::2])


def in_parts(search):
    """The search after a first slice that was too short."""

    def walk(self):
        solve = self.native.solver.solve_limited
        answers = iter([None])
        self.native.solver.solve_limited = lambda assumed: next(answers, 1) and solve(assumed)
        return search(self)

    return walk


@pytest.mark.parametrize("encoding", ["grouped", "pairwise", "ladder", "commander"])
def test_variables_that_are_never_removed_make_clauses_over_decisions_sound(encoding, monkeypatch):
    often = dict.fromkeys(("probeint", "elimint", "subsumeint", "compactint", "compactmin", "rephaseint"), 1)
    now = sat_solver._CONFIGURED["cadical195"]
    monkeypatch.setitem(sat_solver._CONFIGURED, "cadical195", {**now, **often, "compactlim": 0})
    for name, n_covers in [("queens/8", 92), ("tromino/5x5-0", 8), ("sudoku-begun/16x16-50-2", 56)]:
        covers = list(Sat(encoding=encoding).prepare(catalog.instance(name).problem).covers())
        assert len(covers) == len(set(covers)) == n_covers


def test_a_seed_always_gives_the_same_order():
    problem = catalog.instance("tromino/5x5-0").problem
    orders = [tuple(Sat(seed=seed).prepare(problem).covers()) for seed in (0, 1, 1, 2)]
    assert orders[1] == orders[2]
    assert len(set(orders)) > 1
    assert len({frozenset(order) for order in orders}) == 1


def test_a_refusal_prints_nothing():
    """PySAT's constructors that fail complain from their destructors, so no refusal may come from them."""
    code = """
from danceoff.solvers import load
for options in ("warm_start=true", "engine=maplechrono,warm_start=true", "engine=lingeling", "engine=maplesat"):
    try:
        load(f"sat:{options}")
    except ValueError:
        print("refused")
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == 4 * "refused\n"
    assert run.stderr == ""


@pytest.mark.parametrize("solver", SETTINGS, ids=str)
def test_stats_tell_the_size_of_the_encoding_and_the_blocking_clauses(solver):
    problem = catalog.instance("queens/6").problem
    search = solver.prepare(problem, Covers.of([(1, 9, 17, 18, 26, 34)]))
    encoded = encode(problem, solver.encoding, solver.colours)
    size = {"variables": n_variables(problem, encoded), "clauses": len(encoded)}
    assert search.stats().items() >= {**size, "blocking_clauses": 1}.items()
    assert search.count() == 3
    assert search.stats().items() >= {**size, "blocking_clauses": 4}.items()


@pytest.mark.parametrize("spec", ["sat", "sat:strategy=propagator"])
@pytest.mark.parametrize("walk", ["batches", "increments"])
def test_the_native_solver_is_deleted_however_the_walk_ends(spec, walk):
    for n_steps in (1, 9):
        search = load(spec).prepare(PROBLEMS[3])
        steps = iter(getattr(search, walk)())
        for _ in zip(range(n_steps), steps, strict=False):
            pass
        steps.close()
        assert search.native.solver is None


@pytest.mark.parametrize("spec", ["sat", "sat:maxsat=rc2", "sat:strategy=propagator", "sat:engine=glucose4,seed=3"])
@given(problem=problems_with(load("sat").features), turn=st.integers(1, 4), most=st.integers(0, 8))
@drawn(8)
def test_cores_and_a_list_in_turns_find_the_cheapest_covers(spec, problem, turn, most):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(maxsat, "_FIRST_TURN", turn)
        patch.setattr(maxsat, "_MOST_LISTED", most)
        finds_the_cheapest(load(spec), problem)


@pytest.mark.parametrize("spec", ["sat", "sat:maxsat=rc2"])
def test_a_list_ends_what_takes_cores_thousands_of_calls(spec, monkeypatch):
    """All 36 covers, whose costs have 12 digits: cores alone were not through after 5000 calls."""
    n_calls = []
    call = maxsat._InSlices._call_oracle

    def counted(*arguments, **named):
        n_calls.append(1)
        return call(*arguments, **named)

    monkeypatch.setattr(maxsat._InSlices, "_call_oracle", counted)
    draw = Random(3)
    n_items, n_options = draw.randint(3, 9), draw.randint(10, 26)
    rows = [draw.sample(range(n_items), draw.randint(1, max(1, n_items // 2))) for _ in range(n_options)]
    cost = [draw.randint(-(10**12), 10**12) if draw.random() < 0.9 else 0 for _ in rows]
    problem = ExactCover.from_options(map(sorted, rows), range(n_items), cost=cost)
    found = [cover for cover, _ in load(spec).prepare(problem).cheapest(100) if cover is not None]
    assert set(found) == all_covers(problem)
    assert len(found) == 36
    assert 400 < len(n_calls) <= 501  # the last one is paused

"""How every backend must search: covers come at once, in a fixed order, and whoever stops leaves nothing behind."""

import json
import os
import subprocess
import sys
import threading
from itertools import islice

import numpy as np
import psutil
import pytest
from contract import (
    KNOWN_FAULTS,
    MANY,
    SPECS,
    covers_of,
    dealt,
    every_backend,
    prepare,
    some_problem,
)

from danceoff.experiments.contract.brute import all_covers
from danceoff.problems import Covers, ExactCover, check
from danceoff.solvers import Feature, load, missing

pytestmark = pytest.mark.usefixtures("skip_what_cannot_be_asked")

BY_THE_CLOCK = ("bits:threads=2", "race", "parts")
"""Several search at once, and covers come in the order in which they are found."""
WITHOUT_STATS = ("ganak", "minizinc", "peer-", "cpsat:strategy=split")


@every_backend
def test_a_deep_search_does_not_overflow_a_stack(spec):
    if spec == "brute-force":
        pytest.skip("would look at 2 ** 2000 subsets")
    assert covers_of(spec, dealt(2000)) == {tuple(range(2000))}


@every_backend
def test_the_first_covers_of_very_many_come_at_once(spec):
    problem = dealt(8 if spec == "brute-force" else 60, n_each=2)
    search = prepare(spec, problem)
    covers = Covers.of(list(islice(search.covers(), 20)))
    assert len(covers) == 20
    assert check(problem, covers).all()
    increments = prepare(spec, problem).increments()
    found = 0
    while found < 20:
        found += next(increments)


@every_backend
def test_stopping_early_leaves_nothing_behind(spec, record_property):
    problem = dealt(8 if spec == "brute-force" else 60, n_each=2)
    before = threading.active_count(), psutil.Process().children()
    for n_batches in range(3):
        for walk in ("batches", "increments"):
            search = prepare(spec, problem)
            iterator = iter(getattr(search, walk)())
            for _ in range(n_batches):
                next(iterator, None)  # a counter has no second increment
            iterator.close()
            assert all(isinstance(value, int) for value in search.stats().values())
            assert (threading.active_count(), psutil.Process().children()) == before
            assert next(iterator, None) is None
            record_property(f"answers: searches left early with nothing left behind: {spec}", 1)


@every_backend
def test_stats_are_whole_numbers_that_grow(spec):
    problem, n_covers = some_problem(spec)
    search = prepare(spec, problem)
    before = dict(search.stats())
    assert search.count() == n_covers
    after = dict(search.stats())
    assert all(type(value) is int and value >= before.get(key, 0) for key, value in after.items())
    assert (sum(after.values()) > 0) == (not spec.startswith(WITHOUT_STATS))


@every_backend
def test_preparing_again_starts_again(spec):
    solver = load(spec)
    problem, _ = some_problem(spec)
    half_walked = solver.prepare(problem).covers()
    first = next(half_walked)
    assert first in set(solver.prepare(problem).covers())
    assert set(half_walked) == all_covers(problem) - {first}


@every_backend
def test_the_problem_is_not_changed(spec):
    problem, _ = some_problem(spec)
    arrays = [np.array(array) for array in (problem.start, problem.item)]
    covers_of(spec, problem)
    assert all(map(np.array_equal, arrays, (problem.start, problem.item)))


def walkers() -> list[str]:
    """The installed backends that give covers as they find them."""
    here = [spec for spec in SPECS if not missing(spec.partition(":")[0])]
    here = [spec for spec in here if MANY not in KNOWN_FAULTS.get(spec.partition(":")[0], ())]
    return [spec for spec in here if Feature.LIST in load(spec).features]


ABANDON_ALL = """
import sys
from test_conduct import dealt, walkers
from danceoff.solvers import load
walks = [load(spec).prepare(dealt(8 if spec == "brute-force" else 60, 2)).covers() for spec in walkers()]
print(len([next(walk) for walk in walks]))
sys.modules["kept until the very end"] = walks
"""


def run(code: str, hash_seed: int = 0) -> str:
    """What this code prints, in a process of its own that can import what the tests can."""
    path = os.pathsep.join(entry for entry in sys.path if entry)
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": path}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=environment, capture_output=True, check=True, text=True, timeout=120).stdout


def test_a_walk_that_is_never_closed_does_not_keep_the_program_from_exiting():
    assert run(ABANDON_ALL).strip() == str(len(walkers()))


def answers() -> dict[str, list[list[list[int]]]]:
    """What every backend says of two problems, in the order in which it says it."""
    repeated = ExactCover.from_options(["ab", "ab", "a", "b", "bc", "c", "cd", "d"], "abcd")
    asked = {spec: (repeated, some_problem(spec)[0]) for spec in walkers() if spec not in BY_THE_CLOCK}
    return {
        spec: [[list(cover) for cover in prepare(spec, problem).covers()] for problem in two]
        for spec, two in asked.items()
    }


def test_the_order_of_covers_does_not_depend_on_the_hash_seed():
    elsewhere = run("import json, test_conduct; print(json.dumps(test_conduct.answers()))", hash_seed=1)
    assert json.loads(elsewhere) == answers()


@every_backend
def test_a_long_search_without_covers_gives_heartbeats_and_can_be_stopped(spec):
    n = 35  # an odd number of people cannot be parted into pairs, which takes a tree search (or resolution) for ever
    problem = ExactCover.from_options([(i, j) for i in range(n) for j in range(i)], range(n))
    before = threading.active_count()
    increments = iter(prepare(spec, problem).increments())
    assert [next(increments), next(increments)] == [0, 0]
    increments.close()
    assert threading.active_count() == before

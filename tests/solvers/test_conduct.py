"""How every backend must search, as far as it takes several processes to see: at exit, and under other hash seeds."""

import json
import os
import subprocess
import sys

import pytest
from contract import MANY, SPECS, every_backend, faults_of, prepare, some_problem

from danceoff.experiments.contract.rules import BY_THE_CLOCK
from danceoff.problems import ExactCover
from danceoff.solvers import Feature, load, missing

pytestmark = pytest.mark.usefixtures("skip_what_cannot_be_asked")

WITHOUT_STATS = ("ganak", "minizinc", "peer-", "pycryptosat", "cpsat:strategy=split")


@every_backend
def test_stats_are_counted(spec):
    problem, n_covers = some_problem(spec)
    search = prepare(spec, problem)
    assert search.count() == n_covers
    assert (sum(search.stats().values()) > 0) == (not spec.startswith(WITHOUT_STATS))


def walkers() -> list[str]:
    """The installed backends that give covers as they find them."""
    here = [spec for spec in SPECS if not missing(spec.partition(":")[0])]
    here = [spec for spec in here if MANY not in faults_of(spec)]
    return [spec for spec in here if Feature.LIST in load(spec).features]


ABANDON_ALL = """
import sys
from contract import dealt
from test_conduct import walkers
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
    return subprocess.run(command, env=environment, capture_output=True, check=True, text=True, timeout=230).stdout


def test_a_walk_that_is_never_closed_does_not_keep_the_program_from_exiting():
    assert run(ABANDON_ALL).strip() == str(len(walkers()))


def answers() -> dict[str, list[list[list[int]]]]:
    """What every backend says of two problems, in the order in which it says it."""
    repeated = ExactCover.from_options(["ab", "ab", "a", "b", "bc", "c", "cd", "d"], "abcd")
    asked = {spec: (repeated, some_problem(spec)[0]) for spec in walkers() if not spec.startswith(BY_THE_CLOCK)}
    return {
        spec: [[list(cover) for cover in prepare(spec, problem).covers()] for problem in two]
        for spec, two in asked.items()
    }


def test_the_order_of_covers_does_not_depend_on_the_hash_seed():
    elsewhere = run("import json, test_conduct; print(json.dumps(test_conduct.answers()))", hash_seed=1)
    assert json.loads(elsewhere) == answers()

"""How every backend must search, as far as it takes several processes to see: at exit, and under other hash seeds."""

import json
import os
import subprocess
import sys

import night
from contract import INSTALLED, MANY, every_backend, faults_of, some_problem

from danceoff.experiments.contract.rules import BY_THE_CLOCK
from danceoff.problems import ExactCover
from danceoff.solvers import Feature, load

WITHOUT_STATS = ("ganak", "minizinc", "peer-", "pycryptosat")


@every_backend
def test_stats_are_counted(spec):
    problem, n_covers = some_problem(spec)
    search = load(spec).prepare(problem)
    assert search.count() == n_covers
    assert (sum(search.stats().values()) > 0) == (not spec.startswith(WITHOUT_STATS))


def walkers() -> list[str]:
    """The installed backends that give covers as they find them."""
    here = [spec for spec in INSTALLED if MANY not in faults_of(spec)]
    return [spec for spec in here if Feature.LIST in load(spec).features]


def run(code: str, hash_seed: int = 0) -> str:
    """What this code prints, in a process of its own that can import what the tests can."""
    path = os.pathsep.join(entry for entry in sys.path if entry)
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": path}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=environment, capture_output=True, check=True, text=True, timeout=230).stdout


def answers() -> dict[str, list[list[list[int]]]]:
    """What every backend says of two problems, in the order in which it says it."""
    repeated = ExactCover.from_options(["ab", "ab", "a", "b", "bc", "c", "cd", "d"], "abcd")
    asked = [spec for spec in walkers() if not spec.startswith(BY_THE_CLOCK)]
    return {
        spec: [[list(cover) for cover in load(spec).prepare(one).covers()] for one in (repeated, some_problem(spec)[0])]
        for spec in night.sampled(asked, 2)
    }


ANSWER_AND_ABANDON_ALL = """
import json, sys
from contract import dealt
from test_conduct import answers, walkers
from danceoff.solvers import load
walks = [load(spec).prepare(dealt(8 if spec == "brute-force" else 60, 2)).covers() for spec in walkers()]
print(json.dumps([answers(), len([next(walk) for walk in walks])]))
sys.modules["kept until the very end"] = walks
"""


def test_another_hash_seed_changes_no_order_and_walks_never_closed_keep_no_program_from_exiting():
    assert json.loads(run(ANSWER_AND_ABANDON_ALL, hash_seed=1)) == [answers(), len(walkers())]


FORK_AND_EXIT = """
import os, sys, warnings
from contract import some_problem
from danceoff.solvers import load
warnings.simplefilter("ignore")  # a fork of several threads
problem, n_covers = some_problem("parts")
walks = [load(spec).prepare(problem).covers() for spec in ("parts", "clingo", "cpsat")]
n_first = len([next(walk) for walk in walks])
if child := os.fork():
    os.waitpid(child, 0)
    print(n_first + sum(len(list(walk)) for walk in walks) == len(walks) * n_covers)
"""


def test_a_fork_that_exits_ends_no_search_of_its_parent():
    assert run(FORK_AND_EXIT) == "True\n"

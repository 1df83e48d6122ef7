"""A race: the winner's answer, whole and once, whatever the others do; and no process left behind."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import fakes
import pytest
from fakes import end_within
from left_over import left

from danceoff import solvers
from danceoff.asking.ask import Ask, Limits
from danceoff.experiments.run.one_case import child
from danceoff.experiments.run.one_case.child import run_case
from danceoff.problems import Covers, catalog
from danceoff.solvers import UnsupportedProblem, load
from danceoff.solvers.base import Feature, Search, Solver
from danceoff.solvers.readable.algorithm_x import AlgorithmXSearch
from danceoff.solvers.together import race

BOARD = "tromino/2x3"
"""Its two covers are options 0 7 and 2 4."""
COVERS = {(0, 7), (2, 4)}


@pytest.fixture(autouse=True)
def fake_solvers(monkeypatch):
    for name in ("fake", "hasty", "thorough"):
        monkeypatch.setitem(solvers.BACKENDS, name, solvers.Backend(*SOLVERS[name], "numpy", "numpy"))


def prepare(of: str, board: str = BOARD) -> Search:
    return load(f"race:of={of}").prepare(catalog.instance(board).problem)


@dataclass(frozen=True)
class Hasty(Solver):
    """Gives one answer, right or wrong, makes a file that says so, and never ends."""

    name: ClassVar[str] = "hasty"
    features: ClassVar[frozenset[Feature]] = frozenset({Feature.LIST, Feature.SECONDARY, Feature.BLOCK})
    file: str = ""
    lies: bool = False

    def build(self, problem, blocked):  # noqa: ARG002
        return HastySearch(self)


class HastySearch(Search):
    def __init__(self, solver: Hasty) -> None:
        self.solver = solver

    def _batches(self):
        yield Covers.of([(0, 1) if self.solver.lies else (2, 4)])
        Path(self.solver.file).touch()
        time.sleep(60)


@dataclass(frozen=True)
class Thorough(Solver):
    """Gives all covers once the file is there."""

    name: ClassVar[str] = "thorough"
    features: ClassVar[frozenset[Feature]] = frozenset({Feature.LIST, Feature.SECONDARY, Feature.BLOCK})
    file: str = ""

    def build(self, problem, blocked):
        while self.file and not Path(self.file).exists():
            time.sleep(0.01)
        return AlgorithmXSearch(problem, blocked)


SOLVERS = {"fake": ("fakes", "Fake"), "hasty": ("test_race", "Hasty"), "thorough": ("test_race", "Thorough")}


@pytest.mark.parametrize("other", ["sleep on", "segfault", "raise", "out of memory", "exit", "unsupported", "missing"])
def test_the_answer_is_complete_whatever_other_racers_do(other):
    search = prepare(f"fake:then={other}+algorithm-x")
    covers = list(search.covers())
    assert len(covers) == 2
    assert set(covers) == COVERS
    assert search.choice.startswith("algorithm-x finished after ")
    assert prepare(f"fake:then={other}+algorithm-x").count() == 2


def test_a_backend_that_starts_a_process_of_its_own_can_race():
    with prepare("highs") as search:
        assert set(search.covers()) == COVERS


def test_the_choice_names_the_winner_and_what_happened_to_the_others():
    search = prepare("algorithm-x+fake:then=sleep+fake:then=unsupported")
    assert search.count() == 2
    winner, *others = search.choice.split("; ")
    assert winner.startswith("algorithm-x finished after ")
    assert others in (
        ["ahead of fake:then=sleep, fake:then=unsupported"],
        ["ahead of fake:then=sleep", "fake:then=unsupported dropped out: fake does not do this one"],
    )
    assert search.stats()["nodes"] > 0


def test_the_first_cover_of_one_and_all_covers_of_another_are_one_list(tmp_path):
    covers = prepare(f"hasty:file={tmp_path}/done+thorough:file={tmp_path}/done").covers()
    assert next(covers) == (2, 4)
    assert list(covers) == [(0, 7)]


def test_a_first_cover_that_the_winner_does_not_have_is_an_error(tmp_path):
    covers = prepare(f"hasty:lies=true;file={tmp_path}/done+thorough:file={tmp_path}/done").covers()
    assert next(covers) == (0, 1)
    with pytest.raises(RuntimeError, match=r"hasty.* found a cover that thorough.* did not: 0 1"):
        list(covers)


@pytest.mark.parametrize("in_hand", [1, 5, 200])
def test_covers_of_a_winner_are_yielded_as_they_are_found(in_hand, monkeypatch):
    monkeypatch.setattr(race, "_IN_HAND", in_hand)
    search = prepare("algorithm-x+backtracking", "tromino/6x6")
    covers = list(search.covers())
    assert len(set(covers)) == len(covers) == 162
    assert ("finished" in search.choice) == (in_hand == 200)


def test_a_winner_that_dies_does_not_end_the_list(monkeypatch):
    monkeypatch.setattr(race, "_IN_HAND", 1)
    with pytest.raises(RuntimeError, match=r"fake.*killed by SIGSEGV"):
        list(prepare("fake:then=segfault;good=1").covers())


def test_a_race_refuses_if_all_racers_refuse():
    with pytest.raises(UnsupportedProblem, match="fake does not do this one"):
        list(prepare("fake:then=unsupported").covers())
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        prepare("fake:then=unsupported+fake:then=raise").count()


def test_options_of_a_racer_are_written_with_semicolons():
    spec = "race:of=sat:engine=minicard;warm_start=true+bits"
    assert str(load(spec)) == spec
    assert load(spec).racers() == ["sat:engine=minicard,warm_start=true", "bits"]
    assert load(spec).prepare(catalog.instance("tromino/6x6").problem).count() == 162


LOST = """
import psutil
from danceoff.problems import ExactCover
from danceoff.solvers import load
problem = ExactCover.from_options([(i, j) for i in range(35) for j in range(i)], range(35))
increments = load("race:of=algorithm-x+sat").prepare(problem).increments()
next(increments)
print(*[process.pid for process in psutil.Process().children()], flush=True)
sum(increments)
"""


def test_a_parent_that_is_killed_leaves_no_racer():
    path = os.pathsep.join(entry for entry in sys.path if entry)
    command = [sys.executable, "-c", LOST]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": path}) as parent:
        racers = [*map(int, parent.stdout.readline().split())]
        parent.send_signal(signal.SIGKILL)
    assert len(racers) == 2
    assert end_within(racers, 10)


@pytest.mark.parametrize(
    ("then", "status", "limits"),
    [("sleep on", "timeout", {"time_limit_s": 0.5}), ("leak", "memory", {"memory_limit_mb": 300, "time_limit_s": 30})],
)
def test_limits_of_a_case_hold_over_all_racers(then, status, limits, monkeypatch):
    monkeypatch.setattr(child, "WORKER", fakes.WORKER)
    row = run_case(Ask(BOARD, f"race:of=fake:then=sleep+fake:then={then};good=1", "enumerate", limits=Limits(**limits)))
    assert (row.status, row.covers) == (status, 1)
    assert not left()

"""`import danceoff` where processes are few or forbidden, where Ctrl-C comes as one starts, and in a script."""

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from unittest.mock import Mock

import pytest
from left_over import left

import danceoff
from danceoff.experiments.commands import warm
from danceoff.experiments.contract.hold import Bounds, hold
from danceoff.problems import catalog
from danceoff.solvers import load
from danceoff.solvers.together.child import ChildDied
from danceoff.solvers.together.searches import RELAXES, OneBackend

PLAN, COST = "services/8x20-1", 162  # small, and yet `auto` asks CP-SAT, in a process of its own


def best(solver: str = "auto") -> int:
    return danceoff.best(PLAN, solver=solver).cost


ANSWERS: dict[str, tuple[Callable[[], object], object]] = {
    "best": (best, COST),
    "best by highs": (lambda: best("highs"), COST),
    "explain": (lambda: danceoff.explain("domino/3x3").is_smallest, True),
    "parts": (lambda: danceoff.count("queens/6", solver="parts"), 4),
    "race": (lambda: danceoff.count("queens/6", solver="race"), 4),
    "isolate": (lambda: danceoff.count("queens/6", isolate=True), 4),
}


def answer(name: str) -> object:
    return ANSWERS[name][0]()


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_worker_of_a_pool_may_ask_all_that_its_parent_may(method):
    with multiprocessing.get_context(method).Pool(1) as pool:
        assert pool.map(answer, ANSWERS) == [expected for _, expected in ANSWERS.values()]


def test_where_no_process_can_be_started_the_engines_that_need_none_answer(monkeypatch):
    monkeypatch.setattr(os, "fork", Mock(side_effect=BlockingIOError(11, "Resource temporarily unavailable")))
    assert best() == COST
    explanation = danceoff.explain("domino/3x3")
    assert (len(explanation.reasons), explanation.conflict) == (1, [])
    for solver in ("highs", "parts", "race"):
        with pytest.raises(ChildDied, match=r"^no process could be started: .*Resource temporarily unavailable$"):
            load(solver).prepare(catalog.instance(PLAN).problem).count()


STARTING: dict[str, Callable[[], object]] = {
    "auto": lambda: list(OneBackend(RELAXES, catalog.instance(PLAN).problem, frozenset(), 1, None).steps()),
    **{name: question for name, (question, _) in ANSWERS.items() if name not in ("best", "isolate")},
    "contract": lambda: list(hold(load("dlx"), Bounds(1))),
    "warm": lambda: list(warm._compiled(2)),
}


@pytest.fixture(params=["start", "end"])
def ctrl_c(request, monkeypatch):
    """Ctrl-C in the middle of the call that starts a process, or of its end, between the kill and the wait."""
    name, here = {"start": ("fork", os.getpid()), "end": ("kill", os.getpid())}[request.param]
    plain = getattr(os, name)

    def call(*arguments):
        found = plain(*arguments)
        if os.getpid() == here and arguments[1:] in ((), (signal.SIGKILL,)):
            monkeypatch.undo()
            os.kill(here, signal.SIGINT)
        return found

    monkeypatch.setattr(os, name, call)


@pytest.mark.usefixtures("ctrl_c")
@pytest.mark.parametrize("kind", STARTING)
def test_ctrl_c_while_a_process_starts_or_ends_leaves_none(kind):
    before = left()
    with pytest.raises(KeyboardInterrupt) as raised:
        STARTING[kind]()
    assert raised.traceback  # which keeps all that was at work
    assert left() == before


SCRIPT = """
print("top")
from enum import Enum
import danceoff
from danceoff.solvers.together import child
child._FORKS = False
Item = Enum("Item", "A B C")
options = {Item.A: [Item.A, Item.B], Item.B: [Item.C], Item.C: list(Item)}
plan = danceoff.problem(options, cost=dict(zip(Item, (1, 3, 5))))
print(danceoff.best(plan, solver="highs").cost)
print(danceoff.explain("domino/3x3").is_smallest)
for solver in ("race", "parts:jobs=2"):
    print(danceoff.count("queens/6", solver=solver), danceoff.count(plan, solver=solver))
"""


@pytest.mark.slow
def test_a_script_is_not_run_again_where_a_process_cannot_be_forked(tmp_path):
    file = tmp_path / "script.py"
    file.write_text(SCRIPT)
    path = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, file], capture_output=True, text=True, env={**os.environ, **path})
    assert (done.stdout.split(), done.stderr) == (["top", "4", "True", "4", "2", "4", "2"], "")

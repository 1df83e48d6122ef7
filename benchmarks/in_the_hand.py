"""In the hand: CPU seconds of whole commands, with every process that they start."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory
from typing import NamedTuple

_PLAN = """
[[product]]
problems = {{ queens = ["4", "5", "6"], langford = ["3", "4"], domino = ["2x4", "4x4"] }}
solvers = {{ {solvers} }}
tasks = ["count", "enumerate"]
repeats = {repeats}
"""
_SOLVERS = ("algorithm-x", "dlx", "bits", "sat", "auto")


class Command(NamedTuple):
    """A command and its target.

    name: what it does.
    asked: the most CPU seconds, for each of its cases.
    plan: the plan that PLAN stands for in the arguments.
    n_cases: how many cases it has.
    is_cold: whether no kernel is compiled before.
    """

    name: str
    asked: float
    arguments: tuple[str, ...]
    plan: str = ""
    n_cases: int = 1
    is_cold: bool = False


def _plan(solvers: tuple[str, ...], repeats: int) -> str:
    return _PLAN.format(solvers=", ".join(f"{name} = {{}}" for name in solvers), repeats=repeats)


_RUN = ("run", "PLAN", "--into", "FOLDER")
_COUNT = ("solve", "queens/8", "--task", "count")
_FIRST = {
    "a sudoku": ("solve", "sudoku/euler96-01"),
    "a drawn box": ("solve", "problems/data/line.txt"),
    "the best of a small file": ("solve", "problems/data/crews.dlx", "--task", "best"),
    "a sudoku that is made": ("make", "sudoku/9x9", "--unique"),
}
COMMANDS = (
    *(Command(" ".join(words), 0.1, words) for words in (("--version",), ("--help",), ("list", "problems"))),
    Command(" ".join(_COUNT), 0.35, _COUNT),
    Command(f"{' '.join(_COUNT)}, nothing compiled", 2.5, _COUNT, is_cold=True),
    *(Command(f"{name}, nothing compiled", 3, words, is_cold=True) for name, words in _FIRST.items()),
    Command("warm: all kernels, nothing compiled", 45, ("warm",), is_cold=True),
    *(Command(f"one of 70 cases of {name}", 0.1, _RUN, _plan((name,), 5), 70) for name in _SOLVERS),
    Command("a plan of 140 trivial cases", 15, _RUN, _plan(_SOLVERS, 2)),
)


def seconds(command: Command) -> float:
    """Return the CPU seconds that a command takes, for each of its cases."""
    with TemporaryDirectory() as folder:
        plan = Path(folder) / "plan.toml"
        plan.write_text(command.plan, encoding="utf-8")
        places = {"PLAN": str(plan), "FOLDER": f"{folder}/results"}
        arguments = [places.get(word, word) for word in command.arguments]
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder} if command.is_cold else None
        program = [sys.executable, "-m", "danceoff", *arguments]
        before = getrusage(RUSAGE_CHILDREN)
        subprocess.run(program, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        after = getrusage(RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / command.n_cases

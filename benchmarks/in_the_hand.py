"""In the hand: CPU seconds of whole commands, with every process that they start."""

from __future__ import annotations

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
    """

    name: str
    asked: float
    arguments: tuple[str, ...]
    plan: str = ""
    n_cases: int = 1


def _plan(solvers: tuple[str, ...], repeats: int) -> str:
    return _PLAN.format(solvers=", ".join(f"{name} = {{}}" for name in solvers), repeats=repeats)


_RUN = ("run", "PLAN", "--into", "FOLDER")
COMMANDS = (
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
        before = getrusage(RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-m", "danceoff", *arguments], check=True, stdout=subprocess.DEVNULL)
        after = getrusage(RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / command.n_cases

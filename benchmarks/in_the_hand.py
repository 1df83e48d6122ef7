"""In the hand: CPU seconds of whole commands, with every process that they start."""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks import children

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
    asked: the most CPU seconds, for each of its cases or covers.
    plan: the plan that PLAN stands for in the arguments.
    n_cases: how many cases, or covers, it has.
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
_COVERS = ("tromino/9x9", 1_193_600)
_LISTED = ("solve", _COVERS[0], "--task", "enumerate", "--format")
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
    *(
        Command(f"one of {_COVERS[1]:,} covers as {form}", 1e-5, (*_LISTED, form), n_cases=_COVERS[1])
        for form in ("text", "jsonl", "json", "csv")
    ),
    Command(
        "one of 20,000 covers in a gallery",
        5e-5,
        (*_LISTED, "text", "--limit", "20000", "--gallery", "FOLDER"),
        n_cases=20_000,
    ),
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
        before = children.cpu_s()
        ran = subprocess.run(program, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if ran.returncode:
            raise RuntimeError(f"danceoff {' '.join(arguments)} ended with exit code {ran.returncode}")
    return (children.cpu_s() - before) / command.n_cases

"""`python -m benchmarks.constants counter`: what an engine loses if one of its constants is half or twice as large.

To tune a constant, begin here: a constant matters if a ratio differs from 1, and is well chosen if none is below.
"""

import argparse
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from math import exp, log
from pathlib import Path
from time import process_time
from types import ModuleType
from typing import Any

from benchmarks.hard import hard
from benchmarks.subjects import COUNTING, LEARNING_OF_DLX, LEARNING_OF_SAT, PLAIN_COUNTING
from danceoff.problems import ExactCover
from danceoff.solvers import load

SUBJECTS: Mapping[str, tuple[str, ...]] = {
    "counter": (*COUNTING, *PLAIN_COUNTING),
    "learn": tuple(dict.fromkeys((*LEARNING_OF_DLX, *LEARNING_OF_SAT))),
}
"""Engine -> the problems whose covers it counts."""
_MODULES = {"counter": "danceoff.solvers.engines.counter.solver", "learn": "danceoff.solvers.engines.learning.solver"}
_FACTORS = 0.5, 2.0
_NEVER = 1 << 40
"""Numbers from here on stand for no bound."""

Constant = float | dict[str, float]


def constants(module: ModuleType) -> dict[str, Constant]:
    """Return the private constants of a module that are positive numbers, or dicts of such, by name, in its order."""
    names = re.findall(r"\b_[A-Z][A-Z_]*\b", Path(str(module.__file__)).read_text("utf-8"))
    found: dict[str, Any] = {name: getattr(module, name, None) for name in dict.fromkeys(names)}
    return {name: value for name, value in found.items() if _is_constant(value)}


def _is_constant(value: object) -> bool:
    if isinstance(value, dict):
        return all(map(_is_constant, value.values()))
    return isinstance(value, int | float) and 0 < value < _NEVER


@contextmanager
def scaled(module: ModuleType, name: str, factor: float) -> Iterator[None]:
    """Let a constant be `factor` times as large; whole numbers stay whole, and at least 1."""
    before = getattr(module, name)
    setattr(module, name, _times(before, factor))
    try:
        yield
    finally:
        setattr(module, name, before)


def _times(value: Any, factor: float) -> Any:
    if isinstance(value, dict):
        return {key: _times(one, factor) for key, one in value.items()}
    return max(1, round(value * factor)) if isinstance(value, int) else value * factor


def cpu_s(engine: str, problem: ExactCover, rounds: int) -> float:
    """Return the least CPU time of several counts, in seconds."""
    times = []
    for _ in range(rounds):
        begin = process_time()
        sum(load(engine).prepare(problem).increments())
        times.append(process_time() - begin)
    return min(times)


def main() -> None:
    """Print a line for each constant: its value, and the mean and the worst ratio of CPU times."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.constants", description=__doc__)
    parser.add_argument("engine", choices=sorted(SUBJECTS))
    parser.add_argument("--only", default="", metavar="NAME", help="the constant to look at (all)")
    parser.add_argument("--rounds", type=int, default=3, help="counts of each problem (3)")
    asked = parser.parse_args()
    module = import_module(_MODULES[asked.engine])
    problems = [hard(subject) for subject in SUBJECTS[asked.engine]]
    for problem in problems:
        load(asked.engine).warm_up(problem, False)
    print(f"{'constant':22} {'value':>12}  {'half: mean, worst':>18}  {'twice: mean, worst':>18}", flush=True)
    for name, value in constants(module).items():
        if asked.only not in ("", name):
            continue
        shown = []
        for factor in _FACTORS:
            ratios = [_ratio(asked.engine, module, name, factor, problem, asked.rounds) for problem in problems]
            mean = exp(sum(map(log, ratios)) / len(ratios))
            shown.append(f"{mean:12.2f} {max(ratios):5.2f}")
        print(f"{name:22} {str(value)[:12]:>12}  {'  '.join(shown)}", flush=True)


def _ratio(engine: str, module: ModuleType, name: str, factor: float, problem: ExactCover, rounds: int) -> float:
    """Return the CPU time with a scaled constant, as a multiple of the time without, both measured in turn."""
    plain = cpu_s(engine, problem, rounds)
    with scaled(module, name, factor):
        return cpu_s(engine, problem, rounds) / plain


if __name__ == "__main__":
    main()

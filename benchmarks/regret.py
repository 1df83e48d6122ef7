"""`python -m benchmarks.regret --seed SEED [--n N] [--longest S]`: what `auto` loses by not knowing the best engine.

Problems are drawn, with a question each, until N of them take the best of the engines at least 0.05 s and at most
`--longest`, or a fourth or less of it: most refused problems take too long, and so less time is lost. Each
solver answers in a process of its own, whose CPU seconds count, as long as it can still be the best. All answers must
agree. A seed always draws the same problems; only which of them are near the two limits depends on the machine.
"""

import argparse
import gc
import os
from collections.abc import Generator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from time import process_time
from typing import TypeAlias

import numpy as np

from benchmarks.drawn import draw
from danceoff.problems import Covers, ExactCover, catalog
from danceoff.processes.descendants import cpu_s_of, descendants
from danceoff.solvers import load
from danceoff.solvers.base import Search, UnsupportedProblem
from danceoff.solvers.together.child import Child, Report

QUESTIONS: Mapping[str, tuple[str, ...]] = {
    "first": ("bits", "learn"),
    "count": ("bits", "counter", "learn"),
    "enumerate": ("bits", "learn"),
    "best": ("bits", "counter", "learn", "cpsat", "highs"),
}
"""The questions and the engines that answer each."""
_LEAST_S = 0.05
_LIMITS, _LEAST_LIMIT_S = 4, 0.5  # each limit is a fourth of the one before, but at least so many seconds
_MOST_RATIO = 30  # of auto, which is stopped there
_WORST = 10

_LOOK_S, _STOPPED = 0.02, "stopped"

Answer: TypeAlias = "int | str | None"
"""Comparable between solvers: a number of covers, whether there is one, or a cost; `_STOPPED` where there is none."""


@dataclass(frozen=True)
class Case:
    """A question about a problem, and the CPU seconds it took."""

    question: str
    name: str
    engine: str
    best_s: float
    auto_s: float
    choice: str

    @property
    def ratio(self) -> float:
        """The time of `auto` relative to the best engine."""
        return self.auto_s / self.best_s


@dataclass(frozen=True)
class Timed:
    """What a solver answered in a process of its own, and the CPU seconds of that process and of all it started.

    answer: `_STOPPED` if the time or the memory ended first, or the solver refuses the problem.
    """

    spec: str
    seconds: float
    answer: Answer
    choice: str

    @property
    def is_over(self) -> bool:
        """Whether there is an answer."""
        return self.answer != _STOPPED


def timed(spec: str, problem: ExactCover, question: str, longest: float) -> Timed:
    """Ask a solver in a process of its own, which is killed after so many CPU seconds; raise what the solver raises."""
    with Child.started(_tell, spec, problem, question) as child:
        while not child.pipe.poll(_LOOK_S):
            if cpu_s_of([child.pid, *descendants(child.pid)]) > longest:
                return Timed(spec, longest, _STOPPED, "stopped")
        report = child.hear()
    if report.error is not None:
        raise report.error
    return Timed(spec, *report.note)


def _tell(pipe: Connection, spec: str, problem: ExactCover, question: str) -> None:
    begun = process_time()
    answer: Answer = _STOPPED
    choice = "refused"
    with suppress(MemoryError, UnsupportedProblem), load(spec).prepare(problem) as search:
        answer, choice = _ask(search, problem, question), search.choice
    pipe.send(Report(note=(process_time() - begun + sum(os.times()[2:4]), answer, choice)))


def measured(name: str, question: str, longest: float) -> Case | None:
    """Measure a question about a problem; None if no engine answers within these limits."""
    problem = catalog.instance(name).problem
    for spec in (*QUESTIONS[question], "auto"):
        if not load(spec).lacks(problem):
            load(spec).warm_up(problem, listing=question in ("first", "enumerate"))
    best = Timed("", longest, _STOPPED, "")
    for spec in QUESTIONS[question]:
        one = timed(spec, problem, question, best.seconds)
        if one.is_over:
            _agree(name, question, best, one)
            best = min(best, one, key=lambda each: each.seconds)
    if not best.is_over or best.seconds < _LEAST_S:
        return None
    auto = timed("auto", problem, question, _MOST_RATIO * best.seconds)
    _agree(name, question, best, auto)
    return Case(question, name, best.spec, best.seconds, auto.seconds, auto.choice)


def _agree(name: str, question: str, one: Timed, other: Timed) -> None:
    if one.is_over and other.is_over and one.answer != other.answer:
        raise AssertionError(f"{question} of {name}: {one.spec} says {one.answer}, {other.spec} {other.answer}")


def cases(seed: int, n_cases: int, longest: float, questions: Sequence[str]) -> Generator[Case]:
    """Yield the cases of a seed: each question as often as any other, in turn."""
    for k in range(n_cases):
        question = questions[k % len(questions)]
        most = max(longest / 4 ** (k // len(questions) % _LIMITS), _LEAST_LIMIT_S)
        random = np.random.default_rng([seed, k])
        case = None
        while case is None:
            case = measured(draw(random, question == "best"), question, most)
            gc.collect()
        yield case


def main() -> None:
    """Print each case as it is measured, and then the distribution of the ratios."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.regret", description="Measure auto against the best.")
    parser.add_argument("--seed", type=int, required=True, help="which problems are drawn")
    parser.add_argument("--n", type=int, default=200, help="number of problems (200)")
    parser.add_argument("--longest", type=float, default=20.0, help="most CPU seconds of the best engine (20)")
    parser.add_argument("--question", action="append", choices=QUESTIONS, help="one to ask (all)")
    asked = parser.parse_args()
    questions = asked.question or list(QUESTIONS)
    found = []
    for case in cases(asked.seed, asked.n, asked.longest, questions):
        print(_line(case), flush=True)
        found.append(case)
    print(
        f"\nCPU time of auto / best of the engines, seed {asked.seed}, {len(found)} problems of {_LEAST_S} s to", end=""
    )
    print(f" {asked.longest:g} s\n\n{'question':10}{'problems':>9}{'median':>8}{'95 %':>8}{'worst':>8}")
    for question in (*questions, "all"):
        ratios = [case.ratio for case in found if question in (case.question, "all")]
        if ratios:
            median, most = np.quantile(ratios, [0.5, 0.95])
            print(f"{question:10}{len(ratios):9}{median:8.2f}{most:8.2f}{max(ratios):8.2f}")
    print(f"\nThe worst {_WORST}")
    for case in sorted(found, key=lambda case: -case.ratio)[:_WORST]:
        print(_line(case), f"\n{'':8}{case.choice}")


def _line(case: Case) -> str:
    return f"{case.ratio:6.2f}  {case.auto_s:7.3f} s, {case.engine} {case.best_s:7.3f} s  {case.question}  {case.name}"


def _ask(search: Search, problem: ExactCover, question: str) -> Answer:
    if question == "best":
        covers = [step.cover for step in search.cheapest() if step.cover is not None]
        return min(problem.cost_of(Covers.of(covers)).tolist(), default=None)
    if question == "count":
        return search.count()
    if question == "first":
        return next(search.covers(), None) is not None
    return sum(map(len, search.batches()))


if __name__ == "__main__":
    main()

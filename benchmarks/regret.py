"""`python -m benchmarks.regret --seed SEED [--n N] [--longest S]`: what `auto` loses by not knowing the best engine.

Problems are drawn, with a question each, until N of them take the best of the engines at least 0.05 s and at most
`--longest`, or a fourth or less of it: most of those that are refused take too long, and so less time is lost. The
engines take turns by CPU time, the one that has had least first, until one of them has the answer; it is then measured
alone, and so is `auto`. All answers must agree. A seed always draws the same problems; only which of them are near the
two limits depends on the machine.
"""

from __future__ import annotations

import argparse
import gc
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from time import process_time
from typing import TypeAlias

import numpy as np

from benchmarks.drawn import draw, drawn
from danceoff.problems import Covers, ExactCover
from danceoff.solvers import load
from danceoff.solvers.base import Search

QUESTIONS: Mapping[str, tuple[str, ...]] = {
    "first": ("bits", "learn"),
    "count": ("bits", "counter", "learn"),
    "enumerate": ("bits", "learn"),
    "best": ("bits", "counter", "learn"),
}
"""The questions and the engines that answer each."""
_LEAST_S = 0.05
_LIMITS, _LEAST_LIMIT_S = 4, 0.5  # each limit is a fourth of the one before, but at least so many seconds
_MOST_RATIO = 30  # of auto, which is stopped there
_WORST = 10

Answer: TypeAlias = "int | None"
"""Comparable between solvers: a number of covers, whether there is one, or a cost."""


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


class Clocked:
    """A solver at work on a question, with the CPU seconds that it has taken, its preparation included."""

    def __init__(self, spec: str, problem: ExactCover, question: str) -> None:
        self.spec = spec
        self.seconds = 0.0
        self.is_over = False
        self.answer: Answer = None
        self.choice = ""
        self._walk = self._walked(problem, question)

    def step(self) -> None:
        """Go on until the next heartbeat."""
        begun = process_time()
        try:
            next(self._walk)
        except StopIteration as end:
            self.answer, self.is_over = end.value, True
        except MemoryError:
            self.seconds = float("inf")
        self.seconds += process_time() - begun

    def run(self, longest: float) -> None:
        """Go on until there is an answer, or for so many seconds."""
        while not self.is_over and self.seconds < longest:
            self.step()

    def close(self) -> None:
        """Release what the search holds."""
        self._walk.close()

    def _walked(self, problem: ExactCover, question: str) -> Generator[None, None, Answer]:
        with load(self.spec).prepare(problem) as search:
            answer = yield from _ask(search, problem, question)
            self.choice = search.choice
            return answer


def measured(name: str, question: str, longest: float) -> Case | None:
    """Measure a question about a problem; None if no engine answers within these limits."""
    problem = drawn(name)
    for spec in (*QUESTIONS[question], "auto"):
        load(spec).warm_up(problem, listing=question in ("first", "enumerate"))
    engine = _first_to_answer(problem, question, longest)
    if engine is None or engine.seconds < _LEAST_S:
        return None
    alone, auto = Clocked(engine.spec, problem, question), Clocked("auto", problem, question)
    alone.run(float("inf"))
    auto.run(_MOST_RATIO * alone.seconds)
    auto.close()
    answers = {engine.answer, alone.answer, auto.answer if auto.is_over else alone.answer}
    if len(answers) > 1:
        raise AssertionError(f"{question} of {name}: {engine.spec} says {alone.answer}, auto {auto.answer}")
    best = min(engine.seconds, alone.seconds)
    return Case(question, name, engine.spec, best, auto.seconds, auto.choice or "stopped")


def cases(seed: int, n_cases: int, longest: float) -> Generator[Case]:
    """Yield the cases of a seed: each question as often as any other, in turn."""
    for k in range(n_cases):
        question = list(QUESTIONS)[k % len(QUESTIONS)]
        most = max(longest / 4 ** (k // len(QUESTIONS) % _LIMITS), _LEAST_LIMIT_S)
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
    asked = parser.parse_args()
    found = []
    for case in cases(asked.seed, asked.n, asked.longest):
        print(_line(case), flush=True)
        found.append(case)
    print(
        f"\nCPU time of auto / best of the engines, seed {asked.seed}, {len(found)} problems of {_LEAST_S} s to", end=""
    )
    print(f" {asked.longest:g} s\n\n{'question':10}{'problems':>9}{'median':>8}{'95 %':>8}{'worst':>8}")
    for question in (*QUESTIONS, "all"):
        ratios = [case.ratio for case in found if question in (case.question, "all")]
        if ratios:
            median, most = np.quantile(ratios, [0.5, 0.95])
            print(f"{question:10}{len(ratios):9}{median:8.2f}{most:8.2f}{max(ratios):8.2f}")
    print(f"\nThe worst {_WORST}")
    for case in sorted(found, key=lambda case: -case.ratio)[:_WORST]:
        print(_line(case), f"\n{'':8}{case.choice}")


def _line(case: Case) -> str:
    return f"{case.ratio:6.2f}  {case.auto_s:7.3f} s, {case.engine} {case.best_s:7.3f} s  {case.question}  {case.name}"


def _first_to_answer(problem: ExactCover, question: str, longest: float) -> Clocked | None:
    engines = [Clocked(spec, problem, question) for spec in QUESTIONS[question]]
    while True:
        least = min(engines, key=lambda engine: engine.seconds)
        if least.seconds >= longest:
            break
        least.step()
        if least.is_over:
            break
    for engine in engines:
        engine.close()
    return least if least.is_over else None


def _ask(search: Search, problem: ExactCover, question: str) -> Generator[None, None, Answer]:
    n_covers = 0
    if question == "best":
        costs = []
        for step in search.cheapest():
            if step.cover is not None:
                costs.append(int(problem.cost_of(Covers.of([step.cover]))[0]))
            yield
        return min(costs, default=None)
    if question == "count":
        for increment in search.increments():
            n_covers += increment
            yield
        return n_covers
    for batch in search.batches(heartbeats=True):
        n_covers += len(batch)
        if question == "first" and n_covers:
            return 1
        yield
    return n_covers


if __name__ == "__main__":
    main()

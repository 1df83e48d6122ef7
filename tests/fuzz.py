"""A differential fuzz: random small problems through every installed backend and setting, against the reference.

    python tests/fuzz.py [PROBLEMS] [SEED]

Stops at the first disagreement, shrinks its problem, and prints that in Knuth's format so that it can be replayed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import fields
from random import Random

from brute import all_covers
from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.errors import NoSuchExample
from strategies import problems

from problems import ExactCover
from problems.formats import knuth
from solvers import BACKENDS, Feature, Solver, UnsupportedProblem, load, missing

ONE_IN = {"minizinc": 100, "ganak": 20, "cpsat": 10, "d4": 5}
"""Backends that take longest to start are asked one problem in so many."""


def every_setting() -> Iterator[Solver]:
    """Every installed backend as it is, and with each of its options changed on its own."""
    for name in BACKENDS:
        if missing(name):
            continue
        solver = load(name)
        yield solver
        for field in fields(solver):
            words = solver.choices.get(field.name, ("true", "false") if isinstance(field.default, bool) else ())
            for word in words:
                try:
                    changed = load(f"{name}:{field.name}={word}")
                except ValueError:  # goes only together with another option
                    continue
                if changed != solver:
                    yield changed


def disagreements(problem: ExactCover, solvers: list[Solver]) -> list[str]:
    """What each solver says that is not what the reference says; one that refuses the problem says nothing."""
    expected = all_covers(problem)
    said = []
    for solver in solvers:
        if int(problem.digest, 16) % ONE_IN.get(solver.name, 1):
            continue
        try:
            n_covers = solver.prepare(problem).count()
            listed = list(solver.prepare(problem).covers()) if Feature.LIST in solver.features else sorted(expected)
        except UnsupportedProblem:
            continue
        if n_covers != len(expected) or sorted(listed) != sorted(expected):
            said.append(f"{solver} counts {n_covers} covers and lists {sorted(listed)}, not {sorted(expected)}")
    return said


def main(n_problems: int = 10_000, seed: int = 1) -> int:
    """Fuzz, print what came of it, and return an exit code."""
    solvers = list(every_setting())
    print(f"{n_problems} problems, seed {seed}:", *solvers)
    try:
        wrong = find(
            problems(),
            lambda problem: bool(disagreements(problem, solvers)),
            settings=settings(
                max_examples=n_problems,
                deadline=None,
                database=None,
                phases=[Phase.generate, Phase.shrink],
                suppress_health_check=list(HealthCheck),
            ),
            random=Random(seed),
        )
    except NoSuchExample:
        print("no disagreement")
        return 0
    print(knuth.write(wrong), *disagreements(wrong, solvers), sep="\n")
    return 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))

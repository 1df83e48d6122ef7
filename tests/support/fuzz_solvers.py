"""A differential fuzz: random small problems through every installed backend and setting, against the reference.

A problem goes to a third of the settings, and to fewer of those that are slow to start, so that of ten thousand
problems every setting sees hundreds and most see thousands. A wrong problem is shown in Knuth's format.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import Field, fields, replace
from typing import Any

from fuzz_target import Target

from danceoff.experiments.contract.hold import shown
from danceoff.experiments.contract.rules import rules_for
from danceoff.experiments.contract.strategies import problems_with
from danceoff.problems import ExactCover
from danceoff.problems.formats import knuth
from danceoff.solvers import BACKENDS, Feature, Solver, UnsupportedProblem, load, missing

ONE_IN = {
    **dict.fromkeys(("minizinc", "race", "parts"), 50),
    **dict.fromkeys(("highs", "scip", "sat", "choco", "cpsat", "d4", "ganak"), 20),
    **dict.fromkeys(("auto", "clingo"), 5),
}
"""Backends that take long to start are asked one problem in so many, the others one in three."""

HELD_TO = ("counts every cover", "lists every cover once", "leaves blocked covers out", "finds the cheapest covers")
"""The rules of the contract that compare with brute force."""

NUMBERS = {"seed": "1", "memory_mb": "1", "workers": "2"}
"""For an option that is a number: another one than its default."""


def every_setting() -> Iterator[Solver]:
    """Every installed backend as it is, and with each of its options changed, if need be together with another one.
    Where colours can be stated in several ways, every setting states them in each."""
    for name in BACKENDS:
        if not missing(name):
            solver = load(name)
            settings = [solver, *changed(solver)]
            ways = solver.choices.get("colours", ())
            yield from dict.fromkeys([*settings, *(replace(one, colours=way) for one in settings for way in ways)])


def changed(solver: Solver) -> list[Solver]:
    """The backend with each option changed on its own; what is refused so, with each that it goes together with."""
    own = [field for field in fields(solver) if field.name != solver.passed_on]
    options = [f"{field.name}={word}" for field in own for word in words(solver, field)]
    alone = {option: solvers_of(solver.name, [option]) for option in options}
    found = [one for ones in alone.values() for one in ones]
    for option in options:
        if not alone[option]:
            found += solvers_of(solver.name, [f"{option},{other}" for other in options])
    return list(dict.fromkeys(one for one in found if one != solver))


def words(solver: Solver, field: Field[Any]) -> tuple[str, ...]:
    """What an option may be set to."""
    if isinstance(field.default, bool):
        return ("true", "false")
    if field.name in NUMBERS:
        return (NUMBERS[field.name],)
    return tuple(solver.choices.get(field.name, ()))


def solvers_of(name: str, options: Sequence[str]) -> list[Solver]:
    """The backend with each of these options that it does not refuse."""
    found = []
    for option in options:
        with suppress(ValueError):
            found.append(load(f"{name}:{option}"))
    return found


def disagreements(problem: ExactCover, solvers: Sequence[Solver]) -> dict[Solver, str]:
    """What each solver says that is not what the reference says; one that refuses the problem says nothing."""
    said = {}
    for solver in solvers:
        rules = rules_for(solver)
        try:
            for name in HELD_TO:
                if name in rules:
                    rules[name](solver, problem)
        except UnsupportedProblem:
            continue
        except Exception as wrong:  # noqa: BLE001 - whatever it raises is wrong
            said[solver] = f"{solver}: {type(wrong).__name__}: {wrong}"
    return said


class Fuzz:
    """Asks the solvers by turns; once some of them were wrong, only these, so that their problem can be shrunk."""

    def __init__(self, solvers: Sequence[Solver]) -> None:
        self.solvers = solvers
        self.suspects: list[Solver] = []
        self.n_asked = Counter(dict.fromkeys(solvers, 0))

    def complaint(self, problem: ExactCover) -> str:
        """What the solvers whose turn it is say wrongly."""
        asked = self.suspects or [solver for k, solver in enumerate(self.solvers) if self._is_turn(problem, solver, k)]
        self.n_asked.update(asked)
        said = disagreements(problem, asked)
        self.suspects = self.suspects or list(said)
        return "\n".join(said.values())

    def summary(self) -> list[str]:
        """How many problems each setting was asked."""
        return [f"{n:6} {solver}" for solver, n in self.n_asked.items()]

    def _is_turn(self, problem: ExactCover, solver: Solver, k: int) -> bool:
        return (int(problem.digest, 16) + k) % ONE_IN.get(solver.name, 3) == 0


def target() -> Target:
    """Every installed backend and setting."""
    turns = Fuzz(list(every_setting()))
    return Target(problems_with(Feature), turns.complaint, written, turns.summary)


def written(problem: ExactCover) -> str:
    """The problem as text."""
    return knuth.write(problem) if problem.n_primary else shown(problem)

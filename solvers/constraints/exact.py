"""Pseudo-Boolean solving by Exact, a descendant of RoundingSat (Elffers and Nordström, IJCAI 2018).

It learns linear constraints by cutting planes, over whole numbers of any size.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from threading import current_thread, main_thread
from typing import Any, ClassVar

import exact

from danceoff.problems import Cover, ExactCover
from danceoff.problems.formats.linear import constraints
from danceoff.solvers.base import Feature, Improvement, OneByOne, Search, Solver, Steps, by_rounds, settled
from danceoff.solvers.engines.net_costs import net_costs

_SLICE_S = 0.05
_COUNTED = ("decisions", "conflicts", "propagations", "restarts")


@dataclass(frozen=True)
class Exact(Solver):
    """One 0-1 variable per option, and one linear constraint per item."""

    name: ClassVar[str] = "exact"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - {Feature.MAX_COST}

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """State the constraints."""
        return settled(problem, blocked) or _Search(problem, blocked)


class _Search(OneByOne):
    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self._problem = problem
        self._options = [f"x{k}" for k in range(1, problem.n_options + 1)]
        self._native = self._stated(sorted(blocked))
        self._blocked = sorted(blocked)
        self._effort: Counter[str] = Counter()  # of this native solver
        self._ended: Counter[str] = Counter()  # of those before

    def _stated(self, blocked: list[Cover]) -> Any:
        native = exact.Exact()
        _give_signals_back()
        rows, n_variables = constraints(self._problem, blocked)
        for k in range(1, n_variables + 1):
            native.addVariable(f"x{k}", 0, 1)
        for row in rows:
            terms = [(times, f"x{k}") for times, k in row.terms]
            native.addConstraint(terms, row.least is not None, row.least or 0, row.most is not None, row.most or 0)
        return native

    def _steps(self) -> Steps:
        while True:
            state = self._native.runOnce(_SLICE_S)
            self._note_effort()
            if state == "UNSAT":
                return
            if state == "SAT":
                yield self._cover()
                self._native.invalidateLastSol(self._options)
            else:
                yield None

    def _cheapest(self, limit: int) -> Generator[Improvement]:
        """Yield better and better covers, and Exact's bounds."""
        return by_rounds(self._problem, self._round, limit)

    def _round(self, found: list[Cover]) -> Generator[Improvement]:
        if found:  # a solver that has proven an optimum cannot go on
            self._blocked += found
            self._native = self._stated(self._blocked)
            self._ended += self._effort
        net, paid = net_costs(self._problem)
        self._native.setObjective(list(zip(net, self._options, strict=True)), True, paid)
        best: Cover | None = None
        state = ""
        while state != "UNSAT":
            state = self._native.runFull(True, _SLICE_S)
            self._note_effort()
            cover = self._cover() if self._native.hasSolution() else None
            if cover != best:
                best = cover
                yield Improvement(cover)
            if state != "UNSAT":
                yield Improvement(bound=self._native.getDualBound())

    def _cover(self) -> Cover:
        values = self._native.getLastSolutionFor(self._options)
        return tuple(k for k, value in enumerate(values) if value)

    def _note_effort(self) -> None:
        counted = dict(self._native.getStats())
        self._effort = Counter({name: int(counted[name]) for name in _COUNTED})

    def stats(self) -> Mapping[str, int]:
        """Return Exact's counters after the last slice."""
        return dict(self._ended + self._effort)


def _give_signals_back() -> None:
    """Set Python's handlers again: the constructor of Exact replaces them, and Ctrl-C would raise RuntimeError."""
    if current_thread() is main_thread():
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGXCPU):
            if (handler := signal.getsignal(number)) is not None:
                signal.signal(number, handler)

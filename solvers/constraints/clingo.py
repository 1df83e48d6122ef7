"""Answer set programming through clingo (Gebser, Kaminski, Kaufmann, Schaub, TPLP 2019).

The rules are passed to clingo already ground: any set of options may be chosen, each item must be covered as often as
it may be, and a colour of an item follows from each option that gives it. Grounding them from text would give the same
program but take longer.
"""

from __future__ import annotations

import atexit
from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any, ClassVar

import clingo

from danceoff.problems import Cover, ExactCover
from danceoff.problems.model.colours import coloured_items
from danceoff.solvers.base import OPTIMISING, Feature, OneByOne, Search, Solver, Steps
from danceoff.solvers.rewriting.by_item import options_by_item

_PATIENCE_S = 0.05


@dataclass(frozen=True)
class Clingo(Solver):
    """Conflict-driven search that enumerates by backtracking, and keeps no cover in memory."""

    name: ClassVar[str] = "clingo"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - OPTIMISING

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """State the rules."""
        return _Search(problem, blocked)


class _Search(OneByOne):
    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        symbols = [clingo.Function("option", [clingo.Number(k)]) for k in range(problem.n_options)]
        self._option_of = {symbol: k for k, symbol in enumerate(symbols)}
        self._control: Any = clingo.Control(["0"])  # 0: all models
        self._effort: dict[str, int] = {}
        with self._control.backend() as rules:
            atoms = [rules.add_atom(symbol) for symbol in symbols]
            rules.add_rule(atoms, choice=True)
            for item, options in enumerate(options_by_item(problem)):
                choices = [(atoms[k], 1) for k in options]
                rules.add_weight_rule([], int(problem.most[item]) + 1, choices)
                if least := int(problem.least[item]):
                    is_enough = rules.add_atom()
                    rules.add_weight_rule([is_enough], least, choices)
                    rules.add_rule([], [-is_enough])
            for one in coloured_items(problem):
                excluding = [atoms[k] for k in one.plain]
                for options in one.coloured:
                    colour = rules.add_atom()
                    for k in options:
                        rules.add_rule([colour], [atoms[k]])
                    excluding.append(colour)
                rules.add_weight_rule([], 2, [(atom, 1) for atom in excluding])
            for cover in sorted(blocked):
                others = sorted(set(range(problem.n_options)) - set(cover)) if problem.covers_may_nest else ()
                rules.add_rule([], [*(atoms[k] for k in cover), *(-atoms[k] for k in others)])

    def _steps(self) -> Steps:
        with closing(self._models()) as models:
            for model in models:
                yield None if model is None else [self._option_of[symbol] for symbol in model.symbols(atoms=True)]

    def _increments(self) -> Generator[int]:
        """Yield 1 for a cover, 0 for a heartbeat. A cover is not read, which is 10 times as fast."""
        with closing(self._models()) as models:
            for model in models:
                yield int(model is not None)

    def stats(self) -> Mapping[str, int]:
        """Return the choices, conflicts and restarts after the search has ended; empty before."""
        return self._effort

    def _release(self) -> None:
        self._control = None

    def _models(self) -> Generator[Any, None, None]:
        """Yield each model, valid until the next one, and None as a heartbeat."""
        try:
            with self._control.solve(yield_=True, async_=True) as handle:
                atexit.register(handle.cancel)  # otherwise a walk that was never closed aborts the program at exit
                try:
                    yield from self._of(handle)
                finally:
                    atexit.unregister(handle.cancel)
        finally:
            effort = self._control.statistics["solving"]["solvers"]
            self._effort = {key: int(effort[key]) for key in ("choices", "conflicts", "restarts")}

    def _of(self, handle: clingo.SolveHandle) -> Generator[Any, None, None]:
        while True:
            handle.resume()
            while not handle.wait(_PATIENCE_S):
                yield None
            model = handle.model()
            if model is None:
                return
            yield model

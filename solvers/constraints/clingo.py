"""Answer set programming through clingo (Gebser, Kaminski, Kaufmann, Schaub, TPLP 2019).

The rules are passed to clingo already ground: any set of options may be chosen, each item must be covered as often as
its multiplicity says, and each option that gives a colour implies it. Grounding rules from text would give the same
program but take longer.
"""

import atexit
import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import compress
from typing import Any, ClassVar

import clingo

from danceoff.problems import Cover, ExactCover
from danceoff.problems.model.colours import coloured_items
from danceoff.solvers.base import Feature, Improvement, OneByOne, Search, Solver, Steps, UnsupportedProblem, by_rounds
from danceoff.solvers.engines.net_costs import net_costs
from danceoff.solvers.rewriting.by_item import options_by_item
from danceoff.solvers.sat.clauses.cnf import blocking

_PATIENCE_S = 0.05
_STRATEGIES = {"bb": "bb,lin", "usc": "usc,oll,stratify"}
_LARGEST_WEIGHT = 2**31 - 1


@dataclass(frozen=True)
class Clingo(Solver):
    """Conflict-driven search that enumerates by backtracking, and keeps no cover in memory.

    optimise: clingo's strategy to find the cheapest covers.
    """

    name: ClassVar[str] = "clingo"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - {Feature.MAX_COST}
    choices: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "optimise": {
            "bb": "branch and bound: by better and better covers",
            "usc": "by unsatisfiable cores that raise the bound, the highest costs first",
        }
    }

    optimise: str = "usc"

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """State the rules."""
        return _ClingoSearch(problem, blocked, _STRATEGIES[self.optimise])


class _ClingoSearch(OneByOne):
    def __init__(self, problem: ExactCover, blocked: frozenset[Cover], strategy: str) -> None:
        self._problem = problem
        symbols = [clingo.Function("option", [clingo.Number(k)]) for k in range(problem.n_options)]
        self._option_of = {symbol: k for k, symbol in enumerate(symbols)}
        self._control: Any = clingo.Control(["0", f"--opt-strategy={strategy}"])  # 0: all models
        self._effort: dict[str, int] = {}
        with self._control.backend() as rules:
            atoms = self._atoms = [rules.add_atom(symbol) for symbol in symbols]
            rules.add_rule(atoms, choice=True)
            for item, options in enumerate(options_by_item(problem)):
                choices = [(atoms[k], 1) for k in options]
                rules.add_weight_rule([], int(problem.most[item]) + 1, choices)  # without a head: this must not hold
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
            self._block(rules, sorted(blocked))

    def _block(self, rules: Any, covers: list[Cover]) -> None:
        for cover in covers:
            clause = blocking(self._problem, cover)
            rules.add_rule([], [self._atoms[-k - 1] if k < 0 else -self._atoms[k - 1] for k in clause])

    def _steps(self) -> Steps:
        with closing(self._models()) as models:
            for model in models:
                yield None if model is None else self._cover(model)

    def one_of_each_choice(self, keep: Iterable[bool]) -> Steps:
        """Yield one cover of each choice of the options k with keep[k]; each choice found becomes a clause."""
        solving = self._control.configuration.solve
        solving.project, solving.enum_mode = "project", "record"
        with self._control.backend() as rules:
            rules.add_project([*compress(self._atoms, keep)])
        yield from self._steps()

    def _cover(self, model: clingo.Model) -> list[int]:
        return [self._option_of[symbol] for symbol in model.symbols(atoms=True)]

    def _cheapest(self, limit: int) -> Generator[Improvement]:
        """Yield better and better covers, and clingo's bounds; net costs as weights make the first bound higher."""
        net, paid = net_costs(self._problem)
        if max(map(abs, net), default=0) > _LARGEST_WEIGHT:
            raise UnsupportedProblem("clingo's weights have 32 bits: round costs beyond 2^31, or use another solver")
        with self._control.backend() as rules:
            rules.add_minimize(0, list(zip(self._atoms, net, strict=True)))
        yield from by_rounds(self._problem, partial(self._round, paid), limit)

    def _round(self, paid: int, found: list[Cover]) -> Generator[Improvement]:
        with self._control.backend() as rules:
            self._block(rules, found)
        bounds: deque[list[int]] = deque()
        with closing(self._models(bounds.append)) as models:
            for model in models:
                yield Improvement(None if model is None else tuple(sorted(self._cover(model))))
                while bounds:
                    yield Improvement(bound=bounds.popleft()[0] + paid)

    def stats(self) -> Mapping[str, int]:
        """Return the choices, conflicts and restarts after the search has ended; empty before."""
        return self._effort

    def _release(self) -> None:
        self._control = None

    def _models(self, on_bound: Callable[[list[int]], None] | None = None) -> Generator[Any, None, None]:
        """Yield each model, valid until the next one, and None as a heartbeat."""
        try:
            with self._control.solve(yield_=True, async_=True, on_unsat=on_bound) as handle:
                process = os.getpid()

                def cancel() -> None:
                    if os.getpid() == process:  # clingo's threads are not in a fork, which would wait for them
                        handle.cancel()

                atexit.register(cancel)  # otherwise a walk that was never closed aborts the program at exit
                try:
                    yield from self._of(handle)
                finally:
                    atexit.unregister(cancel)
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

"""SAT through PySAT: solve, yield the cover, block it, solve again.

The blocking clause of a cover says that not all of its options are chosen. Every option covers a primary item, so no
cover contains another one, and the clause blocks nothing else. With multiplicities one cover may contain another; then
the clause names all options. Auxiliary variables are not in the clause, so an encoding that leaves them free takes more
time but repeats no cover.

CaDiCaL 1.9.5 gets a shorter clause: not all of the decisions that led to the cover hold again. All other variables
follow from the decisions by unit propagation, so the clause blocks this model and no other one. After the clause the
engine keeps its trail and flips the last decision, as dancing links would. Every decision is a true literal, since all
phases are set: so only true literals are tested for being decisions.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, ClassVar, TypeAlias

import numpy as np
import pysat.solvers

from danceoff.problems import Cover, ExactCover
from danceoff.problems.model.cover import IntArray
from danceoff.problems.model.options import with_options
from danceoff.solvers.base import Feature, Improvement, OneByOne, Solver, Steps, interrupted_later
from danceoff.solvers.rewriting.split import options_in_a_cover, split
from danceoff.solvers.sat.clauses.cnf import ENCODINGS, Clauses, blocking, encode
from danceoff.solvers.sat.interrupts import interrupts_left_to_python
from danceoff.solvers.sat.maxsat import cheapest_by_cores
from danceoff.solvers.sat.propagator import PROPAGATING_ENGINE, Blocker

_CONFLICTS_IN_A_SLICE = 2000
_LARGEST_BATCH = 4096
_A_PROPAGATION = 250.0  # work; it took 0.2 to 2 us on 25 problems
_N_PARTS = 100
_SHORT = 40
"""If a cover has fewer options, one option decides much; covers of boards by pentominoes have 12 to 30."""

_WARM = {
    "ergo": "Ergo",
    "glucose3": "Glucose 3.0",
    "glucose4": "Glucose 4.1",
    "gluecard3": "Glucose 3.0 with cardinality constraints",
    "gluecard4": "Glucose 4.1 with cardinality constraints",
    "mergesat3": "MergeSat 3.0",
    "minicard": "MiniCard 1.2",
    "minisat22": "MiniSat 2.2",
    "minisat-gh": "MiniSat, its last state on GitHub",
    "minisatep": "MiniSat with external propagators",
}
"""The engines with a warm start, and what they are."""
_NO_BUDGET = "cannot be stopped: it ignores a budget of conflicts"
_REFUSED = {
    "glucose42": _NO_BUDGET,
    "maplecm": _NO_BUDGET,
    "lingeling": _NO_BUDGET,
    "cryptominisat": _NO_BUDGET,
    "kissat404": "solves only once: it aborts when it gets a further clause",
    "maplesat": "crashes on an empty formula, and its proofs are wrong",
}
"""PySAT's other engines, and why they are not offered: the end of a sentence that begins with the name."""

_CONFIGURED = {"cadical195": {"stabilizeonly": 1, "elim": 0, "decompose": 0}, "cadical300": {"ilb": 2}}
"""Options of CaDiCaL that are not at their defaults; results/notes/sat.md says what they save.

A clause over decisions needs `elim=0` and `decompose=0`: both remove variables, which may then have several values.
"""

_TELLS_DECISIONS = "cadical195"
"""The engine whose decisions we block."""

Chosen: TypeAlias = Generator[list[int] | None, None, None]
"""The variables of the options in each cover, and None as a heartbeat."""


@dataclass(frozen=True)
class Sat(Solver):
    """One of PySAT's incremental solvers on one of the encodings.

    engine: PySAT's name of the solver.
    encoding: the clauses by which at most one option covers an item.
    colours: how an item with colours is encoded.
    warm_start: whether the engine keeps its assignment from one cover to the next; not every engine can.
    seed: shuffles options and clauses; 0 leaves them as they are.
    maxsat: how the cheapest covers are found.
    exhaust: whether each core is exhausted: its bound raised as far as it goes.
    strategy: how another cover is found after one.

    Raises ValueError if the engine does not support an option.
    """

    name: ClassVar[str] = "sat"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - {Feature.MAX_COST}
    choices: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "engine": {
            "cadical195": "CaDiCaL 1.9.5",
            "cadical103": "CaDiCaL 1.0.3",
            "cadical153": "CaDiCaL 1.5.3",
            "cadical300": "CaDiCaL 3.0.0",
            "maplechrono": "MapleLCMDistChronoBT, of the SAT competition 2018",
            **_WARM,
        },
        "encoding": {name: encoding.meaning for name, encoding in ENCODINGS.items()},
        "colours": {
            "defined": "a variable for each colour of an item",
            "conflicts": "a clause for every two options that disagree on a colour",
        },
        "strategy": {
            "blocking": "solve again for each cover, with a clause that excludes it",
            "propagator": "exclude covers inside the search (IPASIR-UP: Fazekas et al., SAT 2023); only cadical195 can",
        },
        "maxsat": {
            "rc2-stratified": "by unsatisfiable cores (RC2), high costs first",
            "rc2": "by unsatisfiable cores (RC2)",
        },
    }
    at_least: ClassVar[Mapping[str, int]] = {"seed": 0}

    engine: str = "cadical195"
    encoding: str = "grouped"
    warm_start: bool = False
    seed: int = 0
    strategy: str = "blocking"
    colours: str = "defined"
    maxsat: str = "rc2-stratified"
    exhaust: bool = True

    def __post_init__(self) -> None:
        if self.engine in _REFUSED:
            raise ValueError(f"solver sat: engine {self.engine} {_REFUSED[self.engine]}")
        super().__post_init__()
        if self.strategy == "propagator" and self.engine != PROPAGATING_ENGINE:
            raise ValueError(f"solver sat: strategy propagator needs engine {PROPAGATING_ENGINE}, not {self.engine}")
        if self.warm_start and self.engine not in _WARM:
            raise ValueError(f"solver sat: engine {self.engine} has no warm start; use one of {', '.join(_WARM)}")

    @property
    def blocks_decisions(self) -> bool:
        """Whether a blocking clause negates decisions: it blocks one model, so each cover must have only one model."""
        return self.engine == _TELLS_DECISIONS and ENCODINGS[self.encoding].determined == "always"

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> SatSearch:
        """Encode the problem and load the clauses into the solver."""
        problem, option_at, clauses = _shuffled(problem, self.encoding, self.colours, self.seed)
        native = pysat.solvers.Solver(name=self.engine, **({"warm_start": True} if self.warm_start else {}))
        if self.engine in _CONFIGURED:
            native.configure(_CONFIGURED[self.engine])
        place: list[int] = np.argsort(option_at).tolist()
        blocks = [blocking(problem, tuple(place[option] for option in cover)) for cover in sorted(blocked)]
        native.append_formula(clauses)
        size = {"variables": native.nof_vars(), "clauses": len(clauses), "blocking_clauses": len(blocks)}
        native.append_formula(blocks)
        # Every decision makes a variable true, because leaving an option out decides little. Saved phases are ignored:
        # they come from the last cover, which is blocked. This saves 16 % of the conflicts on Langford 11 and on
        # pentominoes 3x20, and 50 to 90 % for the first covers of half-full sudokus; the opposite phases double the
        # time.
        if self.engine != "cadical103":  # does not support phases
            native.set_phases(range(1, 1 + (native.nof_vars() if self.blocks_decisions else problem.n_options)))
        kind = _BlockingInside if self.strategy == "propagator" else SatSearch
        return kind(native, option_at, problem, chain(clauses, blocks), self, size)


def _shuffled(
    problem: ExactCover, encoding: str, colours: str, seed: int
) -> tuple[ExactCover, IntArray, Clauses | list[list[int]]]:
    """Return the problem shuffled by the seed, the old number of each option, and the shuffled clauses."""
    option_at = np.arange(problem.n_options, dtype=np.int32)
    if not seed:
        return problem, option_at, encode(problem, encoding, colours)
    random = np.random.default_rng(seed)
    random.shuffle(option_at)
    problem = with_options(problem, option_at)
    clauses = list(encode(problem, encoding, colours))
    return problem, option_at, [clauses[k] for k in random.permutation(len(clauses))]


class SatSearch(OneByOne):
    """Enumeration by blocking clauses: the native solver solves again after each cover."""

    def __init__(
        self,
        native: pysat.solvers.Solver,
        option_at: IntArray,
        problem: ExactCover,
        clauses: Iterable[list[int]],
        solver: Sat,
        size: dict[str, int],
    ) -> None:
        self.native = native
        self.clauses = clauses
        self.solver = solver
        self.size = size
        self.problem = problem
        self.covers_may_nest = problem.covers_may_nest
        self.option_at: list[int] = option_at.tolist()
        self.effort: dict[str, int] = {}

    def _steps(self) -> Steps:
        """Yield each cover once, and None after every slice of conflicts."""
        option_at = self.option_at
        with closing(self._chosen()) as chosen:
            for variables in chosen:
                yield None if variables is None else [option_at[variable - 1] for variable in variables]

    def _increments(self) -> Generator[int]:
        """Yield 1 for a cover, 0 for a heartbeat; no cover is written out."""
        with closing(self._chosen()) as chosen:
            for variables in chosen:
                yield int(variables is not None)

    def _cheapest(self, limit: int) -> Generator[Improvement]:
        """Yield the cheapest covers and bounds, by MaxSAT with a solver of its own."""
        how = (self.solver.engine, self.solver.maxsat == "rc2-stratified", self.solver.exhaust)
        with closing(self._chosen()) as chosen:
            covers = (None if one is None else tuple(variable - 1 for variable in sorted(one)) for one in chosen)
            with closing(cheapest_by_cores(self.problem, self.clauses, *how, limit, covers)) as steps:
                for cover, bound in steps:
                    yield Improvement(cover and tuple(sorted(self.option_at[k] for k in cover)), bound)

    def stats(self) -> Mapping[str, int]:
        """Return the size of the encoding, the number of blocking clauses so far, and the native solver's counters.

        These are restarts, conflicts, decisions and propagations.
        """
        return self.size | (self.native.accum_stats() or self.effort)

    def work(self) -> float:
        """Return the work so far, as `Search.work`, by the propagations."""
        return _A_PROPAGATION * self.stats().get("propagations", 0)

    def _release(self) -> None:
        self.effort = dict(self.stats())
        self.native.delete()

    def _chosen(self) -> Chosen:
        """Solve and block.

        A call ends after a slice of conflicts: CaDiCaL holds the GIL while it solves, and nothing else can stop it.
        The native functions are looked up once, since the look-ups take a noticeable share of the time of a cover.
        """
        n_options, covers_may_nest = len(self.option_at), self.covers_may_nest
        engine = self.native.solver
        give_budget, solve, model, add = engine.conf_budget, engine.solve_limited, engine.get_model, engine.add_clause
        is_decision = engine.is_decision if self.solver.blocks_decisions else None
        parts: deque[list[int]] = deque([[]])
        is_whole = options_in_a_cover(self.problem) < _SHORT
        while parts:
            give_budget(_CONFLICTS_IN_A_SLICE)
            with interrupts_left_to_python:
                satisfiable = solve(parts[0])
            if satisfiable:
                literals = model()
                if is_decision:
                    add([-literal for literal in literals if literal > 0 and is_decision(literal)])
                else:
                    add([-literal for literal in literals[:n_options] if literal > 0 or covers_may_nest])
                self.size["blocking_clauses"] += 1
                yield [literal for literal in literals[:n_options] if literal > 0]
            elif satisfiable is None:
                yield None
                if is_whole:
                    parts, is_whole = self._parts(), False
            else:
                parts.popleft()

    def _parts(self) -> deque[list[int]]:
        """Return the assumptions for each part of the problem: the options that are given in it.

        Used once a cover takes more than a slice of conflicts; the engine keeps the clauses that it has learnt. A part
        is never left unfinished: the engine would forget what it learnt there, and might never end. Problems with many
        options in a cover, such as dominoes, stay whole: one option decides little there.
        """
        whole = replace(self.problem, origin=np.zeros(0, np.int32), taken=np.zeros(0, np.int32))
        return deque([option + 1 for option in part.taken.tolist()] for part in split(whole, _N_PARTS))


class _BlockingInside(SatSearch):
    """Enumeration by a propagator: the native solver asks for the blocking clause of each cover and continues."""

    def __init__(self, native: pysat.solvers.Solver, *rest: Any) -> None:
        super().__init__(native, *rest)
        self.blocker = Blocker(len(self.option_at), self.covers_may_nest)
        native.connect_propagator(self.blocker)
        for variable in range(1, len(self.option_at) + 1):
            native.observe(variable)

    def stats(self) -> Mapping[str, int]:
        """Return what CaDiCaL counted until its last call: to ask for it during a call aborts the process."""
        return self.size | self.effort

    def _release(self) -> None:
        self.native.delete()

    def _chosen(self) -> Chosen:
        size = 1
        while True:
            self.native.conf_budget(_CONFLICTS_IN_A_SLICE)
            self.blocker.room = size
            with interrupted_later(), interrupts_left_to_python:
                satisfiable = self.native.solve_limited()
                self.effort = self.native.accum_stats()
            found = self.blocker.take()
            self.size["blocking_clauses"] += len(found)
            yield from found
            if satisfiable is False:
                return
            if satisfiable is None:
                yield None
            size = min(2 * size, _LARGEST_BATCH)

"""The arrays of the search: made for a problem, and made longer when learned clauses need room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from danceoff.problems import ExactCover
from danceoff.solvers.engines.compiled import record
from danceoff.solvers.engines.learning.kernel_analyse import Scratch
from danceoff.solvers.engines.learning.kernel_branching import Scores
from danceoff.solvers.engines.learning.kernel_clauses import Clauses, tidy
from danceoff.solvers.engines.learning.kernel_costs import AFFORDABLE, NO_PLACE
from danceoff.solvers.engines.learning.kernel_state import IN, ITEM, OUT, UNSET, At, Costs, Problem, Sets, Trail

if TYPE_CHECKING:
    from danceoff.solvers.engines.prices import Net

_FIRST_CLAUSE = 4  # its place in the arena: a reason is never 0
_LONGEST_ARRAY = 1 << 30  # a reason has 30 bits for the place of a clause
_FEW_ITEMS = 256  # as many are copied when a level begins; a sudoku of 9x9 has 324
_MOST_KEPT = 1 << 12  # levels whose sizes are copied


@dataclass
class State:
    """All arrays of a search, at the root of a problem."""

    problem: Problem
    sets: Sets
    trail: Trail
    clauses: Clauses
    scores: Scores
    scratch: Scratch
    at: NDArray[np.void]

    @classmethod
    def of(cls, problem: ExactCover, seed: int, priced: Net | None) -> State:
        """Return the arrays of a problem; a seed other than 0 gives options and items random activities.

        priced: the prices of the problem, if costs matter.
        """
        n = problem.n_options
        static = _static(problem)
        costs = _costs(problem, priced)
        at = record(At)
        at["arena_end"], at["n_active"] = _FIRST_CLAUSE, problem.n_primary
        draw = np.random.default_rng(seed)
        option, item = (draw.random(k) if seed else np.zeros(k) for k in (n, problem.n_items + 1))
        state = cls(
            static,
            _sets(static, problem.n_primary, is_kept=priced is None),
            Trail(costs, np.full(n, UNSET, np.uint8), *(np.zeros(n + 2, np.uint32) for _ in range(9))),
            Clauses(*(np.zeros(0, np.uint32) for _ in range(2)), *(np.zeros(2 * n, np.uint32) for _ in range(3))),
            Scores(option, item, np.ones(1), np.full(n, IN), *(np.zeros(n, np.uint32) for _ in range(2))),
            Scratch(
                *(np.zeros(n, np.uint8), np.zeros(n + 2, np.uint64)),
                *(np.zeros(k, np.uint32) for k in (n + 1, n + 1, n + 1 + 2 * len(costs.since), n + 1)),
            ),
            at,
        )
        state._begin()
        state.tidy(keeps_all=True)
        return state

    def tidy(self, keeps_all: bool) -> None:
        """Reduce the clauses, unless all are to be kept, and make room for as many new ones as there are now."""
        at, n_options = self.at, len(self.trail.value)
        n_numbers = int(at["arena_end"][0]) + n_options
        n_watches = 24 * int(at["clauses"][0])
        self.clauses = self.clauses._replace(
            arena=_longer(self.clauses.arena, n_numbers + 256), pool=_longer(self.clauses.pool, n_watches + 256)
        )
        tidy(self.clauses, self.trail, at, keeps_all)

    def _begin(self) -> None:
        """Put on the trail what the items imply before any decision; if that is a conflict, the search is refuted."""
        static, at = self.problem, self.at
        n_primary = int(at["n_active"][0])
        size = self.sets.size[:n_primary]
        least = static.least[:n_primary] if len(static.least) else np.ones(n_primary, np.uint32)
        at["is_refuted"] = (size < least).any()
        is_needed = np.zeros(len(self.trail.value), bool)
        is_tight = np.zeros(len(self.sets.size), bool)
        is_tight[:n_primary] = size == least
        is_entry = is_tight[static.item]
        is_needed[static.owner[is_entry]] = True
        self.trail.reason[static.owner[is_entry]] = static.item[is_entry] << 2 | ITEM
        needed = np.flatnonzero(is_needed)
        self.trail.value[needed] = IN
        self.trail.option[: len(needed)] = needed
        self.trail.place[needed] = np.arange(len(needed))
        at["n_set"] = len(needed)


def _longer(array: NDArray[np.uint32], needed: int) -> NDArray[np.uint32]:
    """Return the array, or a longer one that begins with it, of at least twice the length that is needed."""
    if len(array) >= 2 * needed:
        return array
    if 3 * needed > _LONGEST_ARRAY:
        raise MemoryError("learn: too many learned clauses")
    return np.append(array, np.zeros(3 * needed - len(array), np.uint32))


def _costs(problem: ExactCover, priced: Net | None) -> Costs:
    """Return the arrays of costs: nothing is spent yet, and the bound on the cost is infinite."""
    if priced is None:
        longs, numbers, tally = np.zeros(0, np.int64), np.zeros(0, np.uint32), np.zeros((0, 3), np.uint64)
        is_noted, stake = np.zeros(0, np.bool_), np.zeros((2, 0), np.int64)
        return Costs(longs, longs, longs, numbers, numbers, tally, longs, longs, numbers, is_noted, stake)
    n, n_levels = problem.n_options, problem.n_options + 2
    price, free = loose_items(priced)
    stake = np.zeros((2, n if len(price) else 0), np.int64)
    if len(price):
        stake[IN] = priced.cost
        owner = np.repeat(np.arange(n), np.diff(problem.start))
        at_brim = np.where(free == 0, price, 0)[problem.item]
        np.add.at(stake[IN], owner, np.maximum(at_brim, 0))
        np.add.at(stake[OUT], owner, np.maximum(-at_brim, 0))
    tally = np.zeros((n_levels, 3), np.uint64)
    tally[0, AFFORDABLE] = n
    n_payers = n + (len(problem.item) if len(price) else 0)
    return Costs(
        priced.cost,
        np.full(1, np.iinfo(np.int64).max),
        np.zeros(n_levels, np.int64),
        np.zeros(n_payers, np.uint32),
        np.zeros(n_payers, np.uint32),
        tally,
        price,
        free,
        np.where(free == 0, 0, NO_PLACE).astype(np.uint32),
        np.zeros(len(price), np.bool_),
        stake,
    )


def loose_items(priced: Net) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the price of each item that is not covered a fixed number of times, and how many of its options are free.

    At a positive price, each chosen option of the item costs the price, except the free ones; at a negative price, each
    excluded option does. Both arrays are empty if all prices are 0.
    """
    problem = priced.problem
    degree = np.bincount(problem.item, minlength=problem.n_items).astype(np.int64)
    least, most = np.minimum(problem.least, degree), np.minimum(problem.most, degree)
    price = np.where(least < most, priced.prices.price, 0)
    if not price.any():
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    return price, np.where(price > 0, least, degree - most).astype(np.int64)


def _static(problem: ExactCover) -> Problem:
    """Return the arrays that never change, in which the primary items of each option come first."""
    n_entries = problem.start[1:] - problem.start[:-1]
    owner = np.repeat(np.arange(problem.n_options, dtype=np.uint32), n_entries)
    item, colour = problem.item, problem.colour
    is_secondary = item >= problem.n_primary
    if (is_secondary[:-1] & ~is_secondary[1:] & (owner[:-1] == owner[1:])).any():
        order = np.lexsort((is_secondary, owner))
        item, is_secondary = item[order], is_secondary[order]
        colour = colour[order] if problem.has_colours else colour
    n_secondary = np.bincount(owner[is_secondary], minlength=problem.n_options)
    begin = np.append(0, np.cumsum(np.bincount(item, minlength=problem.n_items)))
    bounds = (problem.has_multiplicity, problem.least, problem.most) if problem.has_multiplicities else ((), (), ())
    return Problem(
        problem.start.astype(np.uint32),
        (problem.start[1:] - n_secondary).astype(np.uint32),
        item.astype(np.uint32),
        owner,
        begin.astype(np.uint32),
        np.array(colour, np.int32),
        np.array(bounds[0], np.bool_),
        *(np.array(bound, np.uint32) for bound in bounds[1:]),
    )


def _sets(static: Problem, n_primary: int, is_kept: bool) -> Sets:
    column = static.item.astype(np.uint16) if len(static.begin) < 1 << 16 else static.item  # 16 bits: linear time
    entry = np.argsort(column, kind="stable").astype(np.uint32)
    place = np.empty_like(entry)
    place[entry] = np.arange(len(entry), dtype=np.uint32)
    size = np.diff(static.begin).astype(np.uint32)
    numbers = np.arange(n_primary, dtype=np.uint32)
    times = np.zeros(len(size) if len(static.counted) else 0, np.uint32)
    n_kept = min(len(static.first) + 1, _MOST_KEPT) if is_kept and len(size) <= _FEW_ITEMS else 0
    kept = np.zeros((n_kept, 2 * len(size) + len(times) + 3), np.uint32)
    return Sets(entry, place, size, np.zeros_like(size), times, numbers, numbers.copy(), kept)

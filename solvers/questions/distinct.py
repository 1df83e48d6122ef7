"""One cover for each distinct choice of some options: the covers, projected to these options.

A solver lists covers, and those with a new choice are passed on. A list in which most covers repeat choices is left,
for one choice may have any number of covers. Then the options that may cover an item part the choices, and each part is
a problem of its own. Where nothing is left to choose, one cover is enough. A choice is known by its option numbers, not
by a hash.

The solver `sat` needs no parts: a clause excludes each choice that it has found, and no other choice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from danceoff.problems import Covers, ExactCover
from danceoff.problems.model.cover import BoolArray
from danceoff.solvers.base import Search, Solver, Steps
from danceoff.solvers.base.one_by_one import in_batches

if TYPE_CHECKING:
    from danceoff.solvers.sat.solver import SatSearch

PATIENCE = 256
"""Covers per new choice at which a list is left: about as many as a solver lists while it prepares a further search."""
_CONFLICTS = 2000
"""Conflicts of a SAT solver between two heartbeats."""
_MOST = 1 << 20
"""Choices at which a list is left, too: those of its parts take no memory together."""


class Distinct(Search):
    """A search for one cover of each choice.

    keep: bool[n_options], the options whose choice counts.
    patience: as `PATIENCE`; 0 leaves a list at the first repetition.
    """

    def __init__(self, solver: Solver, problem: ExactCover, keep: BoolArray, patience: int = PATIENCE) -> None:
        nothing = np.zeros(0, np.int32)
        self._solver, self._problem = solver, replace(problem, origin=nothing, taken=nothing)
        self._keep, self._patience = keep, patience
        self._stats: Counter[str] = Counter()

    def stats(self) -> Mapping[str, int]:
        """Return the counters of the solver, summed over the searches that have ended."""
        return self._stats

    def _batches(self) -> Generator[Covers]:
        # The parts of each list that was left, and its choices: its parts find them again.
        left: list[tuple[Iterator[ExactCover], set[bytes]]] = [(iter([self._problem]), set())]
        while left:
            part = next(left[-1][0], None)
            if part is None:
                left.pop()
                continue
            own: set[bytes] = set()
            if (yield from self._of(part, own, [known for _, known in left if known])):
                left.append((self._parts(part), own))

    def _of(self, part: ExactCover, own: set[bytes], before: Sequence[set[bytes]]) -> Generator[Covers, None, bool]:
        """Yield covers of a part with new choices; return whether its list was left before the end.

        own: collects the choices of this list.
        before: the choices of the lists that this part belongs to.
        """
        n_found, is_open, is_left = 0, bool(self._keep[part.origin].any()), False
        with self._solver.prepare(part) as search:
            search.is_cold, self.is_cold = self.is_cold, False
            search.programs = self.programs
            with closing(self._walk(search, part)) as batches:
                for batch in batches:
                    covers = part.lift(batch)
                    yield covers.select(self._new(covers, own, before))
                    n_found += len(batch)
                    is_left = n_found - len(own) > self._patience * (1 + len(own)) or len(own) > _MOST
                    if n_found and (is_left or not is_open):
                        break
        self.choice = self.choice or search.choice
        self._stats.update(search.stats())
        return is_left and is_open

    def _walk(self, search: Search, part: ExactCover) -> Generator[Covers]:
        """Return the batches of a search; those of `sat` have each choice once."""
        if self._solver.name == "sat":
            from danceoff.solvers.sat.solver import SatSearch  # late: PySAT, which may be missing

            if type(search) is SatSearch:
                return in_batches(_by_clauses(search, self._keep[part.origin]))
        return search.batches(heartbeats=True)

    def _new(self, covers: Covers, own: set[bytes], before: Sequence[set[bytes]]) -> BoolArray:
        """Return which of these covers have a new choice, and add their choices to `own`."""
        n, is_kept = len(self._keep), self._keep[covers.option]
        row = np.repeat(np.arange(len(covers)), np.diff(covers.start))[is_kept]
        option = (np.sort(row * n + covers.option[is_kept]) % max(n, 1)).astype(np.int32)
        end = np.cumsum(np.bincount(row, minlength=len(covers))) * option.itemsize
        data, is_new = option.tobytes(), np.zeros(len(covers), bool)
        for k, (first, last) in enumerate(pairwise([0, *end.tolist()])):
            choice = data[first:last]
            if choice not in own:
                own.add(choice)
                is_new[k] = not any(choice in known for known in before)
        return is_new

    def _parts(self, part: ExactCover) -> Iterator[ExactCover]:
        """Yield problems that share no choice: with each of the kept options of an item, without those before it."""
        is_entry = np.repeat(self._keep[part.origin], np.diff(part.start))
        n_kept, n_others = (np.bincount(part.item[one], minlength=part.n_items) for one in (is_entry, ~is_entry))
        item = min(np.flatnonzero(n_kept).tolist(), key=lambda item: (n_others[item], n_kept[item]))
        entries = np.flatnonzero(is_entry & (part.item == item))
        options = part.origin[np.searchsorted(part.start, entries, "right") - 1]
        for option in options.tolist():
            place = [int(np.searchsorted(part.origin, option))]
            yield part.given(place)
            part = part.without(place)
        yield part


def _by_clauses(search: SatSearch, keep: BoolArray) -> Steps:
    """Yield a cover of each choice from one SAT solver, and None as a heartbeat."""
    from danceoff.solvers.sat.interrupts import interrupts_left_to_python  # late: PySAT, which may be missing

    native, option_at, is_kept = search.native, search.option_at, keep[search.option_at]
    kept, may_nest = np.flatnonzero(is_kept).tolist(), _choices_may_nest(search.problem, is_kept)
    while True:
        native.conf_budget(_CONFLICTS)
        with interrupts_left_to_python:
            is_found = native.solve_limited()
        if is_found is False:
            return
        if is_found is None:
            yield None
            continue
        literals = native.get_model()
        native.add_clause([-literals[k] for k in kept if may_nest or literals[k] > 0])
        yield [option for option, literal in zip(option_at, literals, strict=False) if literal > 0]


def _choices_may_nest(problem: ExactCover, is_kept: BoolArray) -> bool:
    """Return whether a choice may be a part of another one.

    Then some kept option has no item that is always covered equally often, and by kept options alone.
    """
    others, kept = (problem.without(np.flatnonzero(gone).tolist()) for gone in (is_kept, ~is_kept))
    is_alone = np.bincount(others.item, minlength=problem.n_items) == 0
    return replace(kept, least=np.where(is_alone, kept.least, 0).astype(np.int32)).covers_may_nest

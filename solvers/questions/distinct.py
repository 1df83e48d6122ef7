"""One cover for each distinct choice of some options: the covers, projected to these options.

A solver lists covers, and those with a new choice are passed on. A list in which most covers repeat choices is given
up, for one choice may have any number of covers. Then the problem is divided by the options that may cover an item, and
each part is a problem of its own. A part in which nothing is left to choose needs only one cover. A choice is known by
its option numbers, not by a hash. The solver `sat` needs no parts: a clause excludes each choice found, and no other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from danceoff.problems import Covers, ExactCover
from danceoff.problems.model.cover import BoolArray
from danceoff.solvers.base import Search, Solver, Steps
from danceoff.solvers.base.one_by_one import in_batches

PATIENCE = 256
"""Covers per new choice at which a list is given up: about as many as are listed in the time to prepare a search."""
_MOST = 1 << 20
"""Choices at which a list is given up, too: the choices of different parts need not be in memory together."""
_CONFLICTS = 2000
"""Conflicts of a SAT solver between two heartbeats."""


class Distinct(Search):
    """A search for one cover of each choice.

    keep: bool[n_options], the options whose choice counts.
    patience: as `PATIENCE`; 0 gives a list up at the first repetition.
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
        to_come: list[Iterator[ExactCover]] = [iter([self._problem])]  # the parts to come of each list given up
        known: list[set[bytes]] = []  # the choices of these lists, which their parts find again
        while to_come:
            for part in to_come[-1]:
                own: set[bytes] = set()
                if (yield from self._of(part, own, known)):
                    to_come.append(self._parts(part))
                    known.append(own)
                    break
            else:
                to_come.pop()
                del known[-1:]  # there is none for the problem itself

    def _of(self, part: ExactCover, own: set[bytes], known: Sequence[set[bytes]]) -> Generator[Covers, None, bool]:
        """Yield covers of a part with new choices; return whether its list was given up, and options can divide it."""
        n_found, is_given_up, kept = 0, False, self._keep[part.origin]
        most = _MOST if kept.any() else 0  # nothing to choose: the list ends after one cover
        with self._solver.prepare(part) as search:
            search.is_cold, self.is_cold = self.is_cold, False
            search.programs = self.programs
            is_sat = type(search).__name__ == "SatSearch"  # by its name: to import the class needs PySAT
            by_clauses = _by_clauses if is_sat else getattr(type(search), "one_of_each_choice", None)
            found = in_batches(by_clauses(search, kept)) if by_clauses else search.batches(heartbeats=True)
            with closing(found) as batches:
                for batch in batches:
                    covers = part.lift(batch)
                    yield covers.select(self._new(covers, own, known))
                    n_found += len(batch)
                    is_given_up = n_found - len(own) > self._patience * (1 + len(own)) or len(own) > most
                    if is_given_up:
                        break
        self.choice = self.choice or search.choice
        self._stats.update(search.stats())
        return is_given_up and most > 0

    def _new(self, covers: Covers, own: set[bytes], known: Sequence[set[bytes]]) -> BoolArray:
        """Return which of these covers have a new choice, and add their choices to `own`."""
        n, is_kept, is_new = len(self._keep), self._keep[covers.option], np.zeros(len(covers), bool)
        row = np.repeat(np.arange(len(covers)), np.diff(covers.start))[is_kept]
        option = (np.sort(row * n + covers.option[is_kept]) % max(n, 1)).astype(np.int32)  # ascending in each cover
        end = np.cumsum(np.bincount(row, minlength=len(covers))) * option.itemsize
        data = option.tobytes()
        for k, (first, last) in enumerate(pairwise([0, *end.tolist()])):
            choice = data[first:last]
            if choice not in own:
                own.add(choice)
                is_new[k] = not any(choice in others for others in known)
        return is_new

    def _parts(self, part: ExactCover) -> Iterator[ExactCover]:
        """Yield problems that share no choice: each takes one kept option of an item without those before, or none."""
        is_entry = np.repeat(self._keep[part.origin], np.diff(part.start))
        n_kept = np.bincount(part.item[is_entry], minlength=part.n_items)
        n_others = np.bincount(part.item[~is_entry], minlength=part.n_items)
        item = min(np.flatnonzero(n_kept).tolist(), key=lambda one: (n_others[one], n_kept[one]))
        entries = np.flatnonzero(is_entry & (part.item == item))
        for option in part.origin[np.searchsorted(part.start, entries, "right") - 1].tolist():
            place = [int(np.searchsorted(part.origin, option))]
            yield part.given(place)
            part = part.without(place)
        yield part


def choices_may_nest(problem: ExactCover, keep: BoolArray) -> bool:
    """Return whether a choice may be a part of another one; then a clause against it also names what it leaves out.

    It cannot if every kept option has an item that kept options alone cover, always equally often.
    """
    least = problem.least.copy()
    least[problem.item[~np.repeat(keep, np.diff(problem.start))]] = 0  # what others cover, too
    return replace(problem.without(np.flatnonzero(~keep).tolist()), least=least).covers_may_nest


def _by_clauses(search: Any, keep: BoolArray) -> Steps:
    """Yield a cover of each choice from one SAT solver, and None as a heartbeat."""
    from danceoff.solvers.sat.interrupts import interrupts_left_to_python  # late: PySAT, which may be missing

    native, option_at = search.native, np.array(search.option_at, np.int32)
    is_kept, is_found = keep[option_at], None
    may_nest = choices_may_nest(search.problem, is_kept)
    while is_found is not False:
        native.conf_budget(_CONFLICTS)
        with interrupts_left_to_python:
            is_found = native.solve_limited()
        if is_found:
            literals = np.array(native.get_model()[: len(option_at)], np.int64)
            native.add_clause((-literals[is_kept & ((literals > 0) | may_nest)]).tolist())
            yield option_at[literals > 0].tolist()
        else:
            yield None

"""Chooses a backend by the question, and by the work that each search has done.

A tree search lists easy covers fastest, but gets lost if a choice is refuted only many options later; clause learning
does not. No cheap test distinguishes the two kinds of problem. So both search alternately, step by step, until one of
them has found all covers; each leaves out the covers that the other has found. One of them is the favourite and has
most of the work (shares.py). For a count this is the counter. As long as a list has no cover, SAT takes part, and the
counter, too, if its frontier is narrow: a count of 0 ends the list. Linear congruences, and later weights of items and
a step of look-ahead, may show that there is no cover; each comes once the searches have done as much work as it takes.

A user with one question should not wait for the kernels of engines, which take 0.3 s to load, and seconds to compile
once. Where nothing was loaded before the walk (`Search.is_cold`), Algorithm X in Python begins, for a number of nodes
(beginning.py), so that the covers and their order do not depend on the machine. SAT follows in a small list that has no
cover yet. An engine is loaded when its first turn comes.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, ClassVar, cast

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.solvers.base import Feature, Improvement, Search, Solver, Steps, UnsupportedProblem, cheapest_of, without
from danceoff.solvers.engines.loading import imported
from danceoff.solvers.rewriting.skips import with_skips, without_skips
from danceoff.solvers.rewriting.split import options_in_a_cover
from danceoff.solvers.table import load, missing
from danceoff.solvers.together.beginning import Beginning, has_beginning, is_awake
from danceoff.solvers.together.shares import Rule, Shares

if TYPE_CHECKING:
    from danceoff.solvers.together.cheapest import CheapestInTurns

_TREE, _LEARNS, _SOLVES, _COUNTS = "bits", "learn", "sat", "counter"
_ALL = 1 << 62  # steps
_DEEP = 60
"""Options in a cover: with as many or more, clause learning is the favourite. Half-full sudokus of 25x25 have 300 or
more, boards of pentominoes 12 to 80, of which the smaller ones are easy for the tree search."""
_TREE_STEPS = 4
"""Steps of the tree search before clause learning, where engines are loaded in turn. Algorithm X leaves 35 problems of
the catalog to engines: these steps answer 30, one step 10. For the other problems clause learning is loaded, too."""
_SAT_STEPS, _MOST_FOR_SAT = 2, 6000
"""Steps of SAT before the tree search there, in a problem of at most so many entries: SAT loads no kernels."""
_NONE_FOUND = Rule(alone=2e7, first=0.4, later=0.9, long=1e9)
_LISTING = Rule(alone=2e7, first=0.15, later=0.5, long=1e9)
_COUNTING = Rule(alone=5e7, first=0.1, later=0.3, long=1e9)
_OPEN_COUNTING = Rule(alone=5e7, first=0.3, later=1.0, long=2e8)
"""For counts in which no search is likelier to end first: covers have many options, or bounded costs."""
_NARROW = 40.0  # as in cheapest.py, but for a count that may show that there is no cover
_A_SLICE, _AN_ENCODED_ENTRY, _A_COUNT, _MOST_CLAUSES = 1e8, 1e4, 3e7, 1 << 18
"""The work of a step of SAT, and of its clauses for each entry, which took 5 to 33 us; of a step of the counter with
its kernels; and the most entries of a problem for SAT."""
_MANY = 100_000
"""Covers that are found in a count beyond which clause learning, which finds them one by one, is not favoured."""
_A_STEP = 5e6  # the work of a step of a search that does not count it
_FEW_LISTED, _FEW_COUNTED = 1 / 12, 1 / 4
"""The part of the secondary items that a cover may leave out if they become primary. On boards of which a fourth stays
open, that makes the counter up to ten times as fast; the tree search becomes slower from an eighth on."""
_LONG_COUNT = 1 << 30
"""Entries that plain counting reads, as estimated: 0.3 s. A shorter count takes up to ten times as long with skips."""
_MOST_KEPT = 20_000
"""Covers that are kept for the other search to leave out. A search that has found more continues alone."""


@dataclass(frozen=True)
class Auto(Solver):
    """Several searches in turns; `Search.choice` says which answered, and why."""

    name: ClassVar[str] = "auto"
    loads_in_turn: ClassVar[bool] = True
    features: ClassVar[frozenset[Feature]] = frozenset(Feature)

    def lists_to_certify(self, problem: ExactCover) -> bool:
        """Return whether items have multiplicities, which make a trace long."""
        return problem.has_multiplicities

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Keep the problem: only the walk says whether covers are listed or counted, so it chooses."""
        return _Search(problem, blocked)

    def warm_up(self, problem: ExactCover, listing: bool) -> None:
        """Warm up every engine that `auto` may choose."""
        for name in (_LEARNS, _TREE, *([_SOLVES] if listing and not missing(_SOLVES) else [])):
            load(name).warm_up(problem, listing)
        load(_COUNTS).warm_up(problem, listing=False)
        imported("danceoff.solvers.together.refutations")
        if problem.has_costs:
            from danceoff.solvers.together.cheapest import warm_up

            warm_up(problem)


class _Search(Search):
    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self._problem, self._asked, self._blocked = problem, problem, blocked
        self._original: Callable[[Covers], Covers] = lambda covers: covers
        self._chosen: _Candidate | None = None
        self._candidates: list[_Candidate] = []
        self._is_over = False
        self._in_rounds: CheapestInTurns | None = None

    def _skip(self, few: float, least_visits: int = 0) -> None:
        """Search the problem tightened or with skips, if a cover leaves out few of its secondary items.

        least_visits: the entries that plain counting must read at least for skips to be used.
        """
        skipping = self._asked if self._blocked else with_skips(self._asked, few)
        if skipping is self._asked:
            return
        from danceoff.solvers.together.tight import tightened  # late: for few problems

        none = self._asked.taken[:0]
        if tight := tightened(replace(self._asked, origin=none, taken=none)):
            self._problem, self._original = tight, tight.lift
            return
        if least_visits:
            imported("danceoff.solvers.engines.counter")
            from danceoff.solvers.engines.counter.probes import plain_work  # late: Numba, 0.2 s, for some problems

            if plain_work(self._asked)[1] < least_visits:
                return
        self._problem, self._original = skipping, partial(without_skips, n_options=self._asked.n_options)

    def _batches(self) -> Generator[Covers]:
        self._skip(_FEW_LISTED)
        with closing(self._found()) as found:
            yield from map(self._original, found)

    def _found(self) -> Generator[Covers]:
        tree, learn, *_ = searches = [self._candidate(name) for name in self._listing()]
        self._candidates.append(refuting := _Refuting(self._problem, self._blocked))
        begins, *_ = all_of = [self._beginning(), *searches, refuting]
        is_deep = options_in_a_cover(self._problem) >= _DEEP
        in_order = [learn, tree, *searches[2:]] if is_deep else searches
        none_found, listing = Shares(_NONE_FOUND), Shares(_LISTING)

        def next_one() -> _Candidate:
            favourite = max(in_order, key=lambda one: one.n_covers)
            if favourite.n_covers:
                return listing.next(favourite, [one for one in (tree, learn) if one is not favourite])
            return none_found.next(favourite, [*in_order[1:], *([] if refuting.is_over else [refuting])])

        def opening() -> Iterator[tuple[_Candidate, int]]:
            if has_beginning(self._problem, self.is_cold):
                yield begins, _ALL
                is_for_trees = begins.n_covers or len(self._problem.item) > _MOST_FOR_SAT
                for sat in [] if is_for_trees else searches[2:]:
                    yield sat, _SAT_STEPS
                    if sat.n_covers:
                        return
            yield tree, _TREE_STEPS if self.is_cold else 1

        with ExitStack() as stack:
            for one in all_of:
                stack.enter_context(closing(one))
            for one, n_steps in self._turns(all_of, opening(), next_one):
                for batch in one.batches(n_steps, are_covers_free=one is tree):
                    if len(batch) and not self._chosen:
                        self._choose(one, "found a cover", all_of)
                    yield batch
                if one.ended:
                    self._choose(one, "finished", all_of)
                    return
                found = one.taken()
                for other in searches:
                    if other is not one:
                        other.leave_out(found)

    def _listing(self) -> Sequence[str]:
        """Return the backends that may list covers. SAT lists covers of any cost, most of which may cost too much."""
        is_small = len(self._problem.item) <= _MOST_CLAUSES and self._problem.max_cost is None
        return (_TREE, _LEARNS, _SOLVES) if is_small and not missing(_SOLVES) else (_TREE, _LEARNS)

    def _increments(self) -> Generator[int]:
        self._skip(_FEW_COUNTED, _LONG_COUNT)
        names = [_TREE if self._blocked else _COUNTS, _LEARNS]
        has_bound = self._problem.max_cost is not None
        if has_bound and not self._blocked:
            names.append(_TREE)  # without bounded costs the counter itself counts with the tree search
        begins, favourite, *others = all_of = [self._beginning(), *(self._candidate(name) for name in names)]
        is_deep = options_in_a_cover(self._problem) >= _DEEP
        shallow, open_ = Shares(_COUNTING), Shares(_OPEN_COUNTING)

        def next_one() -> _Candidate:
            is_open = has_bound or (is_deep and favourite.n_covers < _MANY)
            return (open_ if is_open else shallow).next(favourite, others)

        n_yielded = 0
        with ExitStack() as stack:
            for one in all_of:
                stack.enter_context(closing(one))
            first = [(begins, _ALL)] if has_beginning(self._problem, self.is_cold) and not is_awake() else []
            for one, n_steps in self._turns(all_of, first, next_one):
                for n_covers in one.counts(n_steps, are_covers_free=one is begins):
                    yield max(n_covers - n_yielded, 0)
                    n_yielded = max(n_covers, n_yielded)
                if one.ended:
                    self._choose(one, "finished", all_of)
                    return
        yield 0  # a heartbeat: the proof that has ended the search may take seconds

    def stats(self) -> Mapping[str, int]:
        if self._in_rounds:
            return {"rounds": self._in_rounds.n_rounds}
        return self._chosen.search.stats() if self._chosen and self._chosen.search else {}

    def done(self) -> float:
        """Return the largest share of its tree that one of the searches has done."""
        return 1.0 if self._is_over else max((one.done() for one in self._candidates), default=0.0)

    def _cheapest(self, limit: int) -> Generator[Improvement]:
        if not self._problem.has_costs:
            yield from cheapest_of(self._problem, self._some(limit), limit)
            return
        from danceoff.solvers.together.cheapest import CheapestInTurns  # late: for problems with costs

        self._skip(_FEW_LISTED)
        self._in_rounds = CheapestInTurns(self._problem, self._blocked, limit, self.is_cold)
        with closing(self._in_rounds.found()) as steps:
            for cover, bound in steps:
                own = None if cover is None else next(iter(self._original(Covers.of([cover]))))
                yield Improvement(own, bound)
        self.choice = self._in_rounds.choice

    def _some(self, limit: int) -> Steps:
        n_found = 0
        with closing(self._batches()) as batches:
            for batch in batches:
                yield None
                yield from islice(batch, limit - n_found)
                n_found += len(batch)
                if n_found >= limit:
                    return

    def _candidate(self, name: str) -> _Candidate:
        self._candidates.append(_Candidate(name, self._problem, self._blocked))
        return self._candidates[-1]

    def _beginning(self) -> _Begins:
        begins = _Begins("", self._problem, self._blocked)
        self._candidates.append(begins)
        return begins

    def _turns(
        self, all_of: Sequence[_Candidate], first: Iterable[tuple[_Candidate, int]], next_one: Callable[[], _Candidate]
    ) -> Iterator[tuple[_Candidate, int]]:
        """Yield which search continues, and for how many steps: `first`, then one step of each `next_one`."""
        yield from first
        from danceoff.solvers.together.refutations import Refutations  # late: most questions end before

        refutations = Refutations(self._asked)
        while True:
            if not any(one.n_covers for one in all_of):
                for _ in refutations.after(lambda: sum(one.work() for one in all_of)):
                    yield all_of[-1], 0  # a heartbeat
                if refutations.found:
                    self.weights, self._is_over = refutations.weights, True
                    self.choice = f"no search: {refutations.found} that there is no cover"
                    return
            yield next_one(), 1

    def _choose(self, one: _Candidate, did: str, of: Sequence[_Candidate]) -> None:
        self._chosen = one
        others = {other.name: other.n_steps for other in of if other.n_steps and other.name != one.name}
        had_not = "".join(f", {name} had not after {n}" for name, n in others.items())
        self.choice = f"chose {one.name}: it {did} after {one.n_steps} step{'s' * (one.n_steps != 1)}{had_not}"


class _Candidate:
    """A search that alternates with others, prepared when it is first continued; at its end it has all covers."""

    def __init__(self, name: str, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self.name = name
        self.a_step = _A_SLICE + _AN_ENCODED_ENTRY * len(problem.item) if name == _SOLVES else _A_STEP
        self.n_covers = self.n_steps = 0
        self.ended = False
        self.search: Search | None = None
        self._problem, self._blocked = problem, blocked
        self._kept: list[Covers] = []
        self._left_out: set[Cover] = set()
        self._walk: Generator[Covers | int]

    def batches(self, n_steps: int, are_covers_free: bool) -> Iterator[Covers]:
        """Continue for `n_steps` steps, maybe with covers free, and yield the new covers; for 0 steps, a heartbeat."""
        if not n_steps:
            yield Covers.of(())
            return
        while not self.ended and (n_steps or self.n_covers > _MOST_KEPT):
            found = cast("Covers | None", self._next(listing=True))
            if found is None:
                return
            self.n_steps += 1
            batch = without(found, self._left_out)
            if len(batch) < len(found):
                self._left_out.difference_update(found)  # no cover comes again, and an empty set takes no time
            self.n_covers += len(batch)
            if self.n_covers > _MOST_KEPT:
                self._kept.clear()
            elif len(batch):
                self._kept.append(batch)
            n_steps -= not (are_covers_free and len(found))  # whether its covers are new or not
            yield batch

    def counts(self, n_steps: int, are_covers_free: bool) -> Iterator[int]:
        """Continue the search and yield how many covers it has found so far; arguments as for `batches`."""
        if not n_steps:
            yield self.n_covers
        while n_steps:
            increment = cast("int | None", self._next(listing=False))
            if increment is None:
                return
            self.n_covers += increment
            is_step = not (are_covers_free and increment)
            self.n_steps, n_steps = self.n_steps + is_step, n_steps - is_step
            yield self.n_covers

    def work(self) -> float:
        """Return the work of the search so far, as `Search.work`."""
        counted = self.search.work() if self.search else 0.0
        return counted or self.n_steps * _A_STEP

    def done(self) -> float:
        """Return the share of the tree that is done, as `Search.done`."""
        if self.ended:
            return 1.0
        return self.search.done() if self.search else 0.0

    def taken(self) -> list[Covers]:
        """Return the covers found since the last call, or nothing if they are too many to leave out."""
        taken, self._kept = self._kept, []
        return taken

    def leave_out(self, found: Iterable[Covers]) -> None:
        """Leave out what another search has found."""
        self._left_out.update(chain.from_iterable(found))

    def close(self) -> None:
        """Release what the search holds."""
        if self.search is not None:
            self.search.close()

    def _next(self, listing: bool) -> Covers | int | None:
        if self.search is None:
            self.search = self._prepared()
            self._walk = self.search.batches(heartbeats=True) if listing else self.search.increments()
        step = next(self._walk, None)
        self.ended = step is None
        return step

    def _prepared(self) -> Search:
        return load(self.name).prepare(self._problem, self._blocked)


class _Begins(_Candidate):
    """The beginning, which has not ended if there are more nodes."""

    def _next(self, listing: bool) -> Covers | int | None:
        step = super()._next(listing)
        self.ended = step is None and not cast("Beginning", self.search).is_cut
        return step

    def _prepared(self) -> Search:
        search = Beginning(self._problem, self._blocked)
        self.name = search.name
        return search


class _Refuting(_Candidate):
    """The counter beside a list that has no cover so far: if it counts 0 covers, the list ends."""

    def __init__(self, problem: ExactCover, blocked: frozenset[Cover]) -> None:
        super().__init__(_COUNTS, problem, blocked)
        self.a_step = _A_COUNT
        self.is_over = bool(blocked)

    def batches(self, n_steps: int, are_covers_free: bool) -> Iterator[Covers]:
        """Continue the search for `n_steps` steps and yield no covers, as a heartbeat."""
        if n_steps:
            try:
                self.is_over = any(self.counts(n_steps, are_covers_free))
            except (MemoryError, UnsupportedProblem):
                self.is_over = True
            if self.is_over:
                self.close()
        yield Covers.of(())

    def done(self) -> float:
        """Return 0: its end is the end of the list only if it has counted no cover."""
        return 0.0

    def _next(self, listing: bool) -> Covers | int | None:  # noqa: ARG002 - it counts
        return super()._next(listing=False)

    def _prepared(self) -> Search:
        from danceoff.solvers.together.cheapest import width
        from danceoff.solvers.together.searches import COUNTS_A_LITTLE

        if width(self._problem) > _NARROW:
            raise UnsupportedProblem("the frontier is wide")
        return load(COUNTS_A_LITTLE).prepare(self._problem, self._blocked)

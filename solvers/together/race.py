"""Races backends on one problem, each in a process of its own: yields the first complete answer and ends the others.

A count is complete when a racer ends. When listing, the first cover of any racer is yielded at once, since the reader
may want no more. After that, covers are held back until one racer is done, or has found so many that no other racer is
likely to overtake it. Then this racer has won: the others are ended and its covers are yielded. The first cover must be
one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import ClassVar

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.solvers.base import OPTIMISING, Feature, Search, Solver, UnsupportedProblem, without
from danceoff.solvers.engines.loading import counted_s
from danceoff.solvers.table import load
from danceoff.solvers.together.child import Child, ChildDied, Report
from danceoff.solvers.together.processes import warm_up_ours

_IN_HAND = 10_000
"""A racer that has found so many covers wins: to hold back more would take too much memory."""
_PATIENCE_S = 0.05


@dataclass(frozen=True)
class Race(Solver):
    """Several backends at once; `Search.choice` says which one won, and how.

    of: the racers, as `load` takes them, but with `+` between racers and `;` between the options of one. A racer that
        refuses the problem, or fails, drops out.

    Raises ValueError and MissingBackend as `load` does for each racer.
    """

    name: ClassVar[str] = "race"
    features: ClassVar[frozenset[Feature]] = frozenset(Feature) - OPTIMISING

    of: str = "bits+counter+sat"

    def __post_init__(self) -> None:
        super().__post_init__()
        for spec in self.racers():
            load(spec)

    def racers(self) -> list[str]:
        """Return the racers, as `load` takes them."""
        return [spec.replace(";", ",") for spec in self.of.split("+")]

    @property
    def at_once(self) -> int:
        """How many threads run at once: those of all racers."""
        return sum(load(spec).at_once for spec in self.racers())

    @property
    def counts_by_listing(self) -> bool:
        """Whether a racer lists all covers to count them."""
        return any(load(spec).counts_by_listing for spec in self.racers())

    def build(self, problem: ExactCover, blocked: frozenset[Cover]) -> Search:
        """Keep the problem: the walk starts the racers, and each prepares its own search."""
        return _Search(self.racers(), problem, blocked)

    def warm_up(self, problem: ExactCover, listing: bool) -> None:
        """Warm up the racers that are ours."""
        for spec in self.racers():
            warm_up_ours(load(spec), problem, listing)
        super().warm_up(problem, listing)


class _Search(Search):
    def __init__(self, specs: list[str], problem: ExactCover, blocked: frozenset[Cover]) -> None:
        self._specs, self._problem, self._blocked = specs, problem, blocked
        self._stats: Mapping[str, int] = {}

    def _batches(self) -> Generator[Covers]:
        with self._start(listing=True) as field:
            while not (racer := field.one_that(lambda racer: racer.held or racer.last.is_done)):
                field.hear()
            self._won(racer, "found a cover" if racer.held else "proved that there is no cover", field)
            if racer.held:
                first = next(iter(racer.held[0]))
                yield Covers.of([first])
                yield from self._rest(first, racer.spec, field)

    def _increments(self) -> Generator[int]:
        with self._start(listing=False) as field:
            while not (winner := field.one_that(lambda racer: racer.last.is_done)):
                field.hear()
                yield 0
            self._won(winner, "finished", field)
            yield winner.last.n_covers

    def stats(self) -> Mapping[str, int]:
        return self._stats

    def _rest(self, first: Cover, finder: str, field: _Field) -> Iterator[Covers]:
        """Yield the covers of the winner except `first`; raises RuntimeError if `first` is not one of them."""
        while not (winner := field.one_that(_is_settled)):
            field.hear()
        field.end_all_but(winner)
        self._won(winner, "finished" if winner.last.is_done else f"had {_IN_HAND} covers", field)
        is_missing = True
        for batch in field.batches():
            rest = without(batch, frozenset([first])) if is_missing else batch
            is_missing &= len(rest) == len(batch)
            if len(rest):
                yield rest
        self._stats = winner.last.stats
        if is_missing:
            raise RuntimeError(f"{finder} found a cover that {winner.spec} did not: {' '.join(map(str, first))}")

    @contextmanager
    def _start(self, listing: bool) -> Iterator[_Field]:
        for spec in self._specs:
            warm_up_ours(load(spec), self._problem, listing)
        with ExitStack() as stack:
            racers = [Racer.started(spec, self._problem, self._blocked, listing) for spec in self._specs]
            yield _Field([stack.enter_context(racer) for racer in racers])

    def _won(self, winner: Racer, did: str, field: _Field) -> None:
        self._stats = winner.last.stats
        losers = [spec for spec in self._specs if spec != winner.spec and spec not in field.out]
        out = [f"{spec} dropped out: {why}" for spec, why in field.out.items()]
        behind = [f"ahead of {', '.join(losers)}"] if losers else []
        self.choice = "; ".join([f"{winner.spec} {did} after {field.time_s():.2f} s", *behind, *out])


def _is_settled(racer: Racer) -> bool:
    return racer.last.is_done or sum(map(len, racer.held)) >= _IN_HAND


class _Field:
    """The racers that are still in the race; `out` says by spec why the other racers dropped out."""

    def __init__(self, racers: list[Racer]) -> None:
        self.out: dict[str, str] = {}
        self._racers = racers
        self._may_answer = False  # whether a racer failed for another reason than a refusal
        self._began = counted_s()

    def time_s(self) -> float:
        """Return the seconds since the start."""
        return counted_s() - self._began

    def one_that(self, is_so: Callable[[Racer], object]) -> Racer | None:
        """Return the first racer for which the function `is_so` returns True."""
        return next(filter(is_so, self._racers), None)

    def hear(self) -> None:
        """Read one report of each racer that has sent one; return after a short wait if none has.

        Raises UnsupportedProblem if all racers have refused, and RuntimeError if none is left for another reason.
        """
        ready = wait([racer.pipe for racer in self._racers], _PATIENCE_S)
        for racer in [racer for racer in self._racers if racer.pipe in ready]:
            if error := racer.hear().error:
                self.out[racer.spec] = racer.why_out()
                self._may_answer |= not isinstance(error, UnsupportedProblem)
                racer.end()
                self._racers.remove(racer)
        if not self._racers:
            reasons = "; ".join(f"{spec}: {why}" for spec, why in self.out.items())
            raise (RuntimeError if self._may_answer else UnsupportedProblem)(f"no racer finished: {reasons}")

    def end_all_but(self, winner: Racer) -> None:
        """End all racers but the winner."""
        for racer in self._racers:
            if racer is not winner:
                racer.end()
        self._racers = [winner]

    def batches(self) -> Iterator[Covers]:
        """Yield the batches of the winner: first those found during the race, then new ones as they are found."""
        (racer,) = self._racers
        yield from racer.taken()
        while not racer.last.is_done:
            self.hear()
            yield from racer.taken()


class Racer(Child):
    """A backend that starts to search at once.

    spec: the backend, as `load` takes it.
    last: its last report.
    held: the batches that it has found and that have not been taken.
    """

    def __init__(self, spec: str, problem: ExactCover, blocked: frozenset[Cover], listing: bool) -> None:
        super().__init__(_search, spec, problem, blocked, listing)
        self.spec = spec
        self.held: list[Covers] = []
        self.last = Report()

    def hear(self) -> Report:
        """Wait for the next report and return it; its covers are added to `held`."""
        self.last = super().hear()
        if self.last.covers is not None:
            self.held.append(self.last.covers)
        return self.last

    def why_out(self) -> str:
        """Return why the racer has dropped out; empty while it may still answer."""
        error = self.last.error
        if error is None or isinstance(error, UnsupportedProblem | ChildDied):
            return str(error or "")
        return f"{type(error).__name__}: {error}"

    def taken(self) -> list[Covers]:
        """Return the batches in `held`, and empty it."""
        taken, self.held = self.held, []
        return taken


def _search(pipe: Connection, spec: str, problem: ExactCover, blocked: frozenset[Cover], listing: bool) -> None:
    with load(spec).prepare(problem, blocked) as search:
        if listing:
            for covers in search.batches():
                pipe.send(Report(covers=covers, stats=dict(search.stats())))
        n_covers = 0 if listing else search.count()
    pipe.send(Report(n_covers=n_covers, stats=dict(search.stats()), is_done=True))

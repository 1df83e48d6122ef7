"""Solve, stream and count: a search in this process that stops at its limits, or in a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import Any, Self

from danceoff.asking.events import Ended, Found, Prepared
from danceoff.asking.totals import Totals
from danceoff.asking.walks import Asked, Events, TimeLimit, counted, listed, orbits_counted, run
from danceoff.door.found import FoundCover, FoundCovers, Numbering, Result, places_in
from danceoff.door.stating import cut, instance
from danceoff.problems import Covers, ExactCover, InvalidProblem
from danceoff.problems.instance import Instance
from danceoff.problems.model.arguments import shown, whole_number
from danceoff.problems.model.costs import Amount, asked
from danceoff.solvers import Feature, Search, Solver, UnsupportedProblem, load
from danceoff.solvers.rewriting.orbit_search import OrbitCount

_MOST = (1 << 63) - 1
_MOST_OF_A_LIMIT = 1e12  # systems wait no longer
_ROTATIONS = "rotations"
_LACKS = {
    Feature.LIST: "counts covers and lists none: use danceoff.count, or another solver",
    Feature.BEST: "does not look for the cheapest covers: auto does",
}


def solve(
    problem: Any,
    solver: str | Solver = "auto",
    limit: int | None = None,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    isolate: bool = False,
    *,
    given: Iterable[Hashable] = (),
    without: Iterable[Hashable] = (),
    at_most: Amount | None = None,
) -> Result:
    """Return all covers of a problem, or as many as the limits allow.

    problem: any source that `danceoff.problem` accepts.
    solver: `NAME[:option=value,...]` or a Solver, such as `danceoff.solver` makes of a function.
    limit: covers after which to stop; None for all.
    time_limit: seconds of preparing and searching; None for no limit. A backend stops at its next heartbeat; foreign
        code without heartbeats stops in time only if isolated.
    memory_limit: MB of 10^6 bytes, only with isolate.
    isolate: whether to search in a process of its own that is killed at its limits, as `danceoff run` does.
    given: options that every cover must contain; the covers returned contain them, too. They go by their names, or by
        their numbers if the problem does not name its options. A cover that was found is such a list, too.
    without: options that no cover may contain, in the same form.
    at_most: the most that a cover may cost, together with the options given; None for any cost.

    Raises InvalidProblem if the problem, `limit`, `given` or `without` is invalid, UnsupportedProblem if the solver
    cannot solve the problem, MissingBackend if it is not installed, and ValueError for an unknown solver or option, or
    an invalid limit on time or memory.
    """
    if memory_limit is not None and not isolate:
        raise ValueError("memory_limit needs isolate=True: only a process of its own has a limit on its memory")
    asks = request(problem, solver, limit, time_limit, given, without, at_most=at_most)
    if isolate:
        from danceoff.door.isolated import solve_isolated

        return solve_isolated(
            asks.root, asks.rest, solver, limit, time_limit, positive("memory_limit", memory_limit, "MB")
        )
    walk = Walk(asks)
    with closing(walk.batches()) as batches:
        covers = FoundCovers(Numbering(asks.root), batches)
    return Result(walk.status, covers, walk.seconds, walk.stats, str(asks.solver), walk.detail)


def covers(
    problem: Any,
    solver: str | Solver = "auto",
    limit: int | None = None,
    time_limit: float | None = None,
    *,
    given: Iterable[Hashable] = (),
    without: Iterable[Hashable] = (),
    at_most: Amount | None = None,
) -> Stream:
    """Return the covers of a problem one by one, as the search finds them; arguments and errors are those of `solve`.

    Leaving a loop over them ends the search and releases its resources. The time limit counts from the request for the
    first cover and includes the time spent in the loop.
    """
    return Stream(request(problem, solver, limit, time_limit, given, without, at_most=at_most))


def count(
    problem: Any,
    solver: str | Solver = "auto",
    time_limit: float | None = None,
    *,
    given: Iterable[Hashable] = (),
    without: Iterable[Hashable] = (),
    at_most: Amount | None = None,
    up_to_symmetry: bool | str = False,
) -> int:
    """Return the number of covers, exact at any size; arguments and errors are those of `solve`.

    up_to_symmetry: whether to count the orbits under the symmetries of the problem, by Burnside's lemma; "rotations"
        for those under the rotations of its board.

    Raises TimeoutError at the time limit, whose message has the number of covers counted so far, and InvalidProblem if
    danceoff does not find the symmetries.
    """
    asks = request(problem, solver, None, time_limit, given, without, needs=None, at_most=at_most)
    if up_to_symmetry not in (True, False, _ROTATIONS):
        raise InvalidProblem(f'up_to_symmetry must be True, False or "{_ROTATIONS}", not {shown(up_to_symmetry)}')
    return _counted(asks, up_to_symmetry)


@dataclass(frozen=True)
class Request:
    """Checked arguments of a search.

    rest: the problem to search: what remains of the root problem once options are given or left out.
    """

    root: Instance
    rest: ExactCover
    solver: Solver
    limit: int
    time_limit: float


def request(
    problem: Any,
    solver: str | Solver,
    limit: int | None,
    time_limit: float | None,
    given: Iterable[Hashable],
    without: Iterable[Hashable],
    needs: Feature | None = Feature.LIST,
    at_most: Amount | None = None,
    maximise: bool = False,
) -> Request:
    """Check the arguments of `solve`, `covers`, `count` and `best`; raises as they do.

    needs: the feature that the solver must have.
    """
    most = _MOST if limit is None else whole_number("limit", limit, 1, _MOST)
    seconds = positive("time_limit", time_limit, "seconds")
    loaded = solver if isinstance(solver, Solver) else load(solver)
    if needs and needs not in loaded.features:
        raise UnsupportedProblem(f"{loaded.name} {_LACKS[needs]}")
    root = instance(problem)
    chosen, left_out = places_in(root, given, "given"), places_in(root, without, "without")
    rest = cut(asked(root.problem, at_most, maximise), chosen, left_out)
    return Request(root, rest, loaded, most, inf if seconds is None else seconds)


def positive(argument: str, amount: Any, unit: str) -> float | None:
    """Check a limit on time or memory; raises ValueError unless it is None or a positive number up to 10^12."""
    if amount is None:
        return None
    try:
        number = float(amount)
    except (TypeError, ValueError):
        number = 0.0
    except OverflowError:  # of an integer
        number = inf if amount > 0 else 0.0
    if isinstance(amount, bool | str) or not number > 0 or amount == inf:
        raise ValueError(f"{argument} must be a positive number of {unit} or None, not {shown(amount)}")
    if number > _MOST_OF_A_LIMIT:
        raise ValueError(f"{argument} must be at most {_MOST_OF_A_LIMIT:g} {unit}, not {shown(amount)}")
    return number


class Walk:
    """One search in this process; read `status`, `seconds` and `stats` once its events have ended."""

    def __init__(self, request: Request, listing: bool = True) -> None:
        self.request, self.totals, self._listing = request, Totals(), listing
        limit = request.limit if listing else None  # a count may exceed any limit of 64 bits
        self.asked = Asked(request.rest, self.totals, limit, beat=self._beat, throughout=True)
        self.status = self.detail = ""
        self.stats: Mapping[str, int] = {}

    @property
    def seconds(self) -> float:
        """Seconds of preparing and searching."""
        return self.totals.clock.wall_s

    def events(self, walk: Callable[[Asked, Any], Events], prepare: Callable[[], Any] | None = None) -> Events:
        """Yield the events of a walk, until its end or the time limit.

        prepare: returns the search, if it is not that of the solver.
        """
        request = self.request
        loads_in_turn = prepare is None and request.solver.loads_in_turn
        if not loads_in_turn:
            request.solver.warm_up(request.rest, listing=self._listing)
        prepare = prepare or partial(request.solver.prepare, request.rest)
        search: Search | None = None
        try:
            with closing(run(self.asked, prepare, walk)) as events:
                for event in events:
                    if isinstance(event, Prepared):
                        search = event.search
                        search.loading = self.totals.clock.stopped if loads_in_turn else None
                    elif isinstance(event, Ended):
                        self.status, self.detail = event.status, event.detail
                    yield event
                    if not self.status and self.is_late():
                        self.status = "timeout"
                        return
        finally:
            if search:
                self.stats = dict(search.stats())
                self.detail = self.detail or search.choice

    def batches(self) -> Generator[Covers]:
        """Covers in the numbering of the root problem, until the end or a limit.

        Each is checked and compared with all before; a repeated one may be noticed only at the end.
        """
        with closing(self.events(listed)) as events:
            for event in events:
                if isinstance(event, Found) and len(event.covers):
                    yield event.covers

    def is_late(self) -> bool:
        """Whether the time limit has passed since the search began."""
        return self.seconds > self.request.time_limit

    def _beat(self) -> None:
        if self.is_late():
            raise TimeLimit


class Stream(Iterator[FoundCover]):
    """Covers one by one.

    Once nobody refers to the stream, it releases what it holds. A stream that you keep in a variable is closed by
    `close`, or by `with`.

    status: how the search ended, as in `Result`; empty while there may be more covers.
    """

    def __init__(self, request: Request) -> None:
        self._walk = Walk(request)
        self._covers = _one_by_one(self._walk)

    @property
    def status(self) -> str:
        """How the search ended; empty while it goes on, and if it was closed before."""
        return self._walk.status

    def close(self) -> None:
        """End the search and release what it holds."""
        self._covers.close()

    def __next__(self) -> FoundCover:
        return next(self._covers)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _one_by_one(walk: Walk) -> Generator[FoundCover]:
    """Yield the covers of a walk, without a reference to the Stream, so that a Stream without readers is closed."""
    numbering = Numbering(walk.request.root)
    with closing(walk.batches()) as batches:
        for batch in batches:
            for cover in batch:
                yield FoundCover(numbering, cover)
                if walk.is_late():
                    walk.status = "timeout"
                    return


def _counted(request: Request, up_to_symmetry: bool | str) -> int:
    walk = Walk(request, listing=False)
    if up_to_symmetry:
        rest = replace(request.root, problem=request.rest)
        orbits = OrbitCount(request.solver, rest, rotations=up_to_symmetry == _ROTATIONS)
        events = walk.events(orbits_counted, lambda: orbits)
    else:
        events = walk.events(counted)
    for _ in events:
        pass
    n_covers = walk.totals.covers
    if walk.status == "timeout":
        raise TimeoutError(f"not counted within {request.time_limit:g} s: {n_covers} covers by then")
    if walk.status == "memory":
        raise MemoryError(walk.detail)
    if walk.status == "wrong":
        raise RuntimeError(f"{request.solver}: {walk.detail}")
    return n_covers if walk.totals.orbits is None else walk.totals.orbits

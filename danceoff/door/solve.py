"""The verbs `solve`, `covers`, `count` and `unique`, which search in this process, or in a process of its own."""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Any, Self, TypeVar

from danceoff.asking.drive import Drive
from danceoff.door.inquiry import Chosen, Within, batches, inquiry
from danceoff.problems.found import FoundCover, Numbering
from danceoff.problems.model.costs import Amount
from danceoff.solvers import Solver

if TYPE_CHECKING:
    from danceoff.questions.answer import Answer
    from danceoff.questions.enumerate import Result
    from danceoff.questions.unique import Uniqueness

T = TypeVar("T")


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
    up_to_symmetry: bool | str = False,
    distinct: str = "",
) -> Result:
    """Return all covers of a problem, or as many as the limits allow.

    problem: any source that `danceoff.problem` accepts.
    solver: `NAME[:option=value,...]` or a Solver, such as `danceoff.solver` makes of a function.
    limit: covers after which to stop; None for all.
    time_limit: seconds of preparing and searching; None for no limit. A backend stops at its next heartbeat; foreign
        code without heartbeats stops in time only if isolated.
    memory_limit: MB of 10^6 bytes, only with isolate.
    isolate: whether to search in a process of its own that is killed at its limits; not on Windows.
    given: options that every cover must contain; the covers returned contain them, too. They are given by name, or by
        number if the problem does not name its options. A cover that was found will do, too.
    without: options that no cover may contain, in the same form.
    at_most: the most that a cover may cost, the given options included; None for any cost.
    up_to_symmetry: whether to find one cover of each orbit under the symmetries of the problem; "rotations" for the
        orbits under the rotations of its board. Raises InvalidProblem if danceoff does not find the symmetries.
    distinct: a pattern of names of options or items, such as "car*": each choice of these options, or of the options of
        these items, that extends to a cover is returned once, without other options. Empty for covers.

    Raises InvalidProblem if the problem, `limit`, `given` or `without` is invalid, UnsupportedProblem if the solver
    cannot solve the problem, MissingBackend if it is not installed, and ValueError for an unknown solver or option, or
    an invalid limit on time or memory.
    """
    within = Within(limit, time_limit, memory_limit, isolate)
    chosen = Chosen(given, without, at_most, up_to_symmetry, distinct)
    found: Result = inquiry("enumerate", problem, solver, within, chosen).answer()
    return found


def covers(
    problem: Any,
    solver: str | Solver = "auto",
    limit: int | None = None,
    time_limit: float | None = None,
    *,
    given: Iterable[Hashable] = (),
    without: Iterable[Hashable] = (),
    at_most: Amount | None = None,
    up_to_symmetry: bool | str = False,
    distinct: str = "",
) -> Stream[FoundCover]:
    """Return the covers of a problem one by one, as the search finds them; arguments and errors as for `solve`.

    Leaving a loop over them ends the search and releases its resources. The time limit counts from the request for the
    first cover and includes the time spent in the loop.
    """
    within, chosen = Within(limit, time_limit), Chosen(given, without, at_most, up_to_symmetry, distinct)
    asks = inquiry("enumerate", problem, solver, within, chosen)
    drive = asks.drive()
    return Stream(drive, _one_by_one(drive, Numbering(asks.root.original)))


def count(
    problem: Any,
    solver: str | Solver = "auto",
    time_limit: float | None = None,
    memory_limit: float | None = None,
    isolate: bool = False,
    *,
    given: Iterable[Hashable] = (),
    without: Iterable[Hashable] = (),
    at_most: Amount | None = None,
    up_to_symmetry: bool | str = False,
    distinct: str = "",
) -> int:
    """Return the number of covers, exact at any size; arguments and errors as for `solve`.

    up_to_symmetry: whether to count the orbits under the symmetries of the problem, by Burnside's lemma; "rotations"
        for those under the rotations of its board.

    Raises TimeoutError at the time limit, with the number of covers counted so far in its message, and MemoryError at
    the limit on memory.
    """
    within = Within(None, time_limit, memory_limit, isolate)
    chosen = Chosen(given, without, at_most, up_to_symmetry, distinct)
    found: Answer = inquiry("count", problem, solver, within, chosen).answer(lists=False)
    found.raise_unless_decided("the number of covers")
    return found.n_apart


def unique(
    problem: Any,
    solver: str | Solver = "auto",
    time_limit: float | None = None,
    memory_limit: float | None = None,
    isolate: bool = False,
    *,
    given: Iterable[Hashable] = (),
    without: Iterable[Hashable] = (),
    at_most: Amount | None = None,
    up_to_symmetry: bool | str = False,
    distinct: str = "",
) -> Uniqueness:
    """Return whether there is no cover, exactly one, or several; and one cover, or two that differ.

    The arguments and their errors are as for `danceoff.solve`. Raises TimeoutError or MemoryError if a limit comes
    before the answer, and RuntimeError if the solver fails.
    """
    within = Within(None, time_limit, memory_limit, isolate)
    chosen = Chosen(given, without, at_most, up_to_symmetry, distinct)
    found: Uniqueness = inquiry("unique", problem, solver, within, chosen).answer()
    found.raise_unless_decided("whether there is one cover")
    return found


class Stream(Iterator[T]):
    """Covers, or better and better answers, one by one.

    A stream holds a search. The search is released by `close`, at the end of `with`, and when the last reference to the
    stream is lost.

    status: how the search ended, as in `Result`; empty while there may be more.
    """

    def __init__(self, drive: Drive, elements: Generator[T]) -> None:
        self._drive, self._elements = drive, elements

    @property
    def status(self) -> str:
        """How the search ended; empty while it goes on, and if `close` came before the end."""
        return self._drive.status

    def close(self) -> None:
        """End the search and release what it holds."""
        self._elements.close()

    def __next__(self) -> T:
        return next(self._elements)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _one_by_one(drive: Drive, numbering: Numbering) -> Generator[FoundCover]:
    """Yield the covers of a search. This generator refers to no Stream, so that a Stream without readers is closed."""
    with closing(batches(drive)) as found:
        for batch in found:
            for cover in batch:
                yield FoundCover(numbering, cover)
                if drive.is_late():
                    drive.status = "timeout"
                    return

"""What a search answers, in this process, where it stops at its limits, or in a process of its own."""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterable, Iterator
from contextlib import closing
from types import NoneType
from typing import Any, Self, TypeVar

from danceoff.asking.drive import Drive
from danceoff.door.inquiry import Chosen, Inquiry, Prices, Within, batches, inquiry, known
from danceoff.problems import InvalidProblem
from danceoff.problems.found import FoundCover, Numbering
from danceoff.problems.model.arguments import whole_number
from danceoff.problems.model.costs import MOST, Amount, amount
from danceoff.problems.planned import packed, planned
from danceoff.problems.stated import instance
from danceoff.questions.answer import Answer
from danceoff.questions.best import Best
from danceoff.questions.enumerate import Result
from danceoff.questions.events import Improved
from danceoff.questions.most_covered import MostCovered
from danceoff.questions.unique import Uniqueness
from danceoff.solvers import Solver

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
    up_to_symmetry: whether to find one cover of each orbit under the symmetries of the problem; "rotations" for the
        orbits under the rotations of its board. Raises InvalidProblem if danceoff does not find them.

    Raises InvalidProblem if the problem, `limit`, `given` or `without` is invalid, UnsupportedProblem if the solver
    cannot solve the problem, MissingBackend if it is not installed, and ValueError for an unknown solver or option, or
    an invalid limit on time or memory.
    """
    within, chosen = Within(limit, time_limit, memory_limit, isolate), Chosen(given, without, at_most, up_to_symmetry)
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
) -> Stream[FoundCover]:
    """Return the covers of a problem one by one, as the search finds them; arguments and errors as for `solve`.

    Leaving a loop over them ends the search and releases its resources. The time limit counts from the request for the
    first cover and includes the time spent in the loop.
    """
    within, chosen = Within(limit, time_limit), Chosen(given, without, at_most, up_to_symmetry)
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
) -> int:
    """Return the number of covers, exact at any size; arguments and errors as for `solve`.

    up_to_symmetry: whether to count the orbits under the symmetries of the problem, by Burnside's lemma; "rotations"
        for those under the rotations of its board.

    Raises TimeoutError at the time limit, whose message has the number of covers counted so far, and MemoryError at the
    limit on memory.
    """
    within, chosen = Within(None, time_limit, memory_limit, isolate), Chosen(given, without, at_most, up_to_symmetry)
    found: Answer = inquiry("count", problem, solver, within, chosen).answer(lists=False)
    found.raise_unless_decided("the number of covers")
    return found.n_apart


def best(
    problem: Any,
    solver: str | Solver = "auto",
    limit: int = 1,
    maximise: bool = False,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    isolate: bool = False,
    *,
    given: Iterable[Hashable] = (),
    without: Iterable[Hashable] = (),
    at_most: Amount | None = None,
    gap: Amount | None = None,
    target: Amount | None = None,
    within: Amount | None = None,
    differ_by: int | None = None,
    soft: Prices | None = None,
    over: Prices | None = None,
    near: Any = None,
    change: Amount | None = None,
) -> Best:
    """Return a cheapest cover and the proof that there is none cheaper, or the best cover found within a limit.

    limit: how many of the cheapest covers to return. If the limit would cut off some of several covers of equal cost,
        none of these is returned, and `detail` says so; but if all covers found cost the same, `limit` of them are.
    maximise: whether the most expensive covers are the best ones; default: False.
    gap: the relative gap, 0.01 for 1 %, at which to stop without the proof; None for the proof. The status is then
        `limit`. With a limit above 1, all these covers have to be that good. A solver without bounds goes on to
        the proof.
    target: the cost at which to stop likewise; with `maximise`, covers that cost at least so much are good enough.
    within: of these covers, only covers that cost at most this share of the least cost more, 0.02 for 2 %: at most 102
        if the least cost is 100, at most -98 if it is -100, and 0 if it is 0.
    differ_by: find a cheapest cover, then the cheapest that lacks at least so many of its options, then the cheapest
        that lacks so many options of each one before, up to `limit` covers. Other covers that differ may cost less
        together: each is the best one after those before it.
    soft: items that may stay open, each with its price: a mapping from names, or a pandas Series. Each time that such
        an item is covered too seldom costs that; `left_out` of the answer says which are.
    over: items that may be covered too often, secondary ones, too, in the same form; see `too_many`.
    near: a plan, to be changed as little as `change` makes worth it: such an answer, a cover, a list of options by
        name, or a CSV file that danceoff wrote. It need not be a cover.
    change: what each option of the cover costs that is not in the plan `near`; see `added` and `removed`.

    The other arguments, and errors, are as for `danceoff.solve`. The costs of options given count.
    """
    limits = Within(limit, time_limit, memory_limit, isolate)
    chosen, options = Chosen(given, without, at_most, maximise=maximise), _options(gap, target, within, differ_by)
    asked = _planned(problem, (soft, over, near, change), maximise, limit)
    found: Best = inquiry("best", asked, solver, limits, chosen, options).answer()
    return found


def _planned(problem: Any, prices: tuple[Any, ...], maximise: bool, limit: int = 1) -> Any:
    """Return the problem with prices of soft items and of changes; the problem itself if there are none."""
    if {*map(type, prices)} == {NoneType}:
        return problem
    soft, over, near, change = prices
    if isinstance(near, Best):
        near = near.cover
        if near is None:
            raise InvalidProblem("near: this answer has no cover")
    return planned(instance(problem), soft, over, near, change, maximise=maximise, apart=limit > 1)


def _options(
    gap: Amount | None, target: Amount | None, within: Amount | None = None, differ_by: int | None = None
) -> dict[str, Any]:
    """Return the options of the question `best` that are given."""
    amounts = {"gap": gap, "target": target, "within": within}
    options: dict[str, Any] = {name: amount(name, one) for name, one in amounts.items() if one is not None}
    if differ_by is not None:
        options["differ_by"] = whole_number("differ_by", differ_by, 1, MOST)
    return options


def improving(
    problem: Any,
    solver: str | Solver = "auto",
    maximise: bool = False,
    time_limit: float | None = None,
    *,
    given: Iterable[Hashable] = (),
    without: Iterable[Hashable] = (),
    at_most: Amount | None = None,
    gap: Amount | None = None,
    target: Amount | None = None,
    soft: Prices | None = None,
    over: Prices | None = None,
    near: Any = None,
    change: Amount | None = None,
) -> Stream[Best]:
    """Return better and better covers as the search finds them, up to what `danceoff.best` returns.

    Each has the cover, its cost, and the bound and the gap known by then. At the end, the last one has the status and
    the bound with which the search ended. Arguments and errors are as for `danceoff.best`; the loop may be left,
    and its time counts, as for `danceoff.covers`.
    """
    within, chosen = Within(None, time_limit), Chosen(given, without, at_most, maximise=maximise)
    asked = _planned(problem, (soft, over, near, change), maximise)
    asks = inquiry("best", asked, solver, within, chosen, _options(gap, target))
    drive = asks.drive()
    return Stream(drive, _better(asks, drive))


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
) -> Uniqueness:
    """Return whether there is no cover, exactly one, or several, and then two that differ.

    The arguments and their errors are as for `danceoff.solve`. Raises TimeoutError or MemoryError if a limit comes
    before the answer, and RuntimeError if the solver fails.
    """
    within, chosen = Within(None, time_limit, memory_limit, isolate), Chosen(given, without, at_most, up_to_symmetry)
    found: Uniqueness = inquiry("unique", problem, solver, within, chosen).answer()
    found.raise_unless_decided("whether there is one cover")
    return found


def most_covered(
    problem: Any,
    solver: str | Solver = "auto",
    time_limit: float | None = None,
    memory_limit: float | None = None,
    isolate: bool = False,
    *,
    given: Iterable[Hashable] = (),
    without: Iterable[Hashable] = (),
    prices: Prices | None = None,
) -> MostCovered:
    """Return options that cover as many items as possible, none too often: a largest packing; a cover if there is one.

    problem: any source that `danceoff.problem` accepts; its costs do not count.
    solver: a solver that looks for the cheapest covers, as for `danceoff.best`.
    prices: what each time costs that an item is not covered, by name; 1 for the items that it lacks.

    The other arguments, and errors, are as for `danceoff.best`.
    """
    within, chosen = Within(None, time_limit, memory_limit, isolate), Chosen(given, without)
    found: MostCovered = inquiry("most-covered", packed(instance(problem), prices), solver, within, chosen).answer()
    return found


class Stream(Iterator[T]):
    """Covers, or better and better answers, one by one.

    Once nobody refers to the stream, it releases what it holds. A stream that you keep in a variable is closed by
    `close`, or by `with`.

    status: how the search ended, as in `Result`; empty while there may be more.
    """

    def __init__(self, drive: Drive, elements: Generator[T]) -> None:
        self._drive, self._elements = drive, elements

    @property
    def status(self) -> str:
        """How the search ended; empty while it goes on, and if it was closed before."""
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
    """Yield the covers of a search, without a reference to the Stream, so that a Stream without readers is closed."""
    with closing(batches(drive)) as found:
        for batch in found:
            for cover in batch:
                yield FoundCover(numbering, cover)
                if drive.is_late():
                    drive.status = "timeout"
                    return


def _better(asks: Inquiry, drive: Drive) -> Generator[Best]:
    """Yield each cover that is better than all before, with what is known; the last one learns how the search ends."""
    found: Best | None = None
    drive.warm_up()
    with closing(drive.events()) as events:
        for event in events:
            if isinstance(event, Improved) and event.cover:
                found = asks.blank()
                found.add(event)
                found.known = known(drive)
                yield found
    if found:
        found.known = known(drive)

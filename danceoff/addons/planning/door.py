"""The cheapest covers of a plan, better and better ones on the way to them, and as many items covered as possible."""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterable, Mapping
from contextlib import closing
from types import NoneType
from typing import Any, TypeAlias

from danceoff.addons.planning.best import Best
from danceoff.addons.planning.most_covered import MostCovered
from danceoff.addons.planning.planned import packed, planned
from danceoff.asking.drive import Drive
from danceoff.door.inquiry import Chosen, Inquiry, Within, inquiry, known
from danceoff.door.solve import Stream
from danceoff.problems import InvalidProblem
from danceoff.problems.model.arguments import whole_number
from danceoff.problems.model.costs import MOST, Amount, amount
from danceoff.problems.stated import instance
from danceoff.questions.events import Improved
from danceoff.solvers import Solver

Prices: TypeAlias = Mapping[Hashable, Amount]
"""Items by name, each with the price of a unit; a pandas Series as well."""


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

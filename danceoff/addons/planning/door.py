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

    limit: how many of the cheapest covers to return. If the limit would separate covers of equal cost, none of these
        covers is returned, and `detail` says so. If all covers found cost the same, `limit` of them are returned.
    maximise: whether the most expensive covers are the best ones; default: False.
    gap: the relative gap, such as 0.01 for 1 %, at which to stop without the proof, with the status `limit`; None to go
        on to the proof. With a limit above 1, all these covers have to be within the gap. A solver without bounds goes
        on to the proof.
    target: the cost at which to stop in the same way; with `maximise`, the search stops at a cost of at least this.
    within: a share, such as 0.02 for 2 %: return only covers that exceed the least cost by at most this share of it.
        They cost at most 102 if the least cost is 100, at most -98 if it is -100, and 0 if it is 0.
    differ_by: a number of options: find a cheapest cover, and then again and again a cheapest cover that lacks at least
        so many options of each cover before, up to `limit` covers. Each is the best choice after the ones before it;
        other covers that differ may cost less together.
    soft: the prices of items that may stay open, by name: a mapping or a pandas Series. A price is due for each time
        that the item is missing; `left_out` of the answer has these items.
    over: the prices of items that may be covered too often, in the same form; also secondary items. See `too_many`.
    near: a plan from which a cover departs at the price `change`: an answer of `best`, a cover, a list of options by
        name, or a CSV file that danceoff wrote. The plan need not be a cover.
    change: the price of each option of the cover that the plan `near` lacks; see `added` and `removed`.

    The other arguments, and errors, are as for `danceoff.solve`. The costs of given options count.
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

    Each answer has the cover, its cost, and the bound and the gap known so far. At the end, the last answer gets the
    status and the bound with which the search ended. Arguments and errors are as for `danceoff.best`. As for
    `danceoff.covers`, you may leave the loop, and the time spent in it counts.
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
    """Return options that cover as many items as possible, and none too often: a cover, or else a largest packing.

    problem: any source that `danceoff.problem` accepts; its costs do not count.
    solver: a solver that looks for the cheapest covers, as for `danceoff.best`.
    prices: the price of leaving out an item, for each missing time, by name; 1 for items without an entry.

    The other arguments, and errors, are as for `danceoff.best`.
    """
    within, chosen = Within(None, time_limit, memory_limit, isolate), Chosen(given, without)
    found: MostCovered = inquiry("most-covered", packed(instance(problem), prices), solver, within, chosen).answer()
    return found


def _better(asks: Inquiry, drive: Drive) -> Generator[Best]:
    """Yield an answer for each cover that is better than all before; the last answer also says how the search ended."""
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

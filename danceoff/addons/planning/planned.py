"""Planning: items may stay open or be covered too often, and a plan may be changed, each at a price.

The prices are stated in a new problem, with further options and other costs, which any solver and any question takes.
Each of its covers leads back to options of the original problem, and to what the cover pays for.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from danceoff.addons.planning.files import by_text, plan_in
from danceoff.addons.planning.soft import finer, off, softened
from danceoff.problems import Cover, Covers, InvalidProblem, check
from danceoff.problems.found import FoundCover, plain
from danceoff.problems.instance import Instance
from danceoff.problems.model.arguments import shown
from danceoff.problems.model.arrays import IntArray
from danceoff.problems.model.costs import amount, asked
from danceoff.problems.model.cover import ADDED
from danceoff.problems.model.digits import text_of, written
from danceoff.problems.model.lookup import listed, numbers_of, short, there_are
from danceoff.problems.model.naming import whole_name

if TYPE_CHECKING:
    from danceoff.problems import ExactCover

_Prices: TypeAlias = dict[int, Fraction]


class Unmet(NamedTuple):
    """An item that is covered too seldom or too often.

    item: its name, or its number if it has none.
    units: how many times it is missing, or is too much.
    price: what they cost together.
    """

    item: Hashable
    units: int
    price: int | Fraction


class Paid(NamedTuple):
    """The items and changes that a cover pays for besides its options.

    left_out, too_many: the items that it covers too seldom, or too often.
    added: its options that the plan lacks, in the numbering of the root problem.
    removed: the options of the plan that it lacks.
    changes_cost: what the options added cost together for being added.
    """

    left_out: list[Unmet]
    too_many: list[Unmet]
    added: list[int]
    removed: list[int]
    changes_cost: int | Fraction


@dataclass(frozen=True, kw_only=True)
class Planned(Instance):
    """A problem whose covers pay for what they leave out, have too much of, or change.

    root: the original problem.
    soft, over: the items that may be covered too seldom, or too often, each with the price of one time.
    plan: the options of the plan, in the numbering of the root problem; None if there is no plan.
    change: the price of an option that the plan lacks.
    """

    root: Instance
    soft: _Prices
    over: _Prices
    plan: frozenset[int] | None
    change: Fraction

    @property
    def original(self) -> Instance:
        """The original problem."""
        return self.root

    @staticmethod
    def settled(problem: ExactCover, cover: Cover) -> Cover:
        """Return a cover with the same options of the root problem, without units that it pays for without need.

        Only a cover that is not the cheapest can have such a unit: if the unit is left out, or exchanged for a free
        one, the options still are a cover.
        """
        chosen = {*cover}
        is_unit = {*np.flatnonzero(problem.origin >= ADDED).tolist()}
        is_free = is_unit.difference(np.flatnonzero(problem.cost).tolist())
        paid = [k for k in cover if k in is_unit and k not in is_free]
        for unit in (*paid, *reversed(paid)):  # units of an item are chosen in turn
            free = [k for k in (unit - 1, unit + 1) if k in is_free and k not in chosen]
            tried = [tuple(sorted(chosen - {unit} | {*instead})) for instead in ([], *([k] for k in free))]
            is_cover = check(problem, Covers.of(tried))
            if is_cover.any():
                chosen = {*tried[int(is_cover.argmax())]}
        return tuple(sorted(chosen))

    def paid(self, cover: Cover) -> Paid:
        """Return what a cover pays for.

        cover: in the numbering of the root problem.
        """
        left_out, too_many = map(self._unmet, (self.soft, self.over), off(self.root.problem, cover))
        if self.plan is None:
            return Paid(left_out, too_many, [], [], 0)
        known = self.plan.union(self.root.problem.taken.tolist())
        added = [option for option in cover if option not in known]
        removed = sorted(self.plan.difference(cover))
        return Paid(left_out, too_many, added, removed, plain(len(added) * self.change))

    def _unmet(self, prices: _Prices, units: IntArray) -> list[Unmet]:
        units_of = {item: int(units[item]) for item in prices}
        name_of = self.root.problem.entry
        return [Unmet(name_of(item, 0), n, plain(n * prices[item])) for item, n in units_of.items() if n]


def planned(
    of: Instance,
    soft: Any = None,
    over: Any = None,
    near: Any = None,
    change: Any = None,
    *,
    maximise: bool = False,
    apart: bool = True,
) -> Planned:
    """Return the problem with the prices that arguments state, as `danceoff.best` takes them.

    maximise: whether larger costs are better, so that prices are subtracted.
    apart: whether each set of options has exactly one cover; otherwise only the cheapest covers are right.

    Raises InvalidProblem for unknown items and options, for prices that are no numbers or below 0, and for too many.
    """
    if (near is None) != (change is None):
        raise InvalidProblem("near and change go together: the plan, and what each option costs that it lacks")
    open_at, too_often = _of_needed(of, soft, "soft"), _prices(of.problem, over, "over")
    each = Fraction(0) if change is None else amount("change", change)
    if each < 0:
        raise InvalidProblem(f"change must be at least 0, not {written(each)}")
    problem, plan = asked(of.problem, maximise=maximise), None if near is None else _plan(of, near)
    return _rewritten(of, problem, open_at, too_often, plan, each, apart)


def packed(of: Instance, prices: Any = None, argument: str = "prices") -> Planned:
    """Return the problem in which every item may be left out, for 1 or for its price; its own costs do not count.

    prices: as for `danceoff.most_covered`; messages may call the argument by another name.

    Raises InvalidProblem as `planned` does, and for a bound on the cost.
    """
    if of.problem.max_cost is not None:
        raise InvalidProblem("items are covered without regard to costs: leave out the bound")
    soft = dict.fromkeys(np.flatnonzero(of.problem.least).tolist(), Fraction(1)) | _of_needed(of, prices, argument)
    problem = replace(of.problem, cost=np.zeros(0, np.int64), constant=0, cost_scale=1)
    return _rewritten(of, problem, soft, {}, None, Fraction(0), apart=False)


def _rewritten(
    of: Instance,
    problem: ExactCover,
    soft: _Prices,
    over: _Prices,
    plan: tuple[int, ...] | None,
    change: Fraction,
    apart: bool,
) -> Planned:
    problem, (each, *prices) = finer(problem, [change, *soft.values(), *over.values()])
    if plan is not None:
        extra = np.full(problem.n_options, each, np.int64)
        extra[list(plan)] = 0
        problem = replace(problem, cost=extra + problem.cost if problem.has_costs else extra)
    below, above = dict(zip(soft, prices, strict=False)), dict(zip(over, prices[len(soft) :], strict=True))
    loose = softened(problem, below, above, apart) if soft | over else problem  # unchanged, it keeps its names
    kept = None if plan is None else frozenset(of.problem.origin[list(plan)].tolist())
    return Planned(of.name, of.family, loose, root=of, soft=soft, over=over, plan=kept, change=change)


def _of_needed(of: Instance, prices: Any, argument: str) -> _Prices:
    """Return prices of items that must be covered."""
    found = _prices(of.problem, prices, argument)
    if wrong := [item for item in found if not of.problem.least[item]]:
        raise InvalidProblem(f"{argument}: item {of.problem.item_name(wrong[0])} need not be covered: it has no price")
    return found


def _prices(problem: ExactCover, prices: Any, argument: str) -> _Prices:
    if prices is None:
        return {}
    if not hasattr(prices, "keys"):
        raise InvalidProblem(f"{argument}: prices must be a mapping from items, not {shown(prices)}")
    named, found = dict(prices), dict[int, Fraction]()
    for (name, value), item in zip(named.items(), _items_of(problem, [*named], argument), strict=True):
        price = f"{argument}: the price of {short(name)}"
        found[item] = amount(price, value)
        if found[item] < 0:
            raise InvalidProblem(f"{price} must be at least 0, not {written(found[item])}")
    return found


def _items_of(root: ExactCover, items: Iterable[Hashable], argument: str) -> list[int]:
    """Return the numbers of items, each given by its name, by the text of its name, or by its number if it has no name.

    Raises InvalidProblem for an unknown item, with the names that were probably meant.
    """
    names: Iterable[Hashable] = root.item_names or range(root.n_items)
    known = {name: number for number, name in enumerate(names)}
    texts = {text_of(name): number for name, number in known.items()}
    wanted = listed(argument, items, "items")
    for item in wanted:
        if item not in known and not (isinstance(item, str) and item in texts):
            raise InvalidProblem(f"{argument}: no item is called {short(item)}; {there_are(item, known)}")
    return [known[item] if item in known else texts[str(item)] for item in wanted]


def _plan(root: Instance, near: Any) -> tuple[int, ...]:
    """Return the options of a plan: a file, a cover, or options by name."""
    if isinstance(near, str | PathLike):
        return plan_in(root, str(near))
    if not isinstance(near, FoundCover):
        return tuple(dict.fromkeys(numbers_of(root.problem, near, "near")))
    other = near.numbering.instance  # the problem of the plan may be another one, with some of the same options
    named = ((other.board.name_in_root(other.problem, number, whole_name), str(number)) for number in near.numbers)
    return by_text(root, (("near", *one) for one in named))

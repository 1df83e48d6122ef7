"""What a cover pays for besides its options: items left open or covered too often, and options that a plan lacks.

Imports nothing heavy: an `Ask` holds it.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

from danceoff.problems.model.arguments import InvalidProblem, shown

if TYPE_CHECKING:
    from danceoff.problems import Cover, ExactCover
    from danceoff.problems.instance import Instance

Prices = tuple[tuple[int, Fraction], ...]
"""Numbers of items, each with the price of a unit."""


class Unmet(NamedTuple):
    """An item that is covered too seldom or too often.

    item: its name, or its number if it has none.
    units: how many times are missing, or are too many.
    price: what they cost together.
    """

    item: Hashable
    units: int
    price: int | Fraction


@dataclass(frozen=True)
class Penalties:
    """Prices that are added to the cost of a cover, and subtracted where larger costs are better.

    soft, over: what each time costs that an item is covered too seldom, or too often.
    plan: options by their numbers; None if there is no plan.
    change: what each option of a cover costs that the plan lacks.
    """

    soft: Prices = ()
    over: Prices = ()
    plan: tuple[int, ...] | None = None
    change: Fraction = Fraction(0)

    def stated(self, problem: ExactCover, maximise: bool = False, apart: bool = False) -> ExactCover:
        """Return the problem whose cheapest covers pay the least; see `softened`.

        maximise: whether larger costs are better.
        apart: whether its dearer covers are right, too.
        """
        import numpy as np

        from danceoff.problems.model.soft import finer, softened

        problem = problem.maximised() if maximise and problem.cost_scale > 0 else problem
        prices = [price for _, price in (*self.soft, *self.over)]
        problem, (change, *each) = finer(problem, [self.change, *prices])
        if self.plan is not None:
            extra = np.full(problem.n_options, change, np.int64)
            extra[list(self.plan)] = 0
            problem = replace(problem, cost=extra + problem.cost if problem.has_costs else extra)
        items = [item for item, _ in (*self.soft, *self.over)]
        priced, n_soft = [*zip(items, each, strict=True)], len(self.soft)
        if not priced:
            return problem
        return softened(problem, dict(priced[:n_soft]), dict(priced[n_soft:]), apart)

    def unmet(self, problem: ExactCover, cover: Cover) -> tuple[list[Unmet], list[Unmet]]:
        """Return the items that options cover too seldom, and items that they cover too often, at their prices.

        cover: in the numbering of the root problem.
        """
        from danceoff.asking.found import plain
        from danceoff.problems.model.soft import off

        left_out, too_many = (
            [(item, int(n), n * price) for item, price in prices if (n := int(units[item]))]
            for prices, units in zip((self.soft, self.over), off(problem, cover), strict=True)
        )
        named = [
            [Unmet(problem.entry(item, 0), n, plain(price)) for item, n, price in one] for one in (left_out, too_many)
        ]
        return named[0], named[1]

    def changes(self, problem: ExactCover, cover: Cover) -> tuple[list[int], list[int]]:
        """Return the options of a cover that the plan lacks, and those of the plan that the cover lacks.

        cover: in the numbering of the root problem, as are the options returned.
        """
        if self.plan is None:
            return [], []
        plan, taken = {int(problem.origin[place]) for place in self.plan}, {*problem.taken.tolist()}
        return [option for option in cover if option not in plan | taken], sorted(plan - {*cover})


def penalties(
    root: Instance, soft: Any = None, over: Any = None, near: Any = None, change: Any = None, name_of_soft: str = "soft"
) -> Penalties | None:
    """Return the prices that arguments state, as `danceoff.best` takes them; None if there are none.

    Raises InvalidProblem for unknown items and options, and for prices that are no numbers or below 0.
    """
    from danceoff.problems.model.costs import amount
    from danceoff.problems.model.digits import written

    if (near is None) != (change is None):
        raise InvalidProblem("near and change go together: the plan, and what each option costs that it lacks")
    open_at, too_often = (
        () if prices is None else _prices(root.problem, name, prices)
        for name, prices in ((name_of_soft, soft), ("over", over))
    )
    if wrong := [item for item, _ in open_at if not root.problem.least[item]]:
        raise InvalidProblem(
            f"{name_of_soft}: item {root.problem.item_name(wrong[0])} need not be covered: it has no price"
        )
    each = Fraction(0) if change is None else amount("change", change)
    if each < 0:
        raise InvalidProblem(f"change must be at least 0, not {written(each)}")
    made = Penalties(open_at, too_often, None if near is None else _plan(root, near), each)
    return None if made == Penalties() else made


def _prices(problem: ExactCover, argument: str, prices: Any) -> Prices:
    from danceoff.problems.model.costs import amount
    from danceoff.problems.model.digits import written
    from danceoff.problems.model.lookup import items_of, short

    if not isinstance(prices, Mapping) and not hasattr(prices, "iloc"):
        raise InvalidProblem(f"{argument} must be a mapping from items to prices, not {shown(prices)}")
    names, values = [*prices.keys()], [prices[name] for name in prices] if isinstance(prices, Mapping) else [*prices]
    found: dict[int, Fraction] = {}
    for name, item, value in zip(names, items_of(problem, names, argument), values, strict=True):
        price = amount(f"{argument}: the price of {short(name)}", value)
        if price < 0 or item in found:
            wrong = f"must be at least 0, not {written(price)}" if price < 0 else "is there twice"
            raise InvalidProblem(f"{argument}: the price of {short(name)} {wrong}")
        found[item] = price
    return tuple(found.items())


def _plan(root: Instance, near: Any) -> tuple[int, ...]:
    """Return the options of a plan: a file, an answer with one cover or with options, a cover, or options by name."""
    from danceoff.asking.found import FoundCover
    from danceoff.asking.penalty_files import by_text, plan_in
    from danceoff.problems.model.lookup import numbers_of
    from danceoff.problems.model.naming import whole_name

    if isinstance(near, str | PathLike):
        return plan_in(root, str(near))
    if hasattr(near, "iloc") and near.ndim == 2:
        if "option" not in near or near.get("cover", near["option"] == "").nunique() > 1:
            raise InvalidProblem("near: a frame has one cover, and its options in a column 'option', as of to_frame")
        near = near["option"].dropna().convert_dtypes().tolist()  # 2.0, beside rows of items
    cover = next((getattr(near, name) for name in ("cover", "options") if hasattr(near, name)), near)
    if hasattr(cover, "covers"):
        raise InvalidProblem("near: this answer may have several covers: name one, such as covers[0]")
    if cover is None:
        raise InvalidProblem("near: this answer has no cover")
    if not isinstance(cover, FoundCover):
        return tuple(dict.fromkeys(numbers_of(root.problem, cover, "near")))
    other = cover.numbering.instance  # the problem of the plan may be another one, with some of the same options
    named = ((other.board.name_in_root(other.problem, number, whole_name), str(number)) for number in cover.numbers)
    return by_text(root, (("near", *one) for one in named))

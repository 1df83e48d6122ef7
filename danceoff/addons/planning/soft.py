"""Soft items, which may be covered too seldom or too often at a price, as options that are added to the problem.

Options that are added, the *units*, stand for the times that such an item lacks: the item is covered by its own options
and units together exactly as often as it may be at most. A unit within the least times of the item costs if it is
chosen; a unit beyond the most times costs if it is not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import lcm

import numpy as np

from danceoff.problems.model import arguments
from danceoff.problems.model.arguments import InvalidProblem
from danceoff.problems.model.arrays import IntArray
from danceoff.problems.model.costs import MOST, each
from danceoff.problems.model.cover import ADDED, ExactCover
from danceoff.problems.model.covers import offsets


def finer(problem: ExactCover, amounts: Sequence[Fraction]) -> tuple[ExactCover, list[int]]:
    """Return the problem with a unit of cost so fine that these amounts are whole, and the amounts in this unit.

    As in `ExactCover.cost`, larger is worse. Raises InvalidProblem if costs are too large.
    """
    own = abs(problem.cost_scale)
    scale = lcm(own, *(one.denominator for one in amounts))
    whole, factor = [int(one * scale) for one in amounts], scale // own
    if factor * sum(map(abs, problem.cost.tolist()), abs(problem.constant)) + max(whole, default=0) >= MOST:
        raise InvalidProblem("the costs and prices add up to 2^62 or more: round them, or choose a larger unit")
    bound = None if problem.max_cost is None else max(-MOST, min(problem.max_cost * factor, MOST))
    scaled = replace(
        problem,
        cost=problem.cost * factor,
        max_cost=bound,
        constant=problem.constant * factor,
        cost_scale=problem.cost_scale * factor,
    )
    return scaled, whole


def softened(problem: ExactCover, soft: Mapping[int, int], over: Mapping[int, int], apart: bool = False) -> ExactCover:
    """Return the problem in which items may be covered less often than they must, or more often than they may be.

    The options of the problem come first; `lift` leaves out the others. Items and options have no names. If given
    options exclude each other, there is no cover at any price.

    soft: the price of each time below `least`, at least 0, by item number, in the units of `ExactCover.cost`.
    over: the same for each time above `most`; secondary items, too.
    apart: whether each set of the problem's own options has exactly one cover, which takes more options; otherwise the
        cheapest covers are right, but dearer ones may repeat them.

    Raises InvalidProblem for too many units, for costs that are too large, and for a secondary item with colours.
    """
    added = _Added(problem, apart)
    n_options = np.bincount(problem.item, minlength=problem.n_items).tolist()
    for item in sorted(() if problem.clashes else {*soft, *over}):
        added.item(item, n_options[item], soft.get(item), over.get(item))
    return added.problem()


@dataclass
class _Added:
    """The options that are added; items keep their numbers here, and new items have negative numbers."""

    old: ExactCover
    apart: bool
    times: dict[int, tuple[int, int]] = field(default_factory=dict)
    rows: list[list[int]] = field(default_factory=list)
    costs: list[int] = field(default_factory=list)
    primary: list[int] = field(default_factory=list)
    secondary: list[int] = field(default_factory=list)

    def item(self, item: int, n: int, soft: int | None, over: int | None) -> None:
        """Add the units of an item that n options cover."""
        least = int(self.old.least[item])
        most = max(least, min(int(self.old.most[item]), n))
        limit = most if over is None else max(most, n)
        n_over, n_free, n_soft = limit - most, (most - least) * self.apart, 0 if soft is None else least
        n_units = n_over + n_free + n_soft
        if not n_over + n_soft:
            return
        if len(self.rows) + 2 * n_units > arguments.MOST_ITEMS:
            raise InvalidProblem(f"{n_units} options would be added, and the limit is {arguments.MOST_ITEMS}")
        self.times[item] = limit - (0 if self.apart else most - least), limit
        in_turn = n_units > 1  # else covers would differ by which of equal units they hold
        after: list[int] = []
        for unit in range(n_units):
            if_left = over if over is not None and unit < n_over else 0
            if_chosen = soft if soft is not None and unit >= n_over + n_free else 0
            if not (in_turn or unit < n_over):
                self._add([item], if_chosen)
                continue
            either, before = self._new(self.primary), after
            after = [self._new(self.secondary)] if in_turn and unit < n_units - 1 else []
            self._add([item, either, *before], if_chosen)
            self._add([either, *after], if_left)  # says that the unit is not chosen

    def problem(self) -> ExactCover:
        """Return the whole problem."""
        old = self.old
        risen = [item for item in sorted(self.times) if item >= old.n_primary]
        if wrong := [item for item in risen if old.has_colours and old.colour[old.item == item].any()]:
            raise InvalidProblem(f"item {old.item_name(wrong[0])} takes colours: it cannot be covered too often")
        first = [*range(old.n_primary), *risen, *self.primary]
        order = [*first, *(item for item in range(old.n_primary, old.n_items) if item not in self.times)]
        order += self.secondary
        number = {item: k for k, item in enumerate(order)}
        least, most = np.zeros(len(order), np.int32), np.ones(len(order), np.int32)
        least[: len(first)] = 1
        for item in range(old.n_items):
            low, high = self.times.get(item, (int(old.least[item]), int(old.most[item])))
            least[number[item]], most[number[item]] = low, high
        items = [number[item] for row in self.rows for item in sorted(row, key=number.__getitem__)]
        own = np.array([number[item] for item in range(old.n_items)], np.int32)[old.item]
        by_option = np.lexsort((own, np.repeat(np.arange(old.n_options), np.diff(old.start))))
        colour = [old.colour[by_option], np.zeros(len(items), np.int32)] if old.has_colours else [old.colour]
        added = max(ADDED, int(old.origin.max(initial=-1)) + 1) + np.arange(len(self.rows), dtype=np.int32)
        return replace(
            old,
            start=offsets([*np.diff(old.start).tolist(), *map(len, self.rows)]),
            item=np.concatenate([own[by_option], np.array(items, np.int32)]),
            n_items=len(order),
            n_primary=len(first),
            item_names=(),
            option_names=(),
            origin=np.concatenate([old.origin, added]),
            least=least,
            most=most,
            colour=np.concatenate(colour),
            cost=np.array([*each(old), *self.costs], np.int64),
        )

    def _add(self, row: list[int], cost: int) -> None:
        self.rows.append(row)
        self.costs.append(cost)

    def _new(self, kind: list[int]) -> int:
        kind.append(-1 - len(self.primary) - len(self.secondary))
        return kind[-1]


def off(problem: ExactCover, options: Iterable[int]) -> tuple[IntArray, IntArray]:
    """Return how often each item is covered too seldom, and how often too often, int32[n_items] each.

    options: in the numbering of the root problem.
    """
    chosen = np.repeat(np.isin(problem.origin, [*options]), np.diff(problem.start))
    times = np.bincount(problem.item[chosen], minlength=problem.n_items).astype(np.int32)
    return np.maximum(problem.least - times, 0), np.maximum(times - problem.most, 0)

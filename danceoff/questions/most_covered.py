"""As many items covered as possible, where a cover may not exist: a largest packing."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from danceoff.problems.model.digits import text_of, written
from danceoff.questions.answer import Answer, Optimum, Row
from danceoff.questions.question import Optimises, Refused

if TYPE_CHECKING:
    from danceoff.asking.ask import Ask
    from danceoff.asking.found import FoundCover
    from danceoff.asking.penalties import Penalties
    from danceoff.problems import Cover, Covers, ExactCover

_MOST_NAMED = 60
_NO_COSTS = "{} finds one answer without regard to costs; leave out --"


class MostCovered(Optimum):
    """Options that together cover as many primary items as possible, and no item too often.

    cost: how many items they leave out, or the price of these.
    status: how the search ended, as in `Best`.
    """

    @property
    def _is_priced(self) -> bool:
        """Whether items do not all count the same."""
        return self.ask is not None and self.ask.penalties is not None

    @property
    def options(self) -> FoundCover | None:
        """The options, drawn like a cover, with holes; None if a limit came before any were found."""
        from danceoff.asking.found import FoundCover, Numbering

        return FoundCover(Numbering(self.instance), tuple(sorted(self.cheapest[0][2]))) if self.cheapest else None

    @property
    def left_out(self) -> list[Hashable] | None:
        """The items that they do not cover, by name; an item that is covered too rarely, once for each missing time.

        None if a limit came before any options were found.
        """
        if not self.cheapest:
            return None
        import numpy as np

        from danceoff.problems.model.soft import off

        problem = self.instance.problem
        missing = np.repeat(np.arange(problem.n_items), off(problem, self.cheapest[0][2])[0])
        return [problem.entry(item, 0) for item in missing.tolist()]

    @property
    def is_proven(self) -> bool:
        """Whether it is proven that no options leave out fewer items, or cheaper ones."""
        return self.cost is not None and self.bound == self.cost

    @property
    def decided(self) -> str:
        """How many items are left out, in words; empty if options given exclude each other."""
        if self.cost is None:
            return ""
        if not self.known["cost"]:
            return "what is left out has no price" if self.left_out else "no item is left out"
        return f"{self._are_left_out} (proven the {'cheapest' if self._is_priced else 'fewest'})"

    @property
    def so_far(self) -> str:
        """How many items are left out so far, and the bound, in words."""
        found = "nothing found" if self.cost is None else self._are_left_out
        return found if not self.bound else f"{found}, and at least {written(Fraction(self.bound))} must be"

    @property
    def _are_left_out(self) -> str:
        cost = written(Fraction(self.cost or 0))
        if self._is_priced:
            return f"items are left out for {cost}"
        return "1 item is left out" if cost == "1" else f"{cost} items are left out"

    def drawn(self) -> Iterator[tuple[Covers, str, str]]:
        """Yield the options, and a line with the names of the items that they leave out."""
        from danceoff.problems import Covers

        if self.options is not None:
            names = [name.replace(" ", "-") for name in self.members["left_out"]]
            more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
            below = f"left out: {' '.join(names[:_MOST_NAMED])}{more}" if names else ""
            yield Covers.of([self.options.numbers]), "", below

    def beside(self, cover: Cover) -> list[Row]:
        """Return a row of CSV for each item that is left out."""
        return [("left out", name) for name in self.members["left_out"]]

    @property
    def members(self) -> dict[str, Any]:
        """The items that are left out; None if nothing was found."""
        missing = self.left_out
        return {"left_out": missing if missing is None else [*map(text_of, missing)]}


class MostCoveredQuestion(Optimises):
    """As many items covered as possible: the cheapest cover where each item may be left out for 1, or for its price."""

    name: ClassVar[str] = "most-covered"
    help: ClassVar[str] = "as many items as possible"
    is_exact: ClassVar[bool] = False
    has_own_limit: ClassVar[bool] = True
    answer: ClassVar[type[Answer]] = MostCovered
    excludes: ClassVar[Mapping[str, str]] = {
        **Optimises.excludes,
        "at_most": f"{_NO_COSTS}at-most",
        "maximise": f"{_NO_COSTS}maximise",
    }

    def refuse(self, ask: Ask) -> None:
        """Raise Refused also for a plan, and for prices of items that are covered too often."""
        super().refuse(ask)
        if ask.penalties and (ask.penalties.over or ask.penalties.plan is not None):
            raise Refused(f"{self.asked_by} takes the prices of items that are left out, and no plan")

    def stated(
        self, problem: ExactCover, penalties: Penalties | None, maximise: bool = False, apart: bool = False
    ) -> ExactCover:
        """Return the problem in which every item may be left out; its own costs do not count.

        Raises InvalidProblem for a bound on the cost, and for multiplicities that add up to too many options.
        """
        from dataclasses import replace

        import numpy as np

        from danceoff.asking.penalties import Penalties
        from danceoff.problems import InvalidProblem

        if problem.max_cost is not None:
            raise InvalidProblem("items are covered without regard to costs: leave out the bound")
        prices = dict.fromkeys(np.flatnonzero(problem.least > 0).tolist(), Fraction(1))
        prices |= dict(penalties.soft) if penalties else {}
        return Penalties(tuple(prices.items())).stated(
            replace(problem, cost=np.zeros(0, np.int64), constant=0, cost_scale=1)
        )

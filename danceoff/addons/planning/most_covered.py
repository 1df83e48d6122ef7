"""As many items covered as possible, for problems that may have no cover: a largest packing."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from danceoff import problems
from danceoff.addons.planning.best import Pays
from danceoff.problems.model.digits import text_of, written
from danceoff.questions.answer import Answer, Row
from danceoff.questions.question import Optimises

if TYPE_CHECKING:
    from danceoff.problems import Cover, Covers
    from danceoff.problems.found import FoundCover

_MOST_NAMED = 60
_NO_COSTS = "{} finds one answer without regard to costs; leave out --"


class MostCovered(Pays):
    """Options that together cover as many primary items as possible, and no item too often.

    cost: the number of items left out, or their price.
    status: how the search ended, as in `Best`.
    """

    @property
    def _is_priced(self) -> bool:
        """Whether items have different prices."""
        return self._planned is not None and any(price != 1 for price in self._planned.soft.values())

    @property
    def options(self) -> FoundCover | None:
        """The options, as a partial cover that can be drawn; None if a limit came before any were found."""
        from danceoff.problems.found import FoundCover, Numbering  # late: NumPy

        return FoundCover(Numbering(self.instance), tuple(sorted(self.cheapest[0][2]))) if self.cheapest else None

    @property
    def left_out(self) -> list[Hashable] | None:
        """The names of the items left out; an item that is covered too seldom is listed once for each missing time.

        None if a limit came before any options were found.
        """
        if not self._planned or not self.cheapest:
            return None
        return [one.item for one in self._planned.paid(self.cheapest[0][2]).left_out for _ in range(one.units)]

    @property
    def is_proven(self) -> bool:
        """Whether it is proven that no options leave out fewer items, or items of a lower total price."""
        return self.cost is not None and self.bound == self.cost

    @property
    def decided(self) -> str:
        """How many items are left out, in words; empty if given options exclude each other."""
        return "" if self.cost is None else f"{self._are_left_out} (proven optimal)"

    @property
    def so_far(self) -> str:
        """How many items are left out so far, and the bound, in words."""
        found = "nothing found" if self.cost is None else self._are_left_out
        return found if not self.bound else f"{found}, and at least {written(self.bound)} must be"

    @property
    def _are_left_out(self) -> str:
        cost = written(self.cost or 0)
        if self._is_priced:
            return f"items are left out for {cost}"
        return "1 item is left out" if cost == "1" else f"{cost} items are left out"

    def drawn(self) -> Iterator[tuple[Covers, str, str]]:
        """Yield the options, and a line with the names of the items that they leave out."""
        if self.options is not None:
            names = [name.replace(" ", "-") for name in self.members["left_out"]]
            more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
            below = f"left out: {' '.join(names[:_MOST_NAMED])}{more}" if names else ""
            yield problems.Covers.of([self.options.numbers]), "", below

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

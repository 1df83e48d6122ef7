"""The nearest to a cover: as many items covered as possible."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from danceoff.questions.answer import Answer
from danceoff.questions.question import Optimises

if TYPE_CHECKING:
    from danceoff.asking.found import FoundCover
    from danceoff.problems import Cover, Covers, ExactCover
    from danceoff.problems.instance import Instance

_MOST_NAMED = 60
_NO_COSTS = "{} finds one answer without regard to costs; leave out --"


class Nearest(Answer):
    """Options that together cover as many primary items as possible, and no item too often.

    status: how the search ended, as in `Best`.
    """

    @cached_property
    def _options_and_missing(self) -> tuple[Cover, list[int]] | None:
        """The options of the best cover of the relaxed problem, and the items that they leave out."""
        if not self.cheapest:
            return None
        from danceoff.problems import Covers
        from danceoff.solvers.questions.nearest import without_slack

        options, missing = without_slack(self._problem, self.cheapest[0][2])
        (lifted,) = self._problem.lift(Covers.of([options]))
        return tuple(sorted(lifted)), missing

    @property
    def _problem(self) -> ExactCover:
        return self.rest or self.instance.problem

    @property
    def options(self) -> FoundCover | None:
        """The options, drawn like a cover, with holes; None if a limit came before any were found."""
        from danceoff.asking.found import FoundCover, Numbering

        held = self._options_and_missing
        return held and FoundCover(Numbering(self.instance), held[0])

    @property
    def left_out(self) -> list[Hashable] | None:
        """The items that they do not cover, by name; an item that is covered too rarely, once for each missing time.

        None if a limit came before any options were found.
        """
        held = self._options_and_missing
        return held and [self._problem.entry(item, 0) for item in held[1]]

    @property
    def bound(self) -> int | None:
        """At least so many items must be left out, as proven; None if nothing is proven."""
        return self.known.get("bound")

    @property
    def is_proven(self) -> bool:
        """Whether it is proven that no options leave out fewer items."""
        return self.left_out is not None and self.bound == len(self.left_out)

    @property
    def decided(self) -> str:
        """How many items are left out, in words."""
        cost = self.known["cost"]
        return f"{_are_left_out(cost)} (proven the fewest)" if cost else "no item is left out"

    @property
    def so_far(self) -> str:
        """How many items are left out so far, and the bound, in words."""
        cost = self.known.get("cost")
        found = "nothing found" if cost is None else _are_left_out(cost)
        return found if not self.bound else f"{found}, and at least {self.bound} must be"

    def drawn(self) -> Iterator[tuple[Covers, str, str]]:
        """Yield the options, and a line with the names of the items that they leave out."""
        from danceoff.problems import Covers

        if held := self._options_and_missing:
            names = [name.replace(" ", "-") for name in self.members["left_out"]]
            more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
            yield Covers.of([held[0]]), "", f"left out: {' '.join(names[:_MOST_NAMED])}{more}" if names else ""

    @property
    def members(self) -> dict[str, Any]:
        """The items that are left out; None if nothing was found."""
        held = self._options_and_missing
        return {"left_out": held and [self._problem.item_name(item) for item in held[1]]}


def _are_left_out(n: int) -> str:
    return "1 item is left out" if n == 1 else f"{n} items are left out"


class NearestQuestion(Optimises):
    """As many items covered as possible: the cheapest cover where a cost of 1 stands for an item that is left out."""

    name: ClassVar[str] = "nearest"
    help: ClassVar[str] = "as many items covered as possible"
    is_exact: ClassVar[bool] = False
    has_own_limit: ClassVar[bool] = True
    answer: ClassVar[type[Answer]] = Nearest
    excludes: ClassVar[Mapping[str, str]] = {
        **Optimises.excludes,
        "at_most": f"{_NO_COSTS}at-most",
        "maximise": f"{_NO_COSTS}maximise",
    }

    def asked_of(self, instance: Instance) -> Instance:
        """Return the problem in which items may stay uncovered, each at a cost of 1."""
        from danceoff.problems.instance import Instance
        from danceoff.solvers.questions.nearest import relaxed

        return Instance(instance.name, instance.family, relaxed(instance.problem))

"""The nearest to a cover: as many items covered as possible."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from danceoff.questions.question import Answer, Optimises

if TYPE_CHECKING:
    from danceoff.problems import Cover, Covers
    from danceoff.problems.instance import Instance

_MOST_NAMED = 60
_NO_COSTS = "{} finds one answer without regard to costs; leave out --"


class NearestQuestion(Optimises):
    """As many items covered as possible: the cheapest cover where a cost of 1 stands for an item that is left out."""

    name: ClassVar[str] = "nearest"
    help: ClassVar[str] = "as many items covered as possible"
    is_exact: ClassVar[bool] = False
    has_own_limit: ClassVar[bool] = True
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

    def in_words(self, row: Any, answer: Answer) -> str:
        """Return how many items are left out."""
        return f"{_are_left_out(row.cost)} (proven the fewest)" if row.cost else "no item is left out"

    def interim(self, seen: Mapping[str, Any]) -> str:
        """Return how many items are left out so far, and the bound."""
        cost, bound = seen.get("cost"), seen.get("bound")
        found = "nothing found" if cost is None else _are_left_out(cost)
        return found if not bound else f"{found}, and at least {bound} must be"

    def drawn(self, row: Any, instance: Instance, cover: Cover, cost: int) -> tuple[Covers, str, str]:
        """Return the options without those that leave items out, and a line with the names of these items."""
        from danceoff.problems import Covers
        from danceoff.solvers.questions.nearest import without_slack

        options, _ = without_slack(instance.problem, cover)
        names = [name.replace(" ", "-") for name in _left_out(instance, cover)]
        more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
        below = f"left out: {' '.join(names[:_MOST_NAMED])}{more}" if names else ""
        return instance.problem.lift(Covers.of([options])), "", below

    def json(self, row: Any, answer: Answer) -> str:
        """Return the items that are left out; null if nothing was found."""
        names = None if row.cost is None else _left_out(answer.instance, answer.covers[0])
        return f'"left_out": {json.dumps(names)}'


def _left_out(instance: Instance, cover: Cover) -> list[str]:
    """The names of the items that a cover of the relaxed problem leaves out."""
    from danceoff.solvers.questions.nearest import without_slack

    return [instance.problem.item_name(item) for item in without_slack(instance.problem, cover)[1]]


def _are_left_out(n: int) -> str:
    return "1 item is left out" if n == 1 else f"{n} items are left out"

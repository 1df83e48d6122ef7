"""The nearest to a cover: as many items covered as possible."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from danceoff.questions.question import Answer, Optimises

if TYPE_CHECKING:
    from danceoff.found import FoundCover
    from danceoff.problems import Cover, Covers
    from danceoff.problems.instance import Instance
    from danceoff.solvers import Solver

_MOST_NAMED = 60


@dataclass(frozen=True)
class Nearest:
    """Options that together cover as many primary items as possible, and no item too often.

    status: how the search ended, as in `Best`.
    options: the options, drawn like a cover, with holes; None if a limit came before any were found.
    left_out: the items that they do not cover, by name; an item that is covered too rarely, once for each missing time.
        None if a limit came before any options were found.
    bound: at least so many items must be left out, as proven; None if nothing is proven.
    """

    status: str
    options: FoundCover | None
    left_out: list[Hashable] | None
    bound: int | None
    seconds: float
    solver: str

    @property
    def is_proven(self) -> bool:
        """Whether it is proven that no options leave out fewer items."""
        return self.left_out is not None and self.bound == len(self.left_out)


def nearest(problem: Any, solver: str | Solver = "auto", time_limit: float | None = None) -> Nearest:
    """Return options that cover as many items as possible, none too often: a largest packing; a cover if there is one.

    problem: any source that `danceoff.problem` accepts; its costs do not count.
    solver: a solver that looks for the cheapest covers, as for `danceoff.best`.
    time_limit: seconds; None for no limit.

    Errors are those of `danceoff.best`.
    """
    from danceoff.cheapest import best
    from danceoff.found import FoundCover, Numbering
    from danceoff.problems import Covers
    from danceoff.solvers.questions.nearest import relaxed, without_slack
    from danceoff.stating import instance

    root = instance(problem)
    own = root.problem
    found = best(relaxed(own), solver, time_limit=time_limit)
    bound = None if found.bound is None else int(found.bound)
    if found.cover is None:
        return Nearest(found.status, None, None, bound, found.seconds, found.solver)
    options, missing = without_slack(own, found.cover.numbers)
    (lifted,) = own.lift(Covers.of([options]))
    names = [own.entry(item, 0) for item in missing]
    return Nearest(
        found.status, FoundCover(Numbering(root), tuple(sorted(lifted))), names, bound, found.seconds, found.solver
    )


class NearestQuestion(Optimises):
    """As many items covered as possible: the cheapest cover where a cost of 1 stands for an item that is left out."""

    name: ClassVar[str] = "nearest"
    help: ClassVar[str] = "as many items covered as possible"
    is_exact: ClassVar[bool] = False

    def refuse(self, given: Mapping[str, Any]) -> None:
        """Raise ValueError for arguments about costs, and for a number of answers."""
        super().refuse(given)
        if given["limit"] or given["at_most"] or given["maximise"]:
            which = "--maximise" if given["maximise"] else "--limit and --at-most"
            raise ValueError(f"--task {self.name} finds one answer without regard to costs; leave out {which}")

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

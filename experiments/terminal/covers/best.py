"""The end of a search for the cheapest covers: the covers with their costs, and one sentence."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Unpack

from danceoff.experiments.words.digits import percent
from danceoff.problems.model.digits import written

if TYPE_CHECKING:
    from danceoff.experiments.results.record import Row
    from danceoff.experiments.run.one_case.messages import Answer
    from danceoff.experiments.terminal.covers.showing import Showing
    from danceoff.problems import Cover


class BestCovers:
    """The cheapest covers that a child has sent so far; its row says at the end how many of them are the answer.

    limit: the most covers to keep.
    """

    def __init__(self, limit: int) -> None:
        from danceoff.solvers.base import Cheapest

        self._cheapest = Cheapest(limit)

    def take(self, answer: Answer) -> None:
        """Keep the cover in an answer, if there is one."""
        if "cheaper" in answer:
            cost, cover = answer["cheaper"]
            self._cheapest.offer(cost, tuple(cover))

    def show(self, row: Row, shown: Showing) -> None:
        """Show the covers that the row reports, the cheapest first.

        The child sends them as numbers, since most of them are replaced soon; so the problem is read once more here.
        """
        if not (shown.show.text or shown.listed or shown.svg or shown.gallery or shown.models):
            return
        from danceoff.experiments.run.one_case.pictures import send_pictures
        from danceoff.experiments.terminal.covers.showing import read_again
        from danceoff.problems import Covers

        instance = read_again(row.problem)
        for number, (cost, _, cover) in enumerate(self.kept(row)):

            def send(of_cost: str = row.shown_cost(cost), **answer: Unpack[Answer]) -> None:
                shown.take(answer, of_cost)

            send_pictures(instance, Covers.of([cover]), number, shown.show, send)

    def kept(self, row: Row) -> list[tuple[int, int, Cover]]:
        """The covers that the row reports, the cheapest first: cost, a number, and the options."""
        return self._cheapest.kept[: row.covers]

    def besides(self) -> dict[str, object]:
        """What there is to say besides the covers, as members of a JSON object."""
        return {}

    def proven(self, row: Row) -> str:
        """What a complete search has proven, in words."""
        if row.covers == 0:
            return "0 covers"
        costs = [cost for cost, _, _ in self.kept(row)]
        ends = " to ".join(dict.fromkeys(row.shown_cost(cost) for cost in (costs[0], costs[-1])))
        if row.limit == 1:
            return f"cost {ends} (proven optimal)"
        covers = "the cheapest cover" if row.covers == 1 else f"the {row.covers} cheapest covers"
        return f"{covers}, cost {ends}, proven"

    def interim(self, seen: Answer) -> str:
        """What is known while a search goes on, or when it is stopped."""
        return interim(seen)


def interim(seen: Answer) -> str:
    """What is known of the cheapest cover while a search goes on, or when it is stopped."""
    cost, bound, scale = seen.get("cost"), seen.get("bound"), seen.get("cost_scale", 1)
    found = "no cover found" if cost is None else f"best found {written(Fraction(cost, scale))}"
    if bound is None:
        return f"{found}, no bound"
    gap = "" if cost is None else f", gap {percent((cost - bound) / max(1, abs(cost)))}"
    return f"{found}, bound {written(Fraction(bound, scale))}{gap}"

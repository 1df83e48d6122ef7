"""The nearest to a cover: options drawn with holes, the items that they leave out, and one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from danceoff.experiments.terminal.covers.best import BestCovers

if TYPE_CHECKING:
    from danceoff.experiments.results.record import Row
    from danceoff.experiments.run.one_case.messages import Answer
    from danceoff.experiments.terminal.covers.showing import Showing

_MOST_NAMED = 60


class NearestCover(BestCovers):
    """The options sent so far that leave out the fewest items."""

    def __init__(self) -> None:
        super().__init__(1)
        self._left_out: list[str] | None = None

    def show(self, row: Row, shown: Showing) -> None:
        """Show the options on the board, and the items that they leave out."""
        from danceoff.experiments.run.one_case.pictures import send_pictures
        from danceoff.experiments.terminal.covers.showing import read_again
        from danceoff.problems import Covers
        from danceoff.solvers.questions.nearest import without_slack

        instance = read_again(row.problem)
        ((_, _, cover),) = self.kept(row)
        options, items = without_slack(instance.problem, cover)
        drawn = instance.problem.lift(Covers.of([options]))
        self._left_out = [instance.problem.item_name(item) for item in items]

        def send(**answer: Unpack[Answer]) -> None:
            shown.take(answer)

        send_pictures(instance, drawn, 0, shown.show, send)
        if items and shown.show.text:
            more = f" and {len(items) - _MOST_NAMED} more" if len(items) > _MOST_NAMED else ""
            shown.say(f"left out: {' '.join(name.replace(' ', '-') for name in self._left_out[:_MOST_NAMED])}{more}")

    def besides(self) -> dict[str, object]:
        """The items that are left out, as a member of a JSON object; null if nothing was found."""
        return {"left_out": self._left_out}

    def proven(self, row: Row) -> str:
        """What a complete search has proven, in words."""
        return f"{_are_left_out(row.cost or 0)} (proven the fewest)" if row.cost else "no item is left out"

    def interim(self, seen: Answer) -> str:
        """What is known while a search goes on, or when it is stopped."""
        cost, bound = seen.get("cost"), seen.get("bound")
        found = "nothing found" if cost is None else _are_left_out(cost)
        return found if not bound else f"{found}, and at least {bound} must be"


def _are_left_out(n: int) -> str:
    return "1 item is left out" if n == 1 else f"{n} items are left out"

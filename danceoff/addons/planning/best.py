"""The cheapest covers in planning: what they pay for besides their options, and several good ones at a time."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar

from danceoff.problems.model.arguments import Refused
from danceoff.problems.model.digits import percent, text_of, written
from danceoff.questions import best
from danceoff.questions.answer import Answer, Optimum, Row
from danceoff.questions.question import Option

if TYPE_CHECKING:
    import pandas as pd

    from danceoff.addons.planning.planned import Paid, Planned, Unmet
    from danceoff.problems import Cover, Covers
    from danceoff.questions.events import Events

_KINDS = ("left out", "too many")


class Pays(Optimum):
    """An answer about a problem whose covers may pay for more than their options: for missing items or for changes."""

    @property
    def _planned(self) -> Planned | None:
        """The problem that was asked, if its covers pay for more than their options."""
        from danceoff.addons.planning.planned import Planned  # late: NumPy

        return self.at if isinstance(self.at, Planned) else None


class Best(Pays, best.Best):
    """The cheapest covers that a search found, cheapest first; its truth value says if there is a cover.

    status: `complete`: these are proven to be the cheapest; `timeout`, `memory`: there may be cheaper ones; `crashed`,
        `wrong`: the solver is at fault.
    count: the number of these covers; reading it raises an error if they are not proven to be the cheapest.
    """

    @property
    def left_out(self) -> list[Unmet]:
        """The items of `soft` that the cheapest cover covers too seldom: `item`, `units` missing, and their `price`."""
        return self._paid(self._first).left_out

    @property
    def too_many(self) -> list[Unmet]:
        """The items of `over` that the cheapest cover covers too often: `item`, `units` too many, and their `price`."""
        return self._paid(self._first).too_many

    @property
    def added(self) -> list[Hashable]:
        """The options of the cheapest cover that the plan `near` lacks."""
        return self._named(self._paid(self._first).added)

    @property
    def removed(self) -> list[Hashable]:
        """The options of the plan `near` that the cheapest cover lacks."""
        return self._named(self._paid(self._first).removed)

    @property
    def changes_cost(self) -> int | Fraction:
        """What the options `added` cost together for being added; the price is in `cost`."""
        return self._paid(self._first).changes_cost

    @property
    def own_cost(self) -> int | Fraction | None:
        """The cost of the cheapest cover without the price of the changes; None if no cover was found."""
        return self._own(self.costs[0], self._paid(self._first)) if self.cheapest else None

    def to_frame(self, option: Hashable | Sequence[Hashable] | None = None) -> pd.DataFrame:
        """The covers as a pandas frame, as `covers.to_frame`; soft items have rows of their own.

        Such a row has no option. It says which item a cover leaves out or covers too often, the `cost`, and the
        `units`: below 0 if they are missing. All other rows have 0 units.
        """
        frame = super().to_frame(option)
        if not self._planned:
            return frame
        import pandas as pd  # late: pandas, 0.2 s

        rows: list[dict[Hashable, Any]] = [{"cost": 0, **row, "units": 0} for row in frame.to_dict("records")]
        for k, (_, _, cover) in enumerate(self.cheapest):
            paid = self._paid(cover)
            for sign, unmet in ((-1, paid.left_out), (1, paid.too_many)):
                rows += [
                    {"cover": k, "items": (one.item,), "cost": float(one.price), "units": sign * one.units}
                    for one in unmet
                ]
        columns = dict.fromkeys([*frame.columns, "cost", "units"])
        return pd.DataFrame(sorted(rows, key=itemgetter("cover")), columns=[*columns])

    @property
    def _which(self) -> str:
        covers, given = super()._which, dict(self.ask.options)
        if "differ_by" in given and self.n_covers > 1:
            each = f"each the cheapest without {given['differ_by']} or more options of each one before"
            covers = f"{self.n_covers} covers, {each}"
        return f"{covers} within {percent(float(given['within']))}" if "within" in given else covers

    def drawn(self) -> Iterator[tuple[Covers, str, str]]:
        """Yield the cheapest covers and their costs, and what they pay for besides their options."""
        for (covers, words, _), cost, (_, _, cover) in zip(super().drawn(), self.costs, self.cheapest, strict=True):
            yield covers, words, self._in_words(cover, cost)

    @property
    def members(self) -> dict[str, Any]:
        """The items that the cheapest cover lacks or has too often, its changes, and their part of the cost."""
        if not self._planned:
            return {}
        paid, told = self._paid(self._first)._asdict(), dict[str, Any]()
        for kind in ("left_out", "too_many"):
            told[kind] = [{"item": text_of(k.item), "units": k.units, "price": written(k.price)} for k in paid[kind]]
        for kind in ("added", "removed"):
            told[kind] = self._texts(paid[kind])
        own = self.own_cost
        return told | {"own_cost": None if own is None else written(own), "changes_cost": written(self.changes_cost)}

    def beside(self, cover: Cover) -> list[Row]:
        """Return a row of CSV for each time that an item is covered too seldom or too often."""
        paid = self._paid(cover)
        kinds = zip(_KINDS, (paid.left_out, paid.too_many), strict=True)
        return [(kind, text_of(one.item)) for kind, unmet in kinds for one in unmet for _ in range(one.units)]

    def _in_words(self, cover: Cover, cost: int | Fraction) -> str:
        """Return what a cover pays for besides its options, in lines."""
        paid = self._paid(cover)
        kinds = zip(_KINDS, (paid.left_out, paid.too_many), strict=True)
        told = {k: [f"{text_of(one.item)} ({one.units} for {written(one.price)})" for one in own] for k, own in kinds}
        said = [f"{kind}: {', '.join(priced)}" for kind, priced in told.items() if priced]
        lines = ["; ".join(said)] * bool(said)
        changes = [*map("- {}".format, self._texts(paid.removed)), *map("+ {}".format, self._texts(paid.added))]
        if changes:
            added = f"{len(paid.added)} added for {written(paid.changes_cost)}"
            rest = f"the rest costs {written(self._own(cost, paid))}"
            lines += [f"changed: {added}, {len(paid.removed)} removed; {rest}", *changes]
        return "\n".join(lines)

    def _own(self, cost: int | Fraction, paid: Paid) -> int | Fraction:
        """Return the cost of a cover without the price of its changes."""
        from danceoff.problems.found import plain  # late: NumPy

        sign = 1 if self.known.get("cost_scale", 1) > 0 else -1  # if larger costs are better, prices were subtracted
        return plain(Fraction(cost - sign * paid.changes_cost))

    def _texts(self, options: list[int]) -> list[str]:
        return [self.instance.board.name_in_root(self.instance.problem, option) for option in options]

    @property
    def _first(self) -> Cover:
        return self.cheapest[0][2] if self.cheapest else ()

    def _paid(self, cover: Cover) -> Paid:
        from danceoff.addons.planning.planned import Paid  # late: NumPy

        return self._planned.paid(cover) if self._planned and self.cheapest else Paid([], [], [], [], 0)

    def _named(self, options: list[int]) -> list[Hashable]:
        from danceoff.problems.found import Numbering  # late: NumPy

        return [*map(Numbering(self.instance).name, options)]


_SEVERAL = "with --limit: at most the share X dearer; each lacks N options of each before"


class BestQuestion(best.BestQuestion):
    """The cheapest covers, or several that cost little more or differ, with the proof that no cover is cheaper."""

    answer: ClassVar[type[Answer]] = Best
    options: ClassVar[tuple[Option, ...]] = (
        *best.BestQuestion.options,
        Option("within", "amount", _SEVERAL, needs="BLOCK"),
        Option("differ_by", "number", _SEVERAL, needs="MULTIPLICITY"),
    )

    def refuse(self, asked: Mapping[str, Any]) -> None:
        """Raise Refused for arguments that do not go with the question, or with each other."""
        super().refuse(asked)
        given = dict(asked["options"])
        best.refuse_below_0("within", given)
        if given.keys().isdisjoint(("within", "differ_by")):
            return
        if not given.keys().isdisjoint(("gap", "target")):
            raise Refused("--within and --differ-by need the proof: leave out --gap and --target")
        if asked["limit"] in (None, 1):
            raise Refused("--within and --differ-by are about several covers: say by --limit how many")

    def n_cheapest(self, limit: int | None, options: Mapping[str, Any]) -> int:
        """Return how many of the cheapest covers are sought: one, if the others have to differ from it."""
        return 1 if "differ_by" in options else super().n_cheapest(limit, options)

    def walk(self, drive: Any, search: Any) -> Events:
        """Yield the cheapest covers; or one, and then others that cost little more or differ."""
        within, differ_by = drive.options["within"], drive.options["differ_by"]
        if within is None and differ_by is None:
            return super().walk(drive, search)
        from danceoff.addons.planning.several import several  # late: NumPy

        return several(drive.asked, search, drive.judge, drive.prepared_for, within, differ_by)

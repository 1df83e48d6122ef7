"""The cheapest covers of a problem, and the proof that they are."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar

from danceoff.problems.model.digits import gap_of, percent, text_of, written
from danceoff.questions.answer import Answer, Optimum, Row
from danceoff.questions.enumerate import Result
from danceoff.questions.question import Optimises, Option, Refused

if TYPE_CHECKING:
    import pandas as pd

    from danceoff.problems import Cover, Covers
    from danceoff.problems.found import FoundCover
    from danceoff.problems.planned import Paid, Unmet

_KINDS = ("left out", "too many")


class Best(Optimum, Result):
    """The cheapest covers that a search found, cheapest first; true if there is a cover, as for a `Result`.

    status: `complete`: these are proven to be the cheapest; `timeout`, `memory`: there may be cheaper ones; `crashed`,
        `wrong`: the solver is at fault.
    count: how many cheapest covers these are; reading it raises an error if they may not be the cheapest.
    """

    @property
    def cover(self) -> FoundCover | None:
        """The cheapest cover found."""
        return self.covers[0] if self.covers else None

    @property
    def costs(self) -> list[int | Fraction]:
        """The cost of each cover."""
        return [self._shown(cost) for cost, _, _ in self.cheapest]

    @property
    def is_proven(self) -> bool:
        """Whether these are the cheapest covers, or there is none."""
        return self.status == "complete"

    @property
    def gap(self) -> float | None:
        """The relative gap: the distance between cost and bound, divided by the cost; None if either is unknown.

        If the cost is 0, the distance is divided by the least unit of costs.
        """
        scale = self.known.get("cost_scale", 1)
        return gap_of(*(None if amount is None else scale * amount for amount in (self.cost, self.bound)))

    @property
    def left_out(self) -> list[Unmet]:
        """The items of `soft` that the cheapest cover covers too seldom: `item`, `units` missing, and their `price`."""
        return self._paid(self._first).left_out

    @property
    def too_many(self) -> list[Unmet]:
        """The items of `over` that it covers too often: `item`, `units` too many, and their `price`."""
        return self._paid(self._first).too_many

    @property
    def added(self) -> list[Hashable]:
        """The options of the cheapest cover that the plan `near` lacks."""
        return self._named(self._paid(self._first).added)

    @property
    def removed(self) -> list[Hashable]:
        """The options of the plan `near` that the cheapest cover lacks."""
        return self._named(self._paid(self._first).removed)

    def to_frame(self, option: Hashable | Sequence[Hashable] | None = None) -> pd.DataFrame:
        """The covers as a pandas frame, as `covers.to_frame`; soft items have rows of their own.

        Such a row has no option. It says which item a cover leaves out or covers too often, the `cost`, and the
        `units`: below 0 if they are missing. All other rows have 0 units.
        """
        frame = super().to_frame(option)
        if not self._planned:
            return frame
        import pandas as pd

        rows: list[dict[Hashable, Any]] = [{"cost": 0, **row, "units": 0} for row in frame.to_dict("records")]
        for k, (_, _, cover) in enumerate(self.cheapest):
            for sign, unmet in zip((-1, 1), self._paid(cover)[:2], strict=True):
                rows += [
                    {"cover": k, "items": (one.item,), "cost": float(one.price), "units": sign * one.units}
                    for one in unmet
                ]
        columns = dict.fromkeys([*frame.columns, "cost", "units"])
        return pd.DataFrame(sorted(rows, key=itemgetter("cover")), columns=[*columns])

    @property
    def decided(self) -> str:
        """The costs of the cheapest covers, in words."""
        if not self.n_covers:
            return ""
        ends = " to ".join(dict.fromkeys(_written(self.costs[place]) for place in (0, -1)))
        if self.ask.limit == 1:
            return f"cost {ends} (proven optimal)"
        covers, given = f"the {self.n_covers} cheapest covers", dict(self.ask.options)
        if "differ_by" in given:
            each = f"each the cheapest without {given['differ_by']} or more options of each one before"
            covers = f"{self.n_covers} covers, {each}"
        if self.n_covers == 1:
            covers = "the cheapest cover"
        within = f" within {percent(float(given['within']))}" if "within" in given else ""
        return f"{covers}{within}, cost {ends}, proven"

    @property
    def so_far(self) -> str:
        """The cost of the cheapest cover so far, and the bound, in words."""
        found = "no cover found" if self.cost is None else f"best found {_written(self.cost)}"
        if self.bound is None:
            return f"{found}, no bound"
        return f"{found}, bound {_written(self.bound)}" + ("" if self.gap is None else f", gap {percent(self.gap)}")

    def drawn(self) -> Iterator[tuple[Covers, str, str]]:
        """Yield the cheapest covers and their costs."""
        from danceoff.problems import Covers

        for cost, (_, _, cover) in zip(self.costs, self.cheapest, strict=True):
            yield Covers.of([cover]), _written(cost), self._in_words(cover)

    @property
    def members(self) -> dict[str, Any]:
        """What the cheapest cover lacks, has too much of, and changes, if any of that has a price."""
        if not self._planned:
            return {}
        paid, told = self._paid(self._first)._asdict(), dict[str, Any]()
        name_of, problem = self.instance.board.name_in_root, self.instance.problem
        for kind in ("left_out", "too_many"):
            told[kind] = [{"item": text_of(k.item), "units": k.units, "price": _written(k.price)} for k in paid[kind]]
        for kind in ("added", "removed"):
            told[kind] = [name_of(problem, option) for option in paid[kind]]
        return told

    def beside(self, cover: Cover) -> list[Row]:
        """Return a row of CSV for each time that an item is covered too seldom or too often."""
        kinds = zip(_KINDS, self._paid(cover)[:2], strict=True)
        return [(kind, text_of(one.item)) for kind, unmet in kinds for one in unmet for _ in range(one.units)]

    def _in_words(self, cover: Cover) -> str:
        """Return what a cover pays for besides its options."""
        said = [
            f"{kind}: {', '.join(f'{text_of(one.item)} ({one.units} for {_written(one.price)})' for one in unmet)}"
            for kind, unmet in zip(_KINDS, self._paid(cover)[:2], strict=True)
            if unmet
        ]
        n_added, n_removed = map(len, self._paid(cover)[2:])
        return "; ".join([*said, *[f"changed: {n_added} added, {n_removed} removed"] * bool(n_added + n_removed)])

    @property
    def _first(self) -> Cover:
        return self.cheapest[0][2] if self.cheapest else ()

    def _paid(self, cover: Cover) -> Paid:
        from danceoff.problems.planned import Paid

        return self._planned.paid(cover) if self._planned and self.cheapest else Paid([], [], [], [])

    def _named(self, options: list[int]) -> list[Hashable]:
        from danceoff.problems.found import Numbering

        return [*map(Numbering(self.instance).name, options)]


def _written(amount: int | Fraction) -> str:
    return written(Fraction(amount))


_STOP = "stop at a gap of X (0.01 for 1 %); at a cover of cost X or better"
_SEVERAL = "with --limit: at most the share X dearer; each lacks N options of each before"


class BestQuestion(Optimises):
    """The cheapest covers, and the proof that there are none cheaper."""

    name: ClassVar[str] = "best"
    asks: ClassVar[str] = "the cheapest cover, and the proof"
    answer: ClassVar[type[Answer]] = Best
    options: ClassVar[tuple[Option, ...]] = (
        Option("gap", "amount", _STOP),
        Option("target", "amount", _STOP),
        Option("within", "amount", _SEVERAL),
        Option("differ_by", "number", _SEVERAL),
    )

    def refuse(self, asked: Mapping[str, Any]) -> None:
        """Raise Refused for arguments that do not go with the question, or with each other."""
        super().refuse(asked)
        given = dict(asked["options"])
        for name in ("gap", "within"):
            if given.get(name, 0) < 0:
                raise Refused(f"--{name} must be at least 0, as 0.01 for 1 %, not {_written(given[name])}")
        if given.keys().isdisjoint(("within", "differ_by")):
            return
        if not given.keys().isdisjoint(("gap", "target")):
            raise Refused("--within and --differ-by need the proof: leave out --gap and --target")
        if asked["limit"] in (None, 1):
            raise Refused("--within and --differ-by are about several covers: say by --limit how many")

"""The cheapest covers of a problem, and the proof that they are; and certificates of these and of the number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from danceoff import problems
from danceoff.problems.model.arguments import Refused
from danceoff.problems.model.digits import gap_of, percent, written
from danceoff.questions.answer import Answer, Optimum
from danceoff.questions.enumerate import Result
from danceoff.questions.events import Explained
from danceoff.questions.explain import explanations
from danceoff.questions.question import OPB, Counts, Optimises, Option

if TYPE_CHECKING:
    from fractions import Fraction

    from danceoff.problems import Covers
    from danceoff.problems.found import FoundCover
    from danceoff.questions.drive import Drive


class Best(Optimum, Result):
    """The cheapest covers that a search found, cheapest first; true if there is a cover, as for a `Result`.

    status: `complete`: these are proven to be the cheapest; `timeout`, `memory`: there may be cheaper ones; `crashed`,
        `wrong`: the solver is at fault.
    count: the number of these covers; reading it raises an error if they are not proven to be the cheapest.
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
        cost, bound = (None if amount is None else scale * amount for amount in (self.cost, self.bound))
        return gap_of(cost, bound)

    @property
    def decided(self) -> str:
        """The costs of the cheapest covers, in words."""
        if not self.n_covers:
            return ""
        ends = " to ".join(dict.fromkeys(written(self.costs[place]) for place in (0, -1)))  # once if both are equal
        if self.ask.limit == 1:
            return f"cost {ends} (proven optimal)"
        return f"{self._which}, cost {ends}, proven"

    @property
    def _which(self) -> str:
        """The covers in words: the cheapest one, or how many of the cheapest."""
        return "the cheapest cover" if self.n_covers == 1 else f"the {self.n_covers} cheapest covers"

    @property
    def so_far(self) -> str:
        """The cost of the cheapest cover so far, and the bound, in words."""
        found = "no cover found" if self.cost is None else f"best found {written(self.cost)}"
        if self.bound is None:
            return f"{found}, no bound"
        return f"{found}, bound {written(self.bound)}" + ("" if self.gap is None else f", gap {percent(self.gap)}")

    def drawn(self) -> Iterator[tuple[Covers, str, str]]:
        """Yield the cheapest covers and their costs."""
        for cost, (_, _, cover) in zip(self.costs, self.cheapest, strict=True):
            yield problems.Covers.of([cover]), written(cost), ""


_CERTIFIED = "certified (times exclude the certificate and its check)"
_EXCLUDES = {
    "order": "{} is about the problem as it is; leave out --order",
    "up_to_symmetry": "a certificate is for all covers, not for those up to symmetry",
    "at_most": "a certificate is for all covers, not for those of bounded cost",
}
_EXPLAINING_S = 3.0
"""How long to look for a reason why there is no cover: as long as the search of a plan may take."""
_STOP = "stop at a gap of X (0.01 for 1 %); at a cover of cost X or better"


class BestQuestion(Optimises):
    """The cheapest covers, and the proof that there are none cheaper."""

    name: ClassVar[str] = "best"
    asks: ClassVar[str] = "the cheapest cover, and the proof"
    answer: ClassVar[type[Answer]] = Best
    options: ClassVar[tuple[Option, ...]] = (Option("gap", "amount", _STOP), Option("target", "amount", _STOP))

    def refuse(self, asked: Mapping[str, Any]) -> None:
        """Raise Refused for arguments that do not go with the question, or with each other."""
        super().refuse(asked)
        refuse_below_0("gap", dict(asked["options"]))

    def why_none(self, drive: Drive) -> Iterator[Explained]:
        """Yield a reason; or, if there is none, ever smaller sets of items that cannot be covered together."""
        try:
            for found in explanations(drive.instance, drive.reasons, None, _EXPLAINING_S):
                yield Explained(found.members)
                if drive.reasons:
                    return
        except TimeoutError:
            yield Explained({}, "no reason found in short time; --explain looks longer")


def refuse_below_0(name: str, options: Mapping[str, Any]) -> None:
    """Raise Refused if an option, which is a share, is below 0."""
    if options.get(name, 0) < 0:
        raise Refused(f"--{name} must be at least 0, as 0.01 for 1 %, not {written(options[name])}")


class CertifyQuestion(Counts):
    """How many covers there are, with a certificate of their number."""

    name: ClassVar[str] = "certify"
    asks: ClassVar[str] = f"all covers, {_CERTIFIED}"
    certified: ClassVar[str] = "count"
    excludes: ClassVar[Mapping[str, str]] = {**Counts.excludes, **_EXCLUDES}

    def refuse(self, asked: Mapping[str, Any]) -> None:
        """Raise Refused for arguments that do not go with the question, or with each other."""
        super().refuse(asked)
        if asked["distinct"] and OPB not in dict(asked["options"]):
            raise Refused("only a proof for VeriPB is about distinct choices: certify with --format veripb")


class CertifyBestQuestion(BestQuestion):
    """The cheapest cover, with a certificate that there is none cheaper."""

    name: ClassVar[str] = "certify-best"
    asks: ClassVar[str] = f"a cheapest cover, {_CERTIFIED}"
    certified: ClassVar[str] = "best"
    has_own_limit: ClassVar[bool] = True
    options: ClassVar[tuple[Option, ...]] = ()
    excludes: ClassVar[Mapping[str, str]] = {**BestQuestion.excludes, **_EXCLUDES}

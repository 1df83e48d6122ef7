"""About how many covers there are: Knuth's random probes, with their standard error."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from decimal import Decimal
from math import isqrt
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from danceoff import problems
from danceoff.problems.model.digits import decimal, whole
from danceoff.questions.answer import Answer, Row
from danceoff.questions.events import Answered, Ended
from danceoff.questions.question import Derived, Option

if TYPE_CHECKING:
    from danceoff.problems import ExactCover
    from danceoff.questions.drive import Drive
    from danceoff.questions.events import Event, Events

PROBES = 1000
_ROW_EVERY_S = 0.2
_LONG = 10**5  # larger numbers are rounded to three digits


@dataclass
class Estimate(Answer):
    """About how many covers a problem has.

    covers: the mean of the probes, rounded; its expected value is the number of covers.
    standard_error: the standard error of the mean; None after one probe.
    n_probes: the number of probes.
    n_met: how many probes met a cover; if few did, the standard error may be far too small.
    """

    covers: int = 0  # type: ignore[assignment]
    standard_error: int | None = None
    n_probes: int = 0
    n_met: int = 0

    def add(self, event: Event) -> None:
        """Take the estimate after some more probes."""
        super().add(event)
        covers, error, self.n_probes, self.n_met = self.rows[-1]
        self.covers, self.standard_error = whole(covers), None if error is None else whole(error)

    @property
    def words(self) -> str:
        """The estimate in words; empty without one."""
        if not self.n_probes:
            return ""
        if not self.n_met:
            return f"no cover met by {self.n_probes} probes: there are few in a large tree, or none"
        error = "unknown" if self.standard_error is None else _rounded(self.standard_error)
        met = f"{self.n_met} of {self.n_probes} probes met one"
        return f"about {_rounded(self.covers)} covers, standard error {error} ({met})"

    so_far = words

    @property
    def members(self) -> dict[str, Any]:
        """The estimate."""
        if not self.n_probes:
            return {"estimate": None}
        of_probes = {"probes": self.n_probes, "met": self.n_met}
        return {"estimate": self.covers, "standard_error": self.standard_error, **of_probes}

    @property
    def table(self) -> list[Row]:
        """The last estimate."""
        return self.rows[-1:]


def estimates(problem: ExactCover, n_probes: int, seed: int) -> Iterator[Estimate]:
    """Yield the estimate after each probe."""
    from random import Random  # late: with the next two comes NumPy

    from danceoff.solvers.readable.algorithm_x import AlgorithmXSearch

    search, below = AlgorithmXSearch(problem, frozenset()), Random(seed).randrange
    total = total_of_squares = n_met = 0
    for n in range(1, n_probes + 1):
        weight, cover = search.probe(below)
        is_cover = cover is not None and problems.check(problem, problems.Covers.of([cover])).all()
        if is_cover:  # the options of a probe may cost more than a cover is to
            n_met += 1
            total += weight
            total_of_squares += weight * weight
        # The variance of the mean is (sum of squares - total^2 / n) / (n (n - 1)); these are whole numbers of any size.
        # Rounded up: an error below 1, of a small number, would be 0 otherwise, and the interval would be empty.
        numerator, denominator = n * total_of_squares - total * total, n * n * (n - 1)
        error = _root(-(-numerator // denominator)) if n > 1 else None
        mean = (2 * total + n) // (2 * n)  # to the nearest whole number
        yield Estimate(mean, error, n, n_met)


def _root(square: int) -> int:
    """Return the square root, rounded up."""
    root = isqrt(square)
    return root + (root * root < square)


class EstimateQuestion(Derived):
    """About how many covers there are, without looking for them all."""

    name: ClassVar[str] = "estimate"
    help: ClassVar[str] = "about how many covers, by random probes"
    forms: ClassVar[tuple[str, ...]] = ()
    is_exact: ClassVar[bool] = False
    has_own_limit: ClassVar[bool] = True
    answer: ClassVar[type[Answer]] = Estimate
    columns: ClassVar[tuple[str, ...]] = ("estimate", "standard_error", "probes", "met")
    options: ClassVar[tuple[Option, ...]] = (
        Option("probes", "number", f"how many; default: {PROBES}", PROBES),
        Option("seed", "number", "seed of the random numbers; default: 1", 1),
    )

    def answered_by(self, options: Mapping[str, Any]) -> str:
        """The name that stands for the solver in the answer."""
        return "probes"

    def walk(self, drive: Drive, search: Any) -> Events:
        """Yield the estimate again after every few probes, as a row; whole numbers are text."""
        due, n_probes = 0.0, drive.options["probes"]
        with closing(drive.timed(estimates(drive.instance.problem, n_probes, drive.options["seed"]))) as steps:
            for found in steps:
                if monotonic() >= due or found.n_probes == n_probes:
                    error = None if found.standard_error is None else decimal(found.standard_error)
                    yield Answered([(decimal(found.covers), error, found.n_probes, found.n_met)])
                    due = monotonic() + _ROW_EVERY_S
        yield Ended("complete")


def _rounded(number: int) -> str:
    return f"{Decimal(number):.2e}" if number >= _LONG else str(number)

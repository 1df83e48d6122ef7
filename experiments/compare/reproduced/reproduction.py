"""How a run of the same cases compares with the original: the answers, the ratios, and how the two runs differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from typing import NamedTuple

from danceoff.experiments.compare.reproduced.answers import KINDS, ComparedAnswer, answers
from danceoff.experiments.compare.reproduced.cases import Again
from danceoff.experiments.compare.reproduced.ratios import ComparedRatio, Times, ratios, times
from danceoff.experiments.report.machine_speed import shown
from danceoff.experiments.report.statistics.ratios import Ratio
from danceoff.experiments.results.record import Row
from danceoff.experiments.run.estimate import duration

_COLUMNS = {
    "host": "Machine",
    "cpu": "Processor",
    "governor": "Governor of the frequency",
    "commit": "Commit of danceoff",
    "engines": "Version of our engines",
    "order": "Seeds of the order of items and options",
    "measured_by": "Measured by",
    "pin": "Cores",
    "time_limit_s": "Time limit, seconds",
    "memory_limit_mb": "Memory limit, MB",
    "seed": "Seed of the order of the cases",
}
"""Columns of rows that say how two runs differ -> their names on the page."""


class Machine(NamedTuple):
    """How many times as long the cases took here: the median, and the quartiles."""

    factor: float
    low: float
    high: float


@dataclass(frozen=True)
class Reproduction:
    """An earlier run, called `there`, and a later one of the same cases, called `here`.

    name: the name of the original folder.
    answers: how the answers of each case compare.
    left_out: for each reason why a case did not run here, the number of cases.
    times: times of the cases that were solved on both sides.
    ratios: the ratios of solvers on both sides.
    slowdown: how many times as long fixed work took here, see `machine_ratios`.
    circumstances: each circumstance of a run, with its values there and here; of libraries only those that differ.
    """

    name: str
    answers: Sequence[ComparedAnswer]
    left_out: Mapping[str, int]
    times: Sequence[Times]
    ratios: Sequence[ComparedRatio]
    slowdown: Mapping[str, Ratio]
    circumstances: Mapping[str, tuple[str, str]]

    def of(self, kind: str) -> list[ComparedAnswer]:
        """Return the answers of one kind of KINDS."""
        return [answer for answer in self.answers if answer.kind == kind]

    @property
    def disjoint(self) -> list[ComparedRatio]:
        """The ratios that do not hold: their intervals there and here do not overlap."""
        return [one for one in self.ratios if one.is_disjoint]

    @property
    def is_reproduced(self) -> bool:
        """Whether some answers are the same, none differs, and every ratio that was tested holds."""
        return bool(self.of("equal")) and not self.of("different") and not self.disjoint

    @property
    def machine(self) -> Machine | None:
        """How many times as long the cases took here; None if fewer than two were solved on both sides."""
        factors = sorted(one.here_s / one.there_s for one in self.times)
        if len(factors) < 2:
            return None
        low, middle, high = quantiles(factors, n=4, method="inclusive")
        return Machine(middle, low, high)

    @property
    def verdict(self) -> str:
        """Whether the run is reproduced, in one sentence."""
        n_equal, n_different, n_lost = (len(self.of(kind)) for kind in ("equal", "different", "lost"))
        n_tested = sum(one.is_tested for one in self.ratios)
        n_held = n_tested - len(self.disjoint)
        same = "answer is the same" if n_equal == 1 else "answers are the same"
        parts = [f"{n_equal:,} {same}"]
        parts += [f"{n_different:,} {'contradicts' if n_different == 1 else 'contradict'}"] * bool(n_different)
        parts += [f"{n_lost:,} {'was' if n_lost == 1 else 'were'} not found here"] * bool(n_lost)
        parts += [f"{n_held} of {n_tested} ratios hold" if n_tested else "there are too few problems to test ratios"]
        if not n_equal and not n_different:
            return "Nothing to compare: no case was solved on both sides."
        head = "Reproduced" if self.is_reproduced else "Not reproduced"
        return f"{head}: {', '.join(parts[:-1])}, and {parts[-1]}."

    def lines(self) -> Iterator[str]:
        """Yield the lines for a terminal, the verdict last."""
        for kind in ("different", "lost"):
            yield from (f"{kind:9} {answer}" for answer in self.of(kind))
        for one in self.disjoint:
            yield (
                f"{'outside':9} {one.solver} / {one.reference}, {one.task}, {one.n_problems} problems:"
                f" {interval(one.there)} there, {interval(one.here)} here"
            )
        counts = Counter(answer.kind for answer in self.answers)
        yield "answers: " + ", ".join(f"{counts[kind]} {kind}" for kind in KINDS)
        if found := self.machine:
            there_s, here_s = sum(one.there_s for one in self.times), sum(one.here_s for one in self.times)
            yield (
                f"times: {found.factor:.2f} times those of the folder (half of the cases {found.low:.2f} to"
                f" {found.high:.2f}), together {duration(there_s)} there, {duration(here_s)} here"
            )
        if self.slowdown:
            yield f"fixed work: {self.slowdown_shown}"
        yield self.verdict

    @property
    def slowdown_shown(self) -> str:
        """How many times as long fixed work took here, in words."""
        return f"{shown(self.slowdown)} times as long here as there"


def reproduction(
    name: str, there: Sequence[Row], again: Again, here: Iterable[Row], slowdown: Mapping[str, Ratio]
) -> Reproduction:
    """Return how the rows here compare with the original ones.

    name: the name of the original folder.
    there: all its rows.
    again: the cases that were to run.
    here: the rows of the new run; those of other cases are ignored.
    slowdown: how many times as long fixed work took here, as far as known.
    """
    of_case = {row.case: row for row in here}
    pairs = [(row, of_case[case.key]) for row, case in again.pairs if case.key in of_case]
    left_out = Counter(again.left_out)
    left_out.update(f"{new.solver}: {new.detail}" for _, new in pairs if new.status == "missing")
    found = answers(there, [(old, new) for old, new in pairs if new.status != "missing"])
    timed = times(found)
    return Reproduction(name, found, left_out, timed, ratios(timed), slowdown, _circumstances(found))


def interval(ratio: Ratio) -> str:
    """Return a ratio with its interval, if it has one."""
    ends = f" [{ratio.low:.3g}, {ratio.high:.3g}]" if ratio.low == ratio.low else ""
    return f"{ratio.value:.3g}{ends}"


def _circumstances(found: Sequence[ComparedAnswer]) -> dict[str, tuple[str, str]]:
    there, here = [answer.there for answer in found], [answer.here for answer in found]
    known = {title: (_all(there, name), _all(here, name)) for name, title in _COLUMNS.items()}
    known |= {
        "Load of the machine, median": (_load(there), _load(here)),
        "Time waited for a core": (_waited(there), _waited(here)),
        "First case": (_first(there), _first(here)),
    }
    libraries = sorted({library for row in (*there, *here) for library in row.versions})
    versions = {f"Version of {library}": (_versions(there, library), _versions(here, library)) for library in libraries}
    differ = {title: sides for title, sides in versions.items() if sides[0] != sides[1]}
    return {title: sides for title, sides in known.items() if any(sides)} | differ


def _all(rows: Iterable[Row], name: str) -> str:
    """Return the distinct values of a column, side by side; empty if there is none."""
    values = dict.fromkeys(str(value) for row in rows if (value := getattr(row, name)) not in (None, "", []))
    return ", ".join(sorted(values))


def _versions(rows: Iterable[Row], library: str) -> str:
    return ", ".join(sorted({row.versions[library] for row in rows if library in row.versions} or {"none"}))


def _load(rows: Iterable[Row]) -> str:
    loads = [row.load_begin for row in rows if row.load_begin is not None]
    return f"{median(loads):.2f}" if loads else ""


def _waited(rows: Iterable[Row]) -> str:
    known = [(row.waited_s, row.cpu_s) for row in rows if row.waited_s is not None and row.cpu_s]
    cpu_s = sum(cpu_s for _, cpu_s in known)
    return f"{sum(waited_s for waited_s, _ in known) / cpu_s:.1%} of the CPU time" if known else ""


def _first(rows: Iterable[Row]) -> str:
    return min((row.started for row in rows if row.started), default="")

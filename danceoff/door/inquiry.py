"""What a verb asks: its checked arguments, and the search that answers them, here or in a process of its own."""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from danceoff.asking.ask import Ask
from danceoff.asking.drive import Drive
from danceoff.asking.events import Found
from danceoff.asking.totals import Totals
from danceoff.door.found import FoundCovers, Numbering, places_in
from danceoff.door.stating import cut, instance
from danceoff.problems import Cover, Covers, ExactCover, InvalidProblem
from danceoff.problems.instance import Instance
from danceoff.problems.model.arguments import shown, whole_number
from danceoff.problems.model.costs import Amount, asked
from danceoff.solvers import Feature, Solver, UnsupportedProblem, load

_MOST = (1 << 63) - 1
_MOST_OF_A_LIMIT = 1e12  # systems wait no longer
_ROTATIONS = "rotations"


def positive(argument: str, amount: Any, unit: str) -> float | None:
    """Check a limit on time or memory; raises ValueError unless it is None or a positive number up to 10^12."""
    if amount is None:
        return None
    try:
        number = float(amount)
    except (TypeError, ValueError):
        number = 0.0
    except OverflowError:  # of an integer
        number = inf if amount > 0 else 0.0
    if isinstance(amount, bool | str) or not number > 0 or amount == inf:
        raise ValueError(f"{argument} must be a positive number of {unit} or None, not {shown(amount)}")
    if number > _MOST_OF_A_LIMIT:
        raise ValueError(f"{argument} must be at most {_MOST_OF_A_LIMIT:g} {unit}, not {shown(amount)}")
    return number


@dataclass
class Outcome:
    """How a search ended, and what it found.

    status, detail, seconds, stats: as in `danceoff.Result`.
    n_covers: the number of covers found, or of orbits.
    covers: in the numbering of the root problem; none if they were only counted.
    cheapest: the same of the cheapest covers, the cheapest first.
    bound: the proven bound on the cost of all covers of the problem that was searched, in its units.
    """

    status: str
    detail: str
    seconds: float
    stats: Mapping[str, int]
    n_covers: int
    covers: FoundCovers
    cheapest: Sequence[Cover] = ()
    bound: int | None = None

    def raise_unless_decided(self, asks: Inquiry, undecided: str) -> None:
        """Raise TimeoutError, MemoryError or RuntimeError unless the question is answered."""
        if self.status == "timeout":
            raise TimeoutError(f"{undecided} within {asks.ask.time_limit_s:g} s: {self.n_covers} covers by then")
        if self.status == "memory":
            raise MemoryError(self.detail)
        if self.status not in ("complete", "limit"):
            raise RuntimeError(f"{asks.solver}: {self.detail}")


@dataclass(frozen=True)
class Inquiry:
    """Checked arguments of a verb.

    root: the problem, with all its names.
    ask: what is asked of the problem that remains once options are given or left out.
    isolate: whether a process of its own answers.
    """

    root: Instance
    ask: Ask
    solver: Solver
    rest: ExactCover
    isolate: bool = False

    def drive(self) -> Drive:
        """Return what answers in this process; a time limit ends it at its next step."""
        totals = Totals()
        searched = replace(self.root, problem=self.rest)
        return Drive(self.ask, searched, self.solver, totals, totals.clock.stopped, limits_here=True)

    def outcome(self, lists: bool = True) -> Outcome:
        """Search, here or in a process of its own.

        lists: whether orbits are listed; otherwise they are counted by Burnside's lemma.
        """
        if self.isolate:
            from danceoff.door.isolated import isolated

            row, found, cheapest = isolated(self.ask, self.solver, self.rest, self.root.board)
            n_covers = row.covers if row.orbits is None else row.orbits
            ended = row.status, row.detail, row.total_s or 0.0, row.stats, n_covers
            return Outcome(*ended, FoundCovers(Numbering(self.root), found), cheapest, row.bound)
        drive = self.drive()
        drive.lists = drive.lists and lists
        covers = FoundCovers(Numbering(self.root), batches(drive))
        n_covers = drive.totals.covers if drive.totals.orbits is None else drive.totals.orbits
        kept, bound = (drive.judge.kept.kept, drive.judge.least) if drive.judge else ([], None)
        cheapest = [*drive.instance.problem.lift(Covers.of([cover for _, _, cover in kept[:n_covers]]))]
        seconds = drive.totals.clock.wall_s
        return Outcome(drive.status, drive.detail, seconds, drive.stats, n_covers, covers, cheapest, bound)


def batches(drive: Drive) -> Generator[Covers]:
    """Yield covers in the numbering of the root problem, until the end or a limit.

    Each is checked and compared with all before; a repeated one may be noticed only at the end.
    """
    drive.warm_up()
    with closing(drive.events()) as events:
        for event in events:
            if isinstance(event, Found) and len(event.covers):
                yield event.covers


def inquiry(
    task: str,
    problem: Any,
    solver: str | Solver,
    limit: int | None = None,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    isolate: bool = False,
    given: Iterable[Hashable] = (),
    without: Iterable[Hashable] = (),
    at_most: Amount | None = None,
    maximise: bool = False,
    up_to_symmetry: bool | str = False,
) -> Inquiry:
    """Check the arguments of a verb, which are those of `danceoff.solve`, and raise as it does.

    task: the name of the question.
    """
    if memory_limit is not None and not isolate:
        raise ValueError("memory_limit needs isolate=True: only a process of its own has a limit on its memory")
    limit = None if limit is None else whole_number("limit", limit, 1, _MOST)
    seconds = positive("time_limit", time_limit, "seconds")
    memory_mb = positive("memory_limit", memory_limit, "MB")
    loaded = solver if isinstance(solver, Solver) else load(solver)
    if up_to_symmetry not in (True, False, _ROTATIONS):
        raise InvalidProblem(f'up_to_symmetry must be True, False or "{_ROTATIONS}", not {shown(up_to_symmetry)}')
    ask = Ask(
        "",
        str(loaded),
        task,
        limit=limit,
        time_limit_s=seconds,
        memory_limit_mb=memory_mb,
        up_to_symmetry=bool(up_to_symmetry),
        rotations=up_to_symmetry == _ROTATIONS,
    )
    if ask.question.lists and Feature.LIST not in loaded.features:
        raise UnsupportedProblem(f"{loaded.name} counts covers and lists none: use danceoff.count, or another solver")
    if ask.question.by_cost and Feature.BEST not in loaded.features:
        raise UnsupportedProblem(f"{loaded.name} does not look for the cheapest covers: auto does")
    root = instance(problem)
    chosen, left_out = places_in(root, given, "given"), places_in(root, without, "without")
    return Inquiry(root, ask, loaded, cut(asked(root.problem, at_most, maximise), chosen, left_out), isolate)

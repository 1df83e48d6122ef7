"""How many covers hold each option."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import closing
from typing import TYPE_CHECKING, Any, ClassVar

from danceoff.problems.model.arguments import InvalidProblem
from danceoff.problems.model.digits import decimal, whole
from danceoff.questions.answer import Answer
from danceoff.questions.events import Answered, Drawn, Ended
from danceoff.questions.question import Derived

if TYPE_CHECKING:
    from danceoff.questions.drive import Drive
    from danceoff.questions.events import Events

_MANY = 10**9  # parts of which a share is shown
_KINDS = ("all", "some", "none")


class OptionsHeld(Answer):
    """How many covers hold each option.

    rows: the number of each option, its name, and how many covers hold it; `all`, `some` or `none` if not counted.
    n_covers: the number of covers.
    """

    @property
    def counts(self) -> list[tuple[Hashable, int]]:
        """Each option, by its name or else its number, and how many covers hold it."""
        return [(name, whole(held)) for _, name, held in self.rows]

    @property
    def in_all(self) -> list[Hashable]:
        """The options that every cover holds; empty if there is no cover."""
        return [option for option, count in self.counts if count == self.n_covers > 0]

    @property
    def in_none(self) -> list[Hashable]:
        """The options that no cover holds."""
        return [option for option, count in self.counts if count == 0]

    @property
    def so_far(self) -> str:
        """How many options are in all covers, in some and in none, if the covers are not counted."""
        kinds, n_options = [held for _, _, held in self.rows if held in _KINDS], self.known.get("n_options", 0)
        if not kinds:
            return super().so_far
        n_all, n_some, n_none = map(kinds.count, _KINDS)
        unknown = f", {n_options - len(kinds)} are not settled" if len(kinds) < n_options else ""
        return (
            f"{n_all} of {n_options} options are in all covers, {n_some} in some, {n_none} in none{unknown}; "
            "how many covers hold them is not known"
        )

    decided = so_far

    @property
    def lines(self) -> list[str]:
        """A line for each option: how many covers hold it, their share of all covers, its number and its name."""
        width = max((len(held) for _, _, held in self.rows if held not in _KINDS), default=0)

        def line(number: int, name: str, held: str) -> str:
            if held in _KINDS:
                return f"in {held:4}  option {number}: {name}"
            share = whole(held) * _MANY // max(1, self.n_covers) / _MANY  # counts may exceed the largest float
            return f"{held:>{width}}  {share:8.4%}  option {number}: {name}"

        return [line(*one) for one in sorted(self.rows)]

    @property
    def members(self) -> dict[str, Any]:
        """The list of options."""

        def held_by(held: str) -> dict[str, Any]:
            return {"held_by": held} if held in _KINDS else {"covers": whole(held)}

        return {"options": [{"option": k, "name": name, **held_by(held)} for k, name, held in sorted(self.rows)]}

    def _repr_svg_(self) -> str | None:
        """A heat map for a notebook; text if the problem has no heat map or no cover."""
        from danceoff.problems.pictures.shades import HasHeat  # late: NumPy

        if not isinstance(self.instance.board, HasHeat) or not self.n_covers:
            return None
        return self.instance.heat_map([count for _, count in self.counts], self.n_covers)


class OptionsQuestion(Derived):
    """How many covers hold each option; if the diagram does not fit, whether all covers hold it, some, or none."""

    name: ClassVar[str] = "options"
    help: ClassVar[str] = "how many covers hold each"
    has_own_limit: ClassVar[bool] = True
    answer: ClassVar[type[Answer]] = OptionsHeld
    columns: ClassVar[tuple[str, ...]] = ("option", "name", "covers")

    def walk(self, drive: Drive, search: Any) -> Events:
        """Yield a row for each option: its number, its name, and how many covers hold it, as text."""
        from danceoff.problems.model.naming import whole_name  # late: NumPy
        from danceoff.problems.pictures.shades import HasHeat  # late: NumPy
        from danceoff.solvers.engines import diagram  # late: Numba, 0.3 s

        if drive.draws and not isinstance(drive.instance.board, HasHeat):
            drawn = "heat maps are drawn of packings and of boards of squares with symbols"
            raise InvalidProblem(f"{drive.instance.name}: {drawn}; leave out --svg")
        problem = drive.instance.problem
        try:
            graph, n_covers = self.diagram_of(drive)
        except MemoryError as error:
            if problem.max_cost is None:
                yield from _settled(drive, str(error))
            else:
                yield Ended("memory", str(error))
            return
        with drive.totals.clock.running():
            # Where a reason shows that there is no cover, the diagram has none of the options.
            counts = diagram.counts_of_options(graph) if n_covers else [0] * problem.n_options
        drive.totals.covers = n_covers
        numbers = problem.origin.tolist()
        yield Answered([(numbers[k], whole_name(problem, k), decimal(count)) for k, count in enumerate(counts)])
        if drive.draws and n_covers:
            yield Drawn(drive.instance.heat_map(counts, n_covers))
        n_all = counts.count(n_covers) if n_covers else 0
        yield Ended("complete", f"{n_all} of {len(counts)} options are in all, {counts.count(0)} in none")


def _settled(drive: Drive, why: str) -> Events:
    """Yield which options are in all covers, in some or in none; why: the reason why there is no diagram."""
    from danceoff.problems.model.naming import whole_name  # late: NumPy
    from danceoff.solvers.questions.backbone import Settling  # late: PySAT

    problem = drive.instance.problem
    numbers, settling = problem.origin.tolist(), Settling(problem)
    with closing(drive.timed(settling.settle())) as steps:
        for options in steps:
            if settling.has_cover is False:
                yield Answered([(numbers[k], whole_name(problem, k), "0") for k in options])
                yield Ended("complete", f"by SAT, for {why}")
                return
            if options:
                yield Answered([(numbers[k], whole_name(problem, k), settling.settled[k].value) for k in options])
    yield Ended("memory", why)

"""How many covers hold each option, as a task; `danceoff.options_held` is in diagram.py."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, ClassVar

from danceoff.problems.model.digits import whole
from danceoff.questions.question import Answer, Derived

if TYPE_CHECKING:
    from danceoff.asking.drive import Drive
    from danceoff.asking.walks import Events
    from danceoff.problems import ExactCover

_MANY = 10**9  # parts of which a share is shown
_KINDS = ("all", "some", "none")


class OptionsQuestion(Derived):
    """How many covers hold each option; if the diagram does not fit, whether all covers do, some, or none."""

    name: ClassVar[str] = "options"
    help: ClassVar[str] = "how many covers hold each option"
    has_own_limit: ClassVar[bool] = True
    columns: ClassVar[tuple[str, ...]] = ("option", "name", "covers")

    def walk(self, drive: Drive, search: Any) -> Events:
        """Yield a row for each option: its number, its name, and how many covers hold it, as text."""
        from danceoff.asking.events import Answered, Drawn, Ended
        from danceoff.problems import InvalidProblem
        from danceoff.problems.model.digits import decimal
        from danceoff.solvers.engines import diagram

        if drive.draws and not drive.instance.board.is_drawn:
            raise InvalidProblem(f"{drive.instance.name}: a problem without a board has no heat map; leave out --svg")
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
            counts = diagram.counts_of_options(graph)
        drive.totals.covers = n_covers
        numbers = problem.origin.tolist()
        yield Answered([(numbers[k], _name(problem, k), decimal(count)) for k, count in enumerate(counts)])
        if drive.draws and n_covers:
            yield Drawn(drive.instance.heat_map(counts, n_covers))
        n_all, n_none = (n_covers > 0) * counts.count(n_covers), counts.count(0)
        yield Ended("complete", f"{n_all} of {len(counts)} options are in all, {n_none} in none")

    def in_words(self, row: Any, answer: Answer) -> str:
        """Return how many options are in all covers, in some and in none, if the covers are not counted."""
        kinds, n_options = [held for _, _, held in answer.rows if held in _KINDS], row.n_options
        if not kinds:
            return ""
        n_all, n_some, n_none = map(kinds.count, _KINDS)
        unknown = f", {n_options - len(kinds)} are not settled" if len(kinds) < n_options else ""
        return (
            f"{n_all} of {n_options} options are in all covers, {n_some} in some, {n_none} in none{unknown}; "
            "how many covers hold them is not known"
        )

    def lines(self, row: Any, answer: Answer) -> list[str]:
        """Return a line for each option: how many covers hold it, which share that is, its number and its name."""
        width = max((len(held) for _, _, held in answer.rows if held not in _KINDS), default=0)

        def line(number: int, name: str, held: str) -> str:
            if held in _KINDS:
                return f"in {held:4}  option {number}: {name}"
            share = whole(held) * _MANY // max(1, row.covers) / _MANY
            return f"{held:>{width}}  {share:8.4%}  option {number}: {name}"

        return [line(*one) for one in sorted(answer.rows)]

    def json(self, row: Any, answer: Answer) -> str:
        """Return the list of options."""

        def entry(number: int, name: str, held: str) -> str:
            known = f'"held_by": "{held}"' if held in _KINDS else f'"covers": {held}'
            return f'{{"option": {number}, "name": {json.dumps(name)}, {known}}}'

        return f'"options": [{", ".join(entry(*one) for one in sorted(answer.rows))}]'


def _settled(drive: Drive, why: str) -> Events:
    """Yield which options are in all covers, in some or in none.

    why: why there is no diagram.
    """
    from contextlib import closing

    from danceoff.asking.events import Answered, Ended
    from danceoff.solvers.questions.backbone import Settling

    problem = drive.instance.problem
    numbers, settling = problem.origin.tolist(), Settling(problem)
    with closing(drive.asked.timed(settling.settle())) as steps:
        for options in steps:
            if settling.has_cover is False:
                yield Answered([(numbers[k], _name(problem, k), "0") for k in options])
                yield Ended("complete", f"by SAT, for {why}")
                return
            if options:
                yield Answered([(numbers[k], _name(problem, k), settling.settled[k].value) for k in options])
    yield Ended("memory", why)


def _name(problem: ExactCover, option: int) -> str:
    if problem.option_names:
        return str(problem.option_names[option])
    return " ".join(problem.entry_name(item, colour) for item, colour in problem.entries_of(option))

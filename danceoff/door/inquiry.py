"""The checked arguments of a verb such as `danceoff.solve`, and the search that answers it, here or in a child."""

from collections.abc import Callable, Generator, Hashable, Iterable, Mapping
from contextlib import closing
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from danceoff.asking.ask import Ask, Limits, Selection
from danceoff.asking.drive import Drive
from danceoff.problems import Covers, ExactCover, InvalidProblem
from danceoff.problems.board import NO_BOARD
from danceoff.problems.found import FoundCovers, Numbering, places_in
from danceoff.problems.instance import Instance
from danceoff.problems.model.arguments import Refused, positive, shown, whole_or_none
from danceoff.problems.model.costs import Amount, amount
from danceoff.problems.model.digits import written
from danceoff.problems.model.naming import called
from danceoff.problems.stated import instance
from danceoff.questions.answer import Answer
from danceoff.questions.events import Event, Found
from danceoff.solvers import MissingBackend, Solver, UnsupportedProblem, load

_ROTATIONS = "rotations"
_RAISED = {"unsupported": UnsupportedProblem, "missing": MissingBackend}
"""What a status of a case means in this process."""


class Inquiry(NamedTuple):
    """The checked arguments of a verb, a function such as `danceoff.solve`.

    root: the problem, with all its names.
    ask: the question about `rest`.
    rest: the problem that remains once options are given or left out.
    isolate: whether a process of its own answers.
    """

    root: Instance
    ask: Ask
    solver: Solver
    rest: ExactCover
    isolate: bool = False

    def drive(self) -> Drive:
        """Return a drive that answers in this process; a time limit ends the search at its next step."""
        searched = replace(self.root, problem=self.rest)
        return Drive(self.ask, searched, self.solver, is_cold=True, limits_here=True)

    def blank(self) -> Any:
        """Return the answer before anything is known."""
        return self.ask.question.answer(ask=self.ask, at=self.root, rest=self.rest)

    def answer(self, lists: bool = True) -> Any:
        """Return the answer of a search, here or in a process of its own.

        lists: whether orbits are listed; otherwise they are counted by Burnside's lemma.
        """
        answer = self.blank()
        if self.isolate:
            isolated(answer, self.solver, self.rest)
            return answer
        drive = self.drive()
        drive.lists = drive.lists and lists
        covers = FoundCovers(Numbering(self.root.original), batches(drive, answer.add))
        if self.ask.question.lists:
            answer.covers = covers
        answer.known = known(drive)
        return answer


def known(drive: Drive) -> dict[str, Any]:
    """Return what a search has found so far, by the names of the columns of a row."""
    totals, judge = drive.totals, drive.judge
    columns = {
        **{name: getattr(drive, name) for name in ("status", "detail", "stats", "solver")},
        "covers": totals.covers,
        "orbits": totals.orbits,
        "search_s": totals.clock.wall_s,
    }
    if judge:
        columns |= {"cost": judge.cost, "bound": judge.least, "cost_scale": judge.problem.cost_scale}
    return columns


def batches(drive: Drive, add: Callable[[Event], None] = lambda _: None) -> Generator[Covers]:
    """Yield covers in the numbering of the root problem, until the end or a limit.

    Each cover is checked, and compared with all before it; a repetition may be noticed only at the end.

    add: takes the other events.
    """
    drive.warm_up()
    with closing(drive.events()) as events:
        for event in events:
            if not isinstance(event, Found):
                add(event)
            elif len(event.covers):
                yield event.covers


class Within(NamedTuple):
    """The arguments of a verb that limit its search."""

    limit: int | None = None
    time_limit: float | None = None
    memory_limit: float | None = None
    isolate: bool = False

    def limits(self) -> Limits:
        """Return the limits on time and memory; raises ValueError for an invalid one, or one that needs `isolate`."""
        _check_flag("isolate", self.isolate)
        if self.memory_limit is not None and not self.isolate:
            raise ValueError("memory_limit needs isolate=True: only a process of its own has a limit on its memory")
        seconds = positive("time_limit", self.time_limit, "seconds")
        return Limits(seconds, memory_limit_mb=positive("memory_limit", self.memory_limit, "MB"))


class Chosen(NamedTuple):
    """The arguments of a verb that say which covers it is asked for."""

    given: Iterable[Hashable] = ()
    without: Iterable[Hashable] = ()
    at_most: Amount | None = None
    up_to_symmetry: bool | str = False
    distinct: str = ""
    maximise: bool = False

    def selection(self) -> Selection:
        """Return the selection that these arguments state, apart from `given` and `without`; raises InvalidProblem."""
        if self.up_to_symmetry not in (True, False, _ROTATIONS):
            wrong = shown(self.up_to_symmetry)
            raise InvalidProblem(f'up_to_symmetry must be True, False or "{_ROTATIONS}", not {wrong}')
        _check_flag("maximise", self.maximise)
        if not isinstance(self.distinct, str):
            raise InvalidProblem(f'distinct must be a pattern of names, such as "car*", not {shown(self.distinct)}')
        most = "" if self.at_most is None else written(amount("at most", self.at_most))
        rotations = self.up_to_symmetry == _ROTATIONS
        return Selection(most, self.maximise, bool(self.up_to_symmetry), rotations, distinct=self.distinct)

    def rest(self, stated: ExactCover, root: Instance) -> ExactCover:
        """Return the sub-problem that remains once options are given or left out.

        stated: the problem as it is asked.
        root: the problem that names the options.

        Raises InvalidProblem if an option is both given and left out, or given twice.
        """
        given, left_out = places_in(root, self.given, "given"), places_in(root, self.without, "without")
        if both := [option for option in given if option in left_out]:
            raise InvalidProblem(f"{called(root.problem.option_names, both[0])} is both given and left out")
        rest = stated.given(given) if given else stated
        if not left_out:
            return rest
        gone = np.isin(rest.origin, stated.origin[list(left_out)])
        return rest.without(np.flatnonzero(gone).astype(np.int32))


def _check_flag(name: str, flag: bool) -> None:
    if flag not in (True, False):  # "no" would be true
        raise InvalidProblem(f"{name} must be True or False, not {shown(flag)}")


def inquiry(
    task: str,
    problem: Any,
    solver: str | Solver,
    within: Within,
    chosen: Chosen,
    options: Mapping[str, Any] | None = None,
) -> Inquiry:
    """Check the arguments of a verb; they are those of `danceoff.solve`, and raise the same errors.

    task: the name of the question.
    options: the given options of the question.
    """
    limits, selection = within.limits(), chosen.selection()
    limit = whole_or_none("limit", within.limit, 1)
    loaded = solver if isinstance(solver, Solver) else load(solver)
    told = tuple((options or {}).items())
    try:
        ask = Ask("", str(loaded), task, limit=limit, limits=limits, selection=selection, options=told)
    except Refused as refusal:
        raise InvalidProblem(str(refusal)) from None
    root = instance(problem)
    rest = chosen.rest(selection.stated(root.problem), root.original)
    return Inquiry(root, ask, loaded, rest, within.isolate)


def spec_of(solver: Solver) -> str:
    """Return the text by which a process of its own loads the solver; raises ValueError if there is none."""
    spec = str(solver)
    try:
        is_known = load(spec) == solver
    except ValueError:
        is_known = False
    if not is_known:
        raise ValueError(f"solver {spec} is known in this process only: to isolate it, name it as FILE.py:NAME")
    return spec


def isolated(answer: Answer, solver: Solver, problem: ExactCover) -> None:
    """Search in a child process. It gets the problem by a pipe, without names: it may lack the classes of the names.

    Raises ValueError on Windows and for a solver that a child cannot load; and UnsupportedProblem and MissingBackend
    if the child has raised them.

    answer: takes what the child finds.
    """
    from danceoff.experiments import need_posix
    from danceoff.experiments.run.one_case.child import run_case  # late: processes, 30 ms
    from danceoff.experiments.run.one_case.messages import Message, Show, events

    def watch(message: Message) -> None:
        for event in events(message):
            answer.add(event)

    need_posix("isolate=True")
    ask, board = answer.ask, answer.instance.board  # for the symmetries of the problem
    bare = replace(problem, item_names=(), option_names=(), colour_names=())
    distinct = "*" if ask.selection.distinct else ""  # the problem is projected already
    selection = replace(ask.selection, distinct=distinct)
    there = Instance("", "", bare, board=board if ask.selection.up_to_symmetry else NO_BOARD)
    case = replace(ask, solver=spec_of(solver), at=(there, ""), selection=selection)
    row = run_case(case, watch, Show(options=True) if ask.question.lists else None)
    if row.status in _RAISED:
        raise _RAISED[row.status](row.detail)
    answer.known = vars(row)

"""The driver of a search: it loads and prepares it, walks it as the question asks, and ends it at a time limit.

Python drives a search in its own process, and a case in the process of its worker.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from danceoff.asking import walks
from danceoff.asking.ask import Ask, Limits
from danceoff.asking.totals import Totals
from danceoff.asking.walks import Asked, TimeLimit
from danceoff.problems import Cover, Covers, ExactCover, InvalidProblem
from danceoff.problems.instance import Instance
from danceoff.problems.model.cover import ADDED
from danceoff.questions.events import NONE, Ended, Events, Prepared
from danceoff.questions.question import OPB
from danceoff.solvers import Feature, Search, Solver, UnsupportedProblem
from danceoff.solvers.ours import BACKENDS

if TYPE_CHECKING:
    from danceoff.asking.judge import Judge
    from danceoff.solvers.rewriting.shuffled import Shuffled

# Imported late, in functions: what only some questions or options need; certificates load Numba, 0.3 s.

_REASONED_S = 0.3
"""Seconds of search after which reasons why there is no cover are looked for: on most boards they take some 0.1 s."""
T = TypeVar("T")
_LACKS = {
    Feature.LIST: "counts covers and cannot list them",
    Feature.BEST: "does not look for the cheapest covers: auto does",
    Feature.BLOCK: "cannot leave out the covers that it found first",
    Feature.MULTIPLICITY: "has no multiplicities, by which covers are made to differ",
}


class Drive:
    """One question about one problem, to be answered once.

    ask: what is asked; it names the problem and the solver.
    instance: the problem.
    solver: the solver; None for a question that needs none.
    totals: what was found.
    is_cold: whether somebody waits for the answer. Then engines are loaded during the search, each when it is needed;
        and a reason why there is no cover is an answer, too. By default engines are loaded before the search.
    beat: called at the heartbeats of the search.
    limits_here: whether this process enforces the time limit; the clock then also runs while the reader uses the
        events.
    only: takes the search, and returns a search for some of its covers; None for all covers.
    draws: whether the answer will be drawn.
    reads_at_once: whether somebody waits for covers, so that what a program prints is read while it runs.
    judge: keeps the cheapest covers, if they are sought.
    reasons_beside: whether the search is ended by a reason why there is no cover.
    status, detail: how the search ended, once it has.
    stats: the counters of the solver, once the search has ended.
    """

    def __init__(
        self,
        ask: Ask,
        instance: Instance,
        solver: Solver | None,
        totals: Totals | None = None,
        is_cold: bool = False,
        beat: Callable[[], None] = lambda: None,
        limits_here: bool = False,
        only: Callable[[Search], Search] | None = None,
        draws: bool = False,
        reads_at_once: bool = True,
    ) -> None:
        self.ask, self.question, self.solver = ask, ask.question, solver
        self.instance = instance
        self.only, self.draws = only, draws
        self._limits_here, self._beat = limits_here, beat
        # A run measures what the solver itself takes; a user who waits for an answer may get it from a reason instead.
        self._takes_reasons = is_cold and not self.question.certifies
        self.reasons_beside = self._looks = self._takes_reasons and (solver is None or solver.loads_in_turn)
        self.totals = totals or Totals()
        # Packings that come apart, and distinct choices, have to be looked at one by one, also to count them.
        self._looks_at_each = only is not None or bool(ask.selection.distinct)
        self.listing = self.question.lists or self.question.certifies or self._looks_at_each
        self.lists = self.is_cold = False
        if solver:
            self._suit(solver, reads_at_once)
        self.asked = Asked(
            instance.problem,
            self.totals,
            ask.limit,
            self.question.is_done_at_limit,
            self._shuffled(instance.problem),
            self._beaten,
            throughout=limits_here,
        )
        self.judge: Judge | None = None
        if self.question.by_cost:
            from danceoff.asking.judge import Judge, Stop

            stop = Stop.of(dict(ask.options))
            self.judge = Judge(instance.problem, ask.n_cheapest, self.asked.original, stop, instance.settled)
        self.status = self.detail = ""
        self.stats: Mapping[str, int] = {}

    def _suit(self, solver: Solver, reads_at_once: bool) -> None:
        """Decide how the solver is used; raises UnsupportedProblem if it never answers such a question."""
        question, up_to_symmetry = self.question, self.ask.selection.up_to_symmetry
        given = dict(self.ask.options)
        must_list = question.lists or self._looks_at_each or OPB in given
        asks_for = {Feature.LIST: must_list, Feature.BEST: question.by_cost}
        needed = [feature for feature, is_asked in asks_for.items() if is_asked]
        needed += [Feature[option.needs] for option in question.options if option.needs and option.name in given]
        if lacking := [feature for feature in needed if feature not in solver.features]:
            raise UnsupportedProblem(f"{solver.name} {_LACKS[lacking[0]]}")
        self.lists = Feature.LIST in solver.features
        if question.certified == "count" and OPB not in given:
            self.lists = solver.lists_to_certify(self.instance.problem)
        self.listing |= solver.counts_by_listing
        self.is_cold = self._takes_reasons and solver.name in BACKENDS  # only ours leave no loading in their times
        # Orbits and distinct choices are found by several searches, and this process works between them.
        if solver.runs_programs and not (up_to_symmetry or self.ask.selection.distinct):
            self.totals.clock.of_programs(reads_at_once)

    @property
    def for_covers(self) -> bool:
        """Whether covers themselves answer the question, and not only their number."""
        return self.listing or self.question.by_cost or self.ask.selection.up_to_symmetry

    @cached_property
    def options(self) -> dict[str, Any]:
        """All options of the question, by name."""
        return self.ask.all_options

    @cached_property
    def reasons(self) -> list[str]:
        """Sentences, each a proof by parity or counting that there is no cover."""
        from danceoff.problems.analysis.diagnosis import reasons

        return reasons(self.instance.problem, self.instance.board)

    def again(self, task: str, time_limit_s: float) -> Drive:
        """Return a drive for another question about the same problem, with a clock of its own."""
        ask = Ask("", "", task, limits=Limits(time_limit_s))
        return Drive(ask, self.instance, self.solver, is_cold=self.is_cold, limits_here=True)

    def warm_up(self) -> None:
        """Load what the answer needs, unless the search loads it itself; a case loads more (`warm.load_all`)."""
        if self.solver is None:
            self.question.warm_up(self)
        elif not self.is_cold:
            with self.blaming_the_solver():
                self.solver.warm_up(self.asked.problem_of_solver, self.lists and self.for_covers)

    def events(self) -> Events:
        """Yield `Prepared`, the events of the walk, and last `Ended`; raises as the solver does.

        The walk is closed before `Ended`: only then is the CPU time of the processes that it started known.
        """
        search: Any = None
        try:
            with self.totals.clock.running():
                search = self._prepared()
            if self.solver:  # without a solver, all time of the answer is search
                self.totals.prepare_s = self.totals.clock.wall_s
            with search:
                try:
                    yield Prepared(search)
                    self._hold_to_limit()
                    with self.blaming_the_solver(), closing(self.question.walk(self, search)) as events:
                        for event in events:
                            if isinstance(event, Ended):
                                break
                            yield event
                            self._hold_to_limit()
                        else:
                            raise RuntimeError("a walk ended without `Ended`")
                except TimeLimit:
                    event = self._stopped("timeout", search.choice)
                self.status, self.detail = event.status, event.detail
                yield event
        except MemoryError as error:
            event = self._stopped("memory", str(error) or "out of memory")
            self.status, self.detail = event.status, event.detail
            yield event
        finally:
            if search:
                self.stats = dict(search.stats())
                self.detail = self.detail or search.choice

    def is_late(self) -> bool:
        """Whether the time limit has passed, if this process enforces it."""
        limit_s = self.ask.limits.time_limit_s
        return self._limits_here and limit_s is not None and self.totals.clock.wall_s > limit_s

    def _beaten(self) -> None:
        self._beat()
        self._hold_to_limit()

    def _hold_to_limit(self) -> None:
        if self.is_late() or (self.solver and self.is_refuted()):
            raise TimeLimit

    def is_refuted(self) -> bool:
        """Whether a reason ends the search; it is looked for once, if the search has found nothing for some time."""
        if not self._looks or self.totals.covers or self.totals.clock.wall_s < _REASONED_S:
            return False
        self._looks = False
        return bool(self.reasons)

    def _stopped(self, status: str, detail: str) -> Ended:
        """Return how a stopped search ends: complete if there is a reason why it would find nothing."""
        if self._takes_reasons and not self.totals.covers and self.reasons:
            return Ended("complete", f"{NONE}{self.reasons[0]}")
        return Ended(status, detail)

    def _prepared(self) -> Any:
        """Return the search: for covers, for orbits, or for the covers that pass a filter."""
        if self.solver is None:
            return walks.NoSearch()
        if self.ask.selection.up_to_symmetry:
            search = self._by_orbits(self.solver)
        else:
            problem, distinct = self.asked.problem_of_solver, self.ask.selection.distinct
            search = self._by_choices(self.solver, problem) if distinct else self.solver.prepare(problem)
            search.is_cold = self.is_cold
            search.programs = self.totals.clock.programs
        return self.only(search) if self.only else search

    def _by_choices(self, solver: Solver, problem: ExactCover) -> Search:
        """Return a search that lists one cover of each choice of the options that lifting keeps."""
        from danceoff.solvers.questions.distinct import Distinct

        numbers = self.asked.original(Covers.of([range(problem.n_options)])).option  # of all options, before shuffling
        is_kept = self.asked.problem.origin[numbers] < ADDED
        return Distinct(solver, problem, is_kept)

    def _by_orbits(self, solver: Solver) -> Search:
        """Return a search that lists one cover of each orbit, or that counts orbits if the question only needs that."""
        from danceoff.solvers.rewriting.orbit_search import OrbitCount, OrbitSearch
        from danceoff.solvers.together.tight import tightened

        kind, instance = OrbitSearch if self.lists else OrbitCount, self.instance
        # Orbits are of the problem that is searched. `auto` may rewrite it; others search the one that is asked.
        if solver.name == "auto" and not self.asked.shuffled:
            tight = tightened(instance.problem) or instance.problem
            instance, self.asked = replace(instance, problem=tight), replace(self.asked, problem=tight)
        try:
            return kind(solver, instance, self.asked.shuffled, self.ask.selection.rotations)
        except InvalidProblem as error:
            raise InvalidProblem(": ".join(filter(None, (self.instance.name, str(error))))) from None

    def _shuffled(self, problem: ExactCover) -> Shuffled | None:
        """Return the problem with its options and items shuffled; None if no order is asked."""
        if self.ask.order is None:
            return None
        from danceoff.solvers.rewriting.shuffled import Shuffled

        return Shuffled.of(problem, self.ask.order)

    def prepared_for(self, problem: ExactCover, blocked: Collection[Cover]) -> tuple[Asked, Search]:
        """Prepare a search of another problem with the same costs, under the clock; return what a walk needs.

        blocked: covers of the problem that the search leaves out.
        """
        assert self.solver
        asked = replace(self.asked, problem=problem, shuffled=self._shuffled(problem))
        if asked.shuffled:
            place = np.argsort(asked.shuffled.option)  # of each option after shuffling
            blocked = [tuple(place[list(cover)].tolist()) for cover in blocked]
        with self.totals.clock.running():
            search = self.solver.prepare(asked.problem_of_solver, sorted(blocked))
            search.is_cold = self.is_cold
        return asked, search

    @contextmanager
    def blaming_the_solver(self) -> Iterator[None]:
        """Within the block, turn InvalidProblem into RuntimeError: the fault is the solver's."""
        try:
            yield
        except InvalidProblem as error:
            if self.solver is None:
                raise
            raise RuntimeError(f"the search raised {where(error)}") from error

    def ordinary(self, search: Any) -> Events:
        """Return the events of a walk through the search: certified, for the cheapest covers, by orbits, or plain."""
        if self.question.certifies:
            from danceoff.asking import certified

            return certified.walk(self.asked, search, self.lists, self.judge, dict(self.ask.options))
        if self.judge:
            return walks.cheapest(self.asked, search, self.judge)
        if self.ask.selection.up_to_symmetry:
            return walks.orbits_listed(self.asked, search) if self.lists else walks.orbits_counted(self.asked, search)
        return walks.listed(self.asked, search) if self.listing else walks.counted(self.asked, search)

    def shown(self, batches: Iterator[Covers]) -> Events:
        """Check covers that no search lists, and yield them; yield `Ended` only if a cover is wrong."""
        return walks.shown(self.asked, batches)

    def timed(self, elements: Iterator[T]) -> Generator[T]:
        """Yield the same elements, under the clock."""
        return self.asked.timed(elements)


def where(error: Exception) -> str:
    """Return the text of an error, with the line of code that raised it, in one line."""
    step = error.__traceback__
    while step and step.tb_next:
        step = step.tb_next
    place = f" ({os.path.basename(step.tb_frame.f_code.co_filename)}:{step.tb_lineno})" if step else ""  # noqa: PTH119 - pathlib takes 2 ms
    return " ".join(f"{type(error).__name__}: {error}".split()) + place

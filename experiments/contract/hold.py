"""Tests a solver against the contract, rule by rule; for a broken rule it finds the smallest problem that shows it."""

import signal
import tempfile
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from copy import deepcopy
from math import inf
from multiprocessing.connection import Connection
from time import monotonic
from typing import NamedTuple, TypeAlias

from hypothesis import HealthCheck, Phase, given, reject, settings
from hypothesis.configuration import set_hypothesis_home_dir

from danceoff.asking.drive import where
from danceoff.experiments.contract.rules import Broken, OfOne, Rule, rules_for
from danceoff.experiments.contract.small import SMALL, dealt
from danceoff.experiments.contract.strategies import problems_with
from danceoff.problems import ExactCover
from danceoff.processes.descendants import descendants
from danceoff.processes.supervisor import SCRATCH, supervise_fork
from danceoff.processes.tree import in_use
from danceoff.solvers import Feature, Solver, UnsupportedProblem
from danceoff.solvers.functions import allow_recursion
from danceoff.solvers.together.child import Child, ChildDied, Report

_LOADING_S = 300.0  # a kernel of the author's may have to be compiled
_GRACE_S = 3.0
"""Seconds beyond the patience after which a process that says nothing is stuck in foreign code, and is ended."""
_LOOK_S = 0.25
"""How often the memory and the time of a process are looked at."""
_MOST_LATE = 3
"""How many problems of a rule may take too long; a smaller one would be found by trying dozens of them."""
_SMALL = 32
"""Options that even a search through all their subsets is through with."""


class Finding(NamedTuple):
    """The result for one rule.

    rule: its name.
    n_answered: how many problems were answered.
    broken: how the rule is broken; empty if it is kept.
    problem: the problem that shows how.
    is_limit: whether the only fault is that a large problem hits a limit, which does not make an answer wrong.
    """

    rule: str
    n_answered: int
    broken: str = ""
    problem: str = ""
    is_limit: bool = False


Send: TypeAlias = Callable[[Finding], None]
"""Receives the rule and the problem that are about to be tried, as the finding if nothing more is heard."""


class Late(Exception):
    """A rule took longer than its time limit."""


class _TooLate(BaseException):
    """Enough problems were late; this is no Exception, since hypothesis would go on after an Exception."""


class Bounds(NamedTuple):
    """The size of a test, and its limits on time and memory.

    n_examples: generated problems for each rule.
    patience_s: time limit for one problem, seconds; no small problem needs so long.
    memory_mb: limit on the memory of the process and its descendants, MB of 10^6 bytes.
    until: the end of the whole test, on the clock `monotonic`.
    """

    n_examples: int = 100
    patience_s: float = 10.0
    memory_mb: float = 4000.0
    until: float = inf


def hold(solver: Solver, bounds: Bounds, look: Send = lambda _: None) -> Iterator[Finding]:
    """Test the solver against every rule that concerns its features, in a process of its own.

    A solver that crashes, takes too much memory or does not return from foreign code breaks the rule, and the next rule
    gets a new process. Rules that are undecided at the end have no finding.

    look: receives, a few times a second, the state of the rule under test.
    """
    left = list(rules_for(solver))
    with tempfile.TemporaryDirectory(prefix=SCRATCH) as home:
        while left and monotonic() < bounds.until:
            with closing(_findings(solver, tuple(left), bounds, home, look)) as findings:
                for finding in findings:
                    left.remove(finding.rule)
                    yield finding


def _findings(solver: Solver, names: Sequence[str], bounds: Bounds, home: str, look: Send) -> Generator[Finding]:
    """Yield the findings of one child process; if it is killed or dies, the last finding is about the rule at fault."""
    finding, wait_s, looked, heard = Finding(names[0], 0), _LOADING_S, 0.0, monotonic()
    with Child.started(_hold, solver, names, bounds.n_examples, bounds.patience_s, home) as child:
        while True:
            has_report, now = child.pipe.poll(_LOOK_S), monotonic()
            if now > looked + _LOOK_S:
                looked = now
                look(finding)
                if now > bounds.until:
                    return
                # The supervisor of the child does not count.
                of_solver = descendants(child.pid) or [child.pid]
                if in_use(of_solver, 1e6 * bounds.memory_mb, child.pid) > 1e6 * bounds.memory_mb:
                    yield finding._replace(broken=f"more than {bounds.memory_mb:g} MB in use")
                    return
            # Python code raises Late itself, so a silent process is in foreign code.
            if not has_report:
                if now <= heard + wait_s:
                    continue
                yield finding._replace(broken=f"stuck in foreign code: its process says nothing for {wait_s:g} s")
                return
            heard, report = now, child.hear()
            if isinstance(report.error, ChildDied):
                yield finding._replace(broken=f"its process was {report.error}", is_limit=False)
                return
            if report.error:
                raise report.error
            finding, is_over, wait_s = report.note, report.is_done, bounds.patience_s + _GRACE_S
            if is_over:
                yield finding
                if finding.rule == names[-1]:
                    return
                finding = Finding(names[names.index(finding.rule) + 1], 0)


def _hold(
    pipe: Connection, solver: Solver, names: Sequence[str], n_examples: int, patience_s: float, home: str
) -> None:
    """In the child: report each problem before it is tried, and each finding."""
    supervise_fork(home)  # no process of the solver outlives this command, even if it is killed
    tempfile.tempdir = home
    set_hypothesis_home_dir(home)  # else it leaves a folder where the user is
    allow_recursion()

    def send(trying: Finding) -> None:
        pipe.send(Report(note=trying))

    with suppress(Exception):  # what fails here fails under a rule, too
        solver.warm_up(dealt(1), listing=Feature.LIST in solver.features)
    asked = rules_for(solver)
    for name in names:
        rule = asked[name]
        if isinstance(rule, OfOne):
            finding = _of_one(name, rule, solver, patience_s, send)
        else:
            finding = _of_all(name, rule, solver, n_examples, patience_s, send)
        pipe.send(Report(note=finding, is_done=True))


def _of_all(name: str, rule: Rule, solver: Solver, n_examples: int, patience_s: float, send: Send) -> Finding:
    n_answered, n_late, smallest = 0, 0, ("", "", False)  # of the last failure, as Hypothesis shrinks the problem

    def judge(problem: ExactCover) -> None:
        nonlocal n_answered, n_late, smallest
        send(Finding(name, n_answered, "", shown(problem), _is_large(problem)))
        try:
            with _patience(patience_s):
                rule(solver, deepcopy(problem))  # a solver that changes it must not spoil the report
        except UnsupportedProblem:
            raise
        except Exception as error:
            is_late = isinstance(error, Late)
            smallest = _said(error), shown(problem), is_late and _is_large(problem)
            n_late += is_late
            if n_late == _MOST_LATE:
                raise _TooLate from error
            raise
        n_answered += 1

    def judge_generated(problem: ExactCover) -> None:
        try:
            judge(problem)
        except UnsupportedProblem:
            reject()

    generated = given(problems_with(solver.features))(judge_generated)
    quietly = settings(
        max_examples=n_examples,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.generate, Phase.shrink],  # nobody reads what else it finds out about a failure
        report_multiple_bugs=False,
        print_blob=False,
        suppress_health_check=list(HealthCheck),
    )
    try:
        quietly(generated)()
        for problem, _ in SMALL.values():
            with suppress(UnsupportedProblem):
                judge(problem)
    except _TooLate:
        return Finding(name, n_answered, *smallest)
    except Exception as error:  # noqa: BLE001 - a backend may raise anything, and the report says what
        return Finding(name, n_answered, *(smallest if smallest[0] else (_said(error),)))
    return Finding(name, n_answered, "" if n_answered else "every problem is refused")


def _of_one(name: str, asked: OfOne, solver: Solver, patience_s: float, send: Send) -> Finding:
    send(Finding(name, 0, "", asked.words, _is_large(asked.problem)))
    try:
        with _patience(patience_s):
            asked.rule(solver, asked.problem)
    except UnsupportedProblem:
        return Finding(name, 0)
    except Exception as error:  # noqa: BLE001 - as above
        return Finding(name, 0, _said(error), asked.words, isinstance(error, Late) and _is_large(asked.problem))
    return Finding(name, 1)


def _is_large(problem: ExactCover) -> bool:
    """Whether a correct solver may need longer than the patience, which small problems never need."""
    return problem.n_options > _SMALL


@contextmanager
def _patience(seconds: float) -> Iterator[None]:
    """Raise Late in the block after so many seconds, as soon as Python code runs; a smaller problem may follow.

    The bell rings again every second, since a solver may swallow it once.
    """

    def ring(*_: object) -> None:
        raise _Bell

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    try:
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
    except _Bell:
        raise Late(f"not through after {seconds:g} s") from None


class _Bell(BaseException):
    """The patience is over; this is no Exception, since a solver may catch an Exception and raise its own."""


def _said(error: Exception) -> str:
    return " ".join(str(error).split()) if isinstance(error, Broken | Late) else where(error)


def shown(problem: ExactCover) -> str:
    """Return the problem in one line, in the numbers of its items and options."""
    secondary = f", items {problem.n_primary}.. secondary" if problem.n_primary < problem.n_items else ""
    prices = [f" for {cost}" for cost in problem.cost.tolist()] if problem.has_costs else [""] * problem.n_options
    rows = [" ".join(map(_entry, problem.entries_of(k))) + price for k, price in enumerate(prices)]
    options = "; ".join(f"{k}: {row}" for k, row in enumerate(rows))
    bounds = [
        f"item {i} {problem.least[i]} to {problem.most[i]} times"
        for i in range(problem.n_primary)
        if (problem.least[i], problem.most[i]) != (1, 1)
    ]
    if problem.max_cost is not None:
        bounds.append(f"covers cost at most {problem.max_cost}")
    return "; ".join([f"{problem.n_items} items{secondary}", *bounds, f"options {options}" if rows else "no options"])


def _entry(entry: tuple[int, int]) -> str:
    item, colour = entry
    return f"{item}:{colour}" if colour else f"{item}"

"""`solve --engine` and `run --parts`: the parts of a count are cases of a run, and their numbers add up."""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, groupby, product
from operator import attrgetter
from pathlib import Path
from typing import Any

from danceoff.asking.ask import Ask, Selection
from danceoff.experiments import BadInput
from danceoff.experiments.commands import cluster
from danceoff.experiments.plans.plan import Plan
from danceoff.experiments.plans.programs import loaded
from danceoff.experiments.results.record import STATUSES, Row, read
from danceoff.experiments.run.engines import engine
from danceoff.experiments.run.local import Observer
from danceoff.experiments.run.one_case.messages import row_of
from danceoff.experiments.run.one_case.reporter import about, as_asked
from danceoff.experiments.run.schedule import rows_of, run_plan
from danceoff.experiments.terminal.progress import ProgressLine
from danceoff.experiments.terminal.say import say
from danceoff.problems import ExactCover, Fingerprint
from danceoff.problems.instance import Instance
from danceoff.problems.sources import read as read_problem
from danceoff.questions.answer import Answer, in_words

_N_PARTS = 256  # of one to five branches each, which are the cases
_ADDED = ("covers", "checked", "prepare_s", "search_s", "cpu_s")


def counted(args: argparse.Namespace, answer: Answer) -> Row:
    """Run the cases that count the parts and are not complete, and return the row of the whole."""
    case = answer.ask
    known: dict[str, Any] = {}
    answer.known = known
    with ProgressLine(answer, "finding parts"):
        at: Any = answer.at
        instance = as_asked(case, at() if callable(at) else at)
        known |= about(instance, case) | {"solver": str(loaded(case.spec, None))}
        parts = tuple(_parts([case], instance.problem))
        directory = args.into or Path("results/own/parts") / replace(case, digest=instance.problem.digest).key
        adding, jobs = _Adding(directory, parts, known), engine(args.engine, cluster.given(args))
        run_plan(Plan("", "", None, parts), directory, False, adding, STATUSES[1:], jobs)  # again unless complete
    rows = adding.rows.values()
    worst = max(rows, key=lambda row: STATUSES.index(row.status))
    known |= {"status": worst.status, "detail": f"{worst.problem}: {worst.detail}"}
    if worst.status == "complete":
        longest_s = max(map(attrgetter("total_s"), rows))
        known["detail"] = f"the time of {len(rows)} parts together; the longest took {longest_s:.1f} s"
    return row_of(case, known)


def _parts(cases: Iterable[Ask], problem: ExactCover) -> Iterator[Ask]:
    """Yield each case about each part, with the problem of the part: a machine that rounds otherwise finds others."""
    from danceoff.solvers.together.balance import Leaf, Part, balance  # late: Numba, 0.3 s

    unnamed = replace(problem, item_names=(), option_names=())
    sets = balance(unnamed, _N_PARTS) or [Part(unnamed, [Leaf()])]
    for case, (number, branch) in product(cases, enumerate(chain.from_iterable(map(Part.problems, sets)), 1)):
        name = f"{case.problem} part {number}"
        at = Instance("", "", branch), case.at[1]
        yield replace(case, problem=name, digest=branch.digest, selection=Selection(), at=at)


def divided(plan: Plan) -> Plan:
    """Return the plan with the parts of each case as cases; raises BadInput for a case that counts not all covers."""
    about: dict[tuple[Any, Selection], list[Ask]] = {}
    for case in plan.cases:
        if case.task not in ("count", "enumerate") or case.limit or case.selection != Selection(case.selection.at_most):
            raise BadInput(f"--parts is for counts of all covers: leave {case.problem} {case.task} out of this plan")
        about.setdefault((case.source, case.selection), []).append(case)
    parts = [_parts(cases, how.stated(read_problem(source).problem)) for (source, how), cases in about.items()]
    return replace(plan, cases=tuple(chain.from_iterable(parts)))


def say_totals(cases: Iterable[Ask], directory: Path) -> None:
    """Print a line for each case of a divided plan: how many parts have answers, and what these are together."""
    for case, parts in groupby(
        cases, lambda part: replace(part, problem=part.problem.rpartition(" part ")[0], digest="")
    ):
        adding = _Adding(directory, [*parts], {})
        adding.take_rows()
        say(f"{case.problem} {case.solver}: {adding.known['parts']} {adding.known.get('fingerprint', '')}".rstrip())


class _Adding(Observer):
    """Adds up the rows of complete parts in the columns of the whole; `rows` has the rows of all parts, by digest."""

    def __init__(self, directory: Path, parts: Sequence[Ask], known: dict[str, Any]) -> None:
        self.directory, self.parts, self.known = directory, parts, known
        self.rows: dict[str, Row] = {}

    def take_rows(self) -> None:
        """Add the rows of earlier runs."""
        found = filter(None, rows_of(self.parts, read(self.directory), any_limits=True))
        self.rows = {row.digest: row for row in found}
        self._add()

    def begin(self, left: Sequence[Ask], n_done: int, seed: int) -> None:  # noqa: ARG002
        """Add the rows of earlier runs, and say where they are."""
        self.take_rows()
        say(f"danceoff: {self.known['parts']}; rows are in {self.directory}, and the same command goes on", error=True)

    def notice(self, text: str) -> None:
        """Say what a run notices."""
        say(f"danceoff: {text}", error=True)

    def case_ends(self, row: Row) -> None:
        """Add the row."""
        self.rows[row.digest] = row
        self._add()

    def _add(self) -> None:
        done = [row for row in self.rows.values() if row.status == "complete"]
        for name in _ADDED:
            self.known[name] = sum(map(attrgetter(name), done))
        prints = [*map(attrgetter("fingerprint"), done)]
        if all(prints):
            self.known["fingerprint"] = str(sum(map(_fingerprint, prints), Fingerprint()))
        self.known["parts"] = f"{len(done)} of {len(self.parts)} parts, {in_words(self.known['covers'])}"
        self.known["ready"] = True


def _fingerprint(text: str) -> Fingerprint:
    return Fingerprint(int(text[:16], 16), int(text[16:], 16))

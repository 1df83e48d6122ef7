"""Plans at the terminal: a line per finished case, with the running cases below; and a list of cases that would run."""

import math
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Column
from rich.text import Text

from danceoff.asking.ask import Ask
from danceoff.experiments import BadInput
from danceoff.experiments.plans.plan import Plan
from danceoff.experiments.results.record import FILE, Row, read
from danceoff.experiments.run.engines import Engine
from danceoff.experiments.run.estimate import Estimate, estimates, summary
from danceoff.experiments.run.local import Observer
from danceoff.experiments.run.one_case.messages import Message
from danceoff.experiments.run.schedule import run_plan, to_do
from danceoff.experiments.terminal.say import say
from danceoff.experiments.terminal.standard_streams import abandon_output
from danceoff.problems.model.digits import short
from danceoff.problems.model.printable import printable
from danceoff.solvers.engines.compiling import in_words

_ROOM_FOR_A_BAR = 64
_RESUMES = "a run without --fresh resumes there"
_STYLES = {"complete": "green", "wrong": "bold red", "crashed": "red"}


def _plain(text: str) -> str:
    """Return the text in a form that rich and the terminal show literally."""
    return escape(printable(text))


class _Console(Console):
    """A console that stops printing once the output is closed; the run continues, because its rows matter more."""

    def on_broken_pipe(self) -> None:
        self.quiet = True
        abandon_output()


class _Running(ProgressColumn):
    """The column of running cases, cut off on a narrow terminal; all other columns keep their width."""

    def render(self, task: Task) -> Text:
        return Text(task.description, no_wrap=True, overflow="ellipsis")


class Screen(Observer):
    """Shows progress with rich; if the output is not a terminal, only the lines of finished cases appear.

    The time to go assumes that the cases left take as long as the cases that have ended, since their order is shuffled.
    """

    def __init__(self) -> None:
        console = _Console(highlight=False, emoji=False, soft_wrap=not sys.stdout.isatty())
        self.progress = Progress(
            _Running(),
            *([BarColumn(20, table_column=Column(no_wrap=True))] if console.width >= _ROOM_FOR_A_BAR else []),
            MofNCompleteColumn(table_column=Column(no_wrap=True)),
            TimeElapsedColumn(table_column=Column(no_wrap=True)),
            TimeRemainingColumn(table_column=Column(no_wrap=True)),
            TextColumn("to go", table_column=Column(no_wrap=True)),
            console=console,
            speed_estimate_period=math.inf,
            transient=True,
            auto_refresh=console.is_terminal,  # its thread may work on the core of a case, which then waits
            refresh_per_second=2,
        )
        self.task = self.progress.add_task("", total=None)
        self.running: dict[str, str] = {}  # key of a case -> its name and how far it is
        self.warned: set[str] = set()

    def begin(self, left: Sequence[Ask], n_done: int, seed: int) -> None:
        """Print the number of cases and the seed."""
        n_cases = len(left) + n_done
        self.progress.update(self.task, total=n_cases, completed=n_done)
        already = f", {n_done} of them already done" if n_done else ""
        self.progress.console.print(f"{n_cases} cases{already}; order shuffled with seed {seed}")

    def notice(self, text: str) -> None:
        """Print a warning."""
        self.progress.console.print(f"[yellow]warning:[/] {_plain(text)}")

    def case_begins(self, case: Ask) -> None:
        """Show the case among those that run."""
        self._show(case, "")

    def case_answers(self, case: Ask, answer: Message) -> None:
        """Show the number of covers so far, and each warning once per run."""
        if warning := answer.get("warning"):
            self._say_once(f"[yellow]warning:[/] {_plain(warning)}")
        if "compiling" in answer:
            self._say_once(_plain(in_words(*answer["compiling"])))
        if answer.get("cost") is not None:
            self._show(case, case.question.answer(ask=case, known=answer).so_far)
        elif "covers" in answer:
            self._show(case, short(answer["covers"]))

    def case_ends(self, row: Row) -> None:
        """Print a line about how the case ended."""
        took = "" if row.total_s is None else f"{row.total_s:.3f} s"
        style = _STYLES.get(row.status, "yellow")
        line = f"[{style}]{row.status:11}[/] {_plain(row.problem):22} {_plain(row.solver):22} {row.task:9}"
        found = short(row.covers) if row.cost is None else f"cost {row.shown_cost(row.cost)}"
        self.progress.console.print(f"{line} {found:>12} {took:>10}  {_plain(row.detail)}".rstrip())
        self.progress.advance(self.task)
        self.running.pop(row.case, None)

    def _say_once(self, line: str) -> None:
        if line not in self.warned:
            self.warned.add(line)
            self.progress.console.print(line)

    def _show(self, case: Ask, so_far: str) -> None:
        repeat = f" {case.repeat}" if case.repeat > 1 else ""
        name = printable(f"{case.problem} {case.solver} {case.task}{repeat}")
        self.running[case.key] = f"{name} {so_far}".rstrip()
        self.progress.update(self.task, description="; ".join(self.running.values()))


def run_shown(plan: Plan, directory: Path, fresh: bool, rerun: Collection[str], engine: Engine) -> bool:
    """Run a plan as `run_plan` does and show its progress; return whether it ended without an interrupt by Ctrl-C."""
    screen = Screen()
    try:
        with screen.progress:
            run_plan(plan, directory, fresh, screen, rerun, engine)
    except KeyboardInterrupt:
        say(f"danceoff: interrupted; the rows are in {directory}, {_RESUMES}", error=True)
        return False
    except OSError as error:
        safe = f"; the rows written so far are safe, {_RESUMES}" if (directory / FILE).is_file() else ""
        raise BadInput(f"{error.filename or 'output'}: {error.strerror}{safe}") from None
    return True


def estimated(
    runs: Mapping[Path, Plan], fresh: bool, rerun: Collection[str], past: Sequence[Row] = ()
) -> Iterator[str]:
    """Yield a line for each case that would run, for each folder, and for all folders together; write nothing.

    past: rows, besides the folders' own, that say how long cases take.
    """
    every: list[Estimate] = []
    n_done = 0
    for directory, plan in runs.items():
        own = read(directory) if (directory / FILE).exists() else []  # the folder may not exist yet
        due = to_do(plan.cases, [] if fresh else own, rerun)
        left = [case for case, _ in due.left]
        found = list(estimates(left, [*own, *past]))
        done = len(plan.cases) - len(left)
        yield from map(str, found)
        yield from plan.lines()
        yield from due.lines(len(plan.cases))
        which = f"{directory.name}: " if len(runs) > 1 else ""
        yield which + summary(found, done)
        every, n_done = [*every, *found], n_done + done
    if len(runs) > 1:
        yield f"together: {summary(every, n_done)}"

"""Plans at the terminal: a run with its progress, and a list of what would run."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from danceoff.experiments import BadInput
from danceoff.experiments.plans.plan import Plan
from danceoff.experiments.results.folder import reference
from danceoff.experiments.results.record import FILE, Row, read
from danceoff.experiments.run.engines import Engine
from danceoff.experiments.run.estimate import Estimate, estimates, summary
from danceoff.experiments.run.schedule import run_plan, to_do
from danceoff.experiments.terminal.say import say
from danceoff.experiments.terminal.screen import Screen


def run_shown(plan: Plan, directory: Path, fresh: bool, rerun: Collection[str], engine: Engine, resume: str) -> bool:
    """Run a plan as `run_plan` does and show its progress; return whether it came to its end: Ctrl-C interrupts it.

    resume: what an interrupted user should do to continue.
    """
    screen = Screen()
    try:
        with screen.progress:
            run_plan(plan, directory, fresh, screen, rerun, engine)
    except KeyboardInterrupt:
        say(f"danceoff: interrupted; the rows are in {directory}, {resume}", error=True)
        return False
    except OSError as error:
        safe = "; the rows written so far are safe, the same command resumes" if (directory / FILE).is_file() else ""
        raise BadInput(f"{error.filename or 'output'}: {error.strerror}{safe}") from None
    return True


def estimated(
    runs: Mapping[Path, Plan], fresh: bool, rerun: Collection[str], past: Sequence[Row] = ()
) -> Iterator[str]:
    """Yield one line for each case that would run, one for each folder, and one for all of several; writes nothing.

    past: rows that say how long cases take, besides those of the folders and those that come with danceoff.
    """
    known = [past, *map(read, reference())]
    every: list[Estimate] = []
    n_done = 0
    for directory, plan in runs.items():
        own = read(directory) if (directory / FILE).exists() else []
        left = [case for case, _ in to_do(plan.cases, [] if fresh else own, rerun)]
        found = list(estimates(left, own, *known))
        done = len(plan.cases) - len(left)
        yield from map(str, found)
        yield f"{f'{directory.name}: ' if len(runs) > 1 else ''}{summary(found, done)}"
        every, n_done = [*every, *found], n_done + done
    if len(runs) > 1:
        yield f"together: {summary(every, n_done)}"

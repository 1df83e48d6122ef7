"""`python -m benchmarks.checking [--seconds S] [--into FOLDER]`: what checking adds to a row's times.

The clock of a case stops while covers are checked. Still, stopping it takes time, and checks displace what the search
has in the caches of the processor. So the same search is walked in three ways: by a reader that throws the covers away
unread, by one that keeps them, and as a case of a run walks it.
"""

import argparse
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from os import devnull, getloadavg
from pathlib import Path
from time import monotonic, process_time
from typing import Any, Unpack

from danceoff.asking.clock import Clock, cpu_seconds
from danceoff.asking.totals import Totals
from danceoff.asking.walks import Asked, added, counted, listed
from danceoff.experiments.results.whole_file import write_whole
from danceoff.experiments.run.machine.provenance import provenance
from danceoff.experiments.run.one_case.messages import Message, to_bytes
from danceoff.experiments.run.one_case.reporter import Reporter
from danceoff.problems.catalog import instance
from danceoff.problems.instance import Instance
from danceoff.solvers import Solver, load, missing

FILE = "checking.json"
_MANY = ("tromino/9x9", "pentomino/6x10", "langford/11")
_SUBJECTS = {
    "bits": _MANY,
    "dlx": _MANY,
    "auto": _MANY,
    "sat": ("queens/8", "langford/7", "soma"),
    "peer-miniexact": _MANY,
}
_ROUNDS = 5
_SHORT = 10
"""Lines of a short table."""
_REPEATED = 2000


@dataclass(frozen=True)
class Line:
    """One search, walked in three ways: CPU seconds, each the least of the rounds.

    covers: how many it finds.
    unread_s, kept_s: by a reader that throws the covers away, and by one that keeps them; of a count they are the same.
    row_s: on the clock of a case.
    rounds: how many there were.
    """

    subject: str
    solver: str
    task: str
    covers: int
    unread_s: float
    kept_s: float
    row_s: float
    rounds: int


def measured(spec: str, subject: str, task: str, seconds: float) -> Line:
    """Walk a search in turns, for at least `seconds`; task: `enumerate` or `count`."""
    solver, asked = load(spec), instance(subject)
    solver.warm_up(asked.problem, task == "enumerate")
    ways: list[Callable[[Solver, Instance, str], tuple[float, int]]] = [_unread, _kept, _in_a_case]
    for way in ways:
        way(solver, asked, task)
    rounds: list[list[float]] = []
    covers = 0
    begin = monotonic()
    while monotonic() < begin + seconds or len(rounds) < _ROUNDS:
        answers = [way(solver, asked, task) for way in ways]
        (covers,) = {found for _, found in answers}
        rounds.append([spent_s for spent_s, _ in answers])
    unread_s, kept_s, row_s = (min(times) for times in zip(*rounds, strict=True))
    return Line(subject, spec, task, covers, unread_s, kept_s, row_s, len(rounds))


def _unread(solver: Solver, asked: Instance, task: str) -> tuple[float, int]:
    search, begin, covers = solver.prepare(asked.problem), cpu_seconds(), 0
    if task == "count":
        covers = search.count()
    else:
        for batch in search.batches():
            covers += len(batch)
    return cpu_seconds() - begin, covers


def _kept(solver: Solver, asked: Instance, task: str) -> tuple[float, int]:
    search, begin = solver.prepare(asked.problem), cpu_seconds()
    kept = [search.count()] if task == "count" else list(search.batches())
    spent_s = cpu_seconds() - begin
    return spent_s, sum(one if isinstance(one, int) else len(one) for one in kept)


def _in_a_case(solver: Solver, asked: Instance, task: str) -> tuple[float, int]:
    clock = Clock()
    with clock.running():
        search = solver.prepare(asked.problem)
    prepare_cpu_s = clock.cpu_s
    with Path(devnull).open("wb") as parent:

        def send(**answer: Unpack[Message]) -> None:
            parent.write(to_bytes(answer))
            parent.flush()

        totals = Totals(clock, prepare_s=clock.wall_s)
        reporter = Reporter(send, totals)
        for _ in (counted if task == "count" else listed)(Asked(asked.problem, totals, beat=reporter.beat), search):
            reporter.found()
    return clock.cpu_s - prepare_cpu_s, totals.covers


def clock_s() -> dict[str, float]:
    """Return what the clock itself costs, on the clock, in seconds; each the least of the rounds.

    pause_wall, pause_cpu: one stop and start of it, in wall-clock and in CPU time.
    increment: one increment of a count.
    """
    nothing = iter([0] * _REPEATED)
    begin = process_time()
    for _ in nothing:
        pass
    empty_s = process_time() - begin
    found: list[tuple[float, float, float]] = []
    for _ in range(_ROUNDS):
        paused, throughout = Clock(), Clock()
        for _ in paused.timing(iter([0] * _REPEATED)):
            pass
        for _ in added(Totals(throughout), iter([1] * _REPEATED)):
            pass
        found.append((paused.wall_s, paused.cpu_s, throughout.cpu_s - empty_s))
    names = ("pause_wall", "pause_cpu", "increment")
    return {name: max(0.0, min(all_s)) / _REPEATED for name, all_s in zip(names, zip(*found, strict=True), strict=True)}


def markdown(folder: Path, short: bool = False) -> str:
    """Return what was written to a folder as a table in Markdown, what the clock costs, and the machine.

    short: show at most 10 searches, those to which checking adds the largest part.
    """
    report = json.loads((folder / FILE).read_text(encoding="utf-8"))
    machine = report["machine"]
    lines = [Line(**line) for line in report["lines"]]
    text = []
    if short and len(lines) > _SHORT:
        text = [f"The {_SHORT} of {len(lines)} searches to which checking adds the largest part:", ""]
        lines = sorted(lines, key=lambda one: -one.row_s / one.unread_s)[:_SHORT]
    text += [
        "| problem | solver | task | covers | unread | kept | in a row | added to unread |",
        "|---|---|---|--:|--:|--:|--:|--:|",
    ]
    for one in lines:
        kept = "" if one.task == "count" else _shown(one.kept_s)
        times = f"{_shown(one.unread_s)} | {kept} | {_shown(one.row_s)} | {one.row_s / one.unread_s - 1:+.1%}"
        text.append(f"| {one.subject} | {one.solver} | {one.task} | {one.covers:,} | {times} |")
    wall_us, cpu_us, count_us = (1e6 * second for second in report["clock"].values())
    text.append("")
    text.append(f"A stop and start of the clock adds {wall_us:.2f} µs to `search_s` and {cpu_us:.2f} µs to `cpu_s`;")
    text.append(f"an increment of a count adds {count_us:.2f} µs.")
    load = " to ".join(f"{one:.1f}" for one in machine["load"])
    return "\n".join([*text, f"Measured on {machine['cpu']}, danceoff {machine['commit']}, load average {load}."])


def _shown(seconds: float) -> str:
    return f"{1000 * seconds:,.3g} ms" if seconds < 1 else f"{seconds:,.3g} s"


def main() -> None:
    """Measure every subject with every installed solver, and write the file."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.checking", description=__doc__)
    parser.add_argument("--seconds", type=float, default=5, help="least time for each subject (5)")
    parser.add_argument("--into", type=Path, default=Path("results/bench"), metavar="FOLDER", help="results/bench")
    asked = parser.parse_args()
    before, lines = getloadavg()[0], []
    for spec in (spec for spec in _SUBJECTS if not missing(spec)):
        for subject in _SUBJECTS[spec]:
            for task in ("enumerate", "count"):
                lines.append(measured(spec, subject, task, asked.seconds))
                print(*asdict(lines[-1]).values(), flush=True)
    report: dict[str, Any] = {
        "machine": {**provenance(), "load": [before, getloadavg()[0]]},
        "clock": clock_s(),
        "lines": [asdict(line) for line in lines],
    }
    asked.into.mkdir(parents=True, exist_ok=True)
    write_whole(asked.into / FILE, json.dumps(report, indent=2) + "\n")


if __name__ == "__main__":
    main()

"""`danceoff compare`: show what got faster, slower, lost or wrong between two runs."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from danceoff.experiments.commands.exits import DISAGREEMENT, DONE
from danceoff.experiments.terminal.say import say

if TYPE_CHECKING:
    from danceoff.experiments.compare.times import Overall
    from danceoff.experiments.report.statistics.ratios import Ratio

HELP = "show what got faster or slower between two runs; exit code 1 if answers were lost or counts changed"
BUSY = "comparing the rows"
_HOW_TO_READ = (
    "A solver became faster or slower if the interval of its ratio excludes 1 and p, adjusted for all lines, is below "
    "0.05, by 5 % at least. Of the single cases with an interval that are called faster or slower, at most 5 % are "
    "expected to be chance."
)

_ONE_MACHINE = "on one machine"
_ESTIMATED = (
    f"`{_ONE_MACHINE}` is an estimate: the ratio over that of fixed work, which was timed around both runs. Its "
    "interval reaches from the part of that work which the new machine does slowest to the one which it does fastest."
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("old", type=Path, metavar="OLD", help="results folder of the earlier run")
    parser.add_argument("new", type=Path, metavar="NEW", help="results folder of the later run")


def run(args: argparse.Namespace) -> int:
    """Print every change, how many there are of each kind, and the ratios of solvers."""
    from danceoff.experiments.compare.folders import KINDS, REGRESSIONS, compare
    from danceoff.experiments.report.machine_speed import machine_ratios, shown
    from danceoff.experiments.results import calibration
    from danceoff.experiments.results.record import read

    found = compare(read(args.old), read(args.new))
    machine = machine_ratios(calibration.read(args.old), calibration.read(args.new))
    for note in found.notes:
        say(f"warning: {note}")
    if machine:
        say(f"machine: fixed work, new / old: {shown(machine)}")
    for change in found.changes:
        if change.kind not in ("same", "unsolved"):
            say(f"{change.kind:8} {change.key!s:48} {change.detail}")
    say(", ".join(f"{len(found.of(kind))} {kind}" for kind in KINDS))
    _say_overall([one for one in found.overall if one.n_solved], machine)
    return DISAGREEMENT if any(found.of(kind) for kind in REGRESSIONS) else DONE


def _say_overall(found: Sequence[Overall], machine: Mapping[str, Ratio]) -> None:
    from danceoff.experiments.report.machine_speed import on_one_machine
    from danceoff.experiments.report.tables.markdown import aligned, chance, factor, interval

    if not found:
        return
    lines = [["solver", "task", "cases", "new / old", "95 %", "p", "verdict", *[_ONE_MACHINE] * bool(machine)]]
    for one in found:
        ratio = one.ratio
        known = [str(one.n_solved), factor(ratio.value), interval(ratio), chance(one.p)]
        alike = on_one_machine(ratio, machine) if machine else None
        estimate = [f"{factor(alike.value)} ({interval(alike)})".removesuffix(" ()")] if alike else []
        lines.append([one.solver, one.task, *known, one.verdict, *estimate])
    for line in ["", *aligned(lines).splitlines(), "", _HOW_TO_READ, *[_ESTIMATED] * bool(machine)]:
        say(line)

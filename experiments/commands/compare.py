"""`danceoff compare`: show what got faster, slower, lost or wrong between two runs."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from danceoff.experiments.commands.exits import DISAGREEMENT, DONE
from danceoff.experiments.terminal.say import say

if TYPE_CHECKING:
    from danceoff.experiments.compare.times import Overall

BUSY = "comparing the rows"
_HOW_TO_READ = (
    "A solver became faster or slower if the interval of its ratio excludes 1 and p, adjusted for all lines, is below "
    "0.05, by 5 % at least; a single case by a factor of two."
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("old", type=Path, metavar="OLD", help="results folder of the earlier run")
    parser.add_argument("new", type=Path, metavar="NEW", help="results folder of the later run")


def run(args: argparse.Namespace) -> int:
    """Print every change, the number of changes of each kind, and the ratios of solvers."""
    from danceoff.experiments.compare.folders import KINDS, REGRESSIONS, compare  # late: NumPy and pandas, 0.2 s
    from danceoff.experiments.results.record import read

    found = compare(read(args.old), read(args.new))
    if found.left_out:
        say(f"warning: {found.left_out}")
    for change in found.changes:
        if change.kind not in ("same", "unsolved"):
            say(f"{change.kind:8} {change.key!s:48} {change.detail}")
    say(", ".join(f"{len(found.of(kind))} {kind}" for kind in KINDS))
    _say_overall([one for one in found.overall if one.n_solved])
    return DISAGREEMENT if any(found.of(kind) for kind in REGRESSIONS) else DONE


def _say_overall(found: Sequence[Overall]) -> None:
    from danceoff.experiments.report.tables.markdown import aligned, chance, factor, interval

    if not found:
        return
    lines = [["solver", "task", "cases", "new / old", "95 %", "p", "verdict"]]
    for one in found:
        ratio = one.ratio
        known = [str(one.n_solved), factor(ratio.value), interval(ratio), chance(one.p)]
        lines.append([one.solver, one.task, *known, one.verdict])
    for line in ["", *aligned(lines).splitlines(), "", _HOW_TO_READ]:
        say(line)

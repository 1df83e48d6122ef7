"""`danceoff compare`: show what got faster, slower, lost or wrong between two runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from danceoff.experiments.commands.exits import DISAGREEMENT, DONE
from danceoff.experiments.terminal.say import say

HELP = "show what got faster or slower between two runs; exit code 1 if answers were lost or counts changed"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("old", type=Path, metavar="OLD", help="results folder of the earlier run")
    parser.add_argument("new", type=Path, metavar="NEW", help="results folder of the later run")


def run(args: argparse.Namespace) -> int:
    """Print every change and how many there are of each kind."""
    from danceoff.experiments.results.compare import KINDS, REGRESSIONS, compare
    from danceoff.experiments.results.record import read

    found = compare(read(args.old), read(args.new))
    for note in found.notes:
        say(f"warning: {note}")
    for change in found.changes:
        if change.kind not in ("same", "unsolved"):
            say(f"{change.kind:8} {change.key!s:48} {change.detail}")
    counts = ", ".join(f"{len(found.of(kind))} {kind}" for kind in KINDS)
    say(f"{counts}; noise: a factor of {found.noise:.2f}")
    return DISAGREEMENT if any(found.of(kind) for kind in REGRESSIONS) else DONE

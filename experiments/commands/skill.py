"""`danceoff skill`: print what an agent should know to use danceoff."""

from __future__ import annotations

import argparse
from pathlib import Path

from danceoff.experiments.commands.exits import DONE
from danceoff.experiments.terminal.say import say

HELP = "print SKILL.md, which teaches an agent to use danceoff"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="default: standard output")


def run(args: argparse.Namespace) -> int:
    """Print the text, or write it to a file."""
    text = Path(__file__).with_name("SKILL.md").read_text(encoding="utf-8")
    if args.output is None:
        for line in text.splitlines():
            say(line, whole=True)
    else:
        from danceoff.experiments.results.whole_file import write_whole

        write_whole(args.output, text)
    return DONE

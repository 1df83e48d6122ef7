"""`danceoff export`: write a problem as a text that other programs read."""

from __future__ import annotations

import argparse
from pathlib import Path

from danceoff.experiments.commands.exits import DONE

HELP = "write a problem as a text that other programs read"


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the command is told."""
    parser.add_argument("source", metavar="SOURCE", help="catalog name or file, as for solve")
    parser.add_argument("--format", required=True, choices=["dlx", "ec", "csv", "cnf", "opb", "lp", "xmpuzzle"])
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="default: standard output")


def run(args: argparse.Namespace) -> int:
    """Write the text."""
    from danceoff.experiments.export import export

    export(args.source, args.format, args.output)
    return DONE

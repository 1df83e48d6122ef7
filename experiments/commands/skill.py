"""`danceoff skill`: print what an agent should know to use danceoff."""

import argparse
from pathlib import Path

from danceoff.experiments.commands.exits import DONE
from danceoff.experiments.results.whole_file import write_text
from danceoff.experiments.words.outputs import text_file


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("-o", "--output", type=text_file, metavar="FILE", help="default: standard output")


def run(args: argparse.Namespace) -> int:
    """Print the text, or write it to a file."""
    write_text(args.output, Path(__file__).with_name("SKILL.md").read_text(encoding="utf-8"))
    return DONE

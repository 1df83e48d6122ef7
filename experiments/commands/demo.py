"""`danceoff demo`: solve a problem, compare three solvers, and write a report."""

import argparse
import os
from pathlib import Path

from danceoff.experiments import BadInput
from danceoff.experiments.cli import command_parser
from danceoff.experiments.commands.exits import DONE
from danceoff.experiments.terminal.say import say
from danceoff.experiments.words.outputs import folder

_NEXT = """\
Next, try:
  danceoff solve queens/8 --task count   how many covers there are
  danceoff make sudoku/9x9 --unique      a new puzzle with one answer
  danceoff new-plan -o mine.toml         a comparison of your own, to edit and to run
  danceoff skill                         how to write a problem of your own"""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "folder",
        nargs="?",
        type=folder,
        default=Path("danceoff-demo"),
        metavar="FOLDER",
        help="new folder of the rows and the report; default: %(default)s",
    )


def run(args: argparse.Namespace) -> int:
    """Run other commands, and show them; raises BadInput for a folder that exists."""
    if os.path.lexists(args.folder):
        raise BadInput(f"{args.folder}: it exists; name a new folder, as in `danceoff demo FOLDER`")
    into = os.path.join(os.curdir, args.folder)  # noqa: PTH118 - a Path drops the dot, and -x would be an option
    for words in (["solve", "pentomino/6x10"], ["run", "demo", "--into", into], ["verify", into], ["report", into]):
        if code := _done(words):
            return code
    print(_NEXT)
    say(f"{(args.folder / 'report.html').resolve()}: open it in a browser")
    return DONE


def _done(words: list[str]) -> int:
    """Show a command, run it and return its exit code."""
    say(f"$ danceoff {' '.join(words)}")
    args = command_parser(words).parse_args(words)
    code: int = args.run(args)
    say("")
    return code

"""`danceoff new-plan`: write a plan with comments, to run as it is or to change."""

import argparse

from danceoff.experiments.commands.exits import DONE
from danceoff.experiments.plans import programs
from danceoff.experiments.results.whole_file import write_text
from danceoff.experiments.terminal.say import say
from danceoff.experiments.words.outputs import text_file
from danceoff.questions.table import TASKS

BUSY = "reading the problems"
_PROBLEMS = ("queens/6..8", "tromino/6x6", "soma")
_SOLVERS = "auto,bits,dlx,sat"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "sources",
        nargs="*",
        default=_PROBLEMS,
        metavar="SOURCE",
        help="catalog name, with a range if wanted (queens/4..8), file, or folder; default: a few small problems",
    )
    programs.add_to(parser)
    parser.add_argument(
        "--solvers", default=_SOLVERS, metavar="SOLVER,...", help="as for solve --solver; default: %(default)s"
    )
    parser.add_argument("--task", default="enumerate", choices=TASKS, help="default: %(default)s")
    parser.add_argument("-o", "--output", type=text_file, metavar="FILE", help="default: standard output")


def run(args: argparse.Namespace) -> int:
    """Write the plan, after reading each of its problems and loading each of its solvers."""
    from danceoff.experiments.plans.new import text  # late: NumPy, 0.1 s

    written, plan = text(args.sources, args.solvers, args.task, args.output, args.programs)
    for line in plan.lines():
        say(f"warning: {line}", error=True)
    write_text(args.output, written)
    return DONE

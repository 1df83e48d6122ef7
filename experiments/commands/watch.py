"""`danceoff watch`: show a search step by step."""

import argparse
import sys

from danceoff.experiments.commands import sources
from danceoff.experiments.commands.exits import DONE, LIMIT_HIT
from danceoff.experiments.terminal.say import say, width_of
from danceoff.experiments.words.amounts import positive_int
from danceoff.experiments.words.outputs import file
from danceoff.problems.model.printable import fitted


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("source", metavar="SOURCE", help="catalog name or file, as for solve")
    sources.add_to(parser)
    parser.add_argument(
        "--solver", default="dlx", metavar="NAME", help="dlx, algorithm-x, cdcl, sat or cpsat; default: %(default)s"
    )
    parser.add_argument(
        "--nodes",
        type=positive_int,
        default=100,
        metavar="N",
        help="stop after N nodes of the search; default: %(default)s",
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--tree", action="store_true", help="draw the search tree, one line for each node")
    how.add_argument("--gif", type=file, metavar="FILE", help="write an animated GIF, for viewers that play no SVG")
    how.add_argument("--svg", type=file, metavar="FILE", help="write an animated SVG, which browsers play")


def run(args: argparse.Namespace) -> int:
    """Print the steps, or write an animation of them."""
    from danceoff.experiments.terminal.watching import watch  # late: NumPy, 0.2 s

    watching = watch(sources.source_of(args), args.solver, args.nodes)
    for paragraph in watching.shown(args.tree, args.svg, args.gif):
        head, *drawn = paragraph.split("\n")
        print(fitted(head, width_of(sys.stdout)), *drawn, sep="\n", flush=True)
    say(watching.summary())
    return DONE if watching.is_over else LIMIT_HIT

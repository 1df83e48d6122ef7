"""`danceoff play`: write a page on which a search is played."""

import argparse

from danceoff.experiments.commands import sources
from danceoff.experiments.commands.exits import DONE
from danceoff.experiments.results.whole_file import write_text
from danceoff.experiments.terminal.say import say
from danceoff.experiments.words.outputs import text_file

BUSY = "searching"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "source",
        nargs="?",
        default="",
        metavar="SOURCE",
        help="catalog name or file, as for solve; default: twenty small problems of the catalog",
    )
    sources.add_to(parser)
    parser.add_argument("-o", "--output", type=text_file, required=True, metavar="FILE.html", help="the page")


def run(args: argparse.Namespace) -> int:
    """Write the page."""
    from danceoff.addons.puzzles.play.page import empty_page, page  # late: readers and NumPy, 0.2 s

    write_text(args.output, page([sources.source_of(args)]) if args.source or sources.stated(args) else empty_page())
    if args.output:
        say(f"{args.output}: open it in a browser")
    return DONE

"""`danceoff report`: write the page and the tables of a results folder beside its rows; print scores and times."""

import argparse
from pathlib import Path

from danceoff.experiments import BadInput
from danceoff.experiments.commands.exits import DONE
from danceoff.experiments.results.folder import inside
from danceoff.experiments.results.whole_file import whole_file, write_whole
from danceoff.experiments.terminal.say import say
from danceoff.experiments.words.outputs import file, folder
from danceoff.problems.model.printable import printable

BUSY = "making tables and charts"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("results", type=Path, metavar="RESULTS", help="results folder")
    parser.add_argument(
        "--without", action="append", default=[], metavar="SOLVER,...", help="leave out the rows of these solvers"
    )
    parser.add_argument(
        "--relative-to", default="", metavar="SOLVER", help="compare all with this solver; default: the best one"
    )
    parser.add_argument(
        "--columns",
        default="",
        metavar="NAME,...",
        help="also show these counters of `stats`, such as nodes, in tables",
    )
    parser.add_argument("--figures", type=folder, metavar="DIR", help="also write every chart as SVG, PNG and PDF")
    parser.add_argument("--latex", type=file, metavar="FILE", help="also write the tables as LaTeX")


def run(args: argparse.Namespace) -> int:
    """Write the page and the tables, and print scores and times."""
    from danceoff.experiments.report.cautions import cautions  # late: NumPy and pandas, 0.3 s; and what some files need
    from danceoff.experiments.report.charts.image_files import image_files
    from danceoff.experiments.report.charts.vega import converter
    from danceoff.experiments.report.page.html import page
    from danceoff.experiments.report.summary import summary, write
    from danceoff.experiments.report.tables.markdown import overview, standings
    from danceoff.experiments.results.record import read, without

    rows = without(read(args.results), args.without)
    if not rows:
        raise BadInput(f"{args.results}: there are no rows to report")
    table = summary(rows, args.relative_to, list(filter(None, dict.fromkeys(args.columns.split(",")))))
    if args.figures:
        converter()
    warnings = cautions(rows)
    paths = write(rows, table, args.results, args.relative_to)
    page_file = inside(args.results, "report.html")
    with whole_file(page_file) as file:
        file.write(page(rows, table, printable(args.results.resolve().name), args.relative_to))
    paths.append(page_file)
    if args.latex:
        from danceoff.experiments.report.tables.latex import latex

        write_whole(args.latex, latex(rows, table, warnings))
        paths.append(args.latex)
    if args.figures:
        image_files(rows, args.figures, args.relative_to)
        paths.append(args.figures)
    for warning in warnings:
        say(f"warning: {warning}", error=True)
    for line in f"{standings(table)}\n\n{overview(rows, table)}\n".split("\n"):
        say(line)
    say(f"written: {', '.join(map(str, paths))}")
    return DONE

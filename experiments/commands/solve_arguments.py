"""The arguments of `danceoff solve`, and which of them go together."""

from __future__ import annotations

import argparse
from pathlib import Path

from danceoff.experiments import BadInput
from danceoff.experiments.commands import tables
from danceoff.experiments.commands.solve_case import DEFAULT_OF_LISTS, DEFAULT_SOLVER, question_of
from danceoff.experiments.plans import programs
from danceoff.experiments.terminal.covers.listed import FORMATS
from danceoff.experiments.terminal.covers.models import CELL_MM, CLEARANCE_MM
from danceoff.experiments.terminal.say import say
from danceoff.experiments.words.amounts import amount, cores, cost, numbers_of_covers, positive, positive_int
from danceoff.problems.formats import READ
from danceoff.questions.question import Option
from danceoff.questions.table import DEFAULT, FORMER, QUESTIONS, options


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    tasks = {name: question for name, question in QUESTIONS.items() if not question.certifies}
    explained = [f"{name}: {question.help}" for name, question in tasks.items() if question.help]
    parser.add_argument(
        "source",
        metavar="SOURCE",
        help=f"catalog name (danceoff list problems) or a file: {', '.join(f'.{name}' for name in READ)}",
    )
    parser.add_argument(
        "--solver",
        metavar="NAME[:option=value,...]",
        help=f"default: {DEFAULT_SOLVER}; for a file of many sudokus {DEFAULT_OF_LISTS}",
    )
    programs.add_to(parser)
    parser.add_argument(
        "--task",
        default=DEFAULT,
        choices=[*tasks, *FORMER],
        help=f"default: %(default)s; {'; '.join(explained)}",
    )
    for option, names in options():
        _add(parser, option, [name for name in names if name in tasks])
    parser.add_argument(
        "--jobs", type=positive_int, metavar="N", help="search N parts of the problem in parallel, each on its own core"
    )
    parser.add_argument(
        "--limit",
        type=positive_int,
        metavar="N",
        help="stop after N covers (first and sample: show N; best: the N cheapest; default 1)",
    )
    parser.add_argument(
        "--maximise", action="store_true", help="with --task best: the dearest covers, not the cheapest"
    )
    parser.add_argument("--at-most", type=cost, metavar="C", help="only covers that cost at most C")
    tables.add_to(parser)
    parser.add_argument(
        "--soft",
        metavar="FILE",
        help="with --task best or most-covered: items that may be covered too seldom or too often, and at what price;"
        " CSV with columns item, soft, over, or TOML with tables [soft] and [over]",
    )
    parser.add_argument(
        "--near", metavar="FILE", help="with --task best: a plan, as --format csv writes it, to be changed little"
    )
    parser.add_argument("--change", type=cost, metavar="C", help="each option costs C that the plan lacks")
    parser.add_argument(
        "--time-limit", type=positive, metavar="S", help="stop after S seconds of preparing and searching"
    )
    parser.add_argument("--cpu-limit", type=positive, metavar="S", help="the same for CPU time of the process tree")
    parser.add_argument("--pin", type=cores, default=(), metavar="CORE,...", help="use only these cores, such as 0,1")
    parser.add_argument(
        "--order", type=positive_int, metavar="SEED", help="give the solver the items and options in a shuffled order"
    )
    parser.add_argument(
        "--up-to-symmetry",
        dest="up_to",
        action="store_const",
        const="symmetry",
        help="count and show one cover of each orbit of the symmetries",
    )
    parser.add_argument(
        "--up-to",
        choices=["symmetry", "rotations"],
        help="the same; rotations: only rotations of the board are symmetries, for pieces that are not turned over",
    )
    parser.add_argument(
        "--can-be-taken-apart",
        action="store_true",
        help="only packings whose pieces come apart by moves along the axes; how, and in how many moves",
    )
    parser.add_argument(
        "--format",
        default="text",
        choices=FORMATS,
        help="default: %(default)s; json: one object with the covers in its list answers; jsonl: a line for each cover"
        " as it is found, then that object without them; csv: a row for each option of each cover",
    )
    parser.add_argument(
        "--svg",
        type=Path,
        metavar="FILE",
        help="write a picture: of the first cover; with --task options, a heat map; with --explain, of the conflict",
    )
    parser.add_argument(
        "--exploded",
        action="store_true",
        help="with --svg: draw pieces in space apart from each other",
    )
    parser.add_argument("--stl", type=Path, metavar="DIR", help="write the pieces of a packing for a 3D printer")
    parser.add_argument(
        "--cell", type=positive, metavar="MM", help=f"with --stl: width of a cell; default: {CELL_MM:g}"
    )
    parser.add_argument(
        "--clearance", type=positive, metavar="MM", help=f"with --stl: room between pieces; default: {CLEARANCE_MM:g}"
    )
    parser.add_argument(
        "--glb", type=Path, metavar="FILE", help="write a model of the first cover in colours (glTF 2.0)"
    )
    parser.add_argument(
        "--gallery", type=Path, metavar="FILE.html", help="write a page with pictures of all covers shown"
    )


def _add(parser: argparse.ArgumentParser, option: Option, tasks: list[str]) -> None:
    told = option.help.replace("%", "%%")  # argparse formats what it shows
    of_tasks = told if option.name in tasks else f"with --task {' or '.join(tasks)}: {told}"
    if option.kind == "flag":
        parser.add_argument(f"--{option.flag}", action="store_true", help=of_tasks)
    elif option.kind == "range":
        parser.add_argument(f"--{option.flag}", type=numbers_of_covers, metavar="A:B", help=of_tasks)
    elif option.kind == "amount":
        parser.add_argument(f"--{option.flag}", type=amount, metavar="X", help=of_tasks)
    else:
        parser.add_argument(f"--{option.flag}", type=positive_int, metavar="N", help=of_tasks)


def refuse_what_does_not_go_together(args: argparse.Namespace) -> None:
    """Raise BadInput or Refused if arguments that say how to show an answer contradict each other or the question."""
    question = question_of(args)
    if args.task in FORMER:
        say(f"warning: task {args.task} is called {question.name} now", error=True)
    if getattr(args, question.name, None) and (args.task not in (DEFAULT, question.name) or args.limit):
        raise BadInput(f"{question.asked_by} is a task of its own; leave out --task and --limit")
    question.refuse_forms([form for form in ("svg", "gallery", "stl", "glb") if getattr(args, form)])
    if args.svg and args.svg == args.gallery:
        raise BadInput(f"{args.svg}: --svg and --gallery need a file each")
    if (args.cell or args.clearance) and not args.stl:
        raise BadInput("--cell and --clearance are about the pieces of --stl DIR")
    if args.exploded and not args.svg:
        raise BadInput("--exploded is about the picture of --svg FILE")

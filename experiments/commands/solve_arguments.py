"""The arguments of `danceoff solve`, and a check that they go together."""

import argparse
from typing import Any

from danceoff.asking.ask import FILTERS
from danceoff.experiments import BadInput, need_posix
from danceoff.experiments.commands import cluster, sources
from danceoff.experiments.commands.solve_case import DEFAULT_SOLVER, question_of, rewritings
from danceoff.experiments.plans import programs
from danceoff.experiments.run.engines import ELSEWHERE
from danceoff.experiments.terminal.covers.listed import FORMATS
from danceoff.experiments.terminal.covers.models import modules
from danceoff.experiments.terminal.say import say
from danceoff.experiments.words.amounts import amount, cores, cost, numbers_of_covers, positive, positive_int, seed
from danceoff.experiments.words.outputs import file, folder
from danceoff.problems.formats import READ
from danceoff.questions.question import OF_COVERS, Option
from danceoff.questions.table import DEFAULT, FORMER, asked_by_solve, options

_FORMS: dict[str, dict[str, Any]] = {
    "flag": {"action": "store_true"},
    "range": {"type": numbers_of_covers, "metavar": "A:B"},
    "amount": {"type": amount, "metavar": "X"},
    "seed": {"type": seed, "metavar": "N"},
    "number": {"type": positive_int, "metavar": "N"},
}
"""How options of questions are parsed, by their kind; a seed may be 0."""

_NOT_OF_PARTS = ("jobs", "pin", "limit", "time_limit", "cpu_limit", "up_to", "only", "distinct")

USUAL = """help help_all source task limit gap target seed explain maximise at_most up_to solver jobs time_limit
option item cost format verbose svg gallery"""
"""The arguments that `--help` shows: what people use; `--help-all` shows all."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command; the help shows arguments with the same text in one line."""
    parser.usage = "%(prog)s SOURCE [OPTION ...]"
    _what(parser.add_argument_group("what to find"))
    _how(parser.add_argument_group("solvers and limits"))
    jobs = parser.add_argument_group("a count on several machines")
    jobs.add_argument("--engine", choices=ELSEWHERE, help="count the parts of the problem in jobs, and add up")
    jobs.add_argument("--into", type=folder, metavar="DIR", help="rows of the parts; default: in results/own/parts")
    cluster.add_to(jobs)
    sources.add_to(parser.add_argument_group("problems as tables"))
    form = parser.add_argument_group("forms of the answer")
    form.add_argument(
        "--format",
        default="text",
        metavar="FORMAT",
        choices=FORMATS,
        help="text (default); json: an object with covers in answers; jsonl: a line for each cover as it is found, then"
        " that object; csv: a row for each option of a cover",
    )
    form.add_argument("--verbose", action="store_true", help="text: also which engine the solver chose, and why")
    _pictures(parser.add_argument_group("pictures and models"))


def _what(group: argparse._ArgumentGroup) -> None:
    tasks = asked_by_solve()
    explained = [f"{name} ({told})" if told else name for name, told in tasks.items()]
    group.add_argument(
        "source",
        metavar="SOURCE",
        help=f"catalog name (danceoff list problems) or a file: {', '.join(f'.{name}' for name in READ)}",
    )
    group.add_argument(
        "--task",
        default=DEFAULT,
        metavar="TASK",
        choices=[*tasks, *FORMER],
        help=f"{', '.join(explained)}; default: %(default)s",
    )
    group.add_argument(
        "--limit",
        type=positive_int,
        metavar="N",
        help="stop after N covers (first and sample: show N; best: the N cheapest; default 1)",
    )
    for option, names in options():
        _add(group, option, [name for name in names if name in tasks])
    cheaper = "best: the dearest covers; any task: only covers that cost at most C"
    group.add_argument("--maximise", action="store_true", help=cheaper)
    group.add_argument("--at-most", type=cost, metavar="C", help=cheaper)
    for module in rewritings():
        module.arguments(group)
    choices = "the choices of the options, or of the options of the items, of these names: 'car*' for car1, car2"
    group.add_argument("--distinct", default="", metavar="PATTERN", help=choices)
    orbits = "one cover of each orbit of the symmetries; WHICH: symmetry, or only rotations"
    group.add_argument("--up-to-symmetry", dest="up_to", action="store_const", const="symmetry", help=orbits)
    group.add_argument("--up-to", metavar="WHICH", choices=["symmetry", "rotations"], help=orbits)
    for name, (_, told) in FILTERS.items():
        group.add_argument(f"--{name}", dest="only", action="store_const", const=name, default="", help=told)


def _how(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--solver",
        metavar="NAME[:option=value,...]",
        help=f"default: {DEFAULT_SOLVER}; for a file of many sudokus bits; danceoff list solvers",
    )
    programs.add_to(group)
    group.add_argument("--jobs", type=positive_int, metavar="N", help="search N parts of the problem in parallel")
    group.add_argument("--pin", type=cores, default=(), metavar="CORE,...", help="use only these cores, such as 0,1")
    group.add_argument(
        "--order", type=positive_int, metavar="SEED", help="give the solver the items and options in a shuffled order"
    )
    seconds = "stop after S seconds of preparing and searching"
    group.add_argument("--time-limit", type=positive, metavar="S", help=seconds)
    of_cpu = "stop after S seconds of CPU time of the process tree"
    group.add_argument("--cpu-limit", type=positive, metavar="S", help=of_cpu)


def _pictures(group: argparse._ArgumentGroup) -> None:
    drawn = "a picture of the first cover, a heat map of options, or the conflict"
    group.add_argument("--svg", type=file, metavar="FILE", help=drawn)
    group.add_argument("--gallery", type=file, metavar="FILE.html", help="a page with pictures of all covers shown")
    for module in modules():
        module.arguments(group)


def _add(group: argparse._ArgumentGroup, option: Option, tasks: list[str]) -> None:
    told = option.help.replace("%", "%%")  # argparse formats what it shows
    of_tasks = told if option.name in tasks else f"{', '.join(tasks)}: {told}"
    group.add_argument(f"--{option.flag}", help=of_tasks, **_FORMS["seed" if option.name == "seed" else option.kind])


def refuse_what_does_not_go_together(args: argparse.Namespace) -> None:
    """Raise BadInput or Refused if arguments that say how to show an answer contradict each other or the question."""
    question = question_of(args)
    if args.task in FORMER:
        say(f"warning: task {args.task} is called {question.name} now", error=True)
    by_itself = getattr(args, question.name, None)  # an argument such as --explain
    if by_itself and (args.task not in (DEFAULT, question.name) or args.limit):
        raise BadInput(f"{question.asked_by} is a task of its own; leave out --task and --limit")
    forms = [form for form in OF_COVERS if getattr(args, form)]
    question.refuse_forms(forms)
    files = [getattr(args, form) for form in forms]
    if len({*files}) < len(files):
        said = " and ".join(f"--{form}" for form in forms)
        raise BadInput(f"{max(files, key=files.count)}: {said} need a file each")
    if args.engine:
        need_posix("--engine")
        if question.name != "count" or any(getattr(args, name) for name in _NOT_OF_PARTS):
            raise BadInput("--engine takes --task count, no --jobs, --pin, --distinct, limits, symmetries or filters")
    elif args.into or cluster.given(args):
        raise BadInput("--into, and what says where jobs run, go with --engine dask or --engine slurm")
    for module in modules():
        module.refuse(args)

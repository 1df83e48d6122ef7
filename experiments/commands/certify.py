"""`danceoff certify`: write a certificate of the number of covers or of the least cost, and check it."""

import argparse

from danceoff.asking.ask import Ask
from danceoff.experiments import BadInput
from danceoff.experiments.commands.exits import of_row
from danceoff.experiments.commands.solve_case import DEFAULT_SOLVER
from danceoff.experiments.terminal.say import say
from danceoff.experiments.words.amounts import positive, positive_int
from danceoff.experiments.words.outputs import file
from danceoff.questions.table import QUESTIONS

_CERTIFYING = {question.certified: question for question in QUESTIONS.values() if question.certifies}
"""Name of a question -> the one that certifies its answer."""

HELP = "write a certificate of the number of covers or of the least cost, and check it"
BUSY = "searching for the certificate"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("source", metavar="SOURCE", help="catalog name or file, as for solve")
    parser.add_argument("-o", "--output", type=file, required=True, metavar="FILE", help="the certificate")
    parser.add_argument(
        "--task", default="count", choices=[*_CERTIFYING], help="the number of covers, or the best; default: count"
    )
    parser.add_argument("--maximise", action="store_true", help="with --task best: the dearest cover is the best one")
    parser.add_argument(
        "--solver",
        metavar="NAME[:option=value,...]",
        default=DEFAULT_SOLVER,
        help="a solver that only counts makes a trace, one that lists covers a list with a proof: learn by what it"
        " learned, others by SAT; auto makes a trace, or a list if items have multiplicities, or has weights that show"
        " that there is no cover; for --task best any that finds it; default: auto",
    )
    parser.add_argument("--limit", type=positive_int, metavar="N", help="of more covers, list N without a proof")
    parser.add_argument("--time-limit", type=positive, metavar="S", help="give up after S seconds")
    parser.add_argument("--memory-limit", type=positive, metavar="MB", help="give up beyond this much memory")


def run(args: argparse.Namespace) -> int:
    """Write the certificate and print what it shows."""
    from danceoff.experiments.run.certificates import certify_into, sentence

    limits = {"time_limit_s": args.time_limit, "memory_limit_mb": args.memory_limit}
    question = _CERTIFYING[args.task]
    if question.has_own_limit and args.limit:
        raise BadInput("--limit goes with --task count; a certificate of the best cover has one")
    case = Ask(args.source, args.solver, question.name, limit=args.limit, maximise=args.maximise, **limits)
    row = certify_into(case, args.output)
    say(sentence(row, args.output), error=not row.certificate)
    return of_row(row)

"""`danceoff certify`: write a certificate of the number of covers or of the least cost, and check it."""

import argparse
import os
from pathlib import Path
from typing import Any

from danceoff.asking.ask import Ask, Limits, Selection
from danceoff.experiments import BadInput
from danceoff.experiments.commands import sources
from danceoff.experiments.commands.exits import of_row
from danceoff.experiments.commands.solve_case import DEFAULT_SOLVER
from danceoff.experiments.results.record import Row
from danceoff.experiments.results.whole_file import whole_path
from danceoff.experiments.terminal.progress import ProgressLine
from danceoff.experiments.terminal.say import say
from danceoff.experiments.words.amounts import number_of, positive, positive_int
from danceoff.experiments.words.outputs import file
from danceoff.questions.answer import Answer, in_words
from danceoff.questions.question import CERTIFICATE, OPB
from danceoff.questions.table import QUESTIONS

_CERTIFYING = {question.certified: question for question in QUESTIONS.values() if question.certifies}
"""Name of a question -> the one that certifies its answer."""

_SIZES = {"best": ("trace", "step"), "weights": ("weights", "item"), "veripb": ("VeriPB proof", "step")}
"""Certificate -> what it is called, and what its size is in."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("source", metavar="SOURCE", help="catalog name or file, as for solve")
    sources.add_to(parser)
    parser.add_argument("-o", "--output", type=file, required=True, metavar="FILE", help="the certificate")
    parser.add_argument(
        "--format", choices=["danceoff", "veripb"], default="danceoff", help="veripb writes its problem into FILE.opb"
    )
    parser.add_argument(
        "--task", default="count", choices=[*_CERTIFYING], help="the number of covers, or the best; default: count"
    )
    parser.add_argument("--maximise", action="store_true", help="with --task best: the dearest cover is the best one")
    parser.add_argument(
        "--solver",
        metavar="NAME[:option=value,...]",
        default=DEFAULT_SOLVER,
        help="a solver that only counts makes a trace, one that lists covers a list with a proof by SAT; auto makes a"
        " trace, or a list if items have multiplicities, or has weights that show that there is no cover; for"
        " --task best any that finds it; default: auto",
    )
    parser.add_argument("--distinct", default="", metavar="PATTERN", help="with --format veripb: as for solve")
    parser.add_argument("--limit", type=positive_int, metavar="N", help="of more covers, list N without a proof")
    parser.add_argument("--time-limit", type=positive, metavar="S", help="give up after S seconds")
    parser.add_argument("--memory-limit", type=positive, metavar="MB", help="give up beyond this much memory")


def run(args: argparse.Namespace) -> int:
    """Write the certificate and print what it shows."""
    from danceoff.experiments.run.one_case.child import run_case  # late: processes, 30 ms

    question = _CERTIFYING[args.task]
    if args.limit and (question.has_own_limit or args.format == "veripb"):
        raise BadInput("--limit goes with --task count, and not with --format veripb")
    known: dict[str, Any] = {}
    line = ProgressLine(Answer(known=known), "searching for the certificate")
    with whole_path(args.output) as unfinished:
        files = {CERTIFICATE: str(unfinished)} | ({OPB: f"{args.output}.opb"} if args.format == "veripb" else {})
        case = Ask(
            args.source,
            args.solver,
            question.name,
            limit=args.limit,
            limits=Limits(args.time_limit, memory_limit_mb=args.memory_limit),
            selection=Selection(maximise=args.maximise, distinct=args.distinct),
            options=tuple(files.items()),
            at=(sources.stated(args) or "", ""),
        )
        row = run_case(case, known.update, beside=line)
        if not row.certificate:
            os.truncate(unfinished, 0)
    say(sentence(row, args.output), error=not row.certificate)
    return of_row(row)


def sentence(row: Row, file: Path) -> str:
    """Return the result of the case in one line."""
    covers = Selection(distinct=row.distinct).in_words(in_words(row.covers))
    if not row.certificate:
        found = f", {covers}" if row.status == "complete" else ""
        return f"danceoff: {row.problem}: no certificate: {row.status}{found}: {row.detail}".removesuffix(": ")
    if row.question.by_cost and row.cost is not None:
        covers = f"the best cover costs {row.shown_cost(row.cost)}"
    size = f"{(row.certificate_bytes or 0) / 1000:.1f} kB"
    took = f"made in {row.certify_s:.2f} s, checked in {row.check_s:.2f} s"
    if row.certificate == "veripb":
        took = f"made in {row.certify_s:.2f} s, not checked here: run veripb {file}.opb {file}"
    if row.certificate == "none":
        return f"{file}: at least {covers}, a list without a proof, {size}, {took}"
    kind, unit = _SIZES.get(row.certificate, (row.certificate, "step"))
    return f"{file}: {covers}, {kind} of {number_of(row.certificate_steps or 0, unit)}, {size}, {took}{_published(row)}"


def _published(row: Row) -> str:
    """Return in words whether the answer agrees with the published number; empty if none is published."""
    if row.contradicts_published:
        return "; DISAGREES with what is published"
    published = row.published_cost if row.question.by_cost else row.published
    return "" if published is None else "; as published"

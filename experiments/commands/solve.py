"""`danceoff solve`: solve one problem and show its covers."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

from danceoff.experiments import BadInput
from danceoff.experiments.commands import programs
from danceoff.experiments.commands.amounts import cores, cost, numbers_of_covers, positive, positive_int
from danceoff.experiments.commands.exits import INTERRUPTED, differs, of_row
from danceoff.experiments.plans.case import CERTIFYING, DIAGRAM, QUESTIONS, SHUFFLED, TASKS, Case, Show
from danceoff.experiments.results.digits import decimal
from danceoff.experiments.terminal import unique
from danceoff.experiments.terminal.answers import listed, of_options, of_settled, settled
from danceoff.experiments.terminal.best import BestCovers
from danceoff.experiments.terminal.nearest import NearestCover
from danceoff.experiments.terminal.say import say
from danceoff.problems.formats import READ

if TYPE_CHECKING:
    from danceoff.experiments.results.record import Row
    from danceoff.experiments.run.one_case.messages import Answer
    from danceoff.experiments.terminal.showing import Showing

DEFAULT_SOLVER, DEFAULT_FOR_BEST = "bits", "auto"
HELP = "solve one problem and show its covers"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "source",
        metavar="SOURCE",
        help=f"catalog name (danceoff list problems) or a file: {', '.join(f'.{name}' for name in READ)}",
    )
    parser.add_argument(
        "--solver",
        metavar="NAME[:option=value,...]",
        help=f"default: {DEFAULT_SOLVER}, for the tasks best and nearest {DEFAULT_FOR_BEST}",
    )
    programs.add_to(parser)
    parser.add_argument(
        "--task",
        default="first",
        choices=[*(task for task in TASKS if task not in CERTIFYING), "nearest", "sample", "options"],
        help="default: %(default)s; unique: exactly one cover, none, or two that differ; nearest: as many items covered"
        " as possible; sample: random covers;"
        " options: how many covers hold each option",
    )
    parser.add_argument(
        "--covers", type=numbers_of_covers, metavar="A:B", help="the covers with the numbers A to B - 1, of all covers"
    )
    parser.add_argument("--seed", type=positive_int, metavar="S", help="of --task sample; default: 1")
    parser.add_argument("--no-repeats", action="store_true", help="with --task sample: draw each cover at most once")
    parser.add_argument(
        "--approximate",
        action="store_true",
        help="with --task sample: draw by shuffled searches, by which not all covers are equally likely",
    )
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
    parser.add_argument(
        "--time-limit", type=positive, metavar="S", help="stop after S seconds of preparing and searching"
    )
    parser.add_argument("--cpu-limit", type=positive, metavar="S", help="the same for CPU time of the process tree")
    parser.add_argument("--pin", type=cores, default=(), metavar="CORE,...", help="use only these cores, such as 0,1")
    parser.add_argument(
        "--up-to-symmetry", action="store_true", help="count and show one cover of each orbit of the symmetries"
    )
    parser.add_argument(
        "--explain", action="store_true", help="if there is no cover, find items that cannot be covered together"
    )
    parser.add_argument("--format", default="text", choices=["text", "json"], help="default: %(default)s")
    parser.add_argument(
        "--svg",
        type=Path,
        metavar="FILE",
        help="write a picture: of the first cover; with --task options, a heat map; with --explain, of the conflict",
    )
    parser.add_argument(
        "--gallery", type=Path, metavar="FILE.html", help="write a page with pictures of all covers shown"
    )


def run(args: argparse.Namespace) -> int:
    """Run the case and show its covers and how it ended."""
    _refuse_what_does_not_go_together(args)
    if _is_list(args.source):
        from danceoff.experiments.commands.sudoku_lists import solve_list

        return solve_list(args, _case(args))
    from danceoff.experiments.terminal.showing import showing

    case = _case(args)
    best = NearestCover() if case.task == "nearest" else BestCovers(case.limit or 1) if case.task == "best" else None
    asked: list[Answer] | None = [] if case.task in (*QUESTIONS, "unique") else None
    seen: Answer = {}
    is_text = args.format == "text" and args.task not in _WITHOUT_COVERS
    with showing(args.source, is_text, args.svg, args.gallery) as shown:
        show = replace(shown.show, explain=args.explain, options=asked is not None and args.format == "json")
        if case.task == "unique":
            show = Show(options=True, explain=args.explain)  # both covers are drawn at the end
        try:
            row = _followed(case, seen, shown, show, best, asked)
        except KeyboardInterrupt:
            so_far = best.interim(seen) if best else _so_far(case.task, _covers(seen.get("covers", 0)))
            if "searched" in seen:
                so_far = "0 covers"
                _print_reasons(seen)
            say(f"danceoff: interrupted; {so_far}", error=True)
            shown.discard()
            return INTERRUPTED
        sentence = _sentence(row, seen.get("source", ""), best, settled(asked or [], row.n_options or 0))
        if best and row.cost is not None:
            best.show(row, shown)
        if case.task == "unique" and row.status in _SOLVED:
            sentence = "; ".join(filter(None, (sentence, unique.how_they_differ(asked or []))))
            unique.show(row, asked or [], sentence, shown)
        if row.status in _SOLVED:
            shown.end(sentence)
        else:
            shown.discard()
    _print_end(args, row, sentence, seen, best, asked)
    return of_row(row)


def _is_list(source: str) -> bool:
    """Whether the source is a file of many sudokus."""
    if not source.lower().endswith(".sdk"):
        return False
    from danceoff.problems.formats.sources import is_list

    return is_list(source)


def _refuse_what_does_not_go_together(args: argparse.Namespace) -> None:
    if (args.gallery and args.task in _WITHOUT_COVERS) or (args.svg and args.task == "count"):
        what = (
            "--svg draws its heat map" if args.task == "options" else "--svg and --gallery go with first and enumerate"
        )
        raise BadInput(f"--task {args.task} has no covers to draw; {what}")
    if args.covers and (args.task != "first" or args.limit):
        raise BadInput("--covers is a task of its own; leave out --task and --limit")
    if args.seed and args.task != "sample":
        raise BadInput("--seed goes with --task sample; a solver takes one as --solver NAME:seed=S")
    for flag in ("no_repeats", "approximate"):
        if getattr(args, flag) and args.task != "sample":
            raise BadInput(f"--{flag.replace('_', '-')} goes with --task sample")
    if args.task == "unique" and args.limit:
        raise BadInput("--task unique stops at the second cover; leave out --limit")
    if args.task == "nearest" and (args.limit or args.at_most):
        raise BadInput("--task nearest finds one answer without regard to costs; leave out --limit and --at-most")
    if args.task == "options" and args.limit:
        raise BadInput("--task options counts the covers that hold each option, of all covers; leave out --limit")
    if (args.covers or args.task in QUESTIONS) and args.jobs:
        raise BadInput(
            "--jobs is for solvers; random covers, --covers and --task options need the diagram of all covers"
        )
    if args.maximise and args.task != "best":
        raise BadInput("--maximise goes with --task best; other tasks do not look at costs, but for --at-most")
    if args.explain and args.at_most:
        raise BadInput("--explain is about all covers; leave out --at-most")
    if args.svg and args.svg == args.gallery:
        raise BadInput(f"{args.svg}: --svg and --gallery need a file each")


def _case(args: argparse.Namespace) -> Case:
    """The case that the arguments ask for."""
    is_question = args.covers or args.task in QUESTIONS
    return Case(
        args.source,
        _diagram(args) if is_question else _solver(args),
        "covers" if args.covers else args.task,
        limit=args.covers[1] - args.covers[0] if args.covers else args.limit,
        time_limit_s=args.time_limit,
        cpu_limit_s=args.cpu_limit,
        pin=args.pin,
        up_to_symmetry=args.up_to_symmetry,
        at_most=args.at_most or "",
        maximise=args.maximise,
    )


def _solver(args: argparse.Namespace) -> str:
    default = DEFAULT_FOR_BEST if args.task in ("best", "nearest") else DEFAULT_SOLVER
    solver = programs.resolved(args.solver or default, args.programs)
    return f"parts:of={solver.replace(',', ';')},jobs={args.jobs}" if args.jobs else solver


def _diagram(args: argparse.Namespace) -> str:
    """What stands for the solver of a question; its options say which covers to show."""
    name, _, options = (args.solver or DIAGRAM).partition(":")
    if name != DIAGRAM:
        raise BadInput(f"task {args.task} needs the diagram of all covers: leave out --solver")
    if args.approximate and args.solver:
        raise BadInput("--approximate makes no diagram: leave out --solver")
    wanted = [options] if options else []
    wanted += [f"first={args.covers[0]}", f"end={args.covers[1]}"] if args.covers else []
    wanted += [f"seed={args.seed}"] if args.seed else []
    wanted += ["repeats=0"] if args.no_repeats else []
    name = SHUFFLED if args.approximate else DIAGRAM
    return f"{name}:{','.join(wanted)}" if wanted else name


def _followed(
    case: Case, seen: Answer, shown: Showing, show: Show, best: BestCovers | None, asked: list[Answer] | None
) -> Row:
    """Run the case: show its covers as they arrive, print its warnings, and merge all answers into `seen`.

    show: which covers the child sends.
    best: keeps the cheapest covers, which are shown at the end.
    asked: keeps the answers of a question about all covers, or the two covers of task `unique`.
    """
    from danceoff.experiments.run.one_case.child import run_case

    def watch(answer: Answer) -> None:
        seen.update(answer)
        if "warning" in answer:
            say(f"warning: {answer['warning']}", error=True)
        shown.take(answer)
        if best:
            best.take(answer)
        if asked is not None and not {"held", "settled", "options"}.isdisjoint(answer):
            asked.append(answer)

    return run_case(case, watch, show)


def _print_end(
    args: argparse.Namespace,
    row: Row,
    sentence: str,
    seen: Answer,
    best: BestCovers | None,
    asked: list[Answer] | None,
) -> None:
    """Print how the case ended, and why there can be no cover if none was found."""
    has_no_cover = row.status in _SOLVED and not row.covers
    if args.format == "json":
        say(_answer(row, best, asked, _explained(seen) if args.explain else {}))
    else:
        for line in (*of_options(asked or [], row.covers), *of_settled(asked or [])):
            say(line)
        if row.task != "unique" or row.status not in _SOLVED:
            say(sentence, error=row.status not in _SOLVED)
        if has_no_cover:
            _print_reasons(seen)
    if args.svg and has_no_cover and "svg" not in seen:
        nothing = "no cover" if row.status == "complete" else "nothing to draw"
        say(f"danceoff: {args.svg} is not written, for there is {nothing}", error=True)


def _explained(seen: Answer) -> dict[str, object]:
    """Why there is no cover, in the words of `danceoff.Explanation`."""
    unknown = {"conflict": [], "is_minimal": False, "is_smallest": False, "decisive": None}
    return {"reasons": seen.get("reasons", []), **seen.get("conflict", unknown)}


def _print_reasons(seen: Answer) -> None:
    for reason in seen.get("reasons", []):
        say(f"there can be none: {reason}")


_SOLVED = ("complete", "limit", "timeout", "memory")
_WITHOUT_COVERS = ("count", "options")


def _answer(row: Row, best: BestCovers | None, asked: list[Answer] | None, explained: dict[str, object]) -> str:
    """The columns of a row that concern a single answer, as JSON; numbers of covers are numbers here, not text.

    best, asked: the cheapest covers, or what is asked about all covers; it follows in a list of its own.
    explained: why there is no cover.
    """
    beside = ("case", "repeat", "versions", "commit", "host", "cpu", "seed", "memory_limit_mb")
    values = {name: value for name, value in asdict(row).items() if name not in beside}
    if best:
        values |= best.listed(row)
    values |= explained
    written = [f"{json.dumps(name)}: {_json(value)}" for name, value in values.items()]
    if asked is not None:
        written.append(listed(asked, row))
    return f"{{{', '.join(written)}}}"


def _json(value: object) -> str:
    return decimal(value) if type(value) is int and value >= 0 else json.dumps(value)


def _sentence(row: Row, source: str, best: BestCovers | None = None, options: str = "") -> str:
    """How a case ended, in words; options: what is known of them if their covers are not counted."""
    if row.task in QUESTIONS and row.status == "memory":
        return f"{row.problem}: {'; '.join(filter(None, (options, row.detail)))}"
    covers = _amount(row)
    if row.status == "complete":
        covers = best.proven(row) if best else unique.in_words(row) if row.task == "unique" else covers
    if row.status not in _SOLVED:
        so_far = f"; {best.interim(asdict(row))}" if best and row.cost is not None else ""  # type: ignore[arg-type]
        return f"danceoff: {row.solver} on {row.problem}: {row.status}: {row.detail}{so_far}"
    how = f" ({row.detail})" if row.detail and row.status in ("complete", "limit") else ""
    took = f"{row.total_s or 0.0:.3f} s by {row.solver}{how}"
    if row.contradicts_optimum:
        took += f": DISAGREES with the optimum {row.shown_cost(row.published_cost or 0)} ({source})"
    if row.status != "complete":
        reached = {"limit": "limit", "timeout": "time limit", "memory": "memory limit"}[row.status]
        found = best.interim(asdict(row)) if best else options or _so_far(row.task, covers)  # type: ignore[arg-type]
        return f"{found}: {reached} reached after {took}"
    if not row.is_exact and not best and row.task != "unique":
        return f"{covers} shown, found in {took}"
    if differs(row) and not row.contradicts_optimum:
        of_orbits = "" if row.published_orbits is None else f"{row.published_orbits} of "
        published = of_orbits + decimal(row.published or 0)
        return f"{covers} in {took}: DISAGREES with the {published} published ({source})"
    return f"{covers} in {took}" + (_as_published(row, source) if _is_published(row) else "")


def _is_published(row: Row) -> bool:
    """Whether the answer, or its number of covers without symmetries, is one that is published."""
    if row.is_exact or row.task == "unique":
        return row.published is not None or None not in (row.orbits, row.published_orbits)
    return row.published_cost is not None and not row.contradicts_optimum


def _as_published(row: Row, source: str) -> str:
    if row.orbits is None or row.published_orbits is not None:
        return f", as published ({source})"
    return f"; {decimal(row.covers)} is as published ({source})"


def _so_far(task: str, covers: str) -> str:
    """What a search that was stopped has found; random covers may be the same, so they are no bound."""
    if task not in QUESTIONS:
        return f"at least {covers}"
    return "no answer" if covers == _covers(0) else f"{covers} shown"


def _covers(n: int) -> str:
    return "1 cover" if n == 1 else f"{decimal(n)} covers"


def _amount(row: Row) -> str:
    """The number of covers found, in words."""
    covers = _covers(row.covers)
    if row.orbits is None:
        return covers
    return f"1 of {covers} in one orbit" if row.orbits == 1 else f"{row.orbits} of {covers} up to symmetry"

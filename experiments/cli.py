"""The `danceoff` command: it only parses and prints. Each command imports what it needs when it runs."""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from experiments import BadInput
from experiments.case import TASKS, Case

if TYPE_CHECKING:
    from experiments.record import Row

DONE, DISAGREEMENT, BAD_INPUT, LIMIT_HIT, CRASHED, INTERRUPTED = 0, 1, 2, 3, 4, 130
_EXIT_CODES = """exit codes: 0 done, 1 disagreement or a wrong cover, 2 bad input or usage, 3 a limit was hit,
            4 the solver crashed, 130 interrupted by Ctrl-C"""
_OF_STATUS = {
    "complete": DONE,
    "limit": LIMIT_HIT,
    "timeout": LIMIT_HIT,
    "memory": LIMIT_HIT,
    "unsupported": BAD_INPUT,
    "missing": BAD_INPUT,
    "crashed": CRASHED,
    "wrong": DISAGREEMENT,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    args = _parser().parse_args(arguments)
    try:
        code: int = args.command(args)
        sys.stdout.flush()
    except BadInput as error:
        return _fail(str(error))
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except OSError as error:
        return _fail(f"{error.filename or 'output'}: {error.strerror}")
    except KeyboardInterrupt:
        print("danceoff: interrupted", file=sys.stderr)
        return INTERRUPTED
    return code


def _fail(message: str) -> int:
    print(f"danceoff: {' '.join(message.split())}", file=sys.stderr)
    return BAD_INPUT


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        sys.exit(_fail(f"{message} (see {self.prog} --help)"))


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="danceoff",
        description="One exact cover problem, every solver, the same set of answers, honest times.",
        epilog=_EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], int], text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(
            name,
            help=text,
            description=text,
            epilog=_EXIT_CODES,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        sub.set_defaults(command=run)
        return sub

    solve = command("solve", _solve, "solve one problem and show its covers")
    solve.add_argument(
        "source",
        metavar="SOURCE",
        help="catalog name (danceoff list problems) or .dlx, .ec, .csv, .toml, .txt, .sdk file",
    )
    solve.add_argument("--solver", default="bits", metavar="NAME[:option=value,...]", help="default: %(default)s")
    solve.add_argument(
        "--task", default="first", choices=[task for task in TASKS if task != "certify"], help="default: %(default)s"
    )
    solve.add_argument(
        "--limit", type=_positive_int, metavar="N", help="stop after N covers (first: show N, default 1)"
    )
    solve.add_argument(
        "--time-limit", type=_positive, metavar="S", help="stop after S seconds, from when the solver has started up"
    )
    solve.add_argument("--up-to-symmetry", action="store_true", help="covers that are alike count, and are shown, once")
    solve.add_argument("--format", default="text", choices=["text", "json"], help="default: %(default)s")
    solve.add_argument("--svg", type=Path, metavar="FILE", help="write a picture of the first cover")
    solve.add_argument(
        "--gallery", type=Path, metavar="FILE.html", help="write a page with pictures of all covers shown"
    )

    watch = command("watch", _watch, "show the search at work, step by step")
    watch.add_argument("source", metavar="SOURCE", help="catalog name or file, as for solve")
    watch.add_argument("--solver", default="dlx", metavar="NAME", help="dlx, algorithm-x or sat; default: %(default)s")
    watch.add_argument(
        "--nodes", type=_positive_int, default=100, metavar="N", help="stop after N; default: %(default)s"
    )
    how = watch.add_mutually_exclusive_group()
    how.add_argument("--tree", action="store_true", help="draw the tree of the search, a line a node")
    how.add_argument("--svg", type=Path, metavar="FILE", help="write an animation, which browsers play")

    export = command("export", _export, "write a problem as a text that other programs read")
    export.add_argument("source", metavar="SOURCE", help="catalog name or file, as for solve")
    export.add_argument("--format", required=True, choices=["dlx", "ec", "csv", "cnf", "opb", "lp"])
    export.add_argument("-o", "--output", type=Path, metavar="FILE", help="default: standard output")

    certify = command("certify", _certify, "write a certificate of the number of covers, and check it")
    certify.add_argument("source", metavar="SOURCE", help="catalog name or file, as for solve")
    certify.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="the certificate")
    certify.add_argument(
        "--solver",
        default="counter",
        metavar="NAME[:option=value,...]",
        help="one that counts gets a trace, one that lists a list with a proof; default: %(default)s",
    )
    certify.add_argument(
        "--limit", type=_positive_int, metavar="N", help="of more than N covers, list N without a proof"
    )
    certify.add_argument("--time-limit", type=_positive, metavar="S", help="give up after S seconds")
    certify.add_argument("--memory-limit", type=_positive, metavar="MB", help="give up beyond so many MB")

    check = command("check", _check, "check a certificate of the number of covers")
    check.add_argument("source", metavar="SOURCE", help="catalog name or file, as for solve")
    check.add_argument("certificate", type=Path, metavar="FILE", help="what danceoff certify wrote")

    run = command("run", _run, "run a plan, one child process a case; cases that have a row are not run again")
    run.add_argument("plan", metavar="PLAN", help="name (danceoff list plans) or TOML file")
    run.add_argument("--into", type=Path, metavar="DIR", help="results folder, default: results/PLAN")
    run.add_argument("--fresh", action="store_true", help="forget the rows that are there")

    verify = command("verify", _verify, "do the solvers agree, with each other and with what is published?")
    verify.add_argument("results", type=Path, metavar="RESULTS", help="results folder")

    report = command("report", _report, "write runs.csv, summary.csv and agreement.csv, and print the table")
    report.add_argument("results", type=Path, metavar="RESULTS", help="results folder")

    listing = command("list", _list, "what there is")
    listing.add_argument("what", choices=["problems", "solvers", "plans"])
    listing.add_argument(
        "words", nargs="*", metavar="WORD", help="of the problems, those with these words in their names or sources"
    )
    listing.add_argument("--sort", choices=["name", "items", "options", "covers"], help="default: as in the catalog")
    command("doctor", _doctor, "which backends are installed, in which version, and what installs the others")
    return parser


def _positive_int(text: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number above 0")
    return number


def _positive(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds above 0")
    return number


def _solve(args: argparse.Namespace) -> int:
    if args.source.lower().endswith(".sdk"):
        from experiments.sudoku_list import is_list

        if is_list(args.source):
            return _solve_list(args)
    from experiments.child import run_case
    from experiments.showing import showing

    told: dict[str, Any] = {}
    is_text = args.format == "text" and args.task != "count"
    if args.task == "count" and (args.svg or args.gallery):
        raise BadInput("--task count has no covers to draw; --svg and --gallery go with first and enumerate")
    if args.svg and args.svg == args.gallery:
        raise BadInput(f"{args.svg}: --svg and --gallery need a file each")
    case = Case(
        args.source,
        args.solver,
        args.task,
        limit=args.limit,
        time_limit_s=args.time_limit,
        up_to_symmetry=args.up_to_symmetry,
    )
    with showing(args.source, is_text, args.svg, args.gallery) as shown:

        def watch(message: dict[str, Any]) -> None:
            told.update(message)
            if "warning" in message:
                print(f"warning: {message['warning']}", file=sys.stderr)
            shown.take(message)

        try:
            row = run_case(case, watch, shown.show)
        except KeyboardInterrupt:
            print(f"danceoff: interrupted; at least {told.get('covers', 0)} covers", file=sys.stderr)
            shown.discard()
            return INTERRUPTED
        sentence = _sentence(row, told.get("source", ""))
        if row.status in _SOLVED:
            shown.end(sentence)
        else:
            shown.discard()
    if args.format == "json":
        print(json.dumps(_answer(row)))
    else:
        print(sentence, file=sys.stdout if row.status in _SOLVED else sys.stderr)
        if row.status in _SOLVED and not row.covers:
            print("".join(f"there can be none: {reason}\n" for reason in told.get("reasons", [])), end="")
    if args.svg and row.status in _SOLVED and not row.covers:
        print(f"danceoff: without a cover {args.svg} is not written", file=sys.stderr)
    return DISAGREEMENT if _differs(row) else _OF_STATUS[row.status]


def _solve_list(args: argparse.Namespace) -> int:
    """Answers go to the output, a line a puzzle; what became of them goes beside it."""
    from experiments.sudoku_list import SudokuListRun

    if args.task == "enumerate" or args.up_to_symmetry:
        raise BadInput(f"{args.source}: for a list of sudokus there are the tasks first and count")
    run = SudokuListRun(args.source, args.solver, args.task == "count", args.limit, args.time_limit)
    for lines in run.lines():
        if args.format == "text":
            sys.stdout.write(lines)
    if args.format == "json":
        print(json.dumps(run.columns()))
    else:
        print(run.summary(), file=sys.stderr)
    return _OF_STATUS[run.status]


_SOLVED = ("complete", "limit", "timeout", "memory")


def _answer(row: Row) -> dict[str, Any]:
    """The columns of a row that say something of a single answer; the number of covers is a number here."""
    beside = ("case", "repeat", "versions", "commit", "host", "cpu", "seed", "memory_limit_mb")
    return {name: value for name, value in asdict(row).items() if name not in beside}


def _differs(row: Row) -> bool:
    pairs = ((row.covers, row.published), (row.orbits, row.published_orbits))
    return row.is_exact and any(None not in pair and pair[0] != pair[1] for pair in pairs)


def _sentence(row: Row, source: str) -> str:
    """What became of one case, for people."""
    covers = _amount(row)
    if row.status not in _SOLVED:
        return f"danceoff: {row.solver} on {row.problem}: {row.status}: {row.detail}"
    took = f"{row.total_s or 0.0:.3f} s by {row.solver}"
    if row.status != "complete":
        reached = {"limit": "limit", "timeout": "time limit", "memory": "memory limit"}[row.status]
        return f"at least {covers}: {reached} reached after {took}"
    if not row.is_exact:
        return f"{covers} shown, found in {took}"
    if _differs(row):
        published = f"{row.published}" if row.published_orbits is None else f"{row.published_orbits} of {row.published}"
        return f"{covers} in {took}: DISAGREES with the {published} published ({source})"
    return f"{covers} in {took}" + (f", as published ({source})" if row.published is not None else "")


def _amount(row: Row) -> str:
    """The number of covers found, in words."""
    covers = "1 cover" if row.covers == 1 else f"{row.covers} covers"
    if row.orbits is None:
        return covers
    return f"1 of {covers} that are alike" if row.orbits == 1 else f"{row.orbits} of {covers} up to symmetry"


def _watch(args: argparse.Namespace) -> int:
    from experiments.watching import watch

    for paragraph in (watching := watch(args.source, args.solver, args.nodes)).shown(args.tree, args.svg):
        print(paragraph, flush=True)
    print(watching.summary())
    return DONE if watching.is_over else LIMIT_HIT


def _export(args: argparse.Namespace) -> int:
    from experiments.export import export

    export(args.source, args.format, args.output)
    return DONE


def _certify(args: argparse.Namespace) -> int:
    from experiments.keeping import certify_into, sentence

    limits = {"limit": args.limit, "time_limit_s": args.time_limit, "memory_limit_mb": args.memory_limit}
    row = certify_into(Case(args.source, args.solver, "certify", **limits), args.output)
    print(sentence(row, args.output), file=sys.stdout if row.certificate else sys.stderr)
    return DISAGREEMENT if _differs(row) else _OF_STATUS[row.status]


def _check(args: argparse.Namespace) -> int:
    from experiments.keeping import checked
    from problems.certificate import InvalidCertificate

    try:
        print(checked(args.source, args.certificate))
    except InvalidCertificate as error:
        print(f"danceoff: {args.certificate}: does not hold: {error}", file=sys.stderr)
        return DISAGREEMENT
    return DONE


def _run(args: argparse.Namespace) -> int:
    from experiments.plan import read
    from experiments.run import run_plan
    from experiments.screen import Screen

    plan = read(args.plan)
    directory = args.into or Path("results") / plan.name
    screen = Screen()
    try:
        with screen.progress:
            run_plan(plan, directory, args.fresh, screen)
    except KeyboardInterrupt:
        print(
            f"danceoff: interrupted; the rows are in {directory}, a run without --fresh goes on from there",
            file=sys.stderr,
        )
        return INTERRUPTED
    print(f"rows are in {directory}; next: danceoff verify {directory}, danceoff report {directory}")
    return DONE


def _verify(args: argparse.Namespace) -> int:
    from experiments.record import read
    from experiments.verify import by_digest, offences

    rows = read(args.results)
    if not rows:
        raise BadInput(f"{args.results}: there are no rows to verify")
    found = offences(rows)
    for offence in found:
        print(f"{offence.rows[0].problem} {offence.rows[0].digest}: {offence.what}")
        for row in offence.rows:
            columns = (row.solver, row.task, row.status, str(row.covers), row.fingerprint, row.detail)
            print("   ", "  ".join(filter(None, columns)))
    exact = sum(row.is_exact for row in rows)
    verdict = f"{len(found)} disagreements" if found else "no disagreement"
    ends = ", ".join(f"{n} {status}" for status, n in Counter(row.status for row in rows).most_common())
    print(f"{verdict}: {len(by_digest(rows))} problems, {len(rows)} rows ({ends}), {exact} of them count all covers")
    return DISAGREEMENT if found else DONE


def _report(args: argparse.Namespace) -> int:
    from experiments.record import read
    from experiments.report.markdown import overview
    from experiments.report.tables import write

    rows = read(args.results)
    if not rows:
        raise BadInput(f"{args.results}: there are no rows to report")
    print(overview(rows))
    print("\nwritten:", ", ".join(str(path) for path in write(rows, args.results)))
    return DONE


def _doctor(args: argparse.Namespace) -> int:  # noqa: ARG001
    from experiments.doctor import findings, table

    print(*table(findings()), sep="\n")
    return DONE


def _list(args: argparse.Namespace) -> int:
    if args.what != "problems" and (args.words or args.sort):
        raise BadInput(f"only problems can be searched and sorted, not {args.what}")
    for line in {"problems": _problems, "solvers": _solvers, "plans": _plans}[args.what](args):
        print(line)
    return DONE


def _problems(args: argparse.Namespace) -> Iterator[str]:
    from experiments.listing import ORDERS, entries, table

    found = entries(args.words)
    return table(sorted(found, key=ORDERS[args.sort]) if args.sort else found)


def _solvers(_args: argparse.Namespace) -> list[str]:
    import solvers

    return [f"{name:14} {solvers.missing(name) or 'installed'}" for name in solvers.names()]


def _plans(_args: argparse.Namespace) -> list[str]:
    from experiments import plan

    return [f"{name:14} {plan.description(name)}" for name in plan.names()]


if __name__ == "__main__":
    sys.exit(main())

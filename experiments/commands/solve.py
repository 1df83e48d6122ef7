"""`danceoff solve`: solve one problem and show its covers."""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from math import inf
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any

from danceoff.asking.ask import Ask
from danceoff.experiments.commands.exits import INTERRUPTED, of_row
from danceoff.experiments.commands.solve_arguments import arguments as arguments
from danceoff.experiments.commands.solve_arguments import refuse_what_does_not_go_together
from danceoff.experiments.commands.solve_case import DEFAULT_OF_LISTS, case_of
from danceoff.experiments.run.one_case.messages import Show
from danceoff.experiments.terminal.covers import ending
from danceoff.experiments.terminal.covers.at_end import show_at_end
from danceoff.experiments.terminal.covers.models import models_of
from danceoff.experiments.terminal.covers.said import Said
from danceoff.experiments.terminal.progress import ProgressLine, left_s
from danceoff.experiments.terminal.say import put, say
from danceoff.problems.model.digits import decimal

if TYPE_CHECKING:
    from danceoff.experiments.results.record import Row
    from danceoff.experiments.run.one_case.messages import Message
    from danceoff.experiments.terminal.covers.showing import Showing

_LINE_EVERY_S = 1.0

_MUCH_S = 3.0
"""What the command takes besides the search is said if it is more."""

HELP = "solve one problem and show its covers"


def run(args: argparse.Namespace) -> int:
    """Run the case and show its covers and how it ended."""
    refuse_what_does_not_go_together(args)
    if _is_list(args.source):
        from danceoff.experiments.commands.sudoku_lists import solve_list

        return solve_list(args, case_of(args, DEFAULT_OF_LISTS))
    from danceoff.experiments.terminal.covers.showing import showing

    case, began = case_of(args), monotonic()
    question, said = case.question, Said(case)
    seen: Message = {}
    models = models_of(args)
    with showing(
        args.source, args.format, question.shows_covers, args.svg, args.gallery, args.exploded, models
    ) as shown:
        show = question.form(shown.show)
        try:
            row = _followed(case, seen, shown, show, said, args.format == "jsonl")
        except KeyboardInterrupt:
            shown.discard()
            return _interrupted(args, case, seen, said, shown, show)
        row, is_right = _as_listed(row, shown), row.status in ending.RIGHT
        remarks = [*question.remarks(row, said), *seen.get("remarks", [])] if is_right else []
        sentence = "; ".join([ending.sentence(row, seen.get("source", ""), said), *remarks])
        if case.rotations:
            sentence = sentence.replace("up to symmetry", "up to rotations")
        show_at_end(row, said, sentence, shown, show)
        if is_right:
            shown.end(sentence)
        else:
            shown.discard()
    _print_end(args, row, sentence + _in_all(row, monotonic() - began), seen, said, shown, show)
    if models and is_right:
        models.write()
    return of_row(row)


def _interrupted(args: argparse.Namespace, case: Ask, seen: Message, said: Said, shown: Showing, sent: Show) -> int:
    """Print what was found and has not been printed yet, as after a time limit; return the exit code."""
    from danceoff.experiments.results.record import COLUMNS
    from danceoff.experiments.run.one_case.child import unanswered

    known: dict[str, Any] = {name: value for name, value in seen.items() if name in COLUMNS}
    row = _as_listed(replace(unanswered(case, "", ""), **known | {"status": ending.INTERRUPTED}), shown)
    so_far = said.question.interim(seen) or ending.so_far(said, ending.in_words(row.covers))
    if "searched" in seen:
        so_far = "0 covers"
    show_at_end(row, said, "", shown, sent)
    if args.format == "text":
        _print_reasons(seen)
    else:
        _print_answer(args, row, seen, said, shown)
    say(f"danceoff: interrupted; {so_far}", error=True)
    return INTERRUPTED


def _as_listed(row: Row, shown: Showing) -> Row:
    """Return the row with the covers that are listed: a worker that is stopped has sent some of them uncounted."""
    if shown.listed and row.orbits is None and row.status in ("timeout", "memory", ending.INTERRUPTED):
        return replace(row, covers=max(row.covers, shown.listed.n_covers))
    return row


def _is_list(source: str) -> bool:
    """Whether the source is a file of many sudokus."""
    if not source.lower().endswith(".sdk"):
        return False
    from danceoff.problems.sources import is_list

    return is_list(source)


def _followed(case: Ask, seen: Message, shown: Showing, show: Show, said: Said, in_lines: bool) -> Row:
    """Run the case: show its covers as they arrive, print its warnings, and merge all answers into `seen`.

    show: which covers the child sends.
    said: keeps what the child says besides.
    in_lines: whether to print a line of JSON each second in which it is known how much of a count is done.
    """
    from danceoff.experiments.run.one_case.child import run_case

    began = due = inf

    def watch(answer: Message) -> None:
        nonlocal began, due
        seen.update(answer)
        if answer.get("ready"):
            began = min(began, perf_counter())
            due = began + _LINE_EVERY_S
        if in_lines and "done" in answer and perf_counter() >= due:
            due = perf_counter() + _LINE_EVERY_S
            with working.aside():
                say(_progress(seen, perf_counter() - began), whole=True)
        if not {"warning", "printed"}.isdisjoint(answer):
            with working.aside():
                if "warning" in answer:
                    say(f"warning: {answer['warning']}", error=True)
                shown.take(answer)
        else:
            shown.take(answer)
        said.take(answer)

    with ProgressLine(seen, case.question.interim) as working:
        row = run_case(case, watch, show)
    said.n_reported = row.covers
    return row


def _progress(seen: Message, seconds: float) -> str:
    """Return a line of JSON that says how far a count has come."""
    done = seen["done"]
    left = left_s(done, seconds)
    rest = {"done": round(done, 6), "seconds": round(seconds, 3), "left_s": left and round(left, 3)}
    return f'{{"covers": {decimal(seen.get("covers", 0))}, {json.dumps(rest)[1:]}'


def _print_end(
    args: argparse.Namespace,
    row: Row,
    sentence: str,
    seen: Message,
    said: Said,
    shown: Showing,
    sent: Show,
) -> None:
    """Print how the case ended and, if no cover was found, why there can be none."""
    has_no_cover = row.status in ending.RIGHT and not row.covers
    if args.format != "text":
        _print_answer(args, row, seen, said, shown)
    if args.format == "csv":
        say(sentence, error=True)
    elif args.format == "text":
        for line in said.question.lines(row, said):
            say(line)
        if not (sent.options and row.status in ending.RIGHT):
            say(sentence, error=row.status not in ending.RIGHT)
        if has_no_cover:
            _print_reasons(seen)
    if args.svg and has_no_cover and "svg" not in seen:
        nothing = "no cover" if row.status == "complete" else "nothing to draw"
        say(f"danceoff: {args.svg} is not written, for there is {nothing}", error=True)


def _print_answer(args: argparse.Namespace, row: Row, seen: Message, said: Said, shown: Showing) -> None:
    """Print the answer for programs."""
    if args.format in ("json", "jsonl"):
        answer = ending.answer(row, said, _explained(seen) if args.explain else {})
        if not shown.listed:
            say(answer, whole=True)
        else:
            from danceoff.problems.model.printable import printable

            put(printable(answer.removesuffix("}")).encode(), b"}")
            for lines in shown.listed.members():
                put(lines, b"}, ")
    elif not shown.show.answers:
        print(ending.table_of(row, said), end="")


def _in_all(row: Row, spent_s: float) -> str:
    """Return what the command has taken, if that is much more than the search."""
    searched_s = row.total_s or 0.0
    return f"; {spent_s:.1f} s in all" if spent_s > 2 * searched_s and spent_s - searched_s > _MUCH_S else ""


def _explained(seen: Message) -> dict[str, object]:
    """Why there is no cover, in the words of `danceoff.Explanation`."""
    unknown = {"conflict": [], "is_minimal": False, "is_smallest": False, "decisive": None}
    return {"reasons": [], **unknown, **seen.get("explained", {})}


def _print_reasons(seen: Message) -> None:
    for reason in seen.get("explained", {}).get("reasons", []):
        say(f"there can be none: {reason}")

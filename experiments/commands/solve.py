"""`danceoff solve`: solve one problem and show its covers."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from importlib import import_module
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, Any

from danceoff.experiments.commands.exits import INTERRUPTED, of_row
from danceoff.experiments.commands.solve_arguments import USUAL as USUAL
from danceoff.experiments.commands.solve_arguments import arguments as arguments
from danceoff.experiments.commands.solve_arguments import refuse_what_does_not_go_together
from danceoff.experiments.commands.solve_case import case_of, problem_of
from danceoff.experiments.results.record import COLUMNS
from danceoff.experiments.run.one_case.messages import Show, events, unanswered
from danceoff.experiments.terminal.covers import ending
from danceoff.experiments.terminal.covers.models import read_again, writer_of
from danceoff.experiments.terminal.progress import ProgressLine, left_s
from danceoff.experiments.terminal.say import put, say
from danceoff.problems.formats import LISTS
from danceoff.problems.model.digits import decimal
from danceoff.problems.model.printable import printable
from danceoff.questions.events import NONE
from danceoff.questions.question import MODELS

if TYPE_CHECKING:
    from danceoff.experiments.results.record import Row
    from danceoff.experiments.run.one_case.messages import Message
    from danceoff.experiments.terminal.covers.showing import Showing
    from danceoff.questions.answer import Answer

_LINE_EVERY_S = 1.0


def run(args: argparse.Namespace) -> int:
    """Run the case and show its covers and how it ended."""
    refuse_what_does_not_go_together(args)
    if modules := _of_list(args.source):
        code: int = import_module(modules["command"]).run(args)
        return code
    from danceoff.experiments.terminal.covers.showing import showing  # late: once there is a case

    problem = problem_of(args)
    case = case_of(args, problem=problem)
    question, write_models = case.question, writer_of(args, problem)
    answer = question.answer(ask=case, at=problem or partial(read_again, args.source))
    with showing(args.source, args.format, question.shows_covers, args.svg, args.gallery, bool(write_models)) as shown:
        show = question.form(shown.show)
        try:
            if args.engine:
                from danceoff.experiments.commands.in_parts import counted  # late: the runner, 0.2 s

                row = counted(args, answer)
            else:
                row = _followed(answer, shown, show, args.format == "jsonl")
        except KeyboardInterrupt:
            shown.discard()
            return _interrupted(args, answer, shown, show)
        row, is_right = _as_listed(row, answer, shown), row.status in ending.RIGHT
        remarks = [*answer.remarks, *answer.known.get("remarks", [])] if is_right else []
        sentence = "; ".join([ending.sentence(row, answer, args.verbose), *remarks])
        if case.selection.rotations:
            sentence = sentence.replace("up to symmetry", "up to rotations")
        ending.show_at_end(row, answer, sentence, shown, show)
        if is_right:
            shown.end(sentence)
        else:
            shown.discard()
    _print_end(args, row, sentence, answer, shown, show)
    if write_models and is_right and shown.cover:
        write_models(shown.cover)
    return of_row(row)


def _interrupted(args: argparse.Namespace, answer: Answer, shown: Showing, sent: Show) -> int:
    """Print the rest of what was found, as at a time limit; return the exit code."""
    known = {name: value for name, value in answer.known.items() if name in COLUMNS}
    row = replace(unanswered(answer.ask, "", ""), **known | {"status": ending.INTERRUPTED})
    row = _as_listed(row, answer, shown)
    ending.show_at_end(row, answer, "", shown, sent)
    if args.format == "text":
        _print_reasons(answer)
    else:
        _print_answer(args, row, answer, shown)
    say(f"danceoff: interrupted; {answer.words or ending.NO_ANSWER}", error=True)
    return INTERRUPTED


def _as_listed(row: Row, answer: Answer, shown: Showing) -> Row:
    """Return the row, and give it to the answer, with all covers listed: a stopped worker may not have counted some."""
    if shown.listed and row.orbits is None and row.status in ("timeout", "memory", ending.INTERRUPTED):
        row = replace(row, covers=max(row.covers, shown.listed.n_covers))
    answer.known = {**answer.known, **vars(row)}
    return row


def _of_list(source: str) -> Mapping[str, str]:
    """Return the modules for a file of many puzzles, by role; empty for another source."""
    if not source.lower().removesuffix(".gz").endswith(tuple(LISTS)):
        return {}
    from danceoff.problems.sources import of_list  # late: NumPy, 0.1 s

    return of_list(source)


def _followed(answer: Answer, shown: Showing, show: Show, in_lines: bool) -> Row:
    """Run the case: show its covers as they arrive, print its warnings, and collect its results in the answer.

    show: the form in which the child sends covers.
    in_lines: whether to print a line of JSON each second about the share of a count that is done, if it is known.
    """
    from danceoff.experiments.run.one_case.child import run_case  # late: processes, 30 ms

    began = due = inf
    known: dict[str, Any] = {}
    answer.known = known

    def watch(message: Message) -> None:
        nonlocal began, due
        known.update(message)
        if message.get("ready"):
            began = min(began, perf_counter())
            due = began + _LINE_EVERY_S
        if in_lines and "done" in message and perf_counter() >= due:
            due = perf_counter() + _LINE_EVERY_S
            say(_progress(answer, perf_counter() - began), whole=True)
        if "warning" in message:
            say(f"warning: {message['warning']}", error=True)
        shown.take(message)
        for event in events(message):
            answer.add(event)

    return run_case(answer.ask, watch, show, beside=ProgressLine(answer))


def _progress(answer: Answer, seconds: float) -> str:
    """Return a line of JSON with the progress of a count."""
    done = answer.known["done"]
    left = left_s(done, seconds)
    left_now_s = None if left is None else round(left, 3)
    rest = {"done": round(done, 6), "seconds": round(seconds, 3), "left_s": left_now_s}
    return f'{{"covers": {decimal(answer.n_covers)}, {json.dumps(rest)[1:]}'  # json refuses more than 4300 digits


def _print_end(args: argparse.Namespace, row: Row, sentence: str, answer: Answer, shown: Showing, sent: Show) -> None:
    """Print how the case ended and, if there is no cover, the reasons."""
    has_no_cover = row.status in ending.RIGHT and not row.covers
    if args.format != "text":
        _print_answer(args, row, answer, shown)
    if args.format == "csv":
        say(sentence, error=True)
    elif args.format == "text":
        for line in answer.lines:
            say(line)
        if not (sent.options and row.status in ending.RIGHT):
            say(sentence, error=row.status not in ending.RIGHT)
        if has_no_cover:
            _print_reasons(answer, sentence)
    for form in ("svg", *MODELS) if has_no_cover else ():
        if getattr(args, form) and form not in answer.known:  # an explanation has drawn the conflict
            say(f"danceoff: {getattr(args, form)} is not written, for there is nothing to draw", error=True)


def _print_answer(args: argparse.Namespace, row: Row, answer: Answer, shown: Showing) -> None:
    """Print the answer for programs."""
    if args.format in ("json", "jsonl"):
        written = ending.as_json(row, answer)
        if not shown.listed:
            say(written, whole=True)
        else:
            put(printable(written.removesuffix("}")).encode(), b"}")
            for lines in shown.listed.members():
                put(lines, b"}, ")
    elif not shown.show.answers:
        print(ending.table_of(row, answer), end="")


def _print_reasons(answer: Answer, said: str = "") -> None:
    for reason in answer.known.get("explained", {}).get("reasons", []):
        if reason not in said:
            say(f"{NONE}{reason}")

"""`danceoff solve`: solve one problem and show its covers."""

from __future__ import annotations

import argparse
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from danceoff.experiments import BadInput
from danceoff.experiments.commands.exits import INTERRUPTED, of_row
from danceoff.experiments.commands.solve_arguments import arguments as arguments
from danceoff.experiments.commands.solve_case import DEFAULT_OF_LISTS, case_of
from danceoff.experiments.commands.solve_together import has_covers, refuse_what_does_not_go_together
from danceoff.experiments.plans.case import Case, Show
from danceoff.experiments.terminal.covers import ending, unique
from danceoff.experiments.terminal.covers.best import BestCovers
from danceoff.experiments.terminal.covers.models import models_of
from danceoff.experiments.terminal.covers.nearest import NearestCover
from danceoff.experiments.terminal.covers.said import Said
from danceoff.experiments.terminal.progress import ProgressLine
from danceoff.experiments.terminal.say import say
from danceoff.questions.table import QUESTIONS
from danceoff.questions.tasks import WALKED

if TYPE_CHECKING:
    from danceoff.experiments.results.record import Row
    from danceoff.experiments.run.one_case.messages import Answer
    from danceoff.experiments.terminal.covers.listed import Listed
    from danceoff.experiments.terminal.covers.showing import Showing

_WORTH_ADVICE_S = 5.0
"""After a search of so many seconds, another second is spent on advice."""

HELP = "solve one problem and show its covers"


def run(args: argparse.Namespace) -> int:
    """Run the case and show its covers and how it ended."""
    refuse_what_does_not_go_together(args)
    if _is_list(args.source):
        from danceoff.experiments.commands.sudoku_lists import solve_list

        return solve_list(args, case_of(args, DEFAULT_OF_LISTS))
    from danceoff.experiments.terminal.covers.showing import showing

    case = case_of(args)
    walked, said = WALKED.get(case.task), Said(QUESTIONS.get(case.task))
    is_unique = walked is not None and walked.is_limit_fixed
    best = None
    if walked and walked.by_cost:
        best = NearestCover() if walked.relaxes else BestCovers(case.limit or 1)
    seen: Answer = {}
    models = models_of(args)
    with showing(
        args.source, args.format, has_covers(args.task), args.svg, args.gallery, args.exploded, models
    ) as shown:
        finds_one = walked is not None and walked.is_done_at_limit and not is_unique
        is_first = finds_one and case.limit == 1 and not args.up_to_symmetry
        show = replace(shown.show, alone=is_first, explain=args.explain, apart=args.can_be_taken_apart)
        if is_unique:
            show = Show(options=True, explain=args.explain, apart=show.apart)  # both covers are drawn at the end
        try:
            row = _followed(case, seen, shown, show, best, said)
        except KeyboardInterrupt:
            so_far = best.interim(seen) if best else ending.so_far(case.task, ending.in_words(seen.get("covers", 0)))
            if "searched" in seen:
                so_far = "0 covers"
                _print_reasons(seen)
            say(f"danceoff: interrupted; {so_far}", error=True)
            shown.discard()
            return INTERRUPTED
        sentence = ending.sentence(row, seen.get("source", ""), best, said.in_words(row))
        if seen.get("alone"):
            sentence = f"{sentence}; {seen['alone']}"
        if finds_one and seen.get("has_costs") and row.covers and row.status in ending.RIGHT:
            sentence = f"{sentence}; its options have costs: --task best finds a best cover"
        if best and row.cost is not None:
            best.show(row, shown)
        if is_unique and row.status in ending.RIGHT:
            sentence = "; ".join(filter(None, (sentence, unique.how_they_differ(said.covers))))
            unique.show(row, said.covers, sentence, shown)
        if row.status in ending.RIGHT:
            shown.end(sentence)
        else:
            shown.discard()
    _print_end(args, row, sentence, seen, best, said, shown.listed)
    if models and row.status in ending.RIGHT:
        models.write()
    return of_row(row)


def _is_list(source: str) -> bool:
    """Whether the source is a file of many sudokus."""
    if not source.lower().endswith(".sdk"):
        return False
    from danceoff.problems.sources import is_list

    return is_list(source)


def _followed(case: Case, seen: Answer, shown: Showing, show: Show, best: BestCovers | None, said: Said) -> Row:
    """Run the case: show its covers as they arrive, print its warnings, and merge all answers into `seen`.

    show: which covers the child sends.
    best: keeps the cheapest covers, which are shown at the end.
    said: keeps the answer to a question that no solver walks, or the two covers of task `unique`.
    """
    from danceoff.experiments.run.one_case.child import run_case

    def watch(answer: Answer) -> None:
        seen.update(answer)
        if not {"warning", "picture", "found"}.isdisjoint(answer):
            with working.aside():
                if "warning" in answer:
                    say(f"warning: {answer['warning']}", error=True)
                shown.take(answer)
        else:
            shown.take(answer)
        if best:
            best.take(answer)
        said.take(answer)

    with ProgressLine(seen, best.interim if best else None) as working:
        return run_case(case, watch, show)


def _print_end(
    args: argparse.Namespace,
    row: Row,
    sentence: str,
    seen: Answer,
    best: BestCovers | None,
    said: Said,
    listed: Listed | None,
) -> None:
    """Print how the case ended and, if no cover was found, why there can be none."""
    has_no_cover = row.status in ending.RIGHT and not row.covers
    if args.format in ("json", "jsonl"):
        beside = _explained(seen) if args.explain else {}
        answers = listed.answers if listed and args.format == "json" else None
        say(ending.answer(row, best, said, beside, answers), whole=True)
    elif args.format == "csv":
        if not listed:
            print(ending.table_of(row, said), end="")
        say(sentence, error=True)
    else:
        for line in said.lines(row):
            say(line)
        if row.task != "unique" or row.status not in ending.RIGHT:
            say(sentence, error=row.status not in ending.RIGHT)
        if has_no_cover:
            _print_reasons(seen)
        if row.status == "timeout" and (row.total_s or 0.0) > _WORTH_ADVICE_S:
            _print_advice(row)
    if args.svg and has_no_cover and "svg" not in seen:
        nothing = "no cover" if row.status == "complete" else "nothing to draw"
        say(f"danceoff: {args.svg} is not written, for there is {nothing}", error=True)


def _explained(seen: Answer) -> dict[str, object]:
    """Why there is no cover, in the words of `danceoff.Explanation`."""
    unknown = {"conflict": [], "is_minimal": False, "is_smallest": False, "decisive": None}
    return {"reasons": seen.get("reasons", []), **seen.get("conflict", unknown)}


def _print_advice(row: Row) -> None:
    """Print which solver is probably faster on the problem, if the reference runs say so."""
    from danceoff.experiments.advice.nearest import examples_of
    from danceoff.experiments.advice.stopped import faster_solver
    from danceoff.experiments.commands.advise import references
    from danceoff.experiments.terminal.covers.showing import read_again

    with suppress(BadInput):  # there are no reference runs of this task
        sentence = faster_solver(row, read_again(row.problem), examples_of(references(row.task), row.task))
        if sentence:
            say(sentence)


def _print_reasons(seen: Answer) -> None:
    for reason in seen.get("reasons", []):
        say(f"there can be none: {reason}")

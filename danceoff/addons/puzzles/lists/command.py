"""The part of `danceoff solve` for a file with many sudokus."""

import argparse
import json
from collections.abc import Mapping
from dataclasses import replace

from danceoff.addons.puzzles.lists import refuse
from danceoff.experiments import BadInput
from danceoff.experiments.commands.exits import DONE, INTERRUPTED, LIMIT_HIT, OF_STATUS
from danceoff.experiments.commands.solve_case import case_of
from danceoff.experiments.results.record import Row
from danceoff.experiments.run.one_case.messages import Message, Show, unanswered
from danceoff.experiments.terminal.covers import ending
from danceoff.experiments.terminal.progress import ProgressLine
from danceoff.experiments.terminal.say import put, say
from danceoff.questions.answer import Answer
from danceoff.questions.question import OF_COVERS

_SOLVER = "bits"  # solves a list without preparing each of its puzzles


def run(args: argparse.Namespace) -> int:
    """Print the answers to standard output, one line per puzzle, and a summary to standard error."""
    from danceoff.experiments.run.one_case.child import run_case  # late: processes, 30 ms

    case = case_of(args, _SOLVER)
    refuse(case, [form for form in ("jobs", "engine", *OF_COVERS) if getattr(args, form)])
    if args.format not in ("text", "json"):
        raise BadInput(f"{args.source}: a list of sudokus has only the formats text and json")
    seen: Message = {}

    def watch(answer: Message) -> None:
        seen.update(answer)
        put(answer.get("printed", b""), b"\n")

    try:
        show = Show(text="plain") if args.format == "text" else None
        row = run_case(case, watch, show, beside=ProgressLine(Answer(known=seen)))
    except KeyboardInterrupt:
        times = {name: seen.get(name) for name in ("prepare_s", "search_s")}
        row = replace(unanswered(case, ending.INTERRUPTED, ""), **times)  # type: ignore[arg-type]
        say(f"danceoff: interrupted; {seen.get('sudokus', {}).get('answered', 0)} puzzles answered", error=True)
    if args.format == "json":
        known: Mapping[str, object] = {**seen, **seen.get("sudokus", {})}
        shown = {name: known.get(name) for name in ("digest", "puzzles", "answered", "solved", "covers", "fingerprint")}
        if "sudokus" in seen:
            shown.update(_verdicts(case.task, seen["sudokus"]))
        times = {"prepare_s": row.prepare_s, "search_s": row.search_s}
        about = {"problem": row.problem, "solver": row.solver, "task": row.task, "status": row.status}
        say(json.dumps({**about, **shown, **times}), whole=True)
    elif row.status != ending.INTERRUPTED:
        say(_sentence_of_list(row, seen), error=True)
    return OF_STATUS.get(row.status, INTERRUPTED)


def _verdicts(task: str, counted: Mapping[str, int]) -> dict[str, int]:
    """Return how many puzzles have each verdict, if the task has verdicts."""
    answered, solved, one = counted["answered"], counted["solved"], counted["unique"]
    return {"none": answered - solved, "one": one, "several": solved - one} if task == "unique" else {}


def _sentence_of_list(row: Row, seen: Message) -> str:
    """Return in words how a search through a list ended."""
    if OF_STATUS[row.status] not in (DONE, LIMIT_HIT) or "sudokus" not in seen:
        return f"danceoff: {row.solver} on {row.problem}: {row.status}: {row.detail}"
    answered, solved = seen["sudokus"]["answered"], seen["sudokus"]["solved"]
    verdicts = _verdicts(row.task, seen["sudokus"])
    found = f"{solved} with a cover"
    if verdicts:
        found = "{one} with exactly one cover, {none} with none, {several} with several".format(**verdicts)
    sentence = f"{answered} puzzles, {found}, in {row.search_s or 0.0:.3f} s by {row.solver}"
    reached = {"timeout": "time limit", "memory": "memory limit"}.get(row.status)
    n_left = seen["sudokus"]["puzzles"] - answered
    return f"{sentence}; {reached} reached, {n_left} not answered" if reached else sentence

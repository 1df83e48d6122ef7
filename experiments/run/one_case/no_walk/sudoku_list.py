"""Runs a case whose problem is a file of many sudokus."""

from __future__ import annotations

from danceoff.asking.clock import Clock
from danceoff.experiments import BadInput
from danceoff.experiments.plans.case import Case, Show
from danceoff.experiments.run.one_case.messages import Answer, Send
from danceoff.experiments.run.one_case.no_walk.sudokus import SudokuListRun
from danceoff.questions.tasks import WALKED, named


def work_list(case: Case, show: Show | None, send: Send, clock: Clock) -> None:
    """Answer the puzzles and send the totals after every few thousand puzzles.

    show: if given, the answers are sent as text, too.

    Raises BadInput if the task is not for lists, and the exceptions of the reader and of the solver.
    """
    if case.task not in WALKED or not WALKED[case.task].of_sudoku_lists or case.up_to_symmetry:
        tasks = named(lambda one: one.of_sudoku_lists)
        raise BadInput(f"{case.problem}: a list of sudokus has only the tasks {tasks}")
    if case.at_most or case.maximise:
        raise BadInput(f"{case.problem}: sudokus have no costs")
    try:
        run = SudokuListRun(case.problem, case.solver, case.task, case.limit, clock)
    except ValueError as error:  # a malformed file or solver
        raise BadInput(str(error)) from None
    run.warm_up()
    begin: Answer = {"ready": True, "solver": str(run.solver), "prepare_s": 0.0, **run.columns()}
    send(**begin)
    for lines in run.lines():
        late = case.too_late(clock.wall_s, clock.cpu_s)
        answer = run.columns()
        if show and show.text:
            answer["lines"] = lines
        send(**answer)
        if late is not None and run.answered < len(run.puzzles.givens):
            timeout: Answer = {**run.columns(), "status": "timeout", "detail": late}
            send(**timeout)
            return
    detail = "a board that is not a solution" if run.status == "wrong" else ""
    end: Answer = {**run.columns(), "status": run.status, "detail": detail}
    send(**end)

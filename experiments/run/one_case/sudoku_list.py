"""A list of sudokus as a case: what the worker does with a file that holds many puzzles."""

from __future__ import annotations

from danceoff.experiments import BadInput
from danceoff.experiments.plans.case import Case, Show
from danceoff.experiments.run.one_case.clock import Clock, too_late
from danceoff.experiments.run.one_case.tally import Tell
from danceoff.experiments.terminal.sudoku_list import SudokuListRun


def work_list(case: Case, show: Show | None, tell: Tell, clock: Clock) -> None:
    """Answer the puzzles; tell after every few thousand what came of them, and with `show` the answers as `lines`.

    Raises BadInput where the case cannot be asked, and what the reader and the solver raise.
    """
    if case.task not in ("first", "count") or case.up_to_symmetry:
        raise BadInput(f"{case.problem}: for a list of sudokus there are the tasks first and count")
    try:
        run = SudokuListRun(case.problem, case.solver, case.task == "count", case.limit, clock)
    except ValueError as error:  # the file or the solver is not written so
        raise BadInput(str(error)) from None
    run.warm_up()
    tell(ready=True, solver=str(run.solver), prepare_s=0.0, **run.columns())
    for lines in run.lines():
        late = too_late(case, clock.wall_s, clock.cpu_s)
        tell(**run.columns(), **({"lines": lines} if show and show.text else {}))
        if late is not None and run.answered < len(run.puzzles.givens):
            tell(status="timeout", detail=late, **run.columns())
            return
    detail = "a board that is no solution" if run.status == "wrong" else ""
    tell(status=run.status, detail=detail, **run.columns())

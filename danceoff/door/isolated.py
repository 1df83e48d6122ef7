"""A search in a process of its own under hard limits, run as `danceoff run` runs a case."""

from dataclasses import replace

from danceoff.experiments.run.one_case.child import run_case
from danceoff.experiments.run.one_case.messages import Message, Show, events
from danceoff.problems import ExactCover
from danceoff.problems.board import NO_BOARD
from danceoff.problems.instance import Instance
from danceoff.questions.answer import Answer
from danceoff.solvers import MissingBackend, Solver, UnsupportedProblem, load

_RAISED = {"unsupported": UnsupportedProblem, "missing": MissingBackend}
"""What a status of a case means in this process."""


def spec_of(solver: Solver) -> str:
    """Return the text by which a process of its own loads the solver; raises ValueError if there is none."""
    spec = str(solver)
    try:
        is_known = load(spec) == solver
    except ValueError:
        is_known = False
    if not is_known:
        raise ValueError(f"solver {spec} is known in this process only: to isolate it, name it as FILE.py:NAME")
    return spec


def isolated(answer: Answer, solver: Solver, problem: ExactCover) -> None:
    """Search in a child process, which gets the problem by a pipe, without the names: it may lack their classes.

    Raises ValueError for a solver that a child cannot load, and UnsupportedProblem and MissingBackend if the child
    does.

    answer: takes what the child finds.
    """

    def watch(message: Message) -> None:
        for event in events(message):
            answer.add(event)

    ask, board = answer.ask, answer.instance.board  # for the symmetries of the problem
    bare = replace(problem, item_names=(), option_names=(), colour_names=())
    there = Instance("", "", bare, board=board if ask.selection.up_to_symmetry else NO_BOARD)
    case = replace(ask, solver=spec_of(solver), at=(there, ""))
    row = run_case(case, watch, Show(options=True) if ask.question.lists else None)
    if row.status in _RAISED:
        raise _RAISED[row.status](row.detail)
    answer.known = vars(row)

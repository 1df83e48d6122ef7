"""Sends the answer to a question that no solver walks, as it becomes known."""

from __future__ import annotations

from math import inf

from danceoff.asking.ask import Ask
from danceoff.asking.events import Answered, Drawn, Ended, Found
from danceoff.asking.walks import Asked, NoSearch, run
from danceoff.experiments.run.one_case.messages import Columns, Show
from danceoff.experiments.run.one_case.pictures import Pictures
from danceoff.experiments.run.one_case.reporter import Reporter
from danceoff.problems.instance import Instance
from danceoff.questions.question import DEFAULT_MB, MEMORY_MB, Derived, Needs
from danceoff.questions.table import with_defaults

_PATIENCE_S = 6.0
"""Where there is no limit on time; with what else the command does, nobody waits for more than ten seconds."""


def answered(question: Derived, case: Ask, instance: Instance, show: Show | None, reporter: Reporter) -> Columns:
    """Ask the question of a case; return the columns that the totals lack.

    Raises InvalidProblem if the options of the case do not go with the problem.
    """
    given, send, end = dict(case.options), reporter.send, Ended("crashed")
    pictures = Pictures(instance, show) if show else None
    wants_picture = show is not None and show.svg
    patience_s = inf if case.time_limit_s or case.cpu_limit_s else _PATIENCE_S
    needs = Needs(with_defaults(question, given), given.get(MEMORY_MB, DEFAULT_MB), wants_picture, patience_s)
    question.warm_up(instance.problem, needs)
    send(ready=True, solver=case.solver, prepare_s=0.0)  # whatever it takes to answer is search
    asked = Asked(instance.problem, reporter.totals, case.limit, beat=reporter.beat)
    for event in run(asked, NoSearch, lambda asked, _: question.ask(asked, instance, needs)):
        match event:
            case Found(covers, n_before):
                if pictures:
                    pictures.send(covers, n_before, send)
                reporter.found()
            case Answered(rows):
                send(rows=rows)
            case Drawn(svg):
                send(svg=svg)
            case Ended():
                end = event
    return {"status": end.status, "detail": end.detail}

"""The end of a case of `danceoff solve`: in one sentence or as JSON, with covers that were not shown before.

The child sends the cheapest covers as numbers, since most of them are replaced soon; so the problem is read once more.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from danceoff import problems
from danceoff.experiments.run.one_case.messages import Show
from danceoff.experiments.terminal.say import say
from danceoff.problems.model.digits import decimal
from danceoff.questions.answer import in_words

if TYPE_CHECKING:
    from danceoff.experiments.results.record import Row
    from danceoff.experiments.run.one_case.messages import Message
    from danceoff.experiments.terminal.covers.showing import Showing
    from danceoff.questions.answer import Answer
    from danceoff.questions.unique import Uniqueness

RIGHT = ("complete", "limit", "timeout", "memory")
"""Statuses of cases whose answers are right as far as they go."""
INTERRUPTED = "interrupted"
"""The status of a case that Ctrl-C ended, which no results have."""
NO_ANSWER = "no answer"
_CHOICE = re.compile(r"^chose [^;]*(; the same engine [^;]*)?(; |$)")
"""What begins the detail of a row if the solver has chosen an engine."""


def sentence(row: Row, answer: Answer, verbose: bool = True) -> str:
    """Return how a case ended, in words.

    verbose: whether to say which engine the solver chose, and why.
    """
    words, (source, certified) = answer.words, answer.known.get("evidence", ("", None))
    if certified is not None:  # it is a number of covers, and the published number may be one of orbits, or a cost
        is_same = row.question.says_number(row) and None in (row.orbits, row.published_orbits)
        source += "; certified" if is_same else f"; {in_words(certified)} certified"
    has_given_up = row.status == "memory" or (row.status == "timeout" and row.time_limit_s is None and row.detail)
    if not row.question.needs_solver and has_given_up:
        return f"{row.problem}: {'; '.join(filter(None, (words, row.detail)))}"
    if row.status not in RIGHT:
        known = f"; {words}" if row.cost is not None else ""
        return f"danceoff: {row.solver} on {row.problem}: {row.status}: {row.detail}{known}"
    detail = row.detail if verbose else _CHOICE.sub("", row.detail)
    how = f" ({detail})" if detail and row.status in ("complete", "limit") else ""
    took = f"{row.total_s or 0.0:.3f} s by {row.solver}{how}"
    if row.contradicts_optimum:
        took += f": DISAGREES with the optimum {row.shown_cost(row.published_cost or 0)} ({source})"
    elif row.contradicts_published:
        of_orbits = "" if None in (row.orbits, row.published_orbits) else f"{row.published_orbits} of "
        took += f": DISAGREES with the {of_orbits}{decimal(row.published or 0)} published ({source})"
    if row.status != "complete":
        reached = {"limit": "limit", "timeout": "time limit", "memory": "memory limit"}[row.status]
        return f"{words or NO_ANSWER}: {reached} reached after {took}"
    return f"{words} in {took}" + (_as_published(row, source) if _is_published(row) else "")


def _is_published(row: Row) -> bool:
    """Return whether the answer, or its number of covers without symmetries, equals a published number."""
    if row.contradicts_published:
        return False
    if row.question.says_number(row):
        return row.published is not None or None not in (row.orbits, row.published_orbits)
    return row.published_cost is not None


def _as_published(row: Row, source: str) -> str:
    if row.orbits is None or row.published_orbits is not None:
        return f", as published ({source})"
    return f"; {decimal(row.covers)} is as published ({source})"


ROTATIONS = "rotations"


def as_json(row: Row, answer: Answer) -> str:
    """Return the columns of a row about one answer, as JSON.

    Numbers of covers are numbers here, not text, and costs have the units and the sign of the user.
    """
    beside = (
        *("case", "repeat", "versions", "sources", "commit", "engines", "host", "cpu", "seed", "memory_limit_mb"),
        *("load_begin", "load_end", "swap_begin_mb", "swap_end_mb", "cpu_begin_mhz", "cpu_end_mhz"),
        *("steal_s", "governor"),
    )
    values = {name: value for name, value in asdict(row).items() if name not in beside} | costs(row)
    del values["cost_scale"]
    if not (row.question.needs_solver or row.question.is_exact):
        del values["covers"]
    _, values["certified"] = answer.known.get("evidence", ("", None))
    if answer.ask.selection.rotations:
        values["up_to_symmetry"] = ROTATIONS
    return json_of(values | answer.members)


def costs(row: Row) -> dict[str, Any]:
    """Return the columns of a row that are costs, in the units of the user."""

    def shown(cost: int | None) -> int | float | None:
        if cost is None:
            return None
        amount = Fraction(cost, row.cost_scale)
        return int(amount) if amount.denominator == 1 else float(amount)

    amounts: dict[str, Any] = {name: shown(getattr(row, name)) for name in ("cost", "bound", "published_cost")}
    return amounts | {"cost_points": [[at, shown(cost), shown(bound)] for at, cost, bound in row.cost_points]}


def table_of(row: Row, answer: Answer) -> str:
    """Return the answer of a case without covers as CSV: the table that answers its question, or else one row."""
    from danceoff.experiments.run.one_case.pictures import table  # late: NumPy

    if row.question.columns:
        return table([row.question.columns, *answer.table])
    names = ("problem", "solver", "task", "status", "covers", "orbits", "published", "prepare_s", "search_s", "cpu_s")
    values = (getattr(row, name) for name in names)
    return table([names, [decimal(value) if isinstance(value, int) else value for value in values]])


def json_of(value: object) -> str:
    """Return a value as JSON, even if a number of covers has too many digits for `json`."""
    if isinstance(value, dict):
        members = ", ".join(f"{json.dumps(name)}: {json_of(one)}" for name, one in value.items())
        return "{" + members + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(json_of, value)) + "]"
    return decimal(value) if type(value) is int and value >= 0 else json.dumps(value)


def show_at_end(row: Row, answer: Answer, sentence: str, shown: Showing, sent: Show) -> None:
    """Show the covers that have not been shown on arrival.

    sent: the form in which the worker has sent them.
    """
    if row.question.by_cost and row.cost is not None:
        _show_cheapest(answer, shown)
    if sent.options and row.status in (*RIGHT, INTERRUPTED):
        _show_together(answer, sentence, shown)  # type: ignore[arg-type]


def _show_cheapest(answer: Answer, shown: Showing) -> None:
    """Show the covers that the row reports, the cheapest first."""
    from danceoff.experiments.run.one_case.pictures import Pictures, encoded  # late: NumPy

    pictures = Pictures(answer.instance, shown.show)
    for number, (covers, cost, below) in enumerate(answer.drawn()):
        pictures.send(covers, number, shown.send, cost)
        rows = answer.beside(next(iter(covers))) if shown.show.answers == "csv" else []
        if rows:
            shown.send(printed=encoded([pictures.beside(number + 1, cost, rows)]))
        for line in below.splitlines() if shown.show.text else ():
            say(line)


def _show_together(answer: Uniqueness, sentence: str, shown: Showing) -> None:
    """Print the sentence and show the covers below it: one, or two with the differences marked."""
    from danceoff.experiments.run.one_case.pictures import Pictures, encoded  # late: NumPy
    from danceoff.problems.pictures.gallery import line

    show, covers = shown.show, answer.numbers
    if show.text:
        say(sentence)
    if covers:
        alone = show if len(covers) == 1 else Show(answers=show.answers)
        Pictures(answer.instance, alone).send(problems.Covers.of(covers), 0, shown.send)
    if len(covers) < 2:
        return
    pair, title = answer.pair, f"{answer.instance.name}, two covers"
    drawn: Message = {}
    if show.text:
        drawn["printed"] = encoded([pair.text(show.columns, show.text), "\n\n"])
    if show.svg:
        drawn["svg"] = pair.svg(title)
    if show.gallery:
        drawn["exhibits"] = line({"svg": pair.svg(title, styled=False)})
    shown.take(drawn)

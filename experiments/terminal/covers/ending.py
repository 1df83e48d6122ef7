"""How a case of `danceoff solve` ended: in one sentence, and as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from danceoff.problems.model.digits import decimal
from danceoff.questions.question import Derived

if TYPE_CHECKING:
    from danceoff.experiments.results.record import Row
    from danceoff.experiments.terminal.covers.said import Said

RIGHT = ("complete", "limit", "timeout", "memory")
"""Statuses of cases whose answers are right as far as they go."""
INTERRUPTED = "interrupted"
"""The status of a case that Ctrl-C ended, which no results have."""


def sentence(row: Row, source: str, said: Said) -> str:
    """Return how a case ended, in words.

    source: where the published number comes from.
    """
    words, covers = said.question.found(row, said), _amount(row)
    has_given_up = row.status == "memory" or (row.status == "timeout" and row.time_limit_s is None and row.detail)
    if not said.question.needs_solver and has_given_up:
        return f"{row.problem}: {'; '.join(filter(None, (words, row.detail)))}"
    if row.status not in RIGHT:
        known = f"; {words}" if row.cost is not None else ""
        return f"danceoff: {row.solver} on {row.problem}: {row.status}: {row.detail}{known}"
    how = f" ({row.detail})" if row.detail and row.status in ("complete", "limit") else ""
    took = f"{row.total_s or 0.0:.3f} s by {row.solver}{how}"
    if row.contradicts_optimum:
        took += f": DISAGREES with the optimum {row.shown_cost(row.published_cost or 0)} ({source})"
    if row.status != "complete":
        reached = {"limit": "limit", "timeout": "time limit", "memory": "memory limit"}[row.status]
        return f"{words or so_far(said, covers)}: {reached} reached after {took}"
    if not row.is_exact and not words:
        return f"{covers} shown, found in {took}"
    found = words or covers
    if row.contradicts_published and not row.contradicts_optimum:
        of_orbits = "" if row.published_orbits is None else f"{row.published_orbits} of "
        published = of_orbits + decimal(row.published or 0)
        return f"{found} in {took}: DISAGREES with the {published} published ({source})"
    return f"{found} in {took}" + (_as_published(row, source) if _is_published(row, said) else "")


def _is_published(row: Row, said: Said) -> bool:
    """Whether the answer, or its number of covers without symmetries, is one that is published."""
    if said.question.says_number(row):
        return row.published is not None or None not in (row.orbits, row.published_orbits)
    return row.published_cost is not None and not row.contradicts_optimum


def _as_published(row: Row, source: str) -> str:
    if row.orbits is None or row.published_orbits is not None:
        return f", as published ({source})"
    return f"; {decimal(row.covers)} is as published ({source})"


def so_far(said: Said, covers: str) -> str:
    """Return what a search that was stopped has found, in words; random covers may repeat, so they are no bound.

    covers: their number in words.
    """
    if said.question.needs_solver:
        return f"at least {covers}"
    return "no answer" if covers == in_words(0) else f"{covers} shown"


ROTATIONS = "rotations"


def in_words(n: int) -> str:
    """Return a number of covers in words."""
    return "1 cover" if n == 1 else f"{decimal(n)} covers"


def _amount(row: Row) -> str:
    """The number of covers found, in words."""
    covers = in_words(row.covers)
    if row.orbits is None:
        return covers
    return f"1 of {covers} in one orbit" if row.orbits == 1 else f"{row.orbits} of {covers} up to symmetry"


def answer(row: Row, said: Said, explained: dict[str, object]) -> str:
    """Return the columns of a row that concern a single answer, as JSON; numbers of covers are numbers here, not text.

    explained: why there is no cover.
    """
    beside = ("case", "repeat", "versions", "sources", "commit", "engines", "host", "cpu", "seed", "memory_limit_mb")
    values = {name: value for name, value in asdict(row).items() if name not in beside}
    if not (said.question.needs_solver or said.question.is_exact):
        del values["covers"]
    if said.case.rotations:
        values["up_to_symmetry"] = ROTATIONS
    values |= explained
    written = [f"{json.dumps(name)}: {_json(value)}" for name, value in values.items()]
    written.append(said.question.json(row, said))
    return f"{{{', '.join(filter(None, written))}}}"


def table_of(row: Row, said: Said) -> str:
    """Return what a case without covers found, as CSV: the table that answers its question, or else one row."""
    from danceoff.experiments.run.one_case.pictures import table  # with it comes NumPy

    if isinstance(said.question, Derived):
        return table([said.question.columns, *said.question.table(said.rows)])
    names = ("problem", "solver", "task", "status", "covers", "orbits", "published", "prepare_s", "search_s", "cpu_s")
    values = ((name, getattr(row, name)) for name in names)
    return table([names, [decimal(value) if isinstance(value, int) else value for _, value in values]])


def _json(value: object) -> str:
    return decimal(value) if type(value) is int and value >= 0 else json.dumps(value)

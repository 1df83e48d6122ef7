"""How a case of `danceoff solve` ended: in one sentence, and as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from danceoff.experiments.terminal.covers import unique
from danceoff.experiments.terminal.covers.listed import table
from danceoff.experiments.words.digits import decimal
from danceoff.questions.table import QUESTIONS

if TYPE_CHECKING:
    from danceoff.experiments.results.record import Row
    from danceoff.experiments.terminal.covers.best import BestCovers
    from danceoff.experiments.terminal.covers.said import Said

RIGHT = ("complete", "limit", "timeout", "memory")
"""Statuses of cases whose answers are right as far as they go."""


def sentence(row: Row, source: str, best: BestCovers | None = None, said: str = "") -> str:
    """Return how a case ended, in words.

    source: where the published number comes from.
    best: the cheapest covers.
    said: what a question has found, if that is no number of covers.
    """
    if row.task in QUESTIONS and row.status == "memory":
        return f"{row.problem}: {'; '.join(filter(None, (said, row.detail)))}"
    covers = _amount(row)
    if row.status == "complete":
        covers = best.proven(row) if best else unique.in_words(row) if row.task == "unique" else said or covers
    if row.status not in RIGHT:
        known = f"; {best.interim(asdict(row))}" if best and row.cost is not None else ""  # type: ignore[arg-type]
        return f"danceoff: {row.solver} on {row.problem}: {row.status}: {row.detail}{known}"
    how = f" ({row.detail})" if row.detail and row.status in ("complete", "limit") else ""
    took = f"{row.total_s or 0.0:.3f} s by {row.solver}{how}"
    if row.contradicts_optimum:
        took += f": DISAGREES with the optimum {row.shown_cost(row.published_cost or 0)} ({source})"
    if row.status != "complete":
        reached = {"limit": "limit", "timeout": "time limit", "memory": "memory limit"}[row.status]
        found = best.interim(asdict(row)) if best else said or so_far(row.task, covers)  # type: ignore[arg-type]
        return f"{found}: {reached} reached after {took}"
    if not row.is_exact and not best and row.task != "unique":
        return f"{covers} shown, found in {took}"
    if row.contradicts_published and not row.contradicts_optimum:
        of_orbits = "" if row.published_orbits is None else f"{row.published_orbits} of "
        published = of_orbits + decimal(row.published or 0)
        return f"{covers} in {took}: DISAGREES with the {published} published ({source})"
    return f"{covers} in {took}" + (_as_published(row, source) if _is_published(row) else "")


def _is_published(row: Row) -> bool:
    """Whether the answer, or its number of covers without symmetries, is one that is published."""
    if row.is_exact or row.task == "unique":
        return row.published is not None or None not in (row.orbits, row.published_orbits)
    return row.published_cost is not None and not row.contradicts_optimum


def _as_published(row: Row, source: str) -> str:
    if row.orbits is None or row.published_orbits is not None:
        return f", as published ({source})"
    return f"; {decimal(row.covers)} is as published ({source})"


def so_far(task: str, covers: str) -> str:
    """Return what a search that was stopped has found, in words; random covers may repeat, so they are no bound."""
    if task not in QUESTIONS:
        return f"at least {covers}"
    return "no answer" if covers == in_words(0) else f"{covers} shown"


def in_words(n: int) -> str:
    """Return a number of covers in words."""
    return "1 cover" if n == 1 else f"{decimal(n)} covers"


def _amount(row: Row) -> str:
    """The number of covers found, in words."""
    covers = in_words(row.covers)
    if row.orbits is None:
        return covers
    return f"1 of {covers} in one orbit" if row.orbits == 1 else f"{row.orbits} of {covers} up to symmetry"


def answer(
    row: Row,
    best: BestCovers | None,
    said: Said,
    explained: dict[str, object],
    answers: list[str] | None,
) -> str:
    """Return the columns of a row that concern a single answer, as JSON; numbers of covers are numbers here, not text.

    best: the cheapest covers, if these were asked for.
    said: the answer to a question.
    explained: why there is no cover.
    answers: the covers, each as JSON; None if they are left out.
    """
    beside = ("case", "repeat", "versions", "commit", "engines", "host", "cpu", "seed", "memory_limit_mb")
    values = {name: value for name, value in asdict(row).items() if name not in beside}
    if best:
        values |= best.besides()
    if said.question and not said.question.is_exact:
        del values["covers"]
    values |= explained
    written = [f"{json.dumps(name)}: {_json(value)}" for name, value in values.items()]
    written.append(said.json(row))
    if answers is not None:
        written.append(f'"answers": [{", ".join(answers)}]')
    return f"{{{', '.join(filter(None, written))}}}"


def table_of(row: Row, said: Said) -> str:
    """Return what a case without covers found, as CSV: the table that answers its question, or else one row."""
    if said.question:
        return table([said.question.columns, *said.question.table(said.rows)])
    names = ("problem", "solver", "task", "status", "covers", "orbits", "published", "prepare_s", "search_s", "cpu_s")
    values = ((name, getattr(row, name)) for name in names)
    return table([names, [decimal(value) if isinstance(value, int) else value for _, value in values]])


def _json(value: object) -> str:
    return decimal(value) if type(value) is int and value >= 0 else json.dumps(value)

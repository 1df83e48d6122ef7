"""Answers about all covers, for people and programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from danceoff.experiments.terminal.covers import unique
from danceoff.problems.model.digits import whole

if TYPE_CHECKING:
    from danceoff.experiments.results.record import Row
    from danceoff.experiments.run.one_case.messages import Answer

_MANY = 10**9  # parts of which a share is shown


def of_options(answers: list[Answer], n_covers: int) -> Iterator[str]:
    """Yield a line for each option: how many of all covers hold it, which share that is, its number and its name."""
    for answer in answers:
        held = answer.get("held", [])
        width = max((len(count) for _, _, count in held), default=0)
        for number, name, count in held:
            share = whole(count) * _MANY // max(1, n_covers) / _MANY
            yield f"{count:>{width}}  {share:8.4%}  option {number}: {name}"


def of_settled(answers: list[Answer]) -> Iterator[str]:
    """Yield a line for each option of which is known whether all covers hold it, some or none."""
    for number, name, held in _settled(answers):
        yield f"in {held:4}  option {number}: {name}"


def settled(answers: list[Answer], n_options: int) -> str:
    """Return how many options are in all covers, in some and in none, in words; empty if none is settled."""
    kinds = [held for _, _, held in _settled(answers)]
    if not kinds:
        return ""
    n_all, n_some, n_none = map(kinds.count, ("all", "some", "none"))
    unknown = f", {n_options - len(kinds)} are not settled" if len(kinds) < n_options else ""
    return (
        f"{n_all} of {n_options} options are in all covers, {n_some} in some, {n_none} in none{unknown}; "
        "how many covers hold them is not known"
    )


def _settled(answers: list[Answer]) -> list[tuple[int, str, str]]:
    return sorted((number, name, held) for answer in answers for number, name, held in answer.get("settled", []))


def listed(answers: list[Answer], row: Row) -> str:
    """Return what tasks `options` and `unique` found as members of a JSON object; numbers of covers are numbers."""
    if row.task == "options":
        held = [line for answer in answers for line in answer.get("held", [])]
        lines = [
            f'{{"option": {number}, "name": {json.dumps(name)}, "covers": {count}}}' for number, name, count in held
        ]
        lines += [
            f'{{"option": {number}, "name": {json.dumps(name)}, "held_by": "{by}"}}'
            for number, name, by in _settled(answers)
        ]
        return f'"options": [{", ".join(lines)}]'
    if row.task != "unique":
        return ""
    first, second = unique.only(answers)
    verdict = json.dumps(unique.verdict(row) or None)
    return f'"verdict": {verdict}, "only_first": {first}, "only_second": {second}'

"""The questions that no solver walks: one line for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from danceoff.questions.estimate import EstimateQuestion
from danceoff.questions.numbered import NumberedCovers
from danceoff.questions.options import OptionsQuestion
from danceoff.questions.question import Option, Question
from danceoff.questions.sample import SampleQuestion

QUESTIONS: dict[str, Question] = {
    question.name: question
    for question in (
        SampleQuestion(),
        NumberedCovers(),
        OptionsQuestion(),
        EstimateQuestion(),
    )
}
"""Name of the task -> question."""


def options() -> Iterator[tuple[Option, list[str]]]:
    """Yield each option of a question once, with the names of the questions that take it."""
    by_name: dict[str, tuple[Option, list[str]]] = {}
    for question in QUESTIONS.values():
        for option in question.options:
            by_name.setdefault(option.name, (option, []))[1].append(question.name)
    yield from by_name.values()


def with_defaults(question: Question, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options of a question: those given, and the defaults of the others."""
    return {option.name: given.get(option.name, option.default) for option in question.options}

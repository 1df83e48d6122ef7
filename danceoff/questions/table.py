"""The questions: one line for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from danceoff.questions.question import Option, Question
from danceoff.rooms import added_by_rooms

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

CLASSES = {
    "first": ("danceoff.questions.first", "FirstQuestion"),
    "unique": ("danceoff.questions.unique", "UniqueQuestion"),
    "enumerate": ("danceoff.questions.enumerate", "EnumerateQuestion"),
    "count": ("danceoff.questions.enumerate", "CountQuestion"),
    "best": ("danceoff.questions.best", "BestQuestion"),
    "certify": ("danceoff.questions.best", "CertifyQuestion"),
    "certify-best": ("danceoff.questions.best", "CertifyBestQuestion"),
    "sample": ("danceoff.questions.sample", "SampleQuestion"),
    "covers": ("danceoff.questions.sample", "NumberedCovers"),
    "options": ("danceoff.questions.options", "OptionsQuestion"),
    "estimate": ("danceoff.questions.estimate", "EstimateQuestion"),
    "explain": ("danceoff.questions.explain", "ExplainQuestion"),
} | added_by_rooms("questions")
"""Name of the task -> the module of the question, and its class. Add-ons follow, or widen ours of the same name."""


class _Questions(Mapping[str, Question]):
    """A mapping from task names to questions; the module of a question is imported at the first access."""

    def __getitem__(self, name: str) -> Question:
        return _made(name)

    def __iter__(self) -> Iterator[str]:
        return iter(CLASSES)

    def __len__(self) -> int:
        return len(CLASSES)


@cache  # a row asks often
def _made(name: str) -> Question:
    module, kind = CLASSES[name]
    question: Question = getattr(import_module(module), kind)()
    return question


QUESTIONS = _Questions()
FORMER: dict[str, str] = added_by_rooms("former questions")
"""Former names of questions, which old answers have."""
TASKS = ("first", "unique", "enumerate", "count", "best", "certify", "certify-best")
"""The names of the questions of plans: those that say what they ask for."""
DEFAULT = "first"
"""What `danceoff solve` asks by itself."""


def asked_by_solve() -> dict[str, str]:
    """Return the tasks of `danceoff solve`, and their help; packages explain their tasks in pages of their own."""
    ours = {name: question.help for name, question in QUESTIONS.items() if not question.certifies}
    return ours | dict.fromkeys(of_packages(), "")


def of_packages() -> dict[str, EntryPoint]:
    """Return the questions that installed packages declare, by name; only `danceoff solve` asks them, plans cannot."""
    from danceoff.problems import plugins  # late: entry points, 10 ms

    return plugins.added(plugins.QUESTIONS, [*QUESTIONS, *FORMER])


@cache  # a row asks often
def question_named(name: str) -> Question:
    """Return the question of that name; raises ValueError if there is none, and PluginFault for a faulty package."""
    name = FORMER.get(name, name)
    if name in QUESTIONS:
        return QUESTIONS[name]
    if name not in (added := of_packages()):
        raise ValueError(f"unknown task {name!r}; there are {', '.join([*QUESTIONS, *added])}")
    from danceoff.problems.plugins import imported

    question: Question = imported(added[name], Question)
    return question


def options() -> Iterator[tuple[Option, list[str]]]:
    """Yield each option once, with the names of the questions that take it."""
    by_name: dict[str, tuple[Option, list[str]]] = {}
    for question in QUESTIONS.values():
        for option in question.options:
            _, names = by_name.setdefault(option.name, (option, []))
            names.append(question.name)
    yield from by_name.values()


def with_defaults(question: Question, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options of a question: those given, and the defaults of the others."""
    return {option.name: given.get(option.name, option.default) for option in question.options}

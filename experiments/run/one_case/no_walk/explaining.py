"""Says why there is no cover: a minimal set of items that cannot be covered together, in words."""

from __future__ import annotations

from collections.abc import Iterator

from danceoff.problems import ExactCover
from danceoff.solvers.questions.conflict import Conflict, conflicts

_MOST_NAMED = 60
_MOST_OPTIONS = 200
"""The most options of a problem whose smallest conflict is looked for: that search cannot be interrupted."""


def explanations(problem: ExactCover) -> Iterator[str]:
    """Yield ever better explanations of a problem without covers."""
    for conflict in conflicts(problem, smallest=problem.n_options <= _MOST_OPTIONS):
        yield _in_words(problem, conflict)


def _in_words(problem: ExactCover, conflict: Conflict) -> str:
    n = len(conflict.items)
    sentence = f"the {n} items {_listed(problem, conflict.items)} cannot be covered together"
    if n == 1:
        sentence = f"the item {_listed(problem, conflict.items)} cannot be covered"
    sentence += f" ({conflict.strength.value})"
    if not conflict.decisive:
        return sentence
    if set(conflict.decisive) == set(conflict.items):
        return f"{sentence}; if {'any one of them' if n > 1 else 'it'} need not be covered, there is a cover"
    return f"{sentence}; there is a cover if one of these need not be covered: {_listed(problem, conflict.decisive)}"


def _listed(problem: ExactCover, items: tuple[int, ...]) -> str:
    names = " ".join(problem.item_name(item).replace(" ", "-") for item in items[:_MOST_NAMED])
    return f"{names} and {len(items) - _MOST_NAMED} more" if len(items) > _MOST_NAMED else names

"""Says why there is no cover: a minimal set of items that cannot be covered together, in words."""

from __future__ import annotations

from collections.abc import Iterator

from danceoff.problems import ExactCover
from danceoff.solvers.questions.conflict import Conflict, Strength, conflicts_within
from danceoff.solvers.together.child import ChildDied

_MOST_NAMED = 60


def explanations(problem: ExactCover, seconds: float) -> Iterator[tuple[str, Conflict]]:
    """Yield ever better explanations why a problem has no cover, and their conflicts, for at most so many seconds.

    seconds: the time limit.

    Raises TimeoutError if none was found.
    """
    best: Conflict | None = None
    try:
        for best in conflicts_within(problem, seconds):
            yield _in_words(problem, best), best
    except (TimeoutError, MemoryError, ChildDied) as error:
        if best is None:
            raise TimeoutError(f"no items found that cannot be covered together: {error}") from None
        unknown = "the smallest" if best.strength == Strength.MINIMAL else "minimal"
        yield f"{_in_words(problem, best)}; whether this is {unknown} is not known: {error}", best


def in_numbers(problem: ExactCover, conflict: Conflict) -> dict[str, object]:
    """Return a conflict for programs, in the words of `danceoff.Explanation`."""
    items, decisive = (
        None if some is None else [problem.item_name(item) for item in some]
        for some in (conflict.items, conflict.decisive)
    )
    return {
        "conflict": items,
        "is_minimal": conflict.strength != Strength.CORE,
        "is_smallest": conflict.strength == Strength.SMALLEST,
        "decisive": decisive,
    }


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

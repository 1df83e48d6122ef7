"""Says why there is no cover: a minimal set of items that cannot be covered together, in words."""

from __future__ import annotations

from collections.abc import Iterator

from danceoff.problems import ExactCover
from danceoff.problems.grids.board import NO_BOARD, Board
from danceoff.solvers.questions.conflict import Conflict, Strength, conflicts_within
from danceoff.solvers.together.child import ChildDied

_MOST_NAMED = 60


def explanations(problem: ExactCover, seconds: float, board: Board = NO_BOARD) -> Iterator[tuple[str, Conflict]]:
    """Yield ever better explanations why a problem has no cover, and their conflicts, for at most so many seconds.

    seconds: the time limit.
    board: says what its items are.

    Raises TimeoutError if none was found.
    """
    best: Conflict | None = None
    try:
        for best in conflicts_within(problem, seconds):
            yield _in_words(problem, best, board), best
    except (TimeoutError, MemoryError, ChildDied) as error:
        if best is None:
            raise TimeoutError(f"no items found that cannot be covered together: {error}") from None
        unknown = "the smallest" if best.strength == Strength.MINIMAL else "minimal"
        yield f"{_in_words(problem, best, board)}; whether this is {unknown} is not known: {error}", best


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


def _in_words(problem: ExactCover, conflict: Conflict, board: Board = NO_BOARD) -> str:
    n = len(conflict.items)
    listed = _listed(problem, conflict.items, board)
    sentence = f"the {n} items {listed} cannot be covered together" if n > 1 else f"the item {listed} cannot be covered"
    sentence += f" ({conflict.strength.value})"
    if not conflict.decisive:
        return sentence
    if set(conflict.decisive) == set(conflict.items):
        return f"{sentence}; if {'any one of them' if n > 1 else 'it'} need not be covered, there is a cover"
    decisive = _listed(problem, conflict.decisive, board)
    return f"{sentence}; there is a cover if one of these need not be covered: {decisive.removeprefix('of ')}"


def _listed(problem: ExactCover, items: tuple[int, ...], board: Board) -> str:
    more = f" and {len(items) - _MOST_NAMED} more" if len(items) > _MOST_NAMED else ""
    words = [board.item_in_words(problem, item) for item in items[:_MOST_NAMED]]
    if all(words):
        return f"of {', '.join(words)}{more}"
    return " ".join(problem.item_name(item).replace(" ", "-") for item in items[:_MOST_NAMED]) + more

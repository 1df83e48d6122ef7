"""Why there is no cover, on the board: items that cannot be covered together, or weights of the items."""

from collections.abc import Collection, Sequence
from textwrap import wrap

from danceoff.problems.board import Board
from danceoff.problems.model.cover import ExactCover
from danceoff.problems.pictures.drawing import STYLE, Drawing, document
from danceoff.problems.pictures.shades import SHADE_STYLE, Conflict, Sign, shaded, with_legend

_WEAK, _STRONG = 0.45, 1.0
_COLUMNS = 44
_COOL_STYLE = ".danceoff .cool{fill:var(--found)}"


def conflict_picture(
    problem: ExactCover, board: Board, items: Sequence[int], decisive: Collection[int], title: str
) -> str | None:
    """Draw items that cannot be covered together as an `<svg>` element; None for boards that cannot show them.

    Cells are filled. On a board of symbols, a frame marks a square that gets no symbol, and small symbols are symbols
    that a row, column or box cannot get. Other items are named.

    items: the items.
    decisive: each item without which there would be a cover; these are drawn stronger.
    title: the title for screen readers.
    """
    strength = {item: _STRONG if item in decisive else _WEAK for item in items}
    if (found := board.conflict(problem, strength)) is None:
        return None
    names = [problem.item_name(item) for item in items]
    signs = (_WEAK, "no cover has all of these"), (_STRONG, "without one of these there is a cover")
    legend = [_sign("heat flat", level, words) for level, words in signs if level in strength.values()]
    legend += _named(problem, found.named, "items")
    drawing = _drawn([("heat flat", found)], legend)
    return document(drawing, title, f"cannot be covered together: {' '.join(names)}", STYLE + SHADE_STYLE)


def weights_picture(problem: ExactCover, board: Board, weights: Sequence[int], title: str) -> str | None:
    """Draw weights of items, a proof that there is no cover, as an `<svg>` element; None if the board cannot.

    Positive weights have one colour and negative weights another; the larger a weight, the stronger its colour.

    weights: the weight of each item; not all are 0.
    title: the title for screen readers.
    """
    most = max(map(abs, weights))
    parts, legend = [], []
    for kind, sign in (("heat flat", 1), ("cool flat", -1)):
        of_sign = {item: weight for item, weight in enumerate(weights) if weight * sign > 0}
        found = board.conflict(problem, {item: abs(weight) / most for item, weight in of_sign.items()})
        if found is None:
            return None
        if of_sign:
            parts.append((kind, found))
            values = " to ".join(map(str, sorted({min(of_sign.values()), max(of_sign.values())})))
            legend += [_sign(kind, 1.0, f"weigh {values}"), *_named(problem, found.named, f"items that weigh {values}")]
    described = " ".join(f"{problem.item_name(item)}:{weight}" for item, weight in enumerate(weights) if weight)
    return document(_drawn(parts, legend), title, f"weights of items: {described}", STYLE + SHADE_STYLE + _COOL_STYLE)


def _drawn(parts: Sequence[tuple[str, Conflict]], legend: Sequence[Sign]) -> Drawing:
    """Return the shapes on their board, each part in the colour of its class."""
    base = parts[0][1].base
    ground, *above = base.elements
    shapes = [shape for kind, part in parts for shape in shaded(kind, part.shapes, 1.0)]
    marks = [mark for _, part in parts for mark in part.above]
    return with_legend(Drawing(base.width, base.height, [ground, *shapes, *above, *marks]), legend)


def _sign(kind: str, level: float, words: str) -> Sign:
    return Sign(words, "".join(shaded(kind, [(level, "M0 0h5v5h-5z")], 1.0)), 5)


def _named(problem: ExactCover, items: Sequence[int], what: str) -> list[Sign]:
    listed = " ".join(problem.item_name(item).replace(" ", "-") for item in items)
    return [*map(Sign, wrap(f"{what}: {listed}", _COLUMNS, max_lines=3, placeholder=" ...") if items else [])]

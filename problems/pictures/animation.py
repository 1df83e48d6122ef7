"""A search as an animated SVG: options appear and disappear, and a caption says what happens."""

import re
from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import NamedTuple

from danceoff.problems.board import Board
from danceoff.problems.model.cover import Cover, ExactCover, InvalidProblem
from danceoff.problems.model.html import MOST_ITEMS, MOST_OPTIONS
from danceoff.problems.pictures.drawing import MARGIN, STYLE, Drawing, document, escaped, label
from danceoff.problems.pictures.incidence import column_ring, struck

FRAME_S, LAST_FRAME_S = 0.6, 3.0
"""How long a frame is shown, and how much longer the last one is, in seconds."""
_CAPTION = 10
_LETTER = 3.2  # in a font of 5 units, a wide one


class Frame(NamedTuple):
    """One frame of an animation.

    taken: the options taken so far, in the order in which they were taken and in the numbering of the root problem.
    caption: what happens.
    item: the item to cover next; None if none is shown.
    """

    taken: Cover
    caption: str
    item: int | None


def animation(problem: ExactCover, board: Board, frames: Sequence[Frame], title: str) -> str:
    """Return the frames as an endless animation in SMIL, which browsers play without a script.

    Raises InvalidProblem for a board whose options are rows, if they are too many to be read.
    """
    if board.has_rows and (problem.n_options > MOST_OPTIONS or problem.n_items > MOST_ITEMS):
        raise InvalidProblem(f"{title}: too large for an SVG of a search; --tree and danceoff play show it")
    base, overlays = _overlays(problem, board, frames)
    elements = [*base.elements]
    for option, depth, first, last in _stays(frames):
        elements += _while(first, last, len(frames), _in_turn(overlays[option], board, option, depth), FRAME_S)
    # Cached, since a search often comes back to an item.
    ring = cache(partial(column_ring if board.has_rows else board.ring, problem))
    rings = [[] if frame.item is None else ring(frame.item) for frame in frames]
    return film(Drawing(base.width, base.height, elements), rings, [frame.caption for frame in frames], title, FRAME_S)


def film(base: Drawing, frames: Sequence[Sequence[str]], captions: Sequence[str], title: str, frame_s: float) -> str:
    """Return an endless animation.

    base: what every frame shows.
    frames: the elements of each frame.
    captions: the text below each frame.
    title: the title for screen readers.
    frame_s: how long a frame is shown, in seconds.
    """
    length = len(captions) * frame_s + LAST_FRAME_S
    width = max(base.width, max(map(len, captions), default=0) * _LETTER + 2 * MARGIN)
    clock = f'<animate id="loop" attributeName="x" dur="{length:g}s" begin="0s;loop.end"/>'
    elements = [f'<rect width="0" height="0">{clock}</rect>', *base.elements]
    for k, (own, caption) in enumerate(zip(frames, captions, strict=True)):
        words = label(width / 2, base.height + _CAPTION / 2, caption)
        elements += _while(k, k + 1, len(frames), [words, *own], frame_s)
    return document(Drawing(width, base.height + _CAPTION, elements), title, "; ".join(captions), STYLE)


def _overlays(problem: ExactCover, board: Board, frames: Sequence[Frame]) -> tuple[Drawing, dict[int, list[str]]]:
    """Return the empty board, and the elements that each option adds to it."""
    options = sorted({option for frame in frames for option in frame.taken})
    base = board.draw(problem, ())
    overlays = {
        option: [e for e in board.draw(problem, (option,)).elements if e not in base.elements] for option in options
    }
    if board.has_rows:  # the board has the names of rows already
        overlays = {k: [*(e for e in own if "<text" not in e), *struck(problem, k)] for k, own in overlays.items()}
    return base, overlays


def _stays(frames: Sequence[Frame]) -> Iterator[tuple[int, int, int, int]]:
    """Yield (option, its place in `taken`, its first frame, the frame after its last) each time that it is taken."""
    since: dict[int, tuple[int, int]] = {}
    for k, frame in enumerate([*frames, Frame((), "", None)]):  # the empty frame ends all that is left
        for option in [one for one in since if one not in frame.taken]:
            yield (option, *since.pop(option), k)
        for depth, option in enumerate(frame.taken):
            since.setdefault(option, (depth, k))


def _while(first: int, last: int, n_frames: int, elements: Sequence[str], frame_s: float) -> list[str]:
    duration = (last - first) * frame_s + (LAST_FRAME_S if last == n_frames else 0)
    show = f'<set attributeName="visibility" to="visible" begin="loop.begin+{first * frame_s:g}s" dur="{duration:g}s"/>'
    return [f'<g visibility="hidden">{show}', *elements, "</g>"]


def shown_first(n_frames: int, elements: Sequence[str], frame_s: float) -> list[str]:
    """Return elements that are visible in the first frame only; programs without animation show them."""
    duration = (n_frames - 1) * frame_s + LAST_FRAME_S
    hide = f'<set attributeName="visibility" to="hidden" begin="loop.begin+{frame_s:g}s" dur="{duration:g}s"/>'
    return [f"<g>{hide}", *elements, "</g>"]


def _in_turn(elements: Sequence[str], board: Board, option: int, place: int) -> list[str]:
    """Return the elements of an option, with the letter and the colour of its turn if the board defines them."""
    turn = board.in_turn(option, place)
    if turn is None:
        return [*elements]
    mark, colour = turn
    coloured = (re.sub(r'class="c\d+ ', f'class="c{colour} ', element) for element in elements)
    return [re.sub(r">[^<>]+</text>", f">{escaped(mark)}</text>", element) for element in coloured]

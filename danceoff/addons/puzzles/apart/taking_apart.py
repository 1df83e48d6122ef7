"""How a packing comes apart, as an animated SVG: one frame for each move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from danceoff.problems.model.cover import Cover
from danceoff.problems.pictures.animation import film, shown_first
from danceoff.problems.pictures.copies import Copy, copies, legend, with_legend_of_pieces
from danceoff.problems.pictures.drawing import Drawing
from danceoff.problems.pictures.isometric import moved

if TYPE_CHECKING:
    from danceoff.addons.puzzles.apart.disassembly import Disassembly, Move
    from danceoff.problems.grids.packing import Packing

MOST_CUBES = 20_000
"""The most cubes of an animation, in all its frames."""
_MOVE_S = 1.2
_WAYS = (("up", "down"), ("back", "forward"), ("left", "right"))

State = dict[Copy, tuple[int, ...]]
"""How far each piece that is seen has moved, in cells along each axis."""


def taking_apart(packing: Packing, cover: Cover, found: Disassembly, title: str) -> str | None:
    """Return an animation of all moves; None if there are no pieces, prisms, or more than MOST_CUBES cubes.

    cover: its options, ascending; moves name a piece by its index in the cover.
    """
    n_cubes = sum(len(packing.cells_of(option)) for option in cover)
    if not packing.lattice.is_cubic or not 0 < n_cubes * (len(found.moves) + 1) <= MOST_CUBES:
        return None
    states, captions = zip(*frames(packing, cover, found), strict=True)
    drawings = moved(packing, states)
    assembled, *later = drawings
    elements = shown_first(len(drawings), assembled.elements, _MOVE_S) if later else assembled.elements
    base = Drawing(assembled.width, assembled.height, elements)
    base = with_legend_of_pieces(base, legend(packing, copies(packing, cover)))
    return film(base, [[], *(drawing.elements for drawing in later)], captions, title, _MOVE_S)


def frames(packing: Packing, cover: Cover, found: Disassembly) -> Iterator[tuple[State, str]]:
    """Yield the pieces before the first move and after each move, and what has happened.

    Pieces that have left are hidden until it is their turn to come apart.
    """
    of_option = {one.option: one for one in copies(packing, cover)}
    placed = [of_option[option] for option in cover if option in of_option]
    parts: list[tuple[State, str]] = [(dict.fromkeys(placed, (0,) * packing.region.ndim), f"level {found}")]
    n = 0
    while parts:
        state, caption = parts.pop()
        if caption and (len(state) > 1 or len(placed) == 1):
            yield state, caption
        while n < len(found.moves):
            move = found.moves[n]
            group = [of_option[cover[k]] for k in move.pieces]
            if group[0] not in state:  # the pieces of this part stay together
                break
            n += 1
            after = state | {one: tuple(map(sum, zip(state[one], move.shift, strict=True))) for one in group}
            yield after, f"{n} of {len(found.moves)}: {_in_words(group, move)}"
            if move.leaves:
                names = ", ".join(one.mark for one in group)
                parts.append(({one: state[one] for one in group}, f"now {names}"))
                parts.append(({one: at for one, at in state.items() if one not in group}, ""))
                break
            state = after


def _in_words(group: list[Copy], move: Move) -> str:
    ways = _WAYS[-len(move.shift) :]
    shifts = [(abs(cells), way[cells > 0]) for cells, way in zip(move.shift, ways, strict=True) if cells]
    names = ", ".join(one.mark for one in group)
    if move.leaves:
        return f"{names} out, {' and '.join(way for _, way in shifts)}"
    return f"{names} {' and '.join(f'{n} {way}' for n, way in shifts)}"

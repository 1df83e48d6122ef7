"""The letter and colour of each copy of a piece, the same in all layers of a picture; and the legend of letters."""

from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from danceoff.problems.grids.layout import Layout
from danceoff.problems.model.cover import Cover
from danceoff.problems.model.printable import printable
from danceoff.problems.pictures.drawing import N_COLOURS, Drawing, label, path

_SWATCH, _GAP, _LINE = 6, 1, 8
_TEXT_WIDTH = 2.1
"""A bound on the mean width of a letter of size `small`."""
_MARGIN, _APART = 3, 5
_MOST_SWATCHES, _LONGEST_NAME = 15, 40


class Copy(NamedTuple):
    """A piece in its place.

    piece: its number in the packing.
    mark: its letter; the name of the piece if that is a letter or a number and the piece is used once.
    colour: a number below N_COLOURS.
    """

    option: int
    piece: int
    mark: str
    colour: int


class Entry(NamedTuple):
    """A line of the legend: a piece that is used, and its copies in the order of their marks."""

    name: str
    copies: tuple[Copy, ...]


def copies(packing: Layout, cover: Cover) -> list[Copy]:
    """Return the copies of the pieces in a cover or a partial cover, in the order of their first cells.

    Copies of pieces that are used several times get letters in the order of the pieces, then of their first cells. If
    there are more copies than letters, letters repeat. The same holds for colours; copies that touch differ in colour,
    unless one of them touches N_COLOURS others. An option that fills no cell is no copy: in Mondrian's puzzle it
    chooses a bound.
    """
    found = _lettered(packing, cover)
    return found if len({one.colour for one in found}) == len(found) else _apart(packing, found)


def marked(packing: Layout, cover: Cover) -> Iterator[tuple[list[int], str]]:
    """Yield the cells of each copy of a cover with the mark that it has in `copies`."""
    return ((packing.cells_of(one.option), one.mark) for one in _lettered(packing, cover))


def _lettered(packing: Layout, cover: Cover) -> list[Copy]:
    """Return the copies of a cover in the order of their first cells; copies that touch may still share a colour."""
    own = packing.lettering
    filling = sorted([(cells, option) for option in cover if (cells := packing.cells_of(option))])
    lying = [(int(packing.piece[option]), option) for _, option in filling]
    several = sorted([(piece, option) for piece, option in lying if piece not in own.once], key=itemgetter(0))
    number = {option: k for k, (_, option) in enumerate(several)}
    return [Copy(option, piece, *own.look(piece, number.get(option, 0))) for piece, option in lying]


def placed(packing: Layout, option: int, place: int) -> Copy:
    """Return the copy that a search places after `place` others; its letter and colour do not change later."""
    piece = int(packing.piece[option])
    return Copy(option, piece, *packing.lettering.look(piece, place))


def legend(packing: Layout, found: Sequence[Copy]) -> list[Entry]:
    """Return each piece that is used with its copies, in the order of the pieces."""
    entries: dict[int, list[Copy]] = {}
    for one in found:
        entries.setdefault(one.piece, []).append(one)
    return [Entry(packing.pieces[piece].name, tuple(entries[piece])) for piece in sorted(entries)]


def _apart(packing: Layout, found: Sequence[Copy]) -> list[Copy]:
    """Return the copies in colours that differ where copies touch; pieces that are used once are coloured first."""
    beside = _beside(packing, found)
    is_one_of_several = [packing.pieces[one.piece].most != 1 for one in found]
    colour: dict[int, int] = {}
    for k in sorted(range(len(found)), key=is_one_of_several.__getitem__):
        taken = {colour.get(other) for other in beside[k]}
        tries = [(found[k].colour + step) % N_COLOURS for step in range(N_COLOURS)]
        colour[k] = next((free for free in tries if free not in taken), found[k].colour)
    return [one._replace(colour=colour[k]) for k, one in enumerate(found)]


def _beside(packing: Layout, found: Sequence[Copy]) -> list[list[int]]:
    """Return for each copy the copies that share a side with it, ascending."""
    lying = np.full(packing.n_cells, -1)
    for k, one in enumerate(found):
        lying[packing.cells_of(one.option)] = k
    pairs = lying[packing.touching]
    pairs = pairs[(pairs[:, 0] != pairs[:, 1]) & (pairs >= 0).all(axis=1)]
    both = np.concatenate([pairs, pairs[:, ::-1]])
    beside: list[list[int]] = [[] for _ in found]
    for a, b in np.unique(both, axis=0).tolist():
        beside[a].append(b)
    return beside


def is_needed(entries: Sequence[Entry]) -> bool:
    """Return whether a picture needs a legend because its letters are not the names of the pieces."""
    return len(entries) > 1 and any(one.mark != entry.name for entry in entries for one in entry.copies)


def words(entries: Sequence[Entry]) -> str:
    """Return the legend as text: `L4 × 3: a b c, T: d`."""
    return ", ".join(f"{_name(entry)}: {' '.join(one.mark for one in _shown(entry))}" for entry in entries)


def with_legend_of_pieces(board: Drawing, entries: Sequence[Entry]) -> Drawing:
    """Return a board with the legend of its pieces below it, if one is needed."""
    if not is_needed(entries):
        return board
    width = max(board.width, *(_width(entry) + 2 * _MARGIN for entry in entries))
    elements = [*board.elements]
    x, y = float(_MARGIN), board.height + 1
    for entry in entries:
        if x > _MARGIN and x + _width(entry) > width - _MARGIN:
            x, y = _MARGIN, y + _LINE
        elements += _item(entry, x, y)
        x += _width(entry) + _APART
    return Drawing(width, y + _LINE, elements)


def _item(entry: Entry, x: float, y: float) -> list[str]:
    elements = []
    for one in _shown(entry):
        elements.append(path(f"c{one.colour}", f"M{x:.8g} {y:.8g}h{_SWATCH}v{_SWATCH}h-{_SWATCH}z"))
        elements.append(label(x + _SWATCH / 2, y + _SWATCH / 2, one.mark, "small on"))
        x += _SWATCH + _GAP
    return [*elements, label(x + _GAP, y + _SWATCH / 2, _name(entry), "small row")]


def _shown(entry: Entry) -> Sequence[Copy]:
    """Return the copies whose letters are shown; the mark … stands for several."""
    if len(entry.copies) <= _MOST_SWATCHES:
        return entry.copies
    *first, last = entry.copies[: _MOST_SWATCHES - 1]
    return [*first, last._replace(mark="…"), entry.copies[-1]]


def _name(entry: Entry) -> str:
    name = printable(entry.name)
    short = name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"
    return short + (f" × {len(entry.copies)}" if len(entry.copies) > 1 else "")


def _width(entry: Entry) -> float:
    return (_SWATCH + _GAP) * len(_shown(entry)) + _GAP + _TEXT_WIDTH * len(_name(entry))

"""Which letter and colour each copy of a piece has, in all layers of a picture and all covers; and their legend."""

from __future__ import annotations

import string
from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import accumulate, count
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.model.cover import Cover
from danceoff.problems.model.covers import Covers
from danceoff.problems.model.printable import printable
from danceoff.problems.pictures.drawing import N_COLOURS, Drawing, label, path

if TYPE_CHECKING:
    from danceoff.problems.grids.packing import Packing

LETTERS = string.ascii_lowercase + string.ascii_uppercase + string.digits
"""The letters of the pieces; they repeat if there are more pieces."""

_MOST_KNOWN = 1 << 16

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


class Lying(NamedTuple):
    """A piece where an option puts it.

    first: its first cell, by which pieces are put in order.
    cells: all of its cells, ascending.
    """

    first: int
    option: int
    piece: int
    cells: list[int]


class Places(dict[int, Lying]):
    """Where each option of a packing puts a piece, found when it is first wanted: covers hold the same options."""

    def __init__(self, packing: Packing) -> None:
        self._packing = packing

    def __missing__(self, option: int) -> Lying:
        if len(self) == _MOST_KNOWN:
            self.clear()
        packing = self._packing
        cells = packing.cell[packing.problem.items_of(option)]
        found = np.sort(cells[cells >= 0]).tolist()
        one = self[option] = Lying(found[0] if found else -1, option, int(packing.piece[option]), found)
        return one


class Numbers(NamedTuple):
    """Numbers for the copies of the pieces that may be used several times.

    n: how many there are.
    first: the first number of each of these pieces. If there are enough numbers, each piece has its own: as many as a
        cover can hold copies of it.
    are_enough: whether there are enough; otherwise numbers repeat.
    """

    n: int
    first: dict[int, int]
    are_enough: bool

    def of(self, pieces: Sequence[int]) -> list[int]:
        """Return a number for each copy, and 0 for pieces that are used at most once."""
        following = {piece: count(first) for piece, first in self.first.items()}
        numbers = [next(following[piece]) % self.n if piece in following else 0 for piece in pieces]
        if self.are_enough:
            return numbers
        taken: set[int] = set()
        for k, piece in enumerate(pieces):
            if piece in following:
                while numbers[k] in taken and len(taken) < self.n:
                    numbers[k] = (numbers[k] + 1) % self.n
                taken.add(numbers[k])
        return numbers


class Lettering(NamedTuple):
    """The letters and colours of the pieces of a packing, which are the same in all covers.

    once: the mark and the colour of each piece that is used at most once.
    left, left_colours: the letters and colours of the copies of all others.
    letters, colours: which of these each copy has.
    are_in_step: whether these are the same numbers.
    """

    once: dict[int, tuple[str, int]]
    left: list[str]
    left_colours: list[int]
    letters: Numbers
    colours: Numbers
    are_in_step: bool


def copies(packing: Packing, cover: Cover) -> list[Copy]:
    """Return the copies of the pieces in a cover or a partial cover, in the order of their first cells.

    The copies of a piece are numbered in this order. If no cover has more copies than there are letters, copies with
    the same number have the same letter in all covers. Otherwise each kind of piece begins at a letter of its own, and
    goes on to letters that are not in use. The same holds for colours. Copies that touch differ in colour, unless one
    of them touches N_COLOURS others. An option that fills no cell is no copy: it chooses a bound, as in Mondrian's
    puzzle.
    """
    own, lying = packing.lettering, _in_order(packing, cover)
    pieces = [piece for _, _, piece, _ in lying]
    letters = own.letters.of(pieces)
    colours = letters if own.are_in_step else own.colours.of(pieces)
    several = zip(map(own.left.__getitem__, letters), map(own.left_colours.__getitem__, colours), strict=True)
    each = zip(lying, several, strict=True)
    found = [Copy(option, piece, *own.once.get(piece, look)) for (_, option, piece, _), look in each]
    return found if len({colour for _, _, _, colour in found}) == len(found) else _apart(packing, found)


def marked(packing: Packing, cover: Cover) -> Iterator[tuple[list[int], str]]:
    """Yield the cells of each copy of a cover with the mark that it has in `copies`."""
    own, lying = packing.lettering, _in_order(packing, cover)
    letters = own.letters.of([piece for _, _, piece, _ in lying])
    for (_, _, piece, cells), letter in zip(lying, letters, strict=True):
        yield cells, own.once[piece][0] if piece in own.once else own.left[letter]


def marks_of_many(packing: Packing, covers: Covers) -> NDArray[np.uint8] | None:
    """Return the mark of each entry of `covers.option` as in `copies`, as a character of ASCII; None if it has none.

    A copy is numbered by how many copies of its piece begin in a cell before its own.
    """
    own, piece = packing.lettering, packing.piece.take(covers.option)
    is_clear = own.letters.are_enough or len(own.letters.first) == 1  # no copy wants the letter of another piece
    if not is_clear or not "".join(mark for mark, _ in own.once.values()).isascii():
        return None
    code = np.zeros(len(packing.pieces), np.uint8)
    for once, (mark, _) in own.once.items():
        code[once] = ord(mark)
    found, left = code.take(piece), np.frombuffer("".join(own.left).encode(), np.uint8)
    cover = np.repeat(np.arange(len(covers)), np.diff(covers.start))
    cell = packing.padded[:, 0].take(covers.option)
    for several, first in own.letters.first.items():
        own_entries = np.flatnonzero(piece == several)
        if len(own_entries):
            begins = np.zeros((len(covers), packing.n_cells + 1), np.int32)
            place = cover.take(own_entries) * begins.shape[1] + cell.take(own_entries)
            begins.ravel()[place] = 1
            n_before = np.cumsum(begins, axis=1, dtype=np.int32).take(place) - 1
            found[own_entries] = left.take((first + n_before) % len(left))
    return found


def _in_order(packing: Packing, cover: Cover) -> list[Lying]:
    """The pieces of a cover in the order of their first cells; options that fill no cell have none."""
    return sorted([one for one in map(packing.lying.__getitem__, cover) if one.cells])


def placed(packing: Packing, option: int, place: int) -> Copy:
    """Return the copy that a search places after `place` others; its letter and colour stay until it is taken back."""
    own, piece = packing.lettering, int(packing.piece[option])
    look = own.left[place % len(own.left)], (len(own.once) + place) % N_COLOURS
    return Copy(option, piece, *own.once.get(piece, look))


def legend(packing: Packing, found: Sequence[Copy]) -> list[Entry]:
    """Return each piece that is used with its copies, in the order of the pieces."""
    entries: dict[int, list[Copy]] = {}
    for one in found:
        entries.setdefault(one.piece, []).append(one)
    return [Entry(packing.pieces[piece].name, tuple(entries[piece])) for piece in sorted(entries)]


def is_numbered(packing: Packing) -> bool:
    """Return whether the pieces are numbers, as in Langford's problem; in space, numbers that fit on a cube."""
    longest = max(len(piece.name) for piece in packing.pieces)
    return all(piece.name.isdecimal() for piece in packing.pieces) and (packing.region.ndim == 2 or longest <= 2)


def lettering(packing: Packing) -> Lettering:
    """Return the letters and colours of the pieces."""
    all_numbers = is_numbered(packing)
    once = [k for k, piece in enumerate(packing.pieces) if piece.most == 1]
    own = {k: name for k in once if (name := packing.pieces[k].name) not in " .#"}  # no blank, empty cell or wall
    named = {k: name for k, name in own.items() if all_numbers or (len(name) == 1 and name.isprintable())}
    left = [letter for letter in LETTERS if letter not in named.values()]
    marks = {}
    for k in once:
        if k in named:
            marks[k] = named[k]
        elif LETTERS[k : k + 1] in left:
            marks[k] = LETTERS[k]
        else:
            marks[k] = left[0] if left else LETTERS[k % len(LETTERS)]
        if marks[k] in left:
            left.remove(marks[k])
    left = left or list(LETTERS)
    looks = {k: (mark, place % N_COLOURS) for place, (k, mark) in enumerate(marks.items())}
    letters = _numbers(packing, len(left))
    colours = _numbers(packing, max(N_COLOURS - len(once), 0) or N_COLOURS)
    left_colours = [(len(once) + number) % N_COLOURS for number in range(max(len(left), colours.n))]
    return Lettering(looks, left, left_colours, letters, colours, letters.are_enough and colours.are_enough)


def _numbers(packing: Packing, n: int) -> Numbers:
    free = packing.n_cells - sum(piece.least * len(piece.cells) for piece in packing.pieces)
    most: dict[int, int] = {}
    for k, piece in enumerate(packing.pieces):
        if piece.most != 1:
            room = piece.least + max(free, 0) // len(piece.cells)
            most[k] = room if piece.most is None else min(room, piece.most)
    total = sum(most.values())
    if total > n:
        most = {k: room * n // total for k, room in most.items()}
    return Numbers(n, dict(zip(most, accumulate(most.values(), initial=0), strict=False)), total <= n)


def _apart(packing: Packing, found: Sequence[Copy]) -> list[Copy]:
    """Return the copies, recoloured so that copies that touch differ; pieces that are used once keep their colours.

    Take away the copy with the fewest neighbours, again and again, and colour the copies in the reverse order (Matula
    and Beck 1983). In the plane six colours are then always enough.
    """
    beside = _beside(packing, found)
    n_beside = [len(others) for others in beside]
    waiting = [(n, k) for k, n in enumerate(n_beside)]
    heapify(waiting)
    order: dict[int, None] = {}
    while waiting:
        n, k = heappop(waiting)
        if k in order or n != n_beside[k]:
            continue
        order[k] = None
        for other in beside[k]:
            n_beside[other] -= 1
            heappush(waiting, (n_beside[other], other))
    once = [k for k, one in enumerate(found) if packing.pieces[one.piece].most == 1]
    colour = {k: found[k].colour for k in once} if len(once) <= N_COLOURS else {}
    for k in (k for k in reversed(order) if k not in colour):
        taken = {colour[other] for other in beside[k] if other in colour}
        wanted = found[k].colour
        tries = ((wanted + step) % N_COLOURS for step in range(N_COLOURS))
        colour[k] = next((free for free in tries if free not in taken), wanted)
    return [one._replace(colour=colour[k]) for k, one in enumerate(found)]


def _beside(packing: Packing, found: Sequence[Copy]) -> list[list[int]]:
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
    marks = (" ".join(one.mark if one else "…" for one in _shown(entry)) for entry in entries)
    return ", ".join(f"{_name(entry)}: {own}" for entry, own in zip(entries, marks, strict=True))


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
        if one is None:
            elements.append(label(x + _SWATCH / 2, y + _SWATCH / 2, "…", "small"))
        else:
            elements.append(path(f"c{one.colour}", f"M{x:.8g} {y:.8g}h{_SWATCH}v{_SWATCH}h-{_SWATCH}z"))
            elements.append(label(x + _SWATCH / 2, y + _SWATCH / 2, one.mark, "small on"))
        x += _SWATCH + _GAP
    return [*elements, label(x + _GAP, y + _SWATCH / 2, _name(entry), "small row")]


def _shown(entry: Entry) -> list[Copy | None]:
    """Return the copies whose letters are shown; None stands for the copies between them, which are left out."""
    if len(entry.copies) <= _MOST_SWATCHES:
        return [*entry.copies]
    return [*entry.copies[: _MOST_SWATCHES - 2], None, entry.copies[-1]]


def _name(entry: Entry) -> str:
    name = printable(entry.name)
    short = name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"
    return short + (f" × {len(entry.copies)}" if len(entry.copies) > 1 else "")


def _width(entry: Entry) -> float:
    return (_SWATCH + _GAP) * len(_shown(entry)) + _GAP + _TEXT_WIDTH * len(_name(entry))

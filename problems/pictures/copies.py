"""Which letter and colour each copy of a piece has, in all layers of a picture and in all covers of a problem."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from danceoff.problems.model.cover import Cover
from danceoff.problems.pictures.palette import N_COLOURS

if TYPE_CHECKING:
    from danceoff.problems.grids.packing import Packing

LETTERS = string.ascii_lowercase + string.ascii_uppercase + string.digits
"""The letters of the pieces; they repeat if there are more pieces."""


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


def copies(packing: Packing, cover: Cover) -> list[Copy]:
    """Return the copies of the pieces in a cover or a partial cover, in the order of their first cells.

    The copies of a piece are numbered in this order. If no cover has more copies than there are letters, copies with
    the same number have the same letter in all covers. Otherwise each kind of piece begins at a letter of its own, and
    goes on to letters that are not in use. The same holds for colours. Copies that touch differ in colour, unless one
    of them touches N_COLOURS others. An option that fills no cell is no copy: it chooses a bound, as in Mondrian's
    puzzle.
    """
    cells = {option: packing.cells_of(option) for option in cover}
    options = sorted((option for option in cells if cells[option]), key=cells.__getitem__)
    once, left = letters(packing)
    letter = _numbered(packing, options, len(left))
    colour = _numbered(packing, options, max(N_COLOURS - len(once), 0) or N_COLOURS)
    found = [_copy(packing, option, once, left, *own) for option, *own in zip(options, letter, colour, strict=True)]
    return found if len({one.colour for one in found}) == len(found) else _apart(packing, found)


def placed(packing: Packing, option: int, place: int) -> Copy:
    """Return the copy that a search places after `place` others; its letter and colour stay until it is taken back."""
    once, left = letters(packing)
    return _copy(packing, option, once, left, place, place)


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


def letters(packing: Packing) -> tuple[dict[int, tuple[str, int]], list[str]]:
    """Return the mark and the colour of each piece that is used at most once, and the letters for all other pieces."""
    all_numbers = is_numbered(packing)
    once = [k for k, piece in enumerate(packing.pieces) if piece.most == 1]
    own = {k: packing.pieces[k].name for k in once}
    named = {k: name for k, name in own.items() if all_numbers or (len(name) == 1 and name.isprintable())}
    left = [letter for letter in LETTERS if letter not in named.values()]
    marks = {}
    for k in once:
        marks[k] = named.get(k) or (LETTERS[k] if LETTERS[k : k + 1] in left else left[0] if left else LETTERS[k % 62])
        if marks[k] in left:
            left.remove(marks[k])
    return {k: (mark, place % N_COLOURS) for place, (k, mark) in enumerate(marks.items())}, left or list(LETTERS)


def _copy(
    packing: Packing, option: int, once: dict[int, tuple[str, int]], left: Sequence[str], letter: int, colour: int
) -> Copy:
    piece = int(packing.piece[option])
    if piece in once:
        return Copy(option, piece, *once[piece])
    return Copy(option, piece, left[letter % len(left)], (len(once) + colour) % N_COLOURS)


def _numbered(packing: Packing, options: Sequence[int], n_numbers: int) -> list[int]:
    """Return a number below `n_numbers` for each copy of the pieces that may be used several times, and 0 for others.

    If there are enough numbers, each piece has its own: as many as a cover can hold copies of it.
    """
    free = packing.n_cells - sum(piece.least * len(piece.cells) for piece in packing.pieces)
    most: dict[int, int] = {}
    for k, piece in enumerate(packing.pieces):
        if piece.most != 1:
            room = piece.least + max(free, 0) // len(piece.cells)
            most[k] = room if piece.most is None else min(room, piece.most)
    if sum(most.values()) > n_numbers:
        most = {k: room * n_numbers // sum(most.values()) for k, room in most.items()}
    begin = dict(zip(most, accumulate(most.values(), initial=0), strict=False))
    before = Counter[int]()
    taken: set[int] = set()
    numbers = []
    for k in packing.piece[list(options)].tolist():
        if k not in begin:
            numbers.append(0)
            continue
        number = (begin[k] + before[k]) % n_numbers
        while number in taken and len(taken) < n_numbers:
            number = (number + 1) % n_numbers
        before[k] += 1
        taken.add(number)
        numbers.append(number)
    return numbers


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

"""Why a problem has no cover, if a simple argument shows it without a search.

Every reason is a proof:
- An item has fewer options than it is to be covered times.
- The sizes of the pieces do not add up to the size of the region, or of a part that is cut off.
- Once some cells are painted, no choice of pieces covers the right number of painted cells.

Most problems without covers have no such reason. The last argument generalises the one about the chessboard without two
corners (M. Gardner, Mathematical Games, 1957) to stripes and lattices (S. Golomb, Polyominoes, 1965).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import islice, product
from operator import or_

import numpy as np

from danceoff.problems.analysis.components import components_of_items
from danceoff.problems.board import Board
from danceoff.problems.grids.lattice import PRISMS, TRIANGLES
from danceoff.problems.grids.packing import Packing
from danceoff.problems.model.arguments import MOST_ITEMS
from danceoff.problems.model.cover import BoolArray, ExactCover, IntArray

_MOST_PAINTED = 1 << 9
"""A region of more cells is not painted: time and memory for a painting grow with the square of their number."""

_MODULI = (2, 3, 4, 5)
_AXES = {2: ("row", "column"), 3: ("layer", "row", "column")}


@dataclass(frozen=True)
class _Group:
    """Options: a cover has `least` to `most` of them (None: no bound); `counts`: their (painted, unpainted) items."""

    least: int
    most: int | None
    counts: Sequence[tuple[int, int]]


def reasons(problem: ExactCover, board: Board) -> list[str]:
    """Return sentences, each of which proves that the problem has no cover; an empty list if no reason is found."""
    packing = board if isinstance(board, Packing) and board.problem is problem else None
    if problem.clashes:
        return board.contradictions(problem) or ["options that are given exclude each other"]
    if found := [*_uncovered(problem, board)]:
        return found
    return list(islice(_packing_reasons(packing) if packing else _sizes(problem), 1))


def _uncovered(problem: ExactCover, board: Board) -> Iterator[str]:
    """Yield at most one sentence: it names an item that too few options cover, if possible an item without options."""
    n_options = np.bincount(problem.item, minlength=problem.n_items)
    items = np.flatnonzero(n_options < problem.least)
    if not len(items):
        return
    item = int(items[np.argmin(n_options[items])])
    name = board.item_in_words(problem, item) or f"item {problem.item_name(item)}"
    given = " besides the givens" if len(problem.taken) else ""
    if n := int(n_options[item]):
        options = "only 1 option covers" if n == 1 else f"only {n} options cover"
        yield f"{name} must be covered {problem.least[item]} times, and {options} it{given}"
    else:
        n_more = int(np.count_nonzero(n_options[items] == 0)) - 1
        more = f", and the same holds for {n_more} more" if n_more else ""
        yield f"no option covers {name}{given}{more}"


def _sizes(problem: ExactCover) -> Iterator[str]:
    """Yield a sentence if sizes of options cannot add up to all items with a fixed multiplicity; not for huge sums."""
    is_exact = problem.least == problem.most
    n_exact = int(problem.least[is_exact].sum())
    sizes = sorted(set(_per_option(problem, is_exact).tolist()))
    if 0 < n_exact <= MOST_ITEMS and not _adds_up([_Group(0, None, [(0, size) for size in sizes])], 0, n_exact):
        each = " or ".join(map(str, sizes))
        yield f"an option covers {each} of the {n_exact} primary items, and no choice of options adds up to all"


def _packing_reasons(packing: Packing) -> Iterator[str]:
    must_fill = _is_cell(packing) & (np.arange(packing.problem.n_items) < packing.problem.n_primary)
    n_cells, needed = int(must_fill.sum()), sum(piece.least * len(piece.cells) for piece in packing.pieces)
    if needed > packing.n_cells:
        region = f"the region has only {packing.n_cells}"
        yield f"the pieces that must be used have {needed} cells, but {region}"
    if not _adds_up(list(_groups(packing, np.zeros_like(must_fill), must_fill)), 0, n_cells):
        yield f"{n_cells} cells must be filled, and no choice of pieces has that many"
    yield from _cut_off(packing, must_fill)
    if packing.n_cells <= _MOST_PAINTED:
        yield from _painted(packing, must_fill)


def _cut_off(packing: Packing, must_fill: BoolArray) -> Iterator[str]:
    """Yield a sentence for each part that no placement connects to other parts, if no sizes of pieces add up to it."""
    part = components_of_items(packing.problem, _is_cell(packing))
    numbers = np.unique(part[must_fill])
    for number in numbers.tolist() if len(numbers) > 1 else ():  # a single part is not cut off
        inside = must_fill & (part == number)
        groups = [_Group(0, g.most, g.counts) for g in _groups(packing, np.zeros_like(inside), inside)]  # none must be
        if not _adds_up(groups, 0, int(inside.sum())):
            where = packing.problem.item_name(int(np.argmax(inside)))
            cells = f"the {int(inside.sum())} cells around {where}"
            yield f"{cells} are cut off, and no choice of pieces has that many"


def _painted(packing: Packing, must_fill: BoolArray) -> Iterator[str]:
    n_cells = int(must_fill.sum())
    for what, paint in _paintings(packing):
        painted = must_fill & paint[packing.cell]
        n_painted = int(painted.sum())
        if not _adds_up(list(_groups(packing, painted, must_fill & ~painted)), n_painted, n_cells - n_painted):
            yield (
                f"paint the cells {what}: {n_painted} are painted and {n_cells - n_painted} are not, "
                "and no choice of pieces covers that many of each"
            )


def _paintings(packing: Packing) -> Iterator[tuple[str, BoolArray]]:
    """Yield ways to paint the cells, in words and as bool[n_cells]: a chessboard, then stripes, then lattices."""
    cells = packing.place
    axes = _AXES[cells.shape[1]]
    if packing.lattice in (TRIANGLES, PRISMS):
        yield "that point one way", cells.sum(axis=1) % 2 == 0
    elif packing.lattice.is_cubic:
        yield "like a chessboard", cells.sum(axis=1) % 2 == 0
    signs = [sign for sign in product((0, 1, -1), repeat=len(axes)) if next(filter(None, sign), 0) == 1]  # up to sign
    for modulus, sign in product(_MODULI, signs):
        words = " ".join(f"{'+-'[s < 0]} {axis}" for s, axis in zip(sign, axes, strict=True) if s).removeprefix("+ ")
        value = cells @ np.array(sign) % modulus
        for rest in range(modulus):
            yield f"whose {words} leaves {rest} when divided by {modulus}, counted from 0", value == rest
    for modulus in (2, 3):
        for rests in product(range(modulus), repeat=len(axes)):
            words = f"whose {', '.join(axes)} leave {', '.join(map(str, rests))}"
            yield f"{words} when divided by {modulus}, counted from 0", np.all(cells % modulus == rests, axis=1)


def _groups(packing: Packing, painted: BoolArray, unpainted: BoolArray) -> Iterator[_Group]:
    """Yield a group for each piece: the numbers of painted and unpainted items in its placements."""
    problem = packing.problem
    painted_in, unpainted_in = _per_option(problem, painted), _per_option(problem, unpainted)
    width = int(np.diff(problem.start).max(initial=0)) + 1
    codes = (packing.piece.astype(np.int64) * width + painted_in) * width + unpainted_in
    of_piece: dict[int, list[tuple[int, int]]] = {}
    for code in np.unique(codes).tolist():
        piece_and_painted, n_unpainted = divmod(code, width)
        k, n_painted = divmod(piece_and_painted, width)
        of_piece.setdefault(k, []).append((n_painted, n_unpainted))
    for k, piece in enumerate(packing.pieces):
        yield _Group(piece.least, piece.most, of_piece.get(k, []))


def _adds_up(groups: Sequence[_Group], n_painted: int, n_unpainted: int) -> bool:
    """Return whether a choice from the groups can cover exactly these numbers of items; options may overlap.

    Bit a * (n_unpainted + 1) + b of `sums` says that a painted and b unpainted items can be covered.
    """
    width = n_unpainted + 1
    inside = (1 << (n_painted + 1) * width) - 1
    ones = sum(1 << row * width for row in range(n_painted + 1)) if n_unpainted else inside  # bit b = 0 of each a

    def plus(sums: int, a: int, b: int) -> int:
        room = ones * ((1 << max(0, width - b)) - 1)  # sums of few enough unpainted items for b more
        return (sums & room) << (a * width + b) & inside

    def with_one_of(group: _Group, sums: int) -> int:
        return reduce(or_, [plus(sums, a, b) for a, b in group.counts], 0)

    sums = 1
    for group in groups:
        for _ in range(group.least):
            if not (sums := with_one_of(group, sums)):
                return False
        if group.most is not None:
            for _ in range(group.most - group.least):
                before, sums = sums, sums | with_one_of(group, sums)
                if sums == before:
                    break
            continue
        for a, b in group.counts:
            while (a or b) and (more := plus(sums, a, b)):  # any number of times, by doubling
                sums |= more
                a, b = 2 * a, 2 * b
    return bool(sums >> (n_painted * width + n_unpainted) & 1)


def _per_option(problem: ExactCover, items: BoolArray) -> IntArray:
    """Return how many of these items, bool[n_items], each option covers: int32[n_options]."""
    return np.asarray(np.add.reduceat(items[problem.item], problem.start[:-1], dtype=np.int32))


def _is_cell(packing: Packing) -> BoolArray:
    """Return which items are cells of the region, bool[n_items]."""
    return np.asarray(packing.cell >= 0)

"""Burrs of six sticks: `burr/1-52-256-928-1024-1024`, and `long-burr/...` with sticks two cells longer.

A stick is 2 x 2 x 6 cells, 12 of which may be removed as notches. Its number is 1 more than the sum of 2^k over its
notches k: notches 0 to 3 and 4 to 7 are in the two upper rows, 8 to 9 and 10 to 11 in the middle of the two lower rows
(J. von Känel's numbers, at robspuzzlepage.com/interlocking.htm). Two sticks lie along each axis. Where they cross,
cells may stay empty.

`burr/notchable` asks for all burrs without a hole inside, made from the 25 sticks that a saw can cut.
"""

from collections import Counter
from functools import partial

import numpy as np

from danceoff.problems.grids.lattice import Cells, Freedom
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.grids.polyforms import n_parts
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import BoolArray, InvalidProblem
from danceoff.problems.model.sizes import whole_numbers

_FORM = "the numbers of six sticks, 1 to 4096, joined by -; or notchable"
_N_NOTCHES = 12
_NOTCHES = ((1, 0, -2), (1, 1, -2), (0, 0, -1), (0, 1, -1))
"""The rows of notches: layer, row, and first column, counted from the middle; a row ends as far beyond the middle."""
_NOTCHABLE = (
    *(1, 18, 35, 52, 86, 103, 120, 154, 188, 256, 359, 615, 792, 824, 856),
    *(871, 888, 911, 928, 943, 960, 975, 992, 1007, 1024),
)
"""The sticks of solid burrs that a saw can cut."""


def _build(length: int, size: str) -> Model:
    region, crossings = _burr(length)
    if size == "notchable":
        sticks = [Piece(str(k), stick(k, length), Freedom.ONE_SIDED, least=0, most=6) for k in _NOTCHABLE]
        return pack(region, sticks).model
    numbers = Counter(whole_numbers(size, _FORM, 6))
    sticks = [Piece(str(k), stick(k, length), Freedom.ONE_SIDED, n, n) for k, n in sorted(numbers.items())]
    return pack(region, sticks, may_stay_empty=crossings).model


def stick(number: int, length: int) -> Cells:
    """Return the cells of a stick; raises InvalidProblem for too large a number, or if the stick falls into parts."""
    if number > 1 << _N_NOTCHES:
        raise InvalidProblem(f"there is no stick {number}: their numbers are 1 to {1 << _N_NOTCHES}")
    wood = np.ones((2, 2, length), bool)
    bits = iter(range(_N_NOTCHES))
    for layer, row, first in _NOTCHES:
        for column in range(length // 2 + first, length // 2 - first):
            is_notch = (number - 1) >> next(bits) & 1
            wood[layer, row, column] = not is_notch
    cells = np.argwhere(wood).astype(np.int32)
    if n_parts(cells) > 1:
        raise InvalidProblem(f"stick {number} falls apart: no cell holds its ends together")
    return cells


def _burr(length: int) -> tuple[BoolArray, BoolArray]:
    """Return the region of six sticks, and the cells where they cross."""
    middle, wide, whole = (slice(length // 2 - n, length // 2 + n) for n in (1, 2, length // 2))
    sticks = np.zeros((length, length, length), np.int32)
    for slab in ((middle, wide, whole), (wide, whole, middle), (whole, middle, wide)):
        sticks[slab] += 1
    return sticks > 0, sticks > 1


FAMILIES = (Family("burr", _FORM, partial(_build, 6)), Family("long-burr", _FORM, partial(_build, 8)))

"""Shapes and their orientations, against the numbers everybody knows."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from danceoff.problems.grids.lattice import CUBES, Freedom, drawn, in_space, moved_to_origin, orientations
from danceoff.problems.grids.pieces import PENTOMINOES

FREE = {"F": 8, "I": 2, "L": 8, "N": 8, "P": 8, "T": 4, "U": 4, "V": 4, "W": 4, "X": 1, "Y": 8, "Z": 4}
CHIRAL = "FLNPYZ"
SPATIAL = {"F": 24, "I": 3, "L": 24, "N": 24, "P": 24, "T": 12, "U": 12, "V": 12, "W": 12, "X": 3, "Y": 24, "Z": 12}


def n_orientations(cells: np.ndarray, freedom: Freedom) -> int:
    return len(orientations(cells, freedom))


@pytest.mark.parametrize("letter", PENTOMINOES)
def test_pentominoes(letter: str) -> None:
    cells = PENTOMINOES[letter]
    assert n_orientations(cells, Freedom.FIXED) == 1
    assert n_orientations(cells, Freedom.FREE) == FREE[letter]
    assert n_orientations(cells, Freedom.ONE_SIDED) == FREE[letter] // (2 if letter in CHIRAL else 1)
    assert n_orientations(in_space(cells), Freedom.ONE_SIDED) == SPATIAL[letter]
    assert n_orientations(in_space(cells), Freedom.FREE) == SPATIAL[letter]


def test_a_drawing_is_read_from_its_first_cell() -> None:
    assert drawn(["....", "..#", ".##."]).tolist() == [[0, 1], [1, 0], [1, 1]]
    assert drawn(["..."]).shape == (0, 2)


@given(st.sets(st.tuples(*[st.integers(-3, 3)] * 3), min_size=1, max_size=6), st.integers(0, 47))
def test_orientations_do_not_depend_on_how_a_shape_is_given(cells: set, motion: int) -> None:
    shape = moved_to_origin(np.array(sorted(cells), dtype=np.int32))
    turned = moved_to_origin(shape @ CUBES.free[motion])
    lies = orientations(shape, Freedom.FREE)
    assert np.array_equal(lies, orientations(turned, Freedom.FREE))
    assert shape.tolist() in lies.tolist()
    assert 48 % len(lies) == 0

"""Weights that leave little room: they lose no cover, and fill the lines of Hoffman's packing."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from night import drawn

import danceoff
from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import problems
from danceoff.problems import Covers
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.instance import Instance
from danceoff.solvers.together import tight


def blocks(*sides: int) -> Instance:
    """Blocks with these sides, n to the power of n for n of them, in a box whose sides are their sum."""
    box, n = np.ones([sum(sides)] * len(sides), bool), len(sides) ** len(sides)
    packing = pack(box, [Piece("block", np.argwhere(np.ones(sides, bool)), least=n, most=n)], box)
    return Instance("blocks", "", packing.problem, board=packing)


def about(*program: Any, weights: Any = tight._weights) -> Any:
    """The weights of the linear program, a little wrong."""
    found = weights(*program)
    return found + 0.03 * (np.arange(len(found)) % 3 - 1)


@pytest.mark.parametrize("weights", [tight._weights, about])
@given(problem=problems(multiplicities=True) | problems())
@drawn(300)
def test_no_cover_is_lost(weights, problem):
    expected = sorted(all_covers(problem))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tight, "_LEAST_ENTRIES", 1)
        patch.setattr(tight, "_weights", weights)
        found = tight.tightened(problem) or problem
    assert sorted(found.lift(Covers.of(all_covers(found)))) == expected


@pytest.mark.parametrize(("sides", "n_on_lines"), [((4, 5), 45), ((4, 5, 6), 351)])
def test_lines_through_the_blocks_are_full(sides, n_on_lines, monkeypatch):
    """Four blocks of 4x5 in 9x9, and Hoffman's 27 of 4x5x6 in 15x15x15."""
    monkeypatch.setattr(tight, "_LEAST_ENTRIES", 1)
    problem = blocks(*sides).problem
    found = tight.tightened(problem)
    assert found
    assert found.n_primary > n_on_lines
    assert found.n_options < problem.n_options


@pytest.mark.slow
def test_all_packings_of_27_blocks():
    """D. G. Hoffman, "Packing problems and inequalities" (The Mathematical Gardner, 1981): 21 up to symmetry."""
    found = danceoff.solve(blocks(4, 5, 6), up_to_symmetry=True)
    assert "21 of 1008 covers up to symmetry" in str(found)

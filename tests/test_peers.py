"""Known faults of peers are still there: the day one is gone, these tests say so and the tables can forget it."""

import pytest

from problems import ExactCover
from solvers import load, missing


def test_the_memo_of_xcover_miscounts_latin_squares():
    if line := missing("peer-xcover"):
        pytest.skip(f"not installed: {line}")
    n = 5
    cells = [[("cell", i, j), ("row", i, k), ("column", j, k)] for i in range(n) for j in range(n) for k in range(n)]
    squares = ExactCover.from_options(cells, sorted({item for option in cells for item in option}))
    assert load("peer-xcover").prepare(squares).count() == 161280  # OEIS A002860
    assert load("peer-xcover:memo=true").prepare(squares).count() == 161325

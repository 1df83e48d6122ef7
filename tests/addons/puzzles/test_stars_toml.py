"""Star battle and Queens: stars in rows, columns and regions, which do not touch."""

from itertools import combinations

import pytest

from danceoff.addons.puzzles.formats.puzzle import read
from danceoff.experiments.contract.small import all_covers
from danceoff.problems.formats import knuth


def placed(drawn, stars):
    """Every set of squares is tried."""
    n = len(drawn)
    for chosen in combinations(range(n * n), n * stars):
        squares = [divmod(square, n) for square in chosen]
        houses = (*zip(*squares, strict=True), [drawn[r][c] for r, c in squares])
        apart = all(max(abs(a - c), abs(b - d)) > 1 for (a, b), (c, d) in combinations(squares, 2))
        if apart and all(house.count(one) == stars for house in houses for one in house):
            yield chosen


@pytest.mark.parametrize(
    ("drawn", "stars"), [("AABBB ACCCB ADDCB ADEEE ADDEE", 1), ("AABB AABB CCDD CDDD", 1), ("x", 1), ("AB AB", 2)]
)
def test_stars_lie_as_when_every_set_of_squares_is_tried(drawn, stars):
    problem, board = read(f'stars = {stars}\nregions = """\n{drawn.replace(" ", chr(10))}"""', "FILE")
    assert all_covers(problem) == {*placed(drawn.split(), stars)}
    assert knuth.write(problem)
    assert board.draw(problem, ()).width > 0

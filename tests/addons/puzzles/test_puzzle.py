"""Puzzles in TOML: packings, tiles and stars, and what they mean."""

from importlib.resources import files
from itertools import combinations, product

import pytest

from danceoff.addons.puzzles.formats import puzzle
from danceoff.addons.puzzles.formats.puzzle import read
from danceoff.experiments.contract.small import all_covers
from danceoff.problems import Covers, InvalidProblem, catalog
from danceoff.problems.analysis.group import symmetries
from danceoff.problems.formats import knuth
from danceoff.problems.grids.lattice import Freedom
from danceoff.problems.grids.packing import Packing
from danceoff.solvers import load


def n_covers(text: str) -> int:
    return len(all_covers(puzzle.read(text, "FILE").problem))


def counted(text: str) -> int:
    return load("dlx").prepare(puzzle.read(text, "FILE").problem).count()


def test_boxes_and_sets_of_pieces_are_those_of_the_catalog() -> None:
    for text, name in (
        ("box = [3, 3, 3]\n[pieces]\nsoma = 1", "soma"),
        ("box = [3, 20]\n[pieces]\npentominoes = 1", "pentomino/3x20"),
        ("box = [3, 3, 3]\n[pieces]\nI1 = 3\nO4 = 6", "slothouber-graatsma"),
    ):
        assert counted(text) == catalog.instance(name).known.covers


COUNTS = {'"1"': 3, '"0-1"': 4, '"1-2"': 4, '"2-2"': 1, '"0-9"': 5, '"any"': 5, '"1-999999"': 4}
COUNTS |= {"2": 1, "5": 0, "999999": 0}


@pytest.mark.parametrize(("count", "expected"), COUNTS.items())
def test_counts_of_pieces(count: str, expected: int) -> None:
    """Dominoes and single cells on a strip of four: with 0, 1 and 2 dominoes there are 1, 3 and 1 ways."""
    assert n_covers(f'box = [1, 4]\n[pieces]\nI1 = "any"\nI2 = {count}\n') == expected


def test_regions_in_layers_and_cells_that_may_stay_empty() -> None:
    assert n_covers("region = '''\n..\n..\n\n..\n..\n'''\n[pieces]\nI2 = 4\n") == 9
    assert n_covers("region = '''  \n  ..\n  ..\n \n  ..\n  ..\n  '''\n[pieces]\nI2 = 4\n") == 9, "with blank ends"
    assert n_covers("region = '''\n.?\n?.\n'''\n[pieces]\nI1 = '2-4'\n") == 4
    assert n_covers("box = [2, 2]\nmay_stay_empty = true\n[pieces]\nI2 = '0-9'\n") == 1 + 4 + 2
    assert n_covers("region = '??'\n[pieces]\nI2 = 'any'\nI1 = '1-2'") == 3
    assert n_covers("region = '.#?'\nmay_stay_empty = true\n[pieces]\nI1 = 1\n") == 2


def test_moves() -> None:
    drawing = "shape = '''\n.##\n##.\n'''"
    for box, outer, inner in product(("[3, 3]", "[2, 3, 3]"), ("", "fixed", "one-sided", "free"), ("", "fixed")):
        moves = [f"moves = '{word}'" if word else "" for word in (outer, inner)]
        text = f"box = {box}\n{moves[0]}\n[pieces.S]\n{drawing}\n{moves[1]}\n"
        default = Freedom.FREE if box == "[3, 3]" else Freedom.ONE_SIDED
        expected = Freedom(inner or outer or default)
        assert puzzle.read(text, "FILE").pieces[0].freedom is expected


def test_pieces_in_space() -> None:
    packing = puzzle.read("box = [2, 2, 2]\n[pieces]\nI1 = 4\ncorner.shape = '''\n#.\n..\n\n##\n#.\n'''\n", "FILE")
    assert packing.pieces[-1].cells.tolist() == [[0, 0, 0], [1, 0, 0], [1, 0, 1], [1, 1, 0]]
    assert len(all_covers(packing.problem)) == 8


def test_pieces_have_costs_for_each_copy_that_is_used() -> None:
    pieces = "V3 = { count = 'any', cost = 2.5 }\nI3 = { count = '0-1', cost = 1 }\n"
    text = f"box = [3, 3]\nmay_stay_empty = true\n[pieces]\n{pieces}"
    problem = puzzle.read(text, "FILE").problem
    costs = problem.cost_of(Covers.of(sorted(all_covers(problem))))
    assert (problem.shown_cost(costs.min()), problem.shown_cost(costs.max())) == (0, 6)
    assert puzzle.read(text.replace("2.5", "0").replace("cost = 1", "cost = 0"), "FILE").problem.has_costs is False


def test_regions_of_hexagons_triangles_and_sticks_are_drawn() -> None:
    row = "." + " ." * 6 + "\n"
    hexes = f"cells = 'hexagons'\nregion = '''\n{row} {row}  {row}   {row}'''\n"
    assert counted(hexes + "[pieces]\ntetrahexes = 1\n") == 18
    square = "cells = 'sticks'\nregion = '''\n+-+\n| |\n+-+\n'''\n[pieces]\n"
    corner = "corner = { shape = '''\n+-\n|\n''', count = 'any' }\n"
    assert counted(square + corner) == 2
    assert counted(square + corner + "O = 'any'\n") == 3
    cross = "cells = 'sticks'\nregion = '''\n |\n- -\n |\n'''\n[pieces]\nbar = { shape = '- -', count = 'any' }\n"
    assert counted(cross) == 0
    assert counted(cross + corner) == 2
    assert counted(cross + "X = 'any'\n") == 1
    may = "cells = 'triangles'\nregion = 'A?A'\n[pieces]\ntwo.shape = 'VA'\none = { shape = 'A', count = 'any' }\n"
    assert counted(may) == 2


def test_a_terminal_has_the_key_of_letters_below_cells_that_are_no_squares() -> None:
    pieces = "[pieces]\nlong.shape = '# # #'\npair.shape = '# #'\n"
    packing = puzzle.read(f"cells = 'hexagons'\nregion = '''\n. . .\n . .\n'''\n{pieces}", "FILE")
    (cover,) = all_covers(packing.problem)
    text = "a a a\n b b"
    assert packing.boxed(packing.problem, cover, 80, coloured=False) == f"{text}\nlong: a, pair: b"
    assert packing.plain(packing.problem, cover) == text


def test_all_pieces_of_a_number_of_cells_are_a_set() -> None:
    packing = puzzle.read("box = [2, 2, 10]\nmay_stay_empty = true\n[pieces]\n4-cells = 1\n2-cells = '0-2'\n", "FILE")
    assert [(piece.name, piece.most) for piece in packing.pieces] == [*((f"4-{k}", 1) for k in range(1, 9)), ("2-1", 2)]
    twigs = "cells = 'twigs'\nregion = '''\n / \\\n|   |\n'''\n"
    assert counted(twigs + "[pieces]\n2-cells = 'any'\n") == 1
    assert counted(twigs + "[pieces]\n3-cells = '0-1'\n1-cells = '0-1'\n") == 2
    with pytest.raises(InvalidProblem, match="or did you mean 4-cells"):
        puzzle.read(twigs + "[pieces]\nO = 1\n", "FILE")


def test_the_hexicator_has_one_cover() -> None:
    text = (files("danceoff.problems") / "data" / "hexicator.toml").read_text(encoding="utf-8")
    packing = puzzle.read(text, "FILE")
    assert isinstance(packing, Packing)
    assert load("bits").prepare(packing.problem).count() == len(symmetries(packing.problem, packing)) == 12


def test_a_piece_may_be_used_no_time():
    drawn = "box = [1, 4]\n[pieces]\nI2 = 2\n"
    for none in ("I3 = 0", 'I3 = "0-0"', "tetrominoes = 0", "I3 = { count = 0 }", 'own = { shape = "##", count = 0 }'):
        assert puzzle.read(drawn + none, "FILE").problem.digest == puzzle.read(drawn, "FILE").problem.digest


def laid(grid: str, tiles: str, border: str = "border = 'a'") -> int:
    problem, _ = puzzle.read(f"grid = {grid}\n{border}\ntiles = '{tiles}'\n", "FILE")
    return len(all_covers(problem))


def test_equal_tiles_are_not_told_apart_and_a_board_of_four_has_its_rotations():
    assert laid("[1, 2]", "abaa aaba") == 1  # both tiles are the same, rotated
    assert laid("[1, 2]", "abaa aaba", border="") == 10  # b to b, or an a of three to an a of three
    assert laid("[2, 2]", "abca aadb cbaa abda") == 4


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

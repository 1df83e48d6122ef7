"""Symmetries of problems whose board has none, against all permutations of the items and published counts."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product
from math import factorial, prod

import night
import pytest
from hypothesis import given
from orbits import walked

import danceoff
from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import priced, problems
from danceoff.problems import ExactCover, InvalidProblem
from danceoff.problems.analysis.group import symmetries
from danceoff.problems.board import NO_BOARD
from danceoff.problems.catalog import instance
from danceoff.problems.formats.knuth import read, write
from danceoff.problems.grids import board_symmetries
from danceoff.problems.instance import Instance
from danceoff.solvers import load
from danceoff.solvers.rewriting.orbit_search import OrbitCount

SMALL = problems(max_items=5, max_options=7, multiplicities=True, colours=True)


def moves(problem: ExactCover) -> Iterator[dict[tuple[int, int], tuple[int, int]]]:
    """Every permutation of the items that keeps their bounds, with every exchange of the colours of each."""
    entries = {entry for option in range(problem.n_options) for entry in problem.entries_of(option)}
    colours = [sorted({c for i, c in entries if i == item and c}) for item in range(problem.n_items)]
    kind = [*zip(problem.least.tolist(), problem.most.tolist(), map(len, colours), strict=True)]
    for image in permutations(range(problem.n_items)):
        if [kind[i] for i in image] == kind:
            for orders in product(*(permutations(colours[i]) for i in image)):
                recoloured = [dict(zip(old, new, strict=True)) for old, new in zip(colours, orders, strict=True)]
                yield {(i, c): (image[i], recoloured[i].get(c, 0)) for i, c in entries}


@night.drawn(60)
@given(SMALL | priced(SMALL))
def test_the_automorphisms_are_all_permutations_of_the_items_that_keep_the_options(problem: ExactCover) -> None:
    cost = problem.cost.tolist() if problem.has_costs else [0] * problem.n_options
    rows = [(cost[k], sorted(problem.entries_of(k))) for k in range(problem.n_options)]
    moved = [[(price, sorted(move[entry] for entry in row)) for price, row in rows] for move in moves(problem)]
    group = [after for after in moved if sorted(after) == sorted(rows)]
    equal = Counter(map(str, rows)).values()
    assert len(symmetries(problem, NO_BOARD)) == len(set(map(str, group))) * prod(map(factorial, equal))
    n_orbits = len({min(str(sorted(after[k] for k in cover)) for after in group) for cover in all_covers(problem)})
    assert walked(Instance("", "", problem), "algorithm-x").orbits.orbits == n_orbits
    counted = OrbitCount(load("algorithm-x"), Instance("", "", problem))
    assert (counted.count(), counted.orbits) == (len(all_covers(problem)), n_orbits)


@pytest.mark.parametrize(
    ("name", "n_symmetries", "n_orbits"),
    [
        *(("queens/8", 8, 12), ("langford/8", 2, 150), ("soma", 48, 240), ("sudoku/4x4", 3072, 2)),  # as on the board
        ("lozenge/3", 12, 113),  # OEIS A066931
        ("steiner/7", 5040, 1),  # OEIS A030129
    ],
)
def test_a_family_as_a_file_has_the_published_orbits(name: str, n_symmetries: int, n_orbits: int) -> None:
    case = Instance("", "", read(write(instance(name).problem), "x.dlx"))
    assert len(symmetries(case.problem, NO_BOARD)) == n_symmetries
    assert walked(case, "algorithm-x" if name != "soma" else "bits").orbits.orbits == n_orbits


def test_a_swap_of_triangles_is_found_though_the_refinement_takes_them_for_a_hexagon() -> None:
    cycles = ["ab", "bc", "ca", "de", "ef", "fg", "gh", "hi", "id", "jk", "kl", "lj"]
    assert len(symmetries(ExactCover.from_options(cycles, "abcdefghijkl"), NO_BOARD)) == 12 * 6 * 6 * 2


def test_symmetries_with_options_given_are_those_of_what_is_left() -> None:
    ring = ExactCover.from_options(["ab", "bc", "cd", "de", "ef", "fa", "ac", "a"], "abcdef")
    assert [len(symmetries(problem, NO_BOARD)) for problem in (ring, ring.given([0]))] == [1, 2]


@pytest.mark.parametrize(("most_read", "says"), [(10**9, "too many to write down"), (10**4, "not found in")])
def test_too_large_a_group_and_too_long_a_search_are_refused(most_read, says, monkeypatch) -> None:
    monkeypatch.setattr(board_symmetries, "MOST_READ", most_read)
    with pytest.raises(InvalidProblem, match=f"symmetries are {says}.*ask for all covers$"):
        danceoff.count({f"o{k}": ["a"] for k in range(20)}, up_to_symmetry=True)

"""Symmetries are permutations of the options, orbits are counted exactly, and breaking changes the work only."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fnmatch import fnmatch
from itertools import chain, permutations, product
from math import factorial, prod

import night
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from orbits import group_of, plain_orbits, walked

import danceoff
from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import priced, problems
from danceoff.problems import Cover, Covers, ExactCover, InvalidProblem
from danceoff.problems.analysis import orbits as orbits_module
from danceoff.problems.analysis.group import Group, keeps, symmetries
from danceoff.problems.analysis.orbits import Orbits, images, parts
from danceoff.problems.analysis.quotient import quotient
from danceoff.problems.board import NO_BOARD
from danceoff.problems.catalog import instance, known, names
from danceoff.problems.formats.knuth import read, write
from danceoff.problems.grids import board_symmetries
from danceoff.problems.grids.lattice import Freedom, drawn
from danceoff.problems.grids.packing import Piece, pack
from danceoff.problems.grids.pieces import PENTOMINOES
from danceoff.problems.instance import Instance
from danceoff.solvers import load
from danceoff.solvers.rewriting.orbit_search import OrbitCount


def broken_orbits(problem: ExactCover, group: Group) -> tuple[Orbits, list[Cover]]:
    """The orbits and their representatives, by the parts of the broken search."""
    orbits = Orbits(group)
    representatives: list[Cover] = []
    for part in parts(problem, group):
        representatives += orbits.add(part, part.problem.lift(Covers.of(all_covers(part.problem))))
    return orbits, representatives


def generated(generators: list[tuple[int, ...]], n: int) -> list[tuple[int, ...]]:
    group = [tuple(range(n))]
    for element in group:
        for generator in generators:
            product = tuple(generator[i] for i in element)
            if product not in group:
                group.append(product)
    return group


@st.composite
def symmetric_problems(draw: st.DrawFn) -> tuple[ExactCover, Group]:
    """A problem whose options are all that a random group of permutations of the items makes of a few."""
    n_primary, n_secondary = draw(st.integers(1, 6)), draw(st.integers(0, 2))
    n_items = n_primary + n_secondary
    generators = [
        (*draw(st.permutations(range(n_primary))), *draw(st.permutations(range(n_primary, n_items))))
        for _ in range(draw(st.integers(0, 2)))
    ]
    on_items = generated(generators, n_items)
    assume(len(on_items) <= 48)
    seeds = draw(st.lists(st.frozensets(st.integers(0, n_items - 1), min_size=1, max_size=3), min_size=1, max_size=3))
    seeds = [seed for seed in seeds if min(seed) < n_primary]
    options = sorted({tuple(sorted(motion[i] for i in seed)) for seed in seeds for motion in on_items})
    assume(len(options) <= 20)
    number = {option: k for k, option in enumerate(options)}
    group = [[number[tuple(sorted(motion[i] for i in option))] for option in options] for motion in on_items]
    different = sorted(set(map(tuple, group)))
    problem = ExactCover.from_options(options, range(n_primary), range(n_primary, n_items))
    return problem, np.array(different, dtype=np.int32).reshape(len(different), len(options))


@night.drawn(30)
@given(symmetric_problems())
def test_breaking_finds_one_cover_of_each_orbit(asked: tuple[ExactCover, Group]) -> None:
    problem, group = asked
    covers = all_covers(problem)
    expected = plain_orbits(group, covers)
    orbits, representatives = broken_orbits(problem, group)
    assert orbits.contradiction() == ""
    assert (orbits.orbits, orbits.covers) == (len(expected), len(covers))
    assert len(representatives) == len(expected)
    assert plain_orbits(group, set(representatives)) == expected
    found = list(chain.from_iterable(images(group, Covers.of(representatives))))
    assert len(found) == len(covers)
    assert set(found) == covers


def test_keeps_distinguishes_primary_and_secondary_items() -> None:
    problem = ExactCover.from_options(["ax", "b", "a"], "ab", "x")
    assert [keeps(problem, np.array(p, dtype=np.int32)) for p in permutations(range(3))] == [True] + [False] * 5
    assert keeps(ExactCover.from_options(["a", "b"], "ab"), np.array([1, 0], dtype=np.int32))


def test_symmetries_keep_the_costs() -> None:
    case = instance("queens/6")
    row, column = np.divmod(np.arange(36), 6)
    for cost, n_symmetries in ((row, 2), (row + column, 2), (np.abs(2 * row - 5), 4), (row + 6 * column, 1)):
        assert len(symmetries(replace(case.problem, cost=cost), case.board)) == n_symmetries
    bounded = replace(case.problem, cost=row * column, max_cost=40)  # two of the four covers cost 34, two 41
    orbits, _ = broken_orbits(bounded, symmetries(bounded, case.board))
    assert (orbits.orbits, orbits.covers, orbits.contradiction()) == (1, 2, "")


@pytest.mark.parametrize("wrong", ["lost", "repeated"])
def test_a_search_without_breaking_notices_lost_and_repeated_covers(wrong: str) -> None:
    case = instance("queens/6")
    (whole,) = parts(case.problem, group_of("queens/6")[:1])
    covers = sorted(all_covers(case.problem))
    for k, cover in enumerate(covers):
        orbits = Orbits(group_of("queens/6"))
        orbits.add(whole, Covers.of(covers[:k] + covers[k + 1 :] if wrong == "lost" else [*covers, cover]))
        assert orbits.contradiction() != ""


def test_a_broken_search_notices_lost_covers_with_several_options_of_the_orbit() -> None:
    case = instance("queens/8")
    group = group_of("queens/8")
    part = next(parts(case.problem, group))
    covers = [*part.problem.lift(Covers.of(load("algorithm-x").prepare(part.problem).covers()))]
    several = [cover for cover in covers if part.orbit[list(cover)].sum() > 1]
    assert several
    for cover in several:
        orbits = Orbits(group)
        orbits.add(part, Covers.of([other for other in covers if other != cover]))
        assert orbits.contradiction() != ""


@pytest.mark.parametrize(
    ("name", "n_symmetries"),
    [
        ("pentomino/6x10", 4),
        ("pentomino/8x8-centre", 8),
        ("pentomino-subset/5x5", 8),
        ("tromino/5x5-0", 2),
        ("tromino/5x5-1", 1),
        ("domino/2x2x4", 16),
        ("solid-pentomino/3x4x5", 8),
        ("soma", 48),
        ("langford/8", 2),
        ("queens/5", 8),
        ("sudoku/4x4", 3072),
        ("latin/3", 1296),
        ("mondrian/6", 8),  # its bounds are options that place no piece
        ("macmahon-squares/4x6", 4 * 2),  # motions, and the colours inside exchanged
        ("macmahon-triangles/hexagon", 12 * 6),
        ("edge-matching/4x4-3-1", 4),
        ("knight-tour/5x5", 8),
        ("closed-knight-tour/6x6", 2),  # those that keep the corner where it begins
        ("closed-knight-tour/5x6", 1),
        ("corner-path/5x5", 2),
        ("hexiamond/6x6-3-3", 12),
        ("tetrahex/5x7-2-2-centre", 4),
        ("welded-tetrastick/4x4", 8),
        ("puzzler/pentatwigs-triangle", 6),
        ("tetraskew/5x5", 4),  # those of the rhombus in the middle
        ("windmill-domino/2x10-in-8", 4),  # mirror images of pieces exchanged
    ],
)
def test_the_symmetries_are_a_group_of_the_right_size(name: str, n_symmetries: int) -> None:
    case = instance(name)
    group = group_of(name)
    assert len(group) == n_symmetries
    assert group[0].tolist() == list(range(case.problem.n_options))
    assert len({row.tobytes() for row in group}) == n_symmetries
    rows = {row.tobytes() for row in group}
    for permutation in group[:: max(1, n_symmetries // 8)]:
        assert sorted(permutation.tolist()) == list(range(case.problem.n_options))
        assert keeps(case.problem, permutation)
        assert {permutation[row].tobytes() for row in group} == rows


@pytest.mark.parametrize(
    ("freedom", "letters", "n_symmetries"),
    [
        *((Freedom.FREE, "L", 8), (Freedom.ONE_SIDED, "L", 4), (Freedom.ONE_SIDED, "X", 8)),
        *((Freedom.FIXED, "L", 1), (Freedom.FIXED, "X", 8), (Freedom.FIXED, "T", 2)),
    ],
)
def test_a_motion_must_keep_the_pieces(freedom: Freedom, letters: str, n_symmetries: int) -> None:
    region = np.pad(np.ones((5, 5), dtype=bool), ((2, 0), (0, 3)))
    packing = pack(region, [Piece(letter, PENTOMINOES[letter], freedom, least=0, most=None) for letter in letters])
    assert len(symmetries(packing.problem, packing)) == n_symmetries


def test_a_flip_may_only_exchange_pieces_with_the_same_bounds() -> None:
    board = np.ones((4, 4), dtype=bool)
    left, right = drawn(["###", "#.."]), drawn(["###", "..#"])
    pair = [Piece("l", left, Freedom.ONE_SIDED), Piece("r", right, Freedom.ONE_SIDED)]
    bits = Piece("o", drawn(["#"]), least=0, most=None)
    packing = pack(board, [*pair, bits])
    assert len(symmetries(packing.problem, packing)) == 8
    packing = pack(board, [pair[0], Piece("r", right, Freedom.ONE_SIDED, least=0), bits])
    assert len(symmetries(packing.problem, packing)) == 4


def test_givens_leave_the_symmetries_that_keep_them() -> None:
    case = instance("tromino/4x6")
    group = group_of("tromino/4x6")
    cover = next(iter(all_covers(case.problem)))
    sub = case.problem.given(cover[:1])
    stabiliser = [permutation for permutation in group if permutation[cover[0]] == cover[0]]
    assert len(symmetries(sub, case.board)) == len(stabiliser)
    orbits, _ = broken_orbits(sub, symmetries(sub, case.board))
    assert orbits.contradiction() == ""
    assert orbits.covers == len(all_covers(sub))


def test_a_symmetry_must_keep_givens_even_if_nothing_is_left_of_them() -> None:
    case = instance("tromino/2x3+2x3")
    left = next(iter(sorted(all_covers(case.problem))))
    given_left = sorted(o for o in left if max(case.board.cells_of(o)) % 6 < 3)  # type: ignore[union-attr]
    assert len(given_left) == 2
    assert len(group_of("tromino/2x3+2x3")) == 4
    assert len(symmetries(case.problem.given(given_left), case.board)) == 1


def test_large_groups_and_batches_are_processed_in_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    case = instance("sudoku/4x4")
    group = group_of("sudoku/4x4")
    monkeypatch.setattr(orbits_module, "_ENTRIES_AT_ONCE", 1000)
    orbits, representatives = broken_orbits(case.problem, group)
    assert (orbits.orbits, orbits.covers, orbits.contradiction()) == (2, 288, "")
    assert len(set(chain.from_iterable(images(group, Covers.of(representatives))))) == 288


def test_too_many_symmetries_are_refused() -> None:
    with pytest.raises(InvalidProblem, match="symmetries are too many to write down"):
        group_of("sudoku/9x9")


LONG = {
    *("peaceable-queens/9-12", "pentacube/y-5x5x5", "pentacube/n-5x5x5", "bedlam", "langford/12", "skolem/12"),
    *("hexiamond/8x7-2-6", *(f"tetrastick/5x5-{letter}" for letter in "jlny")),
}
KNOWN = {name: published for name in names() if name != "partridge/8" and (published := known(name))}
PUBLISHED = [name for name, one in KNOWN.items() if one.up_to_symmetry is not None and (one.covers or 0) <= 500_000]
SECONDS = {"macmahon-squares/4x6", "knights-dominate/7-10", "peaceable-queens/8-9"}
QUICK = {*PUBLISHED} - LONG - SECONDS
FEW = {"queens/6", "queens/8", "soma"}
SLOW = [pytest.param(names_of, marks=pytest.mark.slow) for names_of in (LONG, QUICK)]


@pytest.mark.parametrize("names", [*SLOW, pytest.param(SECONDS, marks=pytest.mark.night), FEW])
def test_published_counts_up_to_symmetry(names: set[str], record_property) -> None:
    asked = [name for name in PUBLISHED if name in names]
    if names is QUICK:
        asked = night.sampled(asked, 6)
    for name in asked:
        published = KNOWN[name]
        if night.seed or names is not QUICK or (published.covers or 0) < 1000:
            orbits = walked(instance(name), "bits").orbits
            assert (orbits.orbits, orbits.covers) == (published.up_to_symmetry, published.covers), name
        if names is not LONG:
            counted = OrbitCount(load("counter"), instance(name))
            assert (counted.count(), counted.orbits) == (published.covers, published.up_to_symmetry), name
    record_property("answers: published counts up to symmetry found again", len(asked))


@pytest.mark.parametrize(
    ("name", "times"),
    [("soma", 20), ("pentomino/8x8-centre", 5), pytest.param("pentacube/n-5x5x5", 6, marks=pytest.mark.slow)],
)
def test_breaking_saves_work(name: str, times: int) -> None:
    case = instance(name)
    search = load("dlx").prepare(case.problem)
    search.count()
    assert walked(case, "dlx").stats()["nodes"] * times < search.stats()["nodes"]


def test_items_of_the_same_options_in_other_colours_are_not_one_item():
    problem = ExactCover.from_options([["a", ("x", "red"), "y"], ["b", ("x", "red"), "y"]], "ab", "xy")
    assert not all_covers(quotient(problem, np.array([0, 1], np.int32)))


def test_no_cover_has_options_of_an_orbit_that_give_an_item_two_colours():
    problem = ExactCover.from_options([["a", ("x", "red")], ["b", ("x", "blue")]], "ab", "x")
    swapped = np.array([1, 0], np.int32)
    assert keeps(problem, swapped)
    assert not all_covers(quotient(problem, swapped))


@pytest.mark.parametrize("solver", ["bits", "counter"])
def test_a_bound_on_the_cost_goes_with_symmetries(solver, solve, monkeypatch):
    made, (row, column) = instance("queens/6"), np.divmod(np.arange(36), 6)
    problem = replace(made.problem, cost=row * column)  # two of the four covers cost 34, two 41
    asked = replace(made, problem=problem, known=None)
    monkeypatch.setattr("danceoff.experiments.run.one_case.worker.read", lambda _: asked)
    said = {"40": "1 of 2 covers in one orbit in ", "41": "2 of 4 covers up to", "33": "0 of 0 covers up to"}
    for bound, says in said.items():
        ask = "queens/6", "--task", "count", "--up-to-symmetry", "--solver", solver, "--at-most", bound
        assert solve(*ask)[1].startswith(says)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("domino/4x4", "9 of 36 covers up to symmetry in * by counter; 36 is as published (OEIS A004003*"),
        ("queens/6", "1 of 4 covers in one orbit in * by counter, as published (OEIS A000170 and A002562; 4 covers c*"),
    ],
)
def test_only_what_is_published_is_said_to_be(name, says, solve):
    assert fnmatch(solve(name, "--task", "count", "--up-to-symmetry", "--solver", "counter")[1], says)


@pytest.mark.parametrize(
    ("name", "published"),
    [
        *((f"domino/2x{n}", count) for n, count in ((3, 2), (6, 9), (20, 5545))),  # OEIS A060312
        *((f"domino/3x{n}", count) for n, count in ((2, 2), (12, 561), (40, 54174058390))),  # OEIS A232622
        ("domino/12x12", 6632560613086062),  # far too many to list
        *((f"tatami/4x{n}", count) for n, count in ((4, 1), (5, 2), (10, 4), (20, 20))),  # OEIS A068929
        *((f"tatami/5x{n}", count) for n, count in ((4, 2), (6, 1), (8, 1))),  # OEIS A068926
    ],
)
def test_orbits_are_as_many_as_published(name, published):
    assert danceoff.count(name, up_to_symmetry=True) == published


def test_orbits_are_counted_with_options_given_left_out_or_too_dear():
    assert danceoff.count("queens/6", up_to_symmetry=True) == 1
    assert danceoff.count("queens/6", without=["r1 c1"], up_to_symmetry=True) == 2  # only a diagonal keeps the rest
    assert danceoff.count("domino/2x3", given=["I 0,0 1,0"], up_to_symmetry=True) == 2
    with pytest.raises(TimeoutError, match="the number of covers is not known; timeout: "):
        danceoff.count("domino/4x4", time_limit=1e-9, up_to_symmetry=True)


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


def test_symmetries_of_cycles_are_found_though_the_refinement_takes_two_triangles_for_a_hexagon() -> None:
    cycles = ["ab", "bc", "ca", "de", "ef", "fg", "gh", "hi", "id", "jk", "kl", "lj"]
    assert len(symmetries(ExactCover.from_options(cycles, "abcdefghijkl"), NO_BOARD)) == 12 * 6 * 6 * 2
    ring = ExactCover.from_options(["ab", "bc", "cd", "de", "ef", "fa", "ac", "a"], "abcdef")
    assert [len(symmetries(problem, NO_BOARD)) for problem in (ring, ring.given([0]))] == [1, 2], "of what is left"


@pytest.mark.parametrize(("most_read", "says"), [(10**9, "too many to write down"), (10**4, "not found in")])
def test_too_large_a_group_and_too_long_a_search_are_refused(most_read, says, monkeypatch) -> None:
    monkeypatch.setattr(board_symmetries, "MOST_READ", most_read)
    with pytest.raises(InvalidProblem, match=f"symmetries are {says}.*ask for all covers$"):
        danceoff.count({f"o{k}": ["a"] for k in range(20)}, up_to_symmetry=True)

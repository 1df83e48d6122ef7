"""The bitset engine: the covers of brute force and of the dancing links, wherever it is interrupted."""

from dataclasses import replace
from itertools import combinations, islice

import night
import numba
import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from night import drawn

from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import problems
from danceoff.problems import Cover, Covers, ExactCover
from danceoff.problems.model.fingerprint import Fingerprint
from danceoff.solvers import Solver
from danceoff.solvers.engines.bits import Bits, multiplicity, solver, tables, walkers
from danceoff.solvers.engines.dancing_links import DancingLinks


def random_problem(n_options: int, n_items: int, n_secondary: int, seed: int) -> ExactCover:
    """Pairs that are a cover together, and options of three random items; each also covers a secondary item."""
    random = np.random.default_rng(seed)
    items = random.permutation(n_items)
    planted = [items[k : k + 2] for k in range(0, n_items, 2)]
    others = [random.choice(n_items, 3, False) for _ in range(n_options - len(planted))]
    secondary = random.integers(0, n_secondary, n_options) + n_items
    secondary[: len(planted)] = np.arange(len(planted)) + n_items
    options = [[*option, extra] for option, extra in zip([*planted, *others], secondary, strict=True)]
    return ExactCover.from_options(options, range(n_items), range(n_items, n_items + n_secondary))


def fingerprint(solver_: Solver, problem: ExactCover) -> tuple[int, str]:
    total, n_covers = Fingerprint(), 0
    for batch in solver_.prepare(problem).batches():
        total += Fingerprint.of(batch)
        n_covers += len(batch)
    return n_covers, str(total)


ANY = problems() | problems(multiplicities=True) | problems(colours=True) | problems(colours=True, multiplicities=True)
COUNTED = problems(multiplicities=True, max_items=4, max_options=8, widest=2)
BOUNDS = st.sampled_from([(0, 1), (1, 1), (65, 66), (66, 66)])


@drawn(50)
@given(ANY, st.sampled_from([1, 2, 5]), st.sampled_from([1, 10]))
def test_resuming_anywhere_gives_the_covers_of_brute_force(problem: ExactCover, budget: int, buffer: int) -> None:
    assert covers_by(problem, budget, buffer) == all_covers(problem)


def covers_by(problem: ExactCover, budget: int, buffer: int) -> set[Cover]:
    """All covers, of which none comes twice, by calls of so few nodes with room for so few options."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walkers, "FIRST_BUDGET", budget)
        patch.setattr(walkers, "BUDGET", budget + 1)
        patch.setattr(walkers, "_BUFFER", buffer)
        listed = list(Bits().prepare(problem).covers())
        assert Bits().prepare(problem).count() == len(listed)
    assert len(set(listed)) == len(listed)
    return set(listed)


@drawn(10)
@given(COUNTED, st.sampled_from([1, 5, 100]), st.sampled_from([1, 10]), BOUNDS)
@example(ExactCover.from_options("aaaa", "a", multiplicity={"a": (1, 2)}), 5, 10, (0, 1))
def test_counts_of_multiple_items_resume_beyond_a_word(problem, budget, buffer, bounds) -> None:
    further = range(problem.n_options, problem.n_options + 66)
    by_hand = [c for n in range(bounds[0], bounds[1] + 1) for c in combinations(further, n)]
    expected = {(*cover, *chosen) for cover in all_covers(problem) for chosen in by_hand}
    assert covers_by(with_further(problem, len(further), bounds), budget, buffer) == expected


def with_further(problem: ExactCover, n: int, bounds: tuple[int, int]) -> ExactCover:
    """The problem and n options of one more item, which is to be covered so many times."""
    options = [*(problem.items_of(k) for k in range(problem.n_options)), *[["further"]] * n]
    primary, secondary = range(problem.n_primary), range(problem.n_primary, problem.n_items)
    multiplicity = {i: (problem.least[i], problem.most[i]) for i in primary} | {"further": bounds}
    return ExactCover.from_options(options, [*primary, "further"], secondary, multiplicity=multiplicity)


@drawn(50)
@given(problems() | problems(colours=True))
def test_arrays_have_the_same_types_for_any_problem(problem: ExactCover) -> None:
    """Nobody looks at them after the first call of the kernel: other types would be read as if they were these."""
    known = ExactCover.from_options([[0, 1], [0], [1]], [0, 1])
    assert kinds(problem) == kinds(known)


def kinds(problem: ExactCover) -> list[str]:
    """The types of the kernel's arrays, as Numba sees them."""
    made = tables.tables(problem)
    rooms = (tables.levels(made), tables.inside(made), tables.memo(made.column.shape[1], 4, 4))
    return [f"{name} {numba.typeof(array)}" for room in (made, *rooms) for name, array in room._asdict().items()]


def a_problem_of_every_phase() -> None:
    """More than 127 options an item at first, then bytes, then single words, then the memo."""
    rows = [[a, b] for a in range(4) for b in range(4, 8)] * 9
    search = Bits().prepare(ExactCover.from_options(rows, range(8)))
    assert search.count() == 24 * 9**4
    assert search.stats()["recalled"] > 0


@pytest.mark.parametrize(("least", "most"), [(2, 2), (0, 3), (1, 80)])
def test_a_counted_problem_of_every_phase(least: int, most: int) -> None:
    """The same, where some options count, and sub-problems with the same options differ in how often these may be."""
    rows = [[a, b, *[8] * (b == a + 4)] for a in range(4) for b in range(4, 8)] * 5
    rows += [[a, a + 4, 8] for a in range(4)] * 15
    by_fixed_points = {0: 9 * 5**4, 1: 8 * 20 * 5**3, 2: 6 * 20**2 * 5**2, 4: 20**4}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(walkers, "_SMALL_MEMO", (1, 1 << 12))
        patch.setattr(walkers, "FIRST_BUDGET", 1 << 20)
        search = Bits().prepare(ExactCover.from_options(rows, range(9), multiplicity={8: (least, most)}))
        assert search.count() == sum(n for times, n in by_fixed_points.items() if least <= times <= most)
        assert search.stats()["recalled"] > 0


def test_a_budget_that_ends_within_a_sub_problem_yields_what_was_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walkers, "FIRST_BUDGET", 64)
    monkeypatch.setattr(walkers, "BUDGET", 65)
    search = Bits().prepare(two_ways(40))  # packed as 2 ** 32 covers in one sub-problem
    assert all(n_covers > 0 for n_covers in islice(search.increments(), 1, 5))
    assert search.stats()["nodes"] < 5 * (65 + 40)
    assert Bits().prepare(two_ways(17)).count() == 2**17


def two_ways(n_items: int) -> ExactCover:
    return ExactCover.from_options([[item] for item in range(n_items)] * 2, range(n_items))


@pytest.mark.parametrize(
    ("n_options", "n_items"), [(63, 16), (64, 16), (65, 16), (127, 20), (128, 20), (129, 64), (190, 66)]
)
def test_sizes_around_a_word(n_options: int, n_items: int) -> None:
    for seed in range(4 if night.seed else 2):
        plain = random_problem(n_options, n_items, 40, seed)
        for problem in (plain, with_colours(plain, seed)):
            agrees(problem)
            if n_options not in (127, 129):  # there the multiplicities leave no cover
                agrees(with_multiplicities(problem, seed))


def with_colours(problem: ExactCover, seed: int) -> ExactCover:
    """The problem with six secondary items in use, in two colours or none; the planted options agree."""
    colour = np.random.default_rng(seed).choice(np.array([0, 1, 1, 1, 2], np.int32), len(problem.item))
    colour[: problem.start[problem.n_primary // 2]] = 1
    is_primary = problem.item < problem.n_primary
    item = np.where(is_primary, problem.item, problem.n_primary + (problem.item - problem.n_primary) % 6)
    return replace(problem, item=item, colour=np.where(is_primary, np.int32(0), colour))


@pytest.mark.parametrize("n_options", night.sampled([4095, 4096, 4097], 2))
def test_sizes_around_a_word_of_words(n_options: int) -> None:
    few = random_problem(40, 12, 6, n_options)
    options = [few.items_of(k)[:-1] for k in range(40)]
    hub = [[12, *options[k % 40][: k % 3]] for k in range(n_options - 40)]
    agrees(ExactCover.from_options(options + hub, range(13)))


def with_multiplicities(problem: ExactCover, seed: int) -> ExactCover:
    """The problem with four random items that may be covered more or less often than once."""
    counted = np.random.default_rng(seed).choice(problem.n_primary, 4, False)
    bounds = [(0, 2), (2, 2), (1, 3), (0, problem.n_options)]
    least, most = problem.least.copy(), problem.most.copy()
    least[counted], most[counted] = np.transpose(bounds)
    return replace(problem, least=least, most=most)


def agrees(problem: ExactCover) -> None:
    expected = fingerprint(DancingLinks(), problem)
    assert expected[0] > 0
    assert fingerprint(Bits(), problem) == expected
    assert Bits().prepare(problem).count() == expected[0]


def test_bitsets_that_would_be_too_large_are_not_built() -> None:
    problem = ExactCover.from_options([[k % 4, k] for k in range(4, 30_000)], range(4), range(4, 30_000))
    search = Bits().prepare(problem)
    assert len(next(search.covers())) == 4
    assert search.choice == "dancing links, for bitsets would take more than 64 MB"


@pytest.mark.parametrize("is_counted", [False, True])
def test_a_problem_is_left_to_the_links_beyond_the_largest_size(is_counted, monkeypatch) -> None:
    problem = with_further(two_ways(3), 4, (1, 2)) if is_counted else two_ways(4)
    size = tables.size(problem, multiplicity.n_levels(problem) if is_counted else problem.n_primary)
    for n_spare in (0, -1):
        monkeypatch.setattr(solver, "_LARGEST_TABLES", size + n_spare)
        assert bool(Bits().prepare(problem).choice) == (n_spare < 0)
        agrees(problem)
        ((n_covers, _),) = Bits().each(problem, Covers.of([(0,)]), limit=5)
        assert n_covers.tolist() == [5]

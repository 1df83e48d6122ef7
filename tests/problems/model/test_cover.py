"""The model and its reference: digests, the check of covers, sub-problems, and the signature of sets of covers."""

import pickle
from collections.abc import Callable
from itertools import combinations

import night
import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import priced, problems
from danceoff.problems import Covers, ExactCover, Fingerprint, InvalidProblem, check

SMALL = ExactCover.from_options(["ab", "c", "bc", "a", "ax"], primary="abc", secondary="x")
COLOURED = problems(colours=True) | problems(colours=True, multiplicities=True)
KINDS = {
    "plain": problems(),
    "multiplicities": problems(multiplicities=True),
    "colours": COLOURED,
    "costs": priced(problems() | COLOURED, bounded=True),
}


def test_the_digest_names_the_numbers_and_nothing_else() -> None:
    same = ExactCover.from_options([(1, 2), (3,), (2, 3), (1,), (1, "s")], primary=[1, 2, 3], secondary=["s"])
    assert same.digest == SMALL.digest == SMALL.given([]).digest
    assert len(SMALL.digest) == 16
    others = [
        ExactCover.from_options(["ab", "c", "bc", "a", "ax"], primary="abcx"),
        ExactCover.from_options(["ab", "c", "bc", "a", "ax"], primary="abc", secondary="xy"),
        ExactCover.from_options(["ab", "c", "bc", "a"], primary="abc", secondary="x"),
        ExactCover.from_options(["c", "ab", "bc", "a", "ax"], primary="abc", secondary="x"),
    ]
    assert len({problem.digest for problem in [SMALL, *others]}) == 5


@pytest.fixture(params=["united", "counted"])
def way_to_check(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both ways of checking, for tests that would else see one."""
    if request.param == "counted":
        monkeypatch.setattr("danceoff.problems.model.checking._WORDS", 0)


@pytest.mark.usefixtures("way_to_check")
@pytest.mark.parametrize("n_items", [63, 64, 65, 128])
def test_check_looks_at_every_item(n_items: int) -> None:
    singles = tuple(range(n_items))
    problem = ExactCover.from_options([*([i] for i in singles), [0, n_items - 1]], primary=singles)
    lacking = [singles[:k] + singles[k + 1 :] for k in singles]
    covers = Covers.of([singles, (*singles, n_items), singles[1:-1], (*singles[1:-1], n_items), *lacking])
    assert check(problem, covers).tolist() == [True, False, False, True, *(False for _ in singles)]


@pytest.mark.usefixtures("way_to_check")
def test_check_accepts_covers_and_nothing_else() -> None:
    wrong = [(), (0,), (0, 1, 3), (0, 2), (0, 0, 1), (2, 3, 4), (0, 1, 5), (-1, 0, 1), (1, 2), (0, 1, 1)]
    mixed = [cover for pair in zip(wrong, sorted({(0, 1), (2, 3), (2, 4)}) * 4, strict=False) for cover in pair]
    assert check(SMALL, Covers.of(mixed)).tolist() == [False, True] * len(wrong)
    assert check(SMALL, Covers.of([])).tolist() == []
    twice = ExactCover.from_options(["a", "a"], "a", multiplicity={"a": (2, 2)})
    assert check(twice, Covers.of([(0, 1), (0, 0), (1,)])).tolist() == [True, False, False]


@pytest.mark.usefixtures("way_to_check")
def test_check_accepts_large_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("danceoff.problems.model.checking._CELLS", 8)  # two covers of four items at a time
    assert check(SMALL, Covers.of([(0, 1), (0, 2), (2, 3), (2, 4), (0,)])).tolist() == [True, False, True, True, False]


@pytest.mark.parametrize("kind", KINDS)
@night.drawn(30)
@given(data=st.data())
def test_given_and_lift_keep_the_covers_with_the_options(kind: str, data: st.DataObject) -> None:
    """Twice over, for what is given to a sub-problem is remembered in the root's numbers."""
    problem = data.draw(KINDS[kind])
    numbers = range(problem.n_options)
    first = data.draw(st.lists(st.sampled_from(numbers), unique=True, max_size=2)) if numbers else []
    rest = problem.given(first)
    lefts = range(rest.n_options)
    second = data.draw(st.lists(st.sampled_from(lefts), unique=True, max_size=1)) if lefts else []
    chosen = {*first, *(int(rest.origin[k]) for k in second)}
    least = rest.given(second)
    lifted = least.lift(Covers.of(all_covers(least)))
    assert check(problem, lifted).all()
    assert set(lifted) == {cover for cover in all_covers(problem) if chosen <= set(cover)}
    assert len(set(lifted)) == len(lifted)
    if problem.has_costs:
        assert least.cost.tolist() == problem.cost[least.origin].tolist()
    if problem.has_costs and problem.max_cost is not None:
        assert least.max_cost == problem.max_cost - problem.cost[sorted(chosen)].sum()


def test_given_keeps_the_names_of_what_is_left() -> None:
    problem = ExactCover.from_options(["ab", "c", "cx"], primary="abc", secondary="x", option_names=["p", "q", "r"])
    rest = pickle.loads(pickle.dumps(problem.given([0])))
    assert list(rest.item_names) == ["c", "x"]
    assert list(rest.option_names) == ["q", "r"]
    assert problem.given([]).item_name(2) == "c"


@pytest.mark.parametrize("kind", KINDS)
@night.drawn(30)
@given(data=st.data())
def test_without_keeps_the_covers_that_avoid_the_options(kind: str, data: st.DataObject) -> None:
    problem = data.draw(KINDS[kind])
    numbers = st.sets(st.integers(0, problem.n_options - 1)) if problem.n_options else st.just(set())
    forbidden, chosen = data.draw(numbers), sorted(data.draw(numbers))
    left = problem.without(sorted(forbidden))
    assert left.n_items == problem.n_items
    expected = {cover for cover in all_covers(problem) if not forbidden & set(cover)}
    assert set(left.lift(Covers.of(all_covers(left)))) == expected
    sub = problem.given(chosen)
    number = {int(option): k for k, option in enumerate(sub.origin)}
    both = sub.without([number[option] for option in sorted(forbidden) if option in number])
    banned = forbidden - set(chosen)
    expected = {cover for cover in all_covers(problem) if set(chosen) <= set(cover) and not banned & set(cover)}
    assert set(both.lift(Covers.of(all_covers(both)))) == expected


def test_without_keeps_names_and_refuses_unknown_options() -> None:
    problem = ExactCover.from_options(["a", "b", "ab"], "ab", option_names=["one", "two", "three"])
    left = problem.without([1])
    assert list(left.option_names) == ["one", "three"]
    assert left.origin.tolist() == [0, 2]
    assert left.digest != problem.given([]).without([0]).digest
    with pytest.raises(InvalidProblem, match="forbidden option 3 is not one of the 3"):
        problem.without([3])


@given(problems(multiplicities=True))
def test_covers_nest_only_if_covers_may_nest(problem: ExactCover) -> None:
    covers = all_covers(problem)
    if any(set(a) < set(b) for a in covers for b in covers):
        assert problem.covers_may_nest
    if not problem.has_multiplicities:
        assert not problem.covers_may_nest


DOMINOES = [["a", "b"], ["c", "d"], ["a", "c"], ["b", "d"]]


def test_equal_remainders_of_different_problems_have_different_digests():
    root = ExactCover.from_options(DOMINOES, "abcd")
    parts = [root.given([option]) for option in range(4)]
    assert {part.n_options for part in parts} == {1}
    assert len({part.digest for part in [root, *parts]}) == 5


def test_multiplicities_change_the_digest_unless_they_are_the_default():
    usual = ExactCover.from_options(DOMINOES, "abcd", multiplicity={"a": (1, 1)})
    others = [ExactCover.from_options(DOMINOES, "abcd", multiplicity={"a": both}) for both in ((0, 1), (1, 2), (2, 2))]
    assert usual.digest == ExactCover.from_options(DOMINOES, "abcd").digest == "d2b65d26534d6512"
    assert len({problem.digest for problem in (usual, *others)}) == 4


def test_forbidden_options_change_the_digest():
    root = ExactCover.from_options([["a"], ["a"], ["a"]], "a")
    parts = [root.without([option]) for option in range(3)]
    assert len({part.digest for part in parts}) == 3
    assert root.without([]).digest == root.digest


COVER_SETS = st.sets(st.frozensets(st.integers(0, 50), max_size=5), max_size=8).map(
    lambda covers: sorted(tuple(sorted(cover)) for cover in covers)
)


@given(COVER_SETS, COVER_SETS, st.integers(0, 8), st.randoms(use_true_random=False))
@settings(deadline=None, database=None, derandomize=True)
def test_a_set_has_one_fingerprint_in_any_order_and_in_parts(covers, other, cut, random) -> None:
    whole = Fingerprint.of(Covers.of(covers))
    shuffled = [random.sample(cover, len(cover)) for cover in random.sample(covers, len(covers))]
    assert Fingerprint.of(Covers.of(shuffled)) == whole
    assert Fingerprint.of(Covers.of(covers[:cut])) + Fingerprint.of(Covers.of(covers[cut:])) == whole
    assert (Fingerprint.of(Covers.of(other)) == whole) == (other == covers)


def test_a_list_with_one_lost_and_one_repeated_has_another_fingerprint() -> None:
    assert Fingerprint.of(Covers.of([(0, 1), (2, 3), (2, 3)])) != Fingerprint.of(Covers.of([(0, 1), (2, 3), (4, 5)]))


def test_the_value_is_fixed() -> None:
    """Rows on disk are compared with it for years."""
    assert str(Fingerprint()) == "0" * 32
    assert str(Fingerprint.of(Covers.of([(0, 1), (2, 3)]))) == "3232648604a7df69e844379c2e602aea"


SMALL_COLOURED = problems(5, 7, colours=True) | problems(5, 7, colours=True, multiplicities=True)


@given(problems(5, 7, multiplicities=True) | SMALL_COLOURED)
def test_the_reference_finds_exactly_the_subsets_that_check(problem: ExactCover) -> None:
    subsets = [c for size in range(8) for c in combinations(range(problem.n_options), size)]
    good = check(problem, Covers.of(subsets))
    assert all_covers(problem) == {subset for subset, fine in zip(subsets, good, strict=True) if fine}


def exists(drawn_from: st.SearchStrategy[ExactCover], condition: Callable[[ExactCover], object]) -> None:
    find(drawn_from, condition, settings=settings(max_examples=2000, phases=[Phase.generate], derandomize=True))


def test_the_strategy_reaches_every_kind_of_problem() -> None:
    exists(problems(), lambda p: len(all_covers(p)) > 2)
    exists(problems(), lambda p: p.n_options > 1 and not all_covers(p))
    exists(problems(), lambda p: p.n_items == 0)
    exists(problems(multiplicities=True), lambda p: p.covers_may_nest and len(all_covers(p)) > 2)
    exists(problems(multiplicities=True), lambda p: p.n_primary < p.n_items and p.least.max() > 1 and all_covers(p))
    exists(problems(), lambda p: p.n_primary < p.n_items and len(all_covers(p)) > 1)
    exists(problems(), lambda p: len({tuple(p.items_of(k)) for k in range(p.n_options)}) < p.n_options)

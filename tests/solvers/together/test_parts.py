"""One problem in parts of about the same work: the answer is the same, and who continues goes by counted work."""

from itertools import pairwise

import fakes
import night
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from night import drawn

from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import problems
from danceoff.problems import Covers, ExactCover, Fingerprint, catalog
from danceoff.problems.catalog import instance
from danceoff.solvers import load
from danceoff.solvers.together.auto import _COUNTING, _LISTING
from danceoff.solvers.together.balance import balance
from danceoff.solvers.together.cheapest import _IF_NARROW, _IF_WIDE, _IN_A_ROUND
from danceoff.solvers.together.shares import _SLACK, Rule, Shares


@pytest.mark.parametrize("of", ["algorithm-x", "sat:engine=glucose4", "cpsat:symmetry_level=0"])
def test_counts_and_fingerprints_of_parts_add_up(of):
    problem = instance("tromino/5x6").problem
    parts = load(f"parts:of={of.replace(',', ';')},jobs=2")
    found = Fingerprint()
    for batch in parts.prepare(problem).batches():
        found += Fingerprint.of(batch)
    whole = Fingerprint()
    for batch in load("dlx").prepare(problem).batches():
        whole += Fingerprint.of(batch)
    assert found == whole
    assert parts.prepare(problem).count() == 72


def test_a_backend_that_dies_or_fails_in_a_part_is_reported():
    fakes.install()
    problem = instance("tromino/2x3").problem
    with pytest.raises(RuntimeError, match="killed by SIGSEGV"):
        list(load("parts:of=fake:then=segfault").prepare(problem).batches())
    with pytest.raises(ZeroDivisionError):
        list(load("parts:of=fake:then=raise").prepare(problem).batches())


def lifted(part):
    return [cover for leaf in part.problems() for cover in leaf.lift(Covers.of(sorted(all_covers(leaf))))]


@given(problems(multiplicities=True, colours=True), st.integers(1, 9), st.sampled_from([0.0, 10.0, 1000.0]))
@night.drawn(75)
def test_the_covers_of_the_parts_are_those_of_the_problem_each_once(problem, n_parts, cost):
    covers = [cover for part in balance(problem, n_parts, cost) for cover in lifted(part)]
    assert len(set(covers)) == len(covers)
    assert set(covers) == all_covers(problem)


def n_nodes(part):
    total = 0
    for leaf in part.problems():
        search = load("dlx").prepare(leaf)
        search.count()
        total += search.stats()["nodes"]
    return total


@pytest.mark.parametrize(
    "name", night.sampled(["tromino/8x8-0", "soma", "langford/11", "pentomino/8x8-centre", "queens/12"], 2)
)
def test_at_any_cost_64_parts_are_even_and_add_up_to_the_whole(name):
    problem = catalog.instance(name).problem
    parts = balance(problem, 64, cost=10.0)
    sizes = [n_nodes(part) for part in parts]
    whole = load("dlx").prepare(problem)
    whole.count()
    assert len(parts) == 64
    assert sum(sizes) <= whole.stats()["nodes"]
    assert max(sizes) <= 1.2 * np.mean(sizes)


def test_a_small_problem_has_few_leaves():
    problem = catalog.instance("soma").problem
    few, many = (sum(len(part.leaves) for part in balance(problem, 64, cost)) for cost in (0.0, 10.0))
    assert 64 <= few < 128 < 192 <= many


def test_a_problem_with_few_branches_has_few_parts():
    assert [len(part.leaves) for part in balance(ExactCover.from_options([], []), 5)] == [1]
    assert len(balance(ExactCover.from_options(["a", "a"], "a"), 5)) == 2
    assert [lifted(part) for part in balance(ExactCover.from_options(["a"], "ab"), 5)] == [[]]


LONG = 2e10


class Fake:
    """A search whose steps take the same work, and which says that a share of its tree is done."""

    def __init__(self, a_step: float, says: list[float]) -> None:
        self.a_step, self._says, self.n_steps = a_step, says, 0

    def work(self) -> float:
        return self.n_steps * self.a_step

    def done(self) -> float:
        return self._says[self.n_steps % len(self._says)]


def all_work(rule: Rule, searches: list[Fake], ends: Fake, at: float) -> float:
    """Return the work of all when one has done as much as it needs."""
    shares = Shares(rule)
    while ends.work() < at:
        one = shares.next(searches[0], searches[1:])
        one.n_steps += 1
        assert one.work() <= 40 * LONG
    return sum(one.work() for one in searches)


def most_work(rule: Rule, n_others: int, is_favourite: bool, at: float) -> float:
    """Return the work of all that results/notes/auto.md promises, without that of some steps."""
    if is_favourite:
        return 2 * (at + rule.allowed(at))
    favourite = rule.alone
    while rule.allowed(favourite) < n_others * at:
        favourite *= 1.01
    return 2 * (favourite + n_others * at)


SAYS = st.lists(st.sampled_from([0.0, 0.02, 0.3, 0.9, 1.0]), min_size=1, max_size=4)


@pytest.mark.parametrize("rule", [_COUNTING, _LISTING, _IF_NARROW, _IF_WIDE, _IN_A_ROUND])
@given(says=st.lists(SAYS, min_size=2, max_size=3), which=st.integers(0, 2), at=st.floats(1e7, LONG))
@drawn(20)
def test_nobody_waits_longer_than_is_promised_whatever_the_searches_say(rule, says, which, at):
    searches = [Fake(a_step, own) for a_step, own in zip((2e7, 5e6, 1e8), says, strict=False)]
    ends = searches[which % len(searches)]
    total = all_work(rule, searches, ends, at)
    assert total <= most_work(rule, len(searches) - 1, ends is searches[0], at + ends.a_step) + 4 * _SLACK + 1e9


def test_the_favourite_has_most_of_the_work_and_the_others_more_of_what_takes_long():
    searches = [Fake(5e6, [0.0]), Fake(5e6, [0.0])]
    short = all_work(_LISTING, searches, searches[0], _LISTING.long) / _LISTING.long
    assert 1.1 <= short <= 1.2
    long = all_work(_LISTING, searches, searches[0], LONG) / LONG
    assert 1.4 <= long <= 1.5


def test_what_is_about_to_end_continues_alone():
    searches = [Fake(5e6, [0.0]), Fake(5e6, [0.5])]
    assert all_work(_LISTING, searches, searches[1], 4e7) - 4e7 <= 2e8


@pytest.mark.parametrize("name", ["queens/8", "tromino/6x6", "pentomino-subset/3x10"])
@pytest.mark.parametrize("spec", ["bits", "learn", "counter"])
def test_work_is_counted_and_grows(spec, name):
    problem = catalog.instance(name).problem
    runs = []
    for _ in range(2):
        search = load(spec).prepare(problem)
        runs.append([(search.work(), search.done()) for _ in search.increments()])
    assert runs[0] == runs[1]
    assert runs[0][-1][0] > 0
    assert all(before <= after for (before, _), (after, _) in pairwise(runs[0]))

"""Which covers every backend that lists them must give: run against each name in the table.

A bug found in one backend becomes a test here, for all of them.
"""

import pytest
from contract import (
    REFUSALS,
    covers_of,
    dealt,
    every_backend,
    examples,
    held,
    prepare,
    problems_for,
    skip_unless_able,
    some_problem,
    some_queens,
)
from hypothesis import given
from hypothesis import strategies as st

from danceoff.experiments.contract import rules
from danceoff.experiments.contract.brute import all_covers
from danceoff.experiments.contract.small import SMALL
from danceoff.problems import ExactCover, catalog
from danceoff.solvers import Feature, UnsupportedProblem, load

pytestmark = pytest.mark.usefixtures("skip_what_cannot_be_asked")

AGAINST = "answers: problems compared with brute force: {}"


@pytest.mark.parametrize("spec", REFUSALS)
def test_known_refusals_are_still_there(spec):
    for problem, words in REFUSALS[spec]:
        with pytest.raises(UnsupportedProblem, match=words):
            load(spec).prepare(problem)


@every_backend
@pytest.mark.parametrize("name", SMALL)
def test_small_problems(spec, name, record_property):
    problem, n_covers = SMALL[name]
    skip_unless_able(spec, problem)
    covers = covers_of(spec, problem)
    assert covers == all_covers(problem)
    assert len(covers) == n_covers
    assert prepare(spec, problem).count() == n_covers
    assert covers_of(spec, problem, tuple(covers)) == set()
    record_property(AGAINST.format(spec), 1)


@every_backend
def test_the_covers_are_those_of_the_reference(spec, record_property):
    @examples(spec)
    @given(problems_for(spec))
    def agree(problem):
        held(spec, rules.lists_every_cover, problem)
        assert set(prepare(spec, problem).covers()) == all_covers(problem)
        record_property(AGAINST.format(spec), 1)

    agree()


@every_backend
def test_the_counts_are_those_of_the_reference(spec, record_property):
    @examples(spec)
    @given(problems_for(spec), st.data())
    def agree(problem, data):
        expected = sorted(all_covers(problem))
        held(spec, rules.counts_every_cover, problem)
        assert sum(prepare(spec, problem).increments()) == len(expected)
        if expected and Feature.BLOCK in load(spec).features:
            blocked = data.draw(st.sets(st.sampled_from(expected)))
            assert prepare(spec, problem, tuple(blocked)).count() == len(expected) - len(blocked)
        record_property(AGAINST.format(spec), 1)

    agree()


@every_backend
def test_blocked_covers_are_left_out(spec, record_property):
    if Feature.BLOCK not in load(spec).features:
        with pytest.raises(UnsupportedProblem):
            prepare(spec, dealt(1), [(0,)])
        return

    @examples(spec)
    @given(problems_for(spec), st.data())
    def agree(problem, data):
        expected = all_covers(problem)
        blocked = data.draw(st.sets(st.sampled_from(sorted(expected)))) if expected else set()
        written = tuple(cover[::-1] for cover in sorted(blocked))  # the order inside a cover says nothing
        assert covers_of(spec, problem, written) == expected - blocked
        assert prepare(spec, problem, written).count() == len(expected - blocked)
        record_property(AGAINST.format(spec), 1)

    agree()


@every_backend
def test_blocking_what_is_not_a_cover_blocks_nothing(spec):
    if Feature.BLOCK not in load(spec).features:
        pytest.skip("blocks nothing at all")
    problem = ExactCover.from_options(["a", "b", "ab", "b"], "ab")
    no_covers = [(), (0,), (1,), (0, 2), (1, 3), (7,), (-2,), (0, 0, 1)]
    assert covers_of(spec, problem, tuple(no_covers)) == {(0, 1), (0, 3), (2,)}


@every_backend
def test_an_enumeration_can_be_continued_by_blocking(spec):
    if Feature.BLOCK not in load(spec).features:
        pytest.skip("cannot leave out covers")
    problem, n_covers = some_problem(spec)
    first = next(prepare(spec, problem).covers())
    rest = covers_of(spec, problem, (first,))
    assert first not in rest
    assert len(rest) == n_covers - 1


@every_backend
def test_the_numbering_does_not_matter(spec):
    @examples(spec)
    @given(problems_for(spec), st.randoms(use_true_random=False))
    def agree(problem, random):
        item_at = random.sample(range(problem.n_primary), problem.n_primary)
        item_at += random.sample(range(problem.n_primary, problem.n_items), problem.n_items - problem.n_primary)
        option_at = random.sample(range(problem.n_options), problem.n_options)
        renamed = ExactCover.from_options(
            [[item_at[i] for i in problem.items_of(k)] for k in option_at],
            range(problem.n_primary),
            range(problem.n_primary, problem.n_items),
            multiplicity={item_at[i]: (problem.least[i], problem.most[i]) for i in range(problem.n_primary)},
        )
        back = {tuple(sorted(option_at[k] for k in cover)) for cover in covers_of(spec, renamed)}
        assert back == covers_of(spec, problem)

    agree()


@every_backend
def test_givens_leave_the_covers_that_hold_them(spec, record_property):
    @examples(spec)
    @given(problems_for(spec), st.data())
    def agree(problem, data):
        numbers = st.sets(st.integers(0, problem.n_options - 1), max_size=3) if problem.n_options else st.just(set())
        chosen = sorted(data.draw(numbers))
        sub = problem.given(chosen)
        lifted = {cover for batch in prepare(spec, sub).batches() for cover in sub.lift(batch)}
        assert lifted == {cover for cover in all_covers(problem) if set(chosen) <= set(cover)}
        record_property(AGAINST.format(spec), 1)

    agree()


@every_backend
def test_secondary_items_are_answered_correctly_or_refused(spec):
    problem, n_covers = some_queens(spec)
    if Feature.SECONDARY in load(spec).features:
        assert len(covers_of(spec, problem)) == n_covers
    else:
        with pytest.raises(UnsupportedProblem):
            prepare(spec, problem)


PUBLISHED = ["tromino/5x5-0", "tromino/6x6", "queens/6", "sudoku/4x4", "box/line"]


@every_backend
@pytest.mark.parametrize("name", PUBLISHED)
def test_published_counts(spec, name, record_property):
    if spec == "brute-force":
        pytest.skip("would take years")
    if spec == "cpsat:strategy=blocking" and name in ("tromino/6x6", "sudoku/4x4"):
        pytest.skip("presolves anew for each cover: seconds where others take milliseconds")
    published = catalog.instance(name)
    skip_unless_able(spec, published.problem)
    if Feature.LIST in load(spec).features:
        assert len(covers_of(spec, published.problem)) == published.known.covers
    else:
        assert prepare(spec, published.problem).count() == published.known.covers
    record_property(f"answers: published counts found again: {spec}", 1)

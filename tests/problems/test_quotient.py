"""Covers that a symmetry keeps, and orbits counted from them, against listing."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from danceoff.experiments.contract.brute import all_covers
from danceoff.problems import ExactCover, InvalidProblem
from danceoff.problems.analysis.group import keeps, symmetries
from danceoff.problems.analysis.quotient import quotient
from danceoff.problems.catalog import instance
from danceoff.solvers import load


@st.composite
def mirrored(draw):
    """A problem on items in pairs, and the permutation of its options that goes with the exchange in each pair."""
    n_primary, n_secondary = draw(st.integers(1, 4)), draw(st.integers(0, 2))
    options = []
    for _ in range(draw(st.integers(1, 5))):
        primary = draw(st.sets(st.tuples(st.integers(0, n_primary - 1), st.booleans()), min_size=1, max_size=3))
        entries = [("p", *one) for one in sorted(primary)]
        for place in sorted(draw(st.sets(st.tuples(st.integers(0, n_secondary), st.booleans()), max_size=2))):
            colour = draw(st.sampled_from(["", "", "left", "right"]))
            if place[0] < n_secondary:
                entries.append((("s", *place), colour) if colour else ("s", *place))
        options.append(entries)
    options += [[other(entry) for entry in option] for option in options]
    names = [
        [(kind, k, side) for k in range(n) for side in (False, True)]
        for kind, n in (("p", n_primary), ("s", n_secondary))
    ]
    bounds = draw(st.sampled_from([(1, 1), (1, 1), (0, 1)]))
    multiplicity = {("p", 0, side): bounds for side in (False, True)}
    n = len(options) // 2
    problem = ExactCover.from_options(options, *names, multiplicity=multiplicity)
    return problem, np.roll(np.arange(2 * n, dtype=np.int32), n)


def other(entry):
    if len(entry) == 2:
        return other(entry[0]), {"left": "right", "right": "left"}[entry[1]]
    kind, k, side = entry
    return kind, k, not side


@given(mirrored())
def test_the_covers_of_the_quotient_are_those_that_the_symmetry_keeps(made):
    problem, exchange = made
    assert keeps(problem, exchange)
    kept = [cover for cover in all_covers(problem) if tuple(sorted(exchange[list(cover)].tolist())) == cover]
    assert len(all_covers(quotient(problem, exchange))) == len(kept)


@pytest.mark.parametrize("name", ["tromino/6x6", "queens/8", "domino/6x6", "pentomino/3x20", "latin/3"])
def test_orbits_are_counted_as_they_are_listed(name, run):
    listed = run("solve", name, "--task", "count", "--up-to-symmetry", "--solver", "bits")
    counted = run("solve", name, "--task", "count", "--up-to-symmetry", "--solver", "counter")
    assert listed[0] == counted[0] == 0
    assert listed[1].split(" in ")[0] == counted[1].split(" in ")[0]


def test_orbits_far_too_many_to_list():
    made = instance("domino/12x12")
    counter = load("counter")
    counts = [counter.prepare(quotient(made.problem, g)).count() for g in symmetries(made.problem, made.board)]
    assert divmod(sum(counts), len(counts)) == (6632560613086062, 0)


def test_an_orbit_that_covers_an_item_several_times_is_refused_in_words():
    problem = ExactCover.from_options("aab", "ab", multiplicity={"a": (0, 2)})
    with pytest.raises(InvalidProblem, match="cover item a, which may be covered several times"):
        quotient(problem, np.array([1, 0, 2], np.int32))

"""Weights of items prove that there is no cover only where there is none, and find what congruences cannot see."""

import numpy as np
import pytest
from hypothesis import given
from night import drawn

import danceoff
from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import problems_with
from danceoff.problems import ExactCover, catalog
from danceoff.solvers import Feature, load
from danceoff.solvers.rewriting import congruence
from danceoff.solvers.rewriting.weighting import proves, refuting_weights


def rota(n_people: int, n_days: int, most: int) -> ExactCover:
    """Two shifts a day, of which everybody works at most one, and at most so many in all."""
    shifts = [(day, s) for day in range(n_days) for s in range(2)]
    people = [f"p{who}" for who in range(n_people)]
    options = [[shift, who, f"{who} {shift[0]}"] for shift in shifts for who in people]
    days = [f"{who} {day}" for who in people for day in range(n_days)]
    return ExactCover.from_options(options, [*shifts, *people], days, multiplicity=dict.fromkeys(people, (0, most)))


@given(problems_with(frozenset(Feature)))
@drawn(300)
def test_weights_prove_nothing_of_a_problem_with_covers(problem) -> None:
    weights = refuting_weights(problem)
    assert weights is None or (proves(problem, weights) and not all_covers(problem))


@pytest.mark.backend("auto")
def test_people_who_may_work_too_little_are_found_by_counting() -> None:
    enough, few = rota(4, 6, 3), rota(4, 6, 2)
    assert refuting_weights(enough) is None
    assert congruence.refuting_weights(few) is None
    weights = refuting_weights(few)
    assert sorted(set(weights.tolist())) == [-1, 0, 1]
    assert not proves(enough, weights)
    assert not proves(few, -weights)
    (why,) = danceoff.explain(few, time_limit=5).reasons
    assert "must be covered 12 times in all, and 4 items (p0, p1, p2, p3) at most 8 times" in why
    search = load("auto").prepare(rota(8, 30, 7))
    assert search.count() == 0
    assert search.choice == "no search: weights of the items show that there is no cover"


def test_a_weight_on_a_coloured_item_proves_nothing() -> None:
    problem = ExactCover.from_options([["a", ("x", 1)], ["b", ("x", 1)]], "ab", "x")
    assert refuting_weights(problem) is None
    assert not proves(problem, np.array([1, 1, -1]))


def test_larger_weights_are_said_in_words() -> None:
    """The only option of a takes both x and y, one of which b needs: a has to weigh twice as much as b."""
    problem = ExactCover.from_options(["axy", "bx", "by"], "ab", "xy")
    assert proves(problem, refuting_weights(problem))
    why = danceoff.explain(problem).reasons
    assert why[0].startswith("with weights (2 for a, 1 for b, ...) no option weighs more than 0, and what every cover")
    assert refuting_weights(catalog.instance("pentomino/6x10").problem) is None

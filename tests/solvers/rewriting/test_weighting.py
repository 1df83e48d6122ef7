"""Weights that show that there is no cover, by inequality and by congruence."""

import numpy as np
import pytest
from hypothesis import given
from night import drawn

import danceoff
from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import problems_with
from danceoff.problems import ExactCover, catalog
from danceoff.problems.instance import Instance
from danceoff.questions.explain import _weighed
from danceoff.solvers import Feature, load
from danceoff.solvers.base.turns import ended
from danceoff.solvers.rewriting import congruence
from danceoff.solvers.rewriting.congruence import refuting_weights
from danceoff.solvers.rewriting.weighting import looked_for, proves


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
    weights = ended(looked_for(problem))
    assert weights is None or (proves(problem, weights.of_items) and not all_covers(problem))


def test_people_who_may_work_too_little_are_found_by_counting() -> None:
    enough, few = rota(4, 6, 3), rota(4, 6, 2)
    assert ended(looked_for(enough)) is None
    assert congruence.refuting_weights(few) is None
    weights = ended(looked_for(few)).of_items
    assert sorted(set(weights.tolist())) == [-1, 0, 1]
    assert not proves(enough, weights)
    assert not proves(few, -weights)
    (why,) = danceoff.explain(few, time_limit=5).reasons
    assert why.startswith("the 12 items (0, 0), (0, 1), (1, 0), (1, 1) and 8 more must be covered 12 times in all, ")
    assert "the 4 items p0 p1 p2 p3 at most 8 times; but" in why
    for walk in ("count", "covers", "batches"):
        search = load("auto").prepare(rota(8, 30, 7))
        found = getattr(search, walk)()
        assert found == 0 if walk == "count" else not list(found)
        assert search.choice == "no search: weights of the items show that there is no cover"


def test_a_weight_on_a_coloured_item_proves_nothing() -> None:
    problem = ExactCover.from_options([["a", ("x", 1)], ["b", ("x", 1)]], "ab", "x")
    assert ended(looked_for(problem)) is None
    assert not proves(problem, np.array([1, 1, -1]))


def test_larger_weights_are_said_in_words() -> None:
    """The only option of a takes both x and y, one of which b needs: a has to weigh twice as much as b."""
    problem = ExactCover.from_options(["axy", "bx", "by"], "ab", "xy")
    weights = ended(looked_for(problem)).of_items
    assert proves(problem, weights)
    why = "let these weigh so much: the item a 2, the item b 1, the 2 items x y -1 each; no option weighs more than 0, "
    assert _weighed(Instance("", "", problem), weights) == f"{why}but what a cover covers weighs 1 or more"
    options = [["a", *range(9)], *([10 + k, k] for k in range(9))]
    many = ExactCover.from_options(options, ["a", *range(10, 19)], range(9))
    weights = np.array([9, *range(1, 10), *range(-1, -10, -1)])
    why = _weighed(Instance("", "", many), weights)
    assert "the 2 items a 18 9 each, the item 17 8, the item 7 -8, the item 8 -9, 14 more something in between;" in why
    assert ended(looked_for(catalog.instance("pentomino/6x10").problem)) is None


@pytest.mark.parametrize(
    ("name", "modulus"),
    [
        *((name, 1 << 64) for name in ("domino/8x8-0-63", "l-tetromino/6x10", "skolem/10", "langford/13")),
        *(("priced-tromino/11x10-3", 3), ("any-pentomino/7x7", 5), ("n-omino/7/holes-1-1", 7)),
        ("ab bc ca", 1 << 64),  # each of three pieces in two options: over the rationals, half of each option would do
    ],
)
def test_parity_and_sizes_that_no_number_of_pieces_adds_up_to_are_found(name, modulus):
    is_known = " " not in name
    problem = catalog.instance(name).problem if is_known else ExactCover.from_options(name.split(), "abc")
    assert refuting_weights(problem).modulus == modulus
    assert shows_that_there_is_no_cover(problem)


def test_problems_with_covers_or_too_many_items_are_not_refuted():
    many = ExactCover.from_options([(k, k + 1) for k in range(0, 400, 2)], range(402))
    for problem in (
        many,
        *(catalog.instance(name).problem for name in ("domino/8x8", "queens/8", "soma", "partridge/1")),
    ):
        assert refuting_weights(problem) is None


@given(problem=problems_with(Feature))
@drawn(100)
def test_what_is_refuted_has_no_cover(problem):
    if refuting_weights(problem) is not None:
        assert shows_that_there_is_no_cover(problem)
        assert not all_covers(problem)


def shows_that_there_is_no_cover(problem):
    weights = refuting_weights(problem)
    if weights is None:
        return False
    of_items = weights.of_items.tolist()
    rows = np.split(problem.item, problem.start[1:-1])
    of_options = [sum(of_items[item] for item in row.tolist()) % weights.modulus for row in rows]
    needed = sum(weight * times for weight, times in zip(of_items, problem.least.tolist(), strict=True))
    is_free = any(weights.of_items[problem.least < problem.most]) or any(of_items[problem.n_primary :])
    return needed % weights.modulus != 0 and not any(of_options) and not is_free

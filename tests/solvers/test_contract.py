"""The rules of the contract, which `danceoff contract` knows, too: each backend in the table is held to each of them.

A bug found in one backend becomes a rule for all of them.
"""

import pytest
from contract import (
    MANY,
    REFUSALS,
    SLOWER_TO_START,
    SPECS,
    STOP,
    covers_of,
    dealt,
    every_backend,
    examples,
    held,
    is_dear,
    prepare,
    skip_unless_able,
)
from hypothesis import given, settings

from danceoff.experiments.contract.brute import all_covers
from danceoff.experiments.contract.rules import ALL, BEST, LISTING, OF_ONE, rules_for
from danceoff.experiments.contract.small import SMALL
from danceoff.experiments.contract.strategies import problems_with
from danceoff.problems import catalog
from danceoff.solvers import Feature, UnsupportedProblem, load

pytestmark = pytest.mark.usefixtures("skip_what_cannot_be_asked")

RULES = {**LISTING, **ALL, **BEST}
ANSWERS = (
    "lists every cover once",
    "counts every cover",
    "leaves blocked covers out",
    "answers what is left of a problem",
    "keeps to a bound on the cost",
    "finds the cheapest covers",
)
"""Rules that compare with brute force; the others see a sixth of the problems."""
DERIVED = ("answers what is left of a problem", "keeps to a bound on the cost")
"""Rules that put one more problem to the backend: slow ones are held to them on generated problems only."""


@every_backend
@pytest.mark.parametrize("rule", RULES)
def test_generated_problems(spec, rule, record_property):
    n_examples = examples(spec) if rule in ANSWERS else examples(spec) // 6 + 1

    @settings(max_examples=n_examples, deadline=None, database=None, derandomize=True)
    @given(problems_with(load(spec).features))
    def keep(problem):
        held(spec, RULES[rule], problem)
        if rule in ANSWERS:
            record_property(f"answers: problems compared with brute force: {spec}", 1)

    keep()


AFFORDED = [(spec, name) for spec in SPECS for name in SMALL if not is_dear(spec, name)]


@pytest.mark.parametrize(("spec", "name"), AFFORDED)
def test_small_problems(spec, name, record_property):
    problem, _ = SMALL[name]
    skip_unless_able(spec, problem)
    rules = [rule for rule in ANSWERS if rule not in DERIVED or not spec.startswith(SLOWER_TO_START)]
    for rule in rules:
        if rule in rules_for(load(spec)):
            held(spec, RULES[rule], problem)
            record_property(f"answers: problems compared with brute force: {spec}", 1)


@pytest.mark.parametrize("name", SMALL)
def test_brute_force_knows_the_covers_of_small_problems(name):
    problem, n_covers = SMALL[name]
    assert len(all_covers(problem)) == n_covers


@every_backend
@pytest.mark.parametrize("rule", OF_ONE)
def test_rules_about_one_problem(spec, rule, record_property):
    problem = dealt(8, n_each=2) if spec == "brute-force" and rule in (MANY, STOP) else OF_ONE[rule].problem
    held(spec, OF_ONE[rule].rule, problem)
    if rule == STOP:
        record_property(f"answers: searches left early with nothing left behind: {spec}", 6)


@pytest.mark.parametrize("spec", REFUSALS)
def test_known_refusals_are_still_there(spec):
    for problem, words in REFUSALS[spec]:
        with pytest.raises(UnsupportedProblem, match=words):
            list(load(spec).prepare(problem).cheapest())


PUBLISHED = ["tromino/5x5-0", "tromino/6x6", "queens/6", "sudoku/4x4", "box/line"]


@every_backend
@pytest.mark.parametrize("name", PUBLISHED)
def test_published_counts(spec, name, record_property):
    if spec == "brute-force":
        pytest.skip("would take years")
    if spec in ("cpsat:strategy=blocking", "highs", "scip") and name in ("tromino/6x6", "sudoku/4x4"):
        pytest.skip("presolves anew for each cover: seconds where others take milliseconds")
    published = catalog.instance(name)
    skip_unless_able(spec, published.problem)
    if Feature.LIST in load(spec).features:
        assert len(covers_of(spec, published.problem)) == published.known.covers
    else:
        assert prepare(spec, published.problem).count() == published.known.covers
    record_property(f"answers: published counts found again: {spec}", 1)

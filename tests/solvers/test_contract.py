"""The rules of the contract, which `danceoff contract` knows, too: each installed backend is held to each of them.

A bug found in one backend becomes a rule for all of them.
"""

import re
import tomllib
import warnings
from pathlib import Path

import night
import pytest
from contract import (
    DEEP,
    INSTALLED,
    MANY,
    REFUSALS,
    SLOWER_TO_START,
    SOLVED_ANEW,
    SPECS,
    STOP,
    asked,
    dealt,
    every_backend,
    examples,
    held,
    is_able,
    is_dear,
)
from hypothesis import assume, given

from danceoff.experiments.contract.rules import ALL, BEST, LISTING, OF_ONE
from danceoff.experiments.contract.small import SMALL, all_covers
from danceoff.experiments.contract.strategies import problems_with
from danceoff.problems import catalog
from danceoff.solvers import BACKENDS, Feature, UnsupportedProblem, load, missing

RULES = {**LISTING, **ALL, **BEST}
DERIVED = ("answers what is left of a problem", "keeps to a bound on the cost", "lists each choice of options once")
"""Rules that put more problems to the backend: slow ones are held to them on generated problems and on ONE."""
LISTED = ("lists every cover once", "counts every cover", "leaves blocked covers out", "finds the cheapest covers")
ANSWERS = (*LISTED, *DERIVED)
"""Rules that compare with brute force; the others see a sixth of the problems."""
ONE = "covers inside covers"
TAKING_S = ("race", "highs")
"""Backends that start two processes and more for each of these problems; they see generated ones in the first ring."""


def test_every_backend_that_make_installs_is_tested_here():
    stated = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    needed = [*stated["project"]["dependencies"], *stated["dependency-groups"]["dev"]]
    there = {"", *(re.split(r"[\[<>=]", line)[0] for line in needed)}
    for name, backend in BACKENDS.items():
        of = [backend, BACKENDS.get(backend.also, backend)]
        if there >= {one.package for one in of} and not any(one.program for one in of):
            assert not missing(name), f"{name} is not tested, for it needs: {missing(name)}"
    if absent := [f"{name}: {line}" for name in BACKENDS if (line := missing(name))]:
        here = f"{len(INSTALLED)} of {len(SPECS)} settings are tested"
        warnings.warn(f"{here}; not installed: {'; '.join(absent)}", stacklevel=1)


@every_backend
def test_generated_problems(spec, record_property):
    rules = sorted(asked(spec) & RULES.keys())
    n_compared = 0

    @night.drawn(examples(spec), of=spec)
    @given(problems_with(load(spec).features))
    def keep(problem):
        nonlocal n_compared
        for rule in rules:
            if rule in ANSWERS or int(problem.digest, 16) % 6 == 0:
                assume(held(spec, RULES[rule], problem, rule))
                n_compared += rule in ANSWERS

    keep()
    assert n_compared >= examples(spec)
    record_property(f"answers: problems compared with brute force: {spec}", n_compared)


@pytest.mark.parametrize("spec", [pytest.param(s, marks=pytest.mark.slow) if s in TAKING_S else s for s in INSTALLED])
def test_small_problems(spec, record_property):
    is_slow = spec.startswith(SLOWER_TO_START) and not night.seed
    rules = [rule for rule in ANSWERS if rule in asked(spec)]
    n_compared = 0
    for name, (problem, _) in SMALL.items():
        if not is_dear(spec, name) and is_able(spec, problem):
            here = [rule for rule in rules if not is_slow or rule not in DERIVED or name == ONE]
            n_compared += sum(held(spec, RULES[rule], problem, f"{rule}, {name}") for rule in here)
    assert n_compared
    record_property(f"answers: problems compared with brute force: {spec}", n_compared)


def test_brute_force_knows_the_covers_of_small_problems():
    for name, (problem, n_covers) in SMALL.items():
        assert len(all_covers(problem)) == n_covers, name


@every_backend
def test_rules_about_one_problem(spec, record_property):
    for rule in sorted(asked(spec) & OF_ONE.keys()):
        problem = OF_ONE[rule].problem
        if spec == "brute-force" and rule in (MANY, STOP):
            problem = dealt(8, n_each=2)
        if spec == "parts" and rule == DEEP:  # it measures each of so many branches anew, from the root
            problem = dealt(500)
        is_held = held(spec, OF_ONE[rule].rule, problem, rule)
        if is_held and rule == STOP:
            record_property(f"answers: searches left early with nothing left behind: {spec}", 6)


@pytest.mark.parametrize("spec", [spec for spec in REFUSALS if spec in INSTALLED])
def test_known_refusals_are_still_there(spec):
    for problem, words in REFUSALS[spec]:
        with pytest.raises(UnsupportedProblem, match=words):
            list(load(spec).prepare(problem).cheapest())


PUBLISHED = ["tromino/5x5-0", "queens/6", "box/line", "tromino/6x6", "sudoku/4x4"]


@pytest.mark.parametrize("spec", [spec for spec in INSTALLED if spec != "brute-force"])  # which would take years
def test_published_counts(spec, record_property):
    def finds_the_published_covers(solver, problem):
        assert solver.prepare(problem).count() == known
        if Feature.LIST in solver.features:
            assert len(set(solver.prepare(problem).covers())) == known

    n_found = 0
    for name in PUBLISHED[:3] if spec in (*SOLVED_ANEW, "scip") else PUBLISHED:
        problem, known = catalog.instance(name).problem, catalog.instance(name).known.covers
        n_found += is_able(spec, problem) and held(spec, finds_the_published_covers, problem, name)
    assert n_found
    record_property(f"answers: published counts found again: {spec}", n_found)

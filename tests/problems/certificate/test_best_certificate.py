"""Certificates of the least cost: true ones hold for every kind of problem, and no false one does."""

import random
from dataclasses import replace
from pathlib import Path

import night
import numpy as np
import pytest
from certificates import Parts, best, pack, traced, unpacked
from hypothesis import given
from hypothesis import strategies as st

from danceoff.experiments.contract.small import all_covers, cost
from danceoff.experiments.contract.strategies import priced, problems
from danceoff.problems import Cover, ExactCover
from danceoff.problems.catalog import instance
from danceoff.problems.certificate import InvalidCertificate, check_certificate
from danceoff.solvers import load
from danceoff.solvers.certify import NotBest

PROBLEMS = priced(problems() | problems(multiplicities=True, widest=3) | problems(multiplicities=True, colours=True))


@pytest.fixture(scope="module")
def file(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("certificates") / "some.certificate"


def ranked(problem: ExactCover) -> list[tuple[int, Cover]]:
    return sorted((cost(problem, cover), cover) for cover in all_covers(problem))


def test_random_problems_are_certified_with_their_true_optimum(file, record_property):
    @night.drawn(40)
    @given(PROBLEMS)
    def holds(problem: ExactCover) -> None:
        covers = ranked(problem)
        if not covers:
            return
        (least, cheapest), (most, dearest) = covers[0], covers[-1]
        verdict = check_certificate(problem, best(file, problem, cheapest))
        assert (verdict.kind, verdict.count, verdict.cost) == ("best", 1, least)
        record_property("certificates: random problems certified with the optimum of brute force", 1)
        if most > least:
            with pytest.raises(NotBest, match="there is a cover that is cheaper by"):
                best(file, problem, dearest)

    holds()


def test_no_certificate_for_other_costs_shows_a_false_optimum(file, record_property):
    """Other options get dearer, so that another cover is cheapest; its certificate is put forward for the old costs."""

    @night.drawn(60)
    @given(priced(problems(max_items=5, max_options=8)), st.randoms(use_true_random=False))
    def refused(problem: ExactCover, random: random.Random) -> None:
        covers = ranked(problem)
        if len(covers) < 2 or covers[0][0] == covers[-1][0] or np.abs(problem.cost).max() > 1000:
            return
        _, claimed = random.choice([each for each in covers if each[0] > covers[0][0]])
        dearer = problem.cost + 1000 * ~np.isin(np.arange(problem.n_options), claimed)
        for other in (replace(problem, cost=dearer), replace(problem, cost=problem.cost + (dearer > 999))):
            if ranked(other)[0][0] == cost(other, claimed):
                parts = unpacked(best(file, other, claimed))
                parts = parts._replace(digest=problem.digest, count=cost(problem, claimed))
                with pytest.raises(InvalidCertificate):
                    check_certificate(problem, pack(file, parts))
                record_property("certificates: optima certified for other costs and refused", 1)

    refused()


LADDER = ExactCover.from_options(["a", "b", "ab", "bc", "c", "ac"], "abc", cost=[3, 1, 5, 2, 4, 2])
"""Covers: 0 3 (5), 1 5 (3), 0 1 4 (8), 2 4 (9)."""


def words_of(places: int, prices: list[int], cover: list[int], steps: list[int]) -> list[int]:
    return [0, len(cover), *cover, places, *np.array(prices, "<i8").view("<i4").tolist(), *steps]


@pytest.mark.parametrize(
    ("count", "words", "reason"),
    [
        (3, words_of(0, [1, 1, 1], [1, 5], []), ""),  # the prices are the optimum, so nothing has to be walked
        (3, words_of(0, [0, 0, 0], [1, 5], [0, 1]), ""),
        (3, words_of(1, [2, 2, 2], [1, 5], []), ""),
        (3, words_of(0, [0, 0, 0], [1, 5], [0]), "ends before its proof does"),
        (3, words_of(0, [1, 1, 1], [1, 5], [0]), "further words"),
        (2, words_of(0, [1, 1, 1], [1, 5], []), "claims a cover of cost 2 and has one of cost 3"),
        (-3, words_of(0, [1, 1, 1], [1, 5], []), "claims a cover of cost -3 and has one of cost 3"),
        (3, words_of(0, [2, 1, 1], [1, 5], []), "option 5 costs less than the prices of its items"),
        (3, words_of(0, [1, 2, 0], [1, 5], []), "option 1 costs less than the prices of its items"),
        (3, words_of(62, [0, 0, 0], [1, 5], []), "its prices have 62 binary places"),
        (3, words_of(-1, [], [1, 5], [0, 1, 2, 1]), ""),
        (3, words_of(-2, [], [1, 5], []), "its prices have -2 binary places"),
        (3, words_of(0, [-(2**63), 0, 0], [1, 5], []), "its prices are too large"),
        (3, words_of(61, [0, 0, 0], [1, 5], []), "its prices are too large"),
        (3, words_of(0, [1, 1, 1], [1, 1], []), "covers an item too seldom or too often"),
        (3, words_of(0, [1, 1, 1], [5, 1], []), "out of order"),
        (3, words_of(0, [1, 1, 1], [1, 9], []), "which does not exist"),
        (5, words_of(0, [1, 1, 1], [0, 3], [0, 1]), "a cover that is cheaper by 2"),
        (5, words_of(0, [0, 0, 0], [0, 3], [0, 1, 2, 1]), "a cover that is cheaper by 2"),
        (8, words_of(0, [0, 0, 0], [0, 1, 4], [0, 1, 2, 1]), "a cover that is cheaper by 5"),
    ],
)
def test_a_wrong_certificate_is_rejected_with_a_reason(count, words, reason, file):
    pack(file, Parts("best", LADDER.digest, count, words))
    if reason:
        with pytest.raises(InvalidCertificate, match=reason):
            check_certificate(LADDER, file)
    else:
        assert str(check_certificate(LADDER, file)).startswith("the best cover costs 3, by a trace of ")


@pytest.mark.parametrize("loose", [{}, {"m": (0, 1)}, {"m": (0, 3)}, {"m": (0, 9)}])
@pytest.mark.parametrize("colour", [0, 1])
def test_a_negative_price_counts_as_often_as_its_item_may_be_covered(colour, loose, file):
    """The option that costs 1 covers an item of price -4 as well; at its price, nothing has to be walked."""
    other = "m" if loose else ("s", 1) if colour else "s"
    options = [["a"], ["a", other], ["b", other], ["b"]]
    problem = ExactCover.from_options(
        options, ["a", "b", *loose], [] if loose else ["s"], multiplicity=loose, cost=[5, 1, 6, 0]
    )
    for price, claim, is_refused in ((-4, 5, True), (0, 1, False), (0, 5, True)):
        prices = [5 if price else 1, 0, price]
        parts = Parts("best", problem.digest, claim, words_of(0, prices, [0, 3] if claim == 5 else [1, 3], []))
        if is_refused:
            with pytest.raises(InvalidCertificate, match="ends before its proof does"):
                check_certificate(problem, pack(file, parts))
        else:
            assert check_certificate(problem, pack(file, parts)).cost == 1


def test_a_symmetry_has_to_keep_costs(file):
    """It exchanges two items, and so two options at the root; only one of them would be walked."""
    for costs, reason in (([1, 1], ""), ([2, 1], "does not map the options to the options")):
        problem = ExactCover.from_options([["a", "b"], ["a", "c"]], "a", "bc", cost=costs)
        pack(file, Parts("best", problem.digest, costs[0], [1, 0, 2, 1, 1, 0, 0, *[0] * 6, 0]))
        if reason:
            with pytest.raises(InvalidCertificate, match=reason):
                check_certificate(problem, file)
        else:
            assert check_certificate(problem, file).cost == 1


@pytest.mark.parametrize("name", ["ladder", "airline/sppnw41"])
def test_no_change_of_the_words_shows_a_false_optimum(name, file, record_property):
    problem = LADDER if name == "ladder" else instance(name).problem
    least, cover = (3, (1, 5)) if name == "ladder" else cheapest(problem)
    parts = unpacked(best(file, problem, cover))
    rng, n = random.Random(night.seed), night.times(20)
    record_property("certificates: random changes of which none showed a false optimum", 3 * n)
    for count in (least - 1, least, least + 1) * n:
        words = list(parts.words)
        k = rng.randrange(len(words))
        words[k : k + rng.randrange(2)] = [rng.choice(words) + rng.choice([-1, 0, 1])] * rng.randrange(2)
        try:
            verdict = check_certificate(problem, pack(file, parts._replace(count=count, words=words)))
        except InvalidCertificate:
            continue
        assert verdict.cost == least


def cheapest(problem: ExactCover) -> tuple[int, Cover]:
    found = [step.cover for step in load("counter").prepare(problem).cheapest() if step.cover is not None]
    return min((cost(problem, tuple(sorted(cover))), tuple(sorted(cover))) for cover in found)


@pytest.mark.parametrize(
    ("name", "optimum", "n_covers"), [("airline/sppnw41", 11307, 163155), ("airline/sppnw43", 8904, 5442901)]
)
def test_crew_schedules_are_certified(name, optimum, n_covers, file):
    problem = instance(name).problem
    least, cover = cheapest(problem)
    assert check_certificate(problem, best(file, problem, cover)).cost == least == optimum
    assert check_certificate(problem, traced(file, problem)).count == n_covers


def test_an_option_that_costs_too_little_is_called_by_its_name(file):
    problem = replace(LADDER, option_names=("Ann", "Bob", "Cleo", "Dan", "Eve", "Flo"))
    pack(file, Parts("best", problem.digest, 3, words_of(0, [2, 1, 1], [1, 5], [])))
    with pytest.raises(InvalidCertificate, match="option 'Flo' costs less than the prices of its items"):
        check_certificate(problem, file)

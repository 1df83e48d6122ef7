"""Partitions into progressions and into blocks that obey a rule: brute force, and terms that were new."""

from collections.abc import Callable
from itertools import combinations, pairwise
from math import gcd

import pytest

from danceoff.problems.catalog import instance
from danceoff.solvers import load


def rises_evenly(block: tuple[int, ...]) -> bool:
    return len({b - a for a, b in pairwise(block)}) <= 1


def is_coprime(block: tuple[int, ...]) -> bool:
    return all(gcd(*pair) == 1 for pair in combinations(block, 2))


RULES: dict[str, Callable[[tuple[int, ...]], bool]] = {
    "blocks/progression-7": rises_evenly,
    "blocks/coprime-7": is_coprime,
    "blocks/coprime-many-7": lambda block: is_coprime(block) and (len(block) > 1 or block == (1,)),
    "blocks/mean-7": lambda block: sum(block) == 4 * len(block),
    "blocks/sum-free-7": lambda block: not any(a + b in block for a in block for b in block),
    "progression/3x4-2": lambda block: len(block) == 3 and rises_evenly(block) and block[1] - block[0] <= 2,
    "progression/2x3-99": lambda block: len(block) == 2,
}


@pytest.mark.parametrize("name", RULES)
def test_the_options_are_the_sets_that_obey_the_rule(name: str) -> None:
    found = instance(name)
    assert found.board is not None
    numbers = range(1, found.problem.n_items + 1)
    sets = (block for size in numbers for block in combinations(numbers, size) if RULES[name](block))
    named = [found.board.option_name(k) for k in range(found.problem.n_options)]
    assert found.problem.item_name(0) == "1"
    assert sorted(named) == sorted("-".join(map(str, block)) for block in sets)


NEW = {"progression/8x18": 3252205, "blocks/coprime-many-20": 565920, "blocks/mean-16": 11295}


@pytest.mark.parametrize("name", NEW)
def test_terms_that_were_new(name: str) -> None:
    """results/new-numbers.md has them."""
    assert load("counter:method=memo").prepare(instance(name).problem).count() == NEW[name]

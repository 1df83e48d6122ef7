"""Draws problems at random from all families, with changes. Sizes are near listed ones."""

import re

import numpy as np

from danceoff.problems import InvalidProblem, catalog

_LARGEST = 1 << 17  # entries: more take seconds to build
_FURTHEST = 3  # how far a number of a size is from that of a listed one
_SHARES = {"holes": 0.15, "given": 0.3, "fewer": 0.15, "copies": 0.15, "colours": 0.1, "bound": 0.05, "order": 0.3}
"""How many of the problems are changed in each way."""


def draw(random: np.random.Generator, has_costs: bool) -> str:
    """Return the name of a problem, which may be too easy or too hard to be of use.

    has_costs: whether it has costs.
    """
    families = [family for family in catalog.in_order() if family.listed]
    while True:
        family = families[random.integers(len(families))]
        sizes = list(family.listed)
        name = f"{family.name}/{_near(sizes[random.integers(len(sizes))], random)}".rstrip("/")
        for change, share in _SHARES.items():
            if random.random() < share:
                name += f"/{change}-{random.integers(1, 10)}-{random.integers(1000)}"
        if has_costs and "costs" not in name:
            name += f"/costs-1-{random.integers(1000)}"
        try:
            problem = catalog.instance(name).problem
        except InvalidProblem:
            continue
        if problem.n_options and len(problem.item) <= _LARGEST and problem.has_costs >= has_costs:
            return name


def _near(size: str, random: np.random.Generator) -> str:
    def other(number: re.Match[str]) -> str:
        if len(number[0]) > 2 or random.random() < 0.3:
            return number[0]
        return str(max(1, int(number[0]) + int(random.integers(-_FURTHEST, _FURTHEST + 1))))

    return re.sub(r"\d+", other, size)

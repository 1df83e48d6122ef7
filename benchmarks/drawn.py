"""Problems drawn at random from all families, each named so that anyone can draw it again.

A name is that of an instance and what was changed in it: `tromino/8x9 holes-3-417 costs-99` is the board of 8x9 without
3 items, drawn with seed 417, and with random costs. Sizes are near listed ones, and what a family refuses is not drawn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from danceoff.problems import ExactCover, InvalidProblem, catalog
from danceoff.solvers.rewriting.split import options_in_a_cover

_LARGEST = 1 << 17  # entries: more take seconds to build
_FURTHEST = 3  # how far a number of a size is from that of a listed one
_COLOURS, _COLOURED = 3, 0.2  # of an item that is added, and the share of the options that colour it
_MOST_COST = 100
_BOUNDS = ((0, 1), (0, 2), (1, 2), (2, 2))


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
                name += f" {change}-{random.integers(1, 10)}-{random.integers(1000)}"
        if has_costs and "costs" not in name:
            name += f" costs-1-{random.integers(1000)}"
        try:
            problem = drawn(name)
        except InvalidProblem:
            continue
        if problem.n_options and len(problem.item) <= _LARGEST and problem.has_costs >= has_costs:
            return name


def drawn(name: str) -> ExactCover:
    """Return the problem of a name.

    Raises InvalidProblem if a family refuses the size.
    """
    of, *changes = name.split(" ")
    problem = catalog.instance(of).problem
    for change in changes:
        kind, n, seed = change.split("-")
        if problem.n_options and problem.n_primary:
            problem = _CHANGES[kind](problem, int(n), np.random.default_rng(int(seed)))
    return problem


def _near(size: str, random: np.random.Generator) -> str:
    def other(number: re.Match[str]) -> str:
        if len(number[0]) > 2 or random.random() < 0.3:
            return number[0]
        return str(max(1, int(number[0]) + int(random.integers(-_FURTHEST, _FURTHEST + 1))))

    return re.sub(r"\d+", other, size)


def _holes(problem: ExactCover, n: int, random: np.random.Generator) -> ExactCover:
    """Leave out n items and the options that cover them."""
    gone = random.permutation(problem.n_primary)[:n]
    rest = _kept(problem, ~_cover(problem, gone))
    number = np.cumsum(~np.isin(np.arange(problem.n_items), gone)) - 1
    kept = np.setdiff1d(np.arange(problem.n_items), gone)
    return replace(
        rest,
        item=number[rest.item],
        n_items=len(kept),
        n_primary=problem.n_primary - len(gone),
        least=rest.least[kept],
        most=rest.most[kept],
    )


def _given(problem: ExactCover, n: int, random: np.random.Generator) -> ExactCover:
    """Take up to n options one after the other, each of those that are left."""
    for _ in range(n):
        if problem.n_options > 1:
            problem = problem.given([int(random.integers(problem.n_options))])
    return problem


def _fewer(problem: ExactCover, n: int, random: np.random.Generator) -> ExactCover:
    """Leave out up to 4 n of 100 options."""
    return _kept(problem, random.random(problem.n_options) >= 0.04 * n)


def _copies(problem: ExactCover, n: int, random: np.random.Generator) -> ExactCover:
    """Give n items other bounds."""
    least, most = problem.least.copy(), problem.most.copy()
    for item in random.permutation(problem.n_primary)[:n]:
        least[item], most[item] = _BOUNDS[random.integers(len(_BOUNDS))]
    return replace(problem, least=least, most=most)


def _colours(problem: ExactCover, n: int, random: np.random.Generator) -> ExactCover:
    """Add n items that some options colour."""
    owner = np.repeat(np.arange(problem.n_options), np.diff(problem.start))
    old = problem.colour if problem.has_colours else np.zeros(len(problem.item), np.int32)
    colour = np.where(random.random((problem.n_options, n)) < _COLOURED, random.integers(1, _COLOURS + 1, n), 0)
    colour = np.where(colour > 0, random.integers(1, _COLOURS + 1, colour.shape), 0)
    option, added = np.nonzero(colour)
    owners = np.concatenate([owner, option])
    order = np.argsort(owners, kind="stable")
    return replace(
        problem,
        start=np.concatenate([[0], np.cumsum(np.bincount(owners, minlength=problem.n_options))]),
        item=np.concatenate([problem.item, problem.n_items + added])[order],
        colour=np.concatenate([old, colour[option, added]])[order],
        n_items=problem.n_items + n,
        least=np.append(problem.least, np.zeros(n, int)),
        most=np.append(problem.most, np.ones(n, int)),
        item_names=(),
        colour_names=(),
    )


def _costs(problem: ExactCover, _n: int, random: np.random.Generator) -> ExactCover:
    """Give each option a cost."""
    return replace(problem, cost=random.integers(1, _MOST_COST + 1, problem.n_options), max_cost=None, cost_scale=1)


def _bound(problem: ExactCover, n: int, random: np.random.Generator) -> ExactCover:
    """Give each option a cost, and bound that of a cover by a share of the usual cost."""
    problem = _costs(problem, n, random)
    return replace(problem, max_cost=int(problem.cost.mean() * options_in_a_cover(problem) * (0.5 + 0.05 * n)))


def _order(problem: ExactCover, _n: int, random: np.random.Generator) -> ExactCover:
    """Change the order of the options."""
    order = random.permutation(problem.n_options)
    return _picked(problem, order)


def _cover(problem: ExactCover, items: np.ndarray) -> np.ndarray:
    """Return which options cover one of these items."""
    owner = np.repeat(np.arange(problem.n_options), np.diff(problem.start))
    return np.bincount(owner[np.isin(problem.item, items)], minlength=problem.n_options) > 0


def _kept(problem: ExactCover, is_kept: np.ndarray) -> ExactCover:
    return _picked(problem, np.flatnonzero(is_kept))


def _picked(problem: ExactCover, options: np.ndarray) -> ExactCover:
    """Return the problem with these options in this order, as a root problem without names."""
    start = problem.start.tolist()
    place = [k for option in options.tolist() for k in range(start[option], start[option + 1])]
    length = np.diff(problem.start)[options]
    return ExactCover(
        np.concatenate([[0], np.cumsum(length)]).astype(np.int32),
        problem.item[place],
        problem.n_items,
        problem.n_primary,
        least=problem.least,
        most=problem.most,
        colour=problem.colour[place] if problem.has_colours else np.zeros(0, np.int32),
        cost=problem.cost[options] if problem.has_costs else np.zeros(0, np.int64),
        max_cost=problem.max_cost,
    )


_CHANGES: Mapping[str, Callable[[ExactCover, int, np.random.Generator], ExactCover]] = {
    "holes": _holes,
    "given": _given,
    "fewer": _fewer,
    "copies": _copies,
    "colours": _colours,
    "costs": _costs,
    "bound": _bound,
    "order": _order,
}
_SHARES = {"holes": 0.15, "given": 0.3, "fewer": 0.15, "copies": 0.15, "colours": 0.1, "bound": 0.05, "order": 0.3}
"""How many of the problems are changed in each way."""

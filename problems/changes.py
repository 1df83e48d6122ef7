"""Problems made from others by changes drawn at random, each named so that anyone can make it again.

`tromino/8x9/holes-3-417/costs-1-99` is tromino/8x9 without 3 items, drawn with seed 417, and with random costs. A
benchmark of such problems is new to every solver.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np

from danceoff.problems.model.cover import ExactCover, InvalidProblem
from danceoff.problems.model.options import with_options

_COLOURS, _COLOURED = 3, 0.2  # of an item that is added, and the share of the options that colour it
_MOST_COST = 100
_BOUNDS = ((0, 1), (0, 2), (1, 2), (2, 2))


def is_change(text: str) -> bool:
    """Return whether a part of a name begins as a change does."""
    return text.partition("-")[0] in CHANGES


def changed(problem: ExactCover, change: str) -> ExactCover:
    """Return the problem after a change, KIND-N-SEED; raises InvalidProblem for any other text."""
    parts = re.fullmatch(r"([a-z]+)-([1-9]\d?)-(\d{1,9})", change)
    if not parts or parts[1] not in CHANGES:
        raise InvalidProblem(f"{change!r}: a change is KIND-N-SEED, with a KIND of {', '.join(CHANGES)}")
    if problem.n_options == 0 or problem.n_primary == 0:
        return problem
    return CHANGES[parts[1]](problem, int(parts[2]), np.random.default_rng(int(parts[3])))


def _holes(problem: ExactCover, n: int, random: np.random.Generator) -> ExactCover:
    """Leave out n items and the options that cover them."""
    gone = random.permutation(problem.n_primary)[:n]
    owner = np.repeat(np.arange(problem.n_options), np.diff(problem.start))
    n_gone = np.bincount(owner[np.isin(problem.item, gone)], minlength=problem.n_options)
    rest = with_options(problem, np.flatnonzero(n_gone == 0))
    number = np.cumsum(~np.isin(np.arange(problem.n_items), gone)) - 1
    kept = np.setdiff1d(np.arange(problem.n_items), gone)
    return replace(
        rest,
        item=number[rest.item],
        item_names=(),
        n_items=len(kept),
        n_primary=problem.n_primary - len(gone),
        least=rest.least[kept],
        most=rest.most[kept],
    )


def _given(problem: ExactCover, n: int, random: np.random.Generator) -> ExactCover:
    """Take up to n options, one after the other, each among the options that are then left."""
    for _ in range(n):
        if problem.n_options > 1:
            problem = problem.given([int(random.integers(problem.n_options))])
    return problem


def _fewer(problem: ExactCover, n: int, random: np.random.Generator) -> ExactCover:
    """Leave out each option with a probability of 4 n percent."""
    return with_options(problem, np.flatnonzero(random.random(problem.n_options) >= 0.04 * n))


def _copies(problem: ExactCover, n: int, random: np.random.Generator) -> ExactCover:
    """Give n items another multiplicity."""
    least, most = problem.least.copy(), problem.most.copy()
    for item in random.permutation(problem.n_primary)[:n]:
        least[item], most[item] = _BOUNDS[random.integers(len(_BOUNDS))]
    return replace(problem, least=least, most=most)


def _colours(problem: ExactCover, n: int, random: np.random.Generator) -> ExactCover:
    """Add n items that some options colour."""
    owner = np.repeat(np.arange(problem.n_options), np.diff(problem.start))
    old = problem.colour if problem.has_colours else np.zeros(len(problem.item), np.int32)
    colour = np.where(random.random((problem.n_options, n)) < _COLOURED, random.integers(1, _COLOURS + 1, n), 0)
    # The first draw gives an item one colour for all its options: so each of its entries draws again. Both draws stay,
    # for a name must go on to make the same problem.
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
    return replace(
        problem, cost=random.integers(1, _MOST_COST + 1, problem.n_options), max_cost=None, constant=0, cost_scale=1
    )


def _bound(problem: ExactCover, n: int, random: np.random.Generator) -> ExactCover:
    """Give each option a cost, and bound the cost of a cover by a share of the usual cost."""
    problem = _costs(problem, n, random)
    # As many as in a cover by options of mean size.
    n_chosen = problem.n_primary * problem.n_options / np.count_nonzero(problem.item < problem.n_primary)
    return replace(problem, max_cost=int(problem.cost.mean() * n_chosen * (0.5 + 0.05 * n)))


def _order(problem: ExactCover, _n: int, random: np.random.Generator) -> ExactCover:
    """Change the order of the options."""
    return with_options(problem, random.permutation(problem.n_options))


CHANGES: Mapping[str, Callable[[ExactCover, int, np.random.Generator], ExactCover]] = {
    "holes": _holes,
    "given": _given,
    "fewer": _fewer,
    "copies": _copies,
    "colours": _colours,
    "costs": _costs,
    "bound": _bound,
    "order": _order,
}

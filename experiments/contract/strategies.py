"""Random small exact cover problems for hypothesis."""

from collections.abc import Collection, Hashable
from dataclasses import replace

import numpy as np
from hypothesis import strategies as st

from danceoff.problems import ExactCover
from danceoff.solvers import Feature

_LARGEST = 2**31 - 1


def problems_with(features: Collection[Feature]) -> st.SearchStrategy[ExactCover]:
    """Draw problems that need only these features; each feature occurs in some of the problems."""
    kinds = [problems(secondary=Feature.SECONDARY in features)]
    if Feature.MULTIPLICITY in features:
        kinds.append(problems(multiplicities=True))
    if Feature.COLOUR in features:
        kinds.append(problems(colours=True, multiplicities=Feature.MULTIPLICITY in features))
    kinds.append(priced(st.one_of(kinds)))
    if not {Feature.LIST, Feature.MAX_COST}.isdisjoint(features):
        kinds.append(priced(st.one_of(kinds[:-1]), bounded=True))
    return st.one_of(kinds)


@st.composite
def priced(draw: st.DrawFn, unpriced: st.SearchStrategy[ExactCover], bounded: bool = False) -> ExactCover:
    """Draw problems with costs that are small, equal, of any sign, huge, or missing.

    bounded: whether the problem bounds the cost of covers, near the costs that occur.
    """
    problem = draw(unpriced)
    n = problem.n_options
    most = (2**62 - 1) // max(n, 1)  # the sum of all costs stays below 2^62
    huge = st.sampled_from([most, -most, most - 1, 0, 1])
    amounts = draw(st.sampled_from([st.integers(0, 9), st.integers(-5, 5), st.integers(0, 1), huge, st.just(0)]))
    cost = np.array(draw(st.lists(amounts, min_size=n, max_size=n)), np.int64)
    if not bounded:
        return replace(problem, cost=cost)
    chosen = draw(st.lists(st.integers(0, n - 1), max_size=4, unique=True)) if n else []
    return replace(problem, cost=cost, max_cost=sum(cost[chosen].tolist()) // 2)


@st.composite
def problems(
    draw: st.DrawFn,
    max_items: int = 8,
    max_options: int = 12,
    secondary: bool = True,
    multiplicities: bool = False,
    colours: bool = False,
    widest: int = 5,
) -> ExactCover:
    """Draw planted, impossible and empty problems, with repeated options and, by default, secondary items.

    multiplicities: whether some of the primary items may be covered several times, or left uncovered.
    colours: whether options may give colours to secondary items.
    widest: the most items of an option that is not planted.
    """
    n_primary = draw(st.integers(0, max_items - colours))
    n_secondary = draw(st.integers(int(colours), max_items - n_primary)) if secondary else 0
    n_items = n_primary + n_secondary
    options = _planted(draw, n_primary, n_items, colours) if draw(st.booleans()) else []
    if n_primary:
        options += draw(st.lists(_option(n_primary, n_items, widest), max_size=max(0, max_options - len(options))))
    if options and len(options) < max_options and draw(st.booleans()):
        options.append(draw(st.sampled_from(options)))
    counted = draw(st.frozensets(st.integers(0, n_primary - 1))) if multiplicities and n_primary else ()
    multiplicity: dict[Hashable, tuple[int, int]] = {item: draw(_bounds()) for item in sorted(counted)}
    items = range(n_primary), range(n_primary, n_items)
    options = draw(st.permutations(options))
    if colours:  # sorted, because the order of a set that holds text differs from run to run
        rows = [[_coloured(draw, item, n_primary) for item in sorted(row, key=str)] for row in options]
        return ExactCover.from_options(rows, *items, multiplicity=multiplicity)
    return ExactCover.from_options(options, *items, multiplicity=multiplicity)


def _coloured(draw: st.DrawFn, item: Hashable, n_primary: int) -> Hashable:
    if not isinstance(item, int) or item < n_primary:
        return item
    colour = draw(st.sampled_from(["", "red", "red", "green", "blue"]))
    return (item, colour) if colour else item


@st.composite
def _bounds(draw: st.DrawFn) -> tuple[int, int]:
    least = draw(st.sampled_from([*range(4), *range(4), _LARGEST]))
    return least, draw(st.sampled_from([*range(max(least, 1), 5), _LARGEST]))


@st.composite
def _option(draw: st.DrawFn, n_primary: int, n_items: int, widest: int) -> frozenset[Hashable]:
    items: frozenset[Hashable] = draw(st.frozensets(st.integers(0, n_items - 1), max_size=widest - 1))
    return items | {draw(st.integers(0, n_primary - 1))}


def _planted(draw: st.DrawFn, n_primary: int, n_items: int, colours: bool) -> list[frozenset[Hashable]]:
    """Draw options that are a cover together; with colours, several may share a secondary item, all in one colour."""
    options: dict[int, set[Hashable]] = {}
    for item in range(n_primary):
        options.setdefault(draw(st.integers(0, n_primary - 1)), set()).add(item)
    for item in range(n_primary, n_items):
        if colours and draw(st.booleans()):
            for owner in options:
                if draw(st.booleans()):
                    options[owner].add((item, "red"))
            continue
        owner = draw(st.integers(0, n_primary))
        if owner in options:
            options[owner].add(item)
    return [frozenset(items) for items in options.values()]

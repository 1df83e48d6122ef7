"""Steiner triple systems: triples of v points such that every pair of points is in exactly one: `steiner/9`.

`steiner-cover/27`, MIPLIB's stein27, asks for the fewest points that meet all triples of a system: D. R. Fulkerson, G.
L. Nemhauser and L. E. Trotter, Math. Programming Study 2 (1974) 72: small and hard to optimise. A point is an option of
cost 1, a triple an item covered 1 to 3 times.

As in that paper, a system of V points is made from a system of V / 3 points if V is a multiple of 9. Other systems are
R. C. Bose's. There are 80 systems of 15 points, and the paper may use another one, but the optimum for our systems of
15 and 45 points is the same. stein27 has our triples and one more row, which asks for at least 13 points and excludes
no cover.
"""

from dataclasses import replace
from functools import partial
from itertools import chain, combinations

import numpy as np

from danceoff.problems.grids.points import Points
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import IntArray, InvalidProblem
from danceoff.problems.model.sizes import equal_options, joined, refuse_beyond_limit, whole_number

_FORM = "V, the number of points"


def _systems(size: str) -> Model:
    v = whole_number(size, _FORM)
    refuse_beyond_limit(v * v * v // 2, f"all triples of {v} points")
    pairs = np.column_stack(np.triu_indices(v, 1)).astype(np.int32)
    number = np.zeros((v, v), np.int32)
    number[pairs[:, 0], pairs[:, 1]] = np.arange(len(pairs))
    triples = np.fromiter(chain.from_iterable(combinations(range(v), 3)), np.int32).reshape(-1, 3)
    first, second, third = triples.T
    items = np.column_stack([number[first, second], number[first, third], number[second, third]])
    problem = equal_options(items, len(pairs), partial(joined, pairs), partial(joined, triples))
    return problem, Points(v, problem.start, triples.ravel())


def _cover(size: str) -> Model:
    v = whole_number(size, _FORM)
    if v % 6 != 3:
        raise InvalidProblem(f"a system of {v} points: only 3, 9, 15, 21, ... are built")
    refuse_beyond_limit(v * v // 2, f"a system of {v} points")
    triples = _triples(v)
    by_point = np.argsort(triples.ravel(), kind="stable").astype(np.int32) // 3  # the triples of point 0, 1, ...
    problem = equal_options(by_point.reshape(v, -1), len(triples), partial(joined, triples), str)
    most = np.full(len(triples), 3, np.int32)
    problem = replace(problem, most=most, cost=np.ones(v, np.int64))
    return problem, Points(v, np.arange(v + 1, dtype=np.int32), np.arange(v, dtype=np.int32))


def _triples(v: int) -> IntArray:
    """The triples of a system of v points, int32[n_triples, 3]."""
    if v == 3:
        return np.array([[0, 1, 2]], np.int32)
    third = v // 3
    if v % 9 == 0:  # Fulkerson, Nemhauser and Trotter; below, Bose
        smaller = _triples(third)
        product = np.zeros((third, third), np.int32)  # of two points: the third point of their triple
        np.fill_diagonal(product, range(third))
        for a, b, c in (smaller.T[list(order)] for order in ((0, 1, 2), (1, 2, 0), (2, 0, 1))):
            product[a, b] = product[b, a] = c
        x, y = np.indices((third, third)).reshape(2, -1)
        across = np.column_stack([x, y + third, product[x, y] + 2 * third])
        return np.concatenate([*(smaller + copy * third for copy in range(3)), across]).astype(np.int32)
    point = np.arange(third)
    x, y = np.triu_indices(third, 1)
    mean = (x + y) * (third + 1) // 2 % third
    sides = [
        np.column_stack([x + level * third, y + level * third, mean + (level + 1) % 3 * third]) for level in range(3)
    ]
    return np.concatenate([np.column_stack([point, point + third, point + 2 * third]), *sides]).astype(np.int32)


FAMILIES = (Family("steiner", _FORM, _systems), Family("steiner-cover", _FORM, _cover))

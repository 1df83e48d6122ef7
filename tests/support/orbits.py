"""Orbits of covers: found by the broken search, and by applying every symmetry to every cover."""

import numpy as np

from danceoff.experiments.run.one_case.orbit_search import OrbitSearch
from danceoff.problems import Cover, check
from danceoff.problems.analysis.group import Group, symmetries
from danceoff.problems.catalog import instance
from danceoff.problems.instance import Instance
from danceoff.solvers import load


def group_of(name: str) -> Group:
    case = instance(name)
    return symmetries(case.problem, case.board)


def moved(permutation: np.ndarray, cover: Cover) -> Cover:
    return tuple(sorted(permutation[list(cover)].tolist()))


def plain_orbits(group: Group, covers: set[Cover]) -> set[frozenset[Cover]]:
    """The orbits, by applying every symmetry to every cover."""
    return {frozenset(moved(permutation, cover) for permutation in group) for cover in covers}


def walked(case: Instance, spec: str) -> OrbitSearch:
    broken = OrbitSearch(load(spec), case)
    for batch in broken.batches():
        assert check(case.problem, batch).all()
    assert broken.orbits.contradiction() == ""
    return broken

"""Orbits of covers: found by the broken search, and by applying every symmetry to every cover; problems that turn."""

from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import strategies as st

from danceoff.problems import Cover, ExactCover, check
from danceoff.problems.analysis.group import Group, symmetries
from danceoff.problems.analysis.quotient import _cycles
from danceoff.problems.catalog import instance
from danceoff.problems.instance import Instance
from danceoff.solvers import load
from danceoff.solvers.rewriting.orbit_search import OrbitSearch


@st.composite
def turning(draw: st.DrawFn) -> tuple[ExactCover, np.ndarray]:
    """A problem on items in rings of 2 to 4, and the permutation of its options that turns all rings by one step.
    Options come in rings, too, or stay as they are. Two items and a colour are in no ring."""
    n_turns = draw(st.integers(2, 4))
    n_primary, n_secondary = draw(st.integers(1, 3)), draw(st.integers(0, 1))
    primary = [("p", k, side) for k in range(n_primary) for side in range(n_turns)] + ["centre"]
    secondary = [("s", k, side) for k in range(n_secondary) for side in range(n_turns)] + ["hub"]
    colours = ["", "", "same", *range(n_turns)]
    options, image = [], []
    for _ in range(draw(st.integers(1, 4))):
        entries = [*draw(st.sets(st.sampled_from(primary), min_size=1, max_size=3))]
        for item in sorted(draw(st.sets(st.sampled_from(secondary), max_size=2)), key=str):
            colour = draw(st.sampled_from(colours))
            entries.append(item if colour == "" else (item, colour))
        ring = [entries]
        while (last := [turned(entry, n_turns) for entry in ring[-1]]) and len(ring) < n_turns:
            ring.append(last)
        if set(ring[0]) == set(ring[1]) and draw(st.booleans()):
            ring = ring[:1]
        image += [len(options) + (k + 1) % len(ring) for k in range(len(ring))]
        options += ring
    bounds = st.sampled_from([(1, 1), (1, 1), (0, 1), (0, 2), (1, 2), (2, 2), (1, 3)])
    ring_bounds, centre = draw(bounds), draw(bounds)
    multiplicity = {item: ring_bounds for item in primary if item[1] == 0} | {"centre": centre}
    problem = ExactCover.from_options(options, primary, secondary, multiplicity=multiplicity)
    permutation = np.array(image, np.int32)
    if draw(st.booleans()):
        cost = np.array([draw(st.integers(-2, 5)) for _ in options])[_cycles(permutation)]
        problem = replace(problem, cost=cost, max_cost=draw(st.integers(-2, 9)))
    return problem, permutation


def turned(entry: Any, n_turns: int) -> Any:
    if entry in ("centre", "hub"):
        return entry
    if len(entry) == 2:
        colour = entry[1]
        return turned(entry[0], n_turns), colour if colour == "same" else (colour + 1) % n_turns
    kind, k, side = entry
    return kind, k, (side + 1) % n_turns


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

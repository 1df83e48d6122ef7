"""A fuzz of the engine that learns: everything that is rare in small problems happens all the time.

It restarts after a conflict or three, reduces its clauses every few, changes the rule of branching, stops and resumes
learning, and is interrupted after every few decisions. The covers are compared with those of dancing links, and no
learned clause may exclude one of them, or one that is cheaper than those found where the cheapest are sought.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import NamedTuple
from unittest.mock import patch

import numpy as np
from fuzz_target import Target
from hypothesis import strategies as st
from numpy.typing import NDArray

from danceoff.experiments.contract.strategies import problems_with
from danceoff.problems import Cover, Covers, ExactCover
from danceoff.problems.catalog import instance
from danceoff.problems.formats import knuth
from danceoff.solvers import load
from danceoff.solvers.engines.learning import Learn, solver, state
from danceoff.solvers.engines.learning.solver import LearnSearch
from danceoff.solvers.engines.learning.state import State

NAMES = (
    *("domino/4x6", "tromino/5x6", "tromino/6x6", "queens/6", "queens/7", "queens/8"),
    *("langford/7", "langford/8", "skolem/7", "latin/4", "sudoku/4x4"),
)
PACES: Mapping[str, tuple[int, ...]] = {
    "_RESTART": (1, 1, 3),
    "_REDUCTION": (4, 4, 10),
    "_LATER_REDUCTION": (0, 1),
    "_WINDOW": (2, 3, 50),
    "_PAUSE": (1, 2, 5),
    "_LONGEST_PAUSE": (1, 4, 8),
    "_PHASE": (1, 2, 5, 30),
    "_LARGEST_BUDGET": (1, 2, 5, 1000),
    "_BUFFER": (1, 20, 1000),
}


class Case(NamedTuple):
    """A problem, and how it is searched; n_kept: levels that are restored at once, not option by option."""

    problem: ExactCover
    solver: Learn
    pace: Mapping[str, int]
    n_kept: int


@st.composite
def thinned(draw: st.DrawFn) -> ExactCover:
    """A problem of the catalog without some of its options: it has few covers, and dead ends that are deep."""
    problem = named(draw(st.sampled_from(NAMES)))
    n_left_out = int(problem.n_options * draw(st.sampled_from([0.1, 0.2, 0.3, 0.4])))
    random = Random(draw(st.integers(0, 2**32)))
    left = problem.without(sorted(random.sample(range(problem.n_options), n_left_out)))
    most = draw(st.sampled_from([1, 3, 100]))
    priced = replace(left, cost=np.array([random.randint(-1, most) for _ in range(left.n_options)]))
    return replace(priced, max_cost=draw(st.sampled_from([None, None, 3, most * left.n_primary // 10])))


@cache
def named(name: str) -> ExactCover:
    return instance(name).problem


def cases() -> st.SearchStrategy[Case]:
    """Problems of any kind that the engine takes, with each of its options, at a hurried pace."""
    learn = st.builds(
        Learn,
        st.sampled_from([*Learn.choices["branching"]]),
        st.sampled_from(["adaptive", *Learn.choices["learning"]]),
        st.booleans(),
        st.sampled_from([0, 0, 1, 2]),
    )
    pace = st.fixed_dictionaries({name: st.sampled_from(values) for name, values in PACES.items()})
    drawn = st.one_of(problems_with(Learn.features), thinned(), thinned())
    return st.builds(Case, drawn, learn, pace, st.sampled_from([state._MOST_KEPT, 3, 0]))


def learned(search: LearnSearch) -> Iterator[list[int]]:
    """The learned clauses: 2 * option if it is in, 2 * option + 1 if it is out."""
    if search.priced is None:
        yield from literals(search._state)
    else:
        order = search.priced.order.tolist()
        for clause in literals(search._state):
            yield [2 * order[literal >> 1] + (literal & 1) for literal in clause]


def literals(of: State) -> Iterator[list[int]]:
    """The learned clauses in the engine's own numbers of options."""
    arena = of.clauses.arena.tolist()
    clause = 4
    while clause < of.at["arena_end"][0]:
        first = clause + 3
        yield arena[first : first + arena[clause]]
        clause = first + arena[clause]
    yield from ([literal] for literal in of.trail.fixed[: int(of.at["n_fixed"][0])].tolist())


def is_kept(clause: list[int], chosen: NDArray[np.bool_]) -> bool:
    """Whether each cover makes a literal of the clause true. chosen: bool[n_covers, n_options]."""
    literal = np.array(clause)
    return bool((chosen[:, literal >> 1] == (literal & 1 == 0)).any(axis=1).all())


def complaint(case: Case) -> str:
    """What is wrong about the covers, the count, the cheapest covers, or the clauses."""
    expected = sorted(tuple(sorted(cover)) for cover in load("dlx").prepare(case.problem).covers())
    chosen = np.zeros((len(expected), case.problem.n_options), bool)
    for row, cover in zip(chosen, expected, strict=True):
        row[list(cover)] = True
    with patch.multiple(solver, **case.pace), patch.object(state, "_MOST_KEPT", case.n_kept):
        return wrong_list(case, expected, chosen) or wrong_best(case, expected, chosen)


def wrong_list(case: Case, expected: list[Cover], chosen: NDArray[np.bool_]) -> str:
    """What is wrong about the covers, or the count."""
    found: list[Cover] = []
    search = LearnSearch(case.solver, case.problem, frozenset())
    for k, batch in enumerate(search.batches(heartbeats=True)):
        found += map(tuple, map(sorted, batch))
        if k % 64 == 0 or case.pace["_LARGEST_BUDGET"] == 1000:
            for clause in learned(search):
                if not is_kept(clause, chosen):
                    return f"learned {clause}, which excludes a cover"
    n_covers = case.solver.prepare(case.problem).count()
    if sorted(found) != expected or n_covers != len(expected):
        return f"lists {len(found)} covers, {len(set(found))} different, and counts {n_covers} of {len(expected)}"
    return ""


def wrong_best(case: Case, expected: list[Cover], chosen: NDArray[np.bool_]) -> str:
    """What is wrong about the two cheapest covers."""
    cost = np.array(case.problem.cost_of(Covers.of(expected)), np.int64)
    best: list[int] = []
    search = LearnSearch(case.solver, case.problem, frozenset())
    for cover, _ in search.cheapest(2):
        if cover is None:
            continue
        best = sorted([*best, case.problem.cost_of(Covers.of([cover]))[0]])[:2]
        cheaper = chosen[cost < best[1]] if len(best) == 2 else chosen
        for clause in learned(search):
            if not is_kept(clause, cheaper):
                return f"learned {clause}, which excludes a cheaper cover than those of {best}"
    least = sorted(cost.tolist())[:2]
    return "" if best == least else f"the cheapest covers cost {least}, and {best} are found"


def target() -> Target:
    """The engine under pressure."""
    return Target(cases(), complaint, lambda one: f"{one.solver} {one.pace} {one.n_kept}\n{knuth.write(one.problem)}")

"""The SAT solver to read: its reasons are reasons, and what it learns is true, useful and small."""

import pytest
from hypothesis import given
from night import drawn

from danceoff.experiments.contract.small import all_covers
from danceoff.experiments.contract.strategies import problems
from danceoff.problems import Cover, ExactCover, catalog
from danceoff.solvers import load
from danceoff.solvers.base.events import Conflict, Event, Found, Jump, Learn, Leave, Take
from danceoff.solvers.readable.cdcl import CdclSearch


def steps(problem: ExactCover) -> list[tuple[Event, dict[int, int]]]:
    """Each event, and the level of each literal that held before it."""
    found = []
    level, held = 0, {}
    for event in CdclSearch(problem, frozenset()).events():
        found.append((event, dict(held)))
        if isinstance(event, Jump):
            level = event.level
            held = {literal: k for literal, k in held.items() if k <= level}
        elif isinstance(event, Take | Leave):
            level += not event.follows
            held[event.option + 1 if isinstance(event, Take) else -event.option - 1] = level
    return found


@given(problems(max_items=6, max_options=9) | problems(max_items=6, max_options=9, colours=True))
@drawn(30)
def test_every_step_has_its_reason_and_what_is_learnt_holds_for_the_covers_to_come(problem):
    follow(problem, set(all_covers(problem)))


@pytest.mark.parametrize("name", ["queens/6", "domino/4x4-0-15", "langford/4"])
def test_longer_searches_keep_the_same_rules(name):
    problem = catalog.instance(name).problem
    follow(problem, set(load("algorithm-x").prepare(problem).covers()))


def follow(problem: ExactCover, expected: set[Cover]) -> None:
    """Go through all steps of a search. expected: the covers."""
    found = steps(problem)
    reasons: dict[int, tuple[int, ...]] = {}
    conflict: tuple[int, ...] = ()
    for k, (event, held) in enumerate(found):
        if isinstance(event, Take | Leave):
            own = event.option + 1 if isinstance(event, Take) else -event.option - 1
            reasons[own] = event.reason
            assert (own in event.reason) == event.follows
            assert all(-literal in held for literal in event.reason if literal != own)
        elif isinstance(event, Conflict):
            conflict = event.clause
            assert all(-literal in held for literal in conflict)
        elif isinstance(event, Found):
            expected.remove(event.cover)
        elif isinstance(event, Learn):
            levels = [held[-literal] for literal in event.clause]
            assert all(level < levels[0] for level in levels[1:])
            assert found[k + 1][0] == Jump(max(levels[1:], default=0))
            here = [literal for literal, level in held.items() if level == max(held.values())]
            assert -event.clause[0] == next(one for one in reversed(here) if divides(one, here, conflict, reasons))
            assert all(any((one > 0) == (abs(one) - 1 in cover) for one in event.clause) for cover in expected)
    assert not expected


def divides(point: int, here: list[int], conflict: tuple[int, ...], reasons: dict[int, tuple[int, ...]]) -> bool:
    """Whether every way from the decision of the level, `here[0]`, to the conflict leads through a literal."""
    reached, front = {point}, [-literal for literal in conflict]
    while front:
        literal = front.pop()
        if literal in here and literal not in reached:
            reached.add(literal)
            front += [-other for other in reasons[literal] if other != literal]
    return point == here[0] or here[0] not in reached


def test_learning_prunes_where_a_tree_search_is_lost():
    problem = catalog.instance("domino/6x6-0-35").problem
    learning, tree = load("cdcl").prepare(problem), load("algorithm-x").prepare(problem)
    assert learning.count() == tree.count() == 0
    assert 10 * learning.stats()["conflicts"] < tree.stats()["nodes"]


def test_it_restarts_and_goes_on():
    search = load("cdcl").prepare(catalog.instance("tromino/6x6").problem)
    assert search.count() == 162
    assert search.stats()["restarts"] > 1

"""The rules of the contract: each takes a solver and a problem, and raises Broken if the solver breaks it there.

`danceoff contract` and the suite call the same rules.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from itertools import islice
from typing import TypeAlias

import psutil

from danceoff.experiments.contract.brute import all_covers
from danceoff.problems import Cover, ExactCover, check
from danceoff.solvers import Feature, SearchWalked, Solver

Rule: TypeAlias = Callable[[Solver, ExactCover], None]

_MOST_BLOCKED = 5


class Broken(AssertionError):
    """The solver breaks a rule; the message says how."""


def lists_every_cover(solver: Solver, problem: ExactCover) -> None:
    """The batches hold every cover of brute force once; the first holds one, and no other is empty."""
    _compare(_listed(solver, problem, ()), all_covers(problem))


def counts_every_cover(solver: Solver, problem: ExactCover) -> None:
    """`count` gives the number of covers of brute force."""
    expected, found = len(all_covers(problem)), solver.prepare(problem).count()
    if found != expected:
        raise Broken(f"count() says {found}, and there are {expected} covers")


def leaves_blocked_covers_out(solver: Solver, problem: ExactCover) -> None:
    """Covers in `blocked`, in any order of their options, are not given; all others are."""
    if Feature.BLOCK not in solver.features:
        return
    expected = sorted(all_covers(problem))
    blocked = expected[::2][:_MOST_BLOCKED]
    if Feature.LIST in solver.features:
        written = tuple(cover[::-1] for cover in blocked)
        _compare(_listed(solver, problem, written), set(expected) - set(blocked))
    found, left = solver.prepare(problem, tuple(blocked)).count(), len(expected) - len(blocked)
    if found != left:
        raise Broken(f"with {len(blocked)} covers blocked count() says {found}, and {left} are left")


def keeps_its_order(solver: Solver, problem: ExactCover) -> None:
    """Two searches that are left after a few covers give the same ones, which are the first of all."""
    every = list(solver.prepare(problem).covers())
    for limit in (1, 3):
        first = list(islice(solver.prepare(problem).covers(), limit))
        if first != every[:limit]:
            raise Broken(f"the first {limit} of all covers are {every[:limit]}, and with a limit {first}")


def leaves_the_problem_alone(solver: Solver, problem: ExactCover) -> None:
    """A search changes nothing in the problem."""
    before = _content(problem)
    solver.prepare(problem).count()
    if _content(problem) != before:
        raise Broken("the problem has changed")


def leaves_nothing_behind(solver: Solver, problem: ExactCover) -> None:
    """No process or thread is left by a walk that ends, is closed early, or is never begun."""
    before = at_work()
    for n_steps in (None, 0, 1):
        with solver.prepare(problem) as search:
            for _ in islice(search.increments(), n_steps):
                pass
        if (left := at_work()) != before:
            raise Broken(f"before the search there were {before} (threads, processes), after it {left}")


def is_walked_once(solver: Solver, problem: ExactCover) -> None:
    """A second walk raises SearchWalked."""
    search = solver.prepare(problem)
    search.count()
    try:
        search.count()
    except SearchWalked:
        return
    raise Broken("a search can be walked twice")


def gives_first_covers_at_once(solver: Solver, problem: ExactCover) -> None:
    """Of very many covers the first 20 come without a wait for all others, and the walk can be left."""
    found = list(islice(solver.prepare(problem).covers(), 20))
    if len(set(found)) != 20 or not all(check_one(problem, cover) for cover in found):
        raise Broken("the first 20 covers are not 20 covers")


def check_one(problem: ExactCover, cover: Cover) -> bool:
    """Whether this is a cover, by the definition."""
    from danceoff.problems import Covers

    return bool(check(problem, Covers.of([cover])).all())


def at_work() -> tuple[int, int]:
    """The number of threads and of child processes of this process."""
    return threading.active_count(), len(psutil.Process().children(recursive=True))


LISTING: Mapping[str, Rule] = {
    "lists every cover once": lists_every_cover,
    "keeps its order with a limit": keeps_its_order,
}
ALL: Mapping[str, Rule] = {
    "counts every cover": counts_every_cover,
    "leaves blocked covers out": leaves_blocked_covers_out,
    "leaves the problem alone": leaves_the_problem_alone,
    "leaves nothing behind": leaves_nothing_behind,
    "is walked once": is_walked_once,
}


def _listed(solver: Solver, problem: ExactCover, blocked: tuple[Cover, ...]) -> list[Cover]:
    found: list[Cover] = []
    for k, batch in enumerate(solver.prepare(problem, blocked).batches()):
        if len(batch) == 0 or (k == 0 and len(batch) != 1):
            raise Broken(f"batch {k} has {len(batch)} covers; the first has one, and none is empty")
        found += batch
    return found


def _compare(found: list[Cover], expected: set[Cover]) -> None:
    if len(set(found)) < len(found):
        raise Broken(f"a cover is given twice: {next(c for c in found if found.count(c) > 1)}")
    if wrong := sorted(set(found) - expected):
        raise Broken(f"options {wrong[0]} are given, and are no cover or are blocked")
    if lost := sorted(expected - set(found)):
        raise Broken(f"the cover {lost[0]} is missing")


def _content(problem: ExactCover) -> tuple[object, ...]:
    arrays = (problem.start, problem.item, problem.least, problem.most)
    return (problem.n_items, problem.n_primary, *(array.tobytes() for array in arrays), problem.option_names)

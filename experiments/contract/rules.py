"""The rules of the contract: each takes a solver and a problem, and raises Broken if the solver breaks it there.

`danceoff contract` and the suite call the same rules.
"""

import threading
from collections.abc import Callable, Generator, Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice, product
from math import inf
from typing import NamedTuple, TypeAlias

import numpy as np
import psutil

from danceoff.experiments.contract.small import all_covers, cost, dealt, pairs
from danceoff.problems import Cover, Covers, ExactCover, check
from danceoff.solvers import Feature, Search, SearchWalked, Solver, UnsupportedProblem
from danceoff.solvers.questions.distinct import Distinct

Rule: TypeAlias = Callable[[Solver, ExactCover], None]

BY_THE_CLOCK = ("race", "parts")
"""Solvers, as they begin, that search in several processes: their covers come in no fixed order."""
_MOST_BLOCKED = 5


class Broken(AssertionError):
    """The solver breaks a rule; the message says how."""


def lists_every_cover(solver: Solver, problem: ExactCover) -> None:
    """Each cover of brute force is in one batch, once; the first batch has one cover, and no other batch is empty."""
    _compare(_listed(solver, problem, ()), all_covers(problem))


def counts_every_cover(solver: Solver, problem: ExactCover) -> None:
    """`count` gives the number of covers of brute force."""
    expected, found = len(all_covers(problem)), solver.prepare(problem).count()
    if found != expected:
        raise Broken(f"count() says {found}, and there are {expected} covers")


def leaves_blocked_covers_out(solver: Solver, problem: ExactCover) -> None:
    """Covers in `blocked`, with options in any order, are not listed, even if the solver finds them first.

    A row that is no cover blocks nothing.
    """
    if Feature.BLOCK not in solver.features:
        return
    expected = all_covers(problem)
    some = sorted(expected)[::2][:_MOST_BLOCKED]
    no_covers = {(), (0, 0), (-1,), (problem.n_options,), *(cover[1:] for cover in some)} - expected
    found_first = [*islice(solver.prepare(problem).covers(), _MOST_BLOCKED)] if Feature.LIST in solver.features else []
    for blocked in (some, sorted(expected), found_first[:1], found_first):
        written = (*sorted(no_covers), *(cover[::-1] for cover in blocked))
        _answers(solver, problem, written, expected - set(blocked), f"with {len(blocked)} covers blocked ")


def answers_what_is_left(solver: Solver, problem: ExactCover) -> None:
    """With options given, the lifted covers of the sub-problem are all covers that hold these options."""
    for chosen in ([0], [0, problem.n_options - 1])[: problem.n_options]:  # as far as there are options
        expected = {cover for cover in all_covers(problem) if set(chosen) <= set(cover)}
        _answers(solver, problem.given(chosen), (), expected, f"with options {chosen} given ")


def _answers(solver: Solver, problem: ExactCover, blocked: tuple[Cover, ...], expected: Set[Cover], when: str) -> None:
    """Compare the covers that a solver lists, if it can, and its count with the expected covers, in root numbers."""
    if Feature.LIST in solver.features:
        _compare(list(problem.lift(Covers.of(_listed(solver, problem, blocked)))), expected)
    if (found := solver.prepare(problem, blocked).count()) != len(expected):
        raise Broken(f"{when}count() says {found}, and there are {len(expected)} covers")


def finds_the_cheapest(solver: Solver, problem: ExactCover) -> None:
    """The cheapest of the covers that `cheapest` yields are those of brute force, and every bound is right."""
    expected = sorted(cost(problem, cover) for cover in all_covers(problem))
    for limit in (1, 3):
        _best(solver.prepare(problem), problem, expected, limit)
    if Feature.BLOCK in solver.features and expected:
        blocked = [min(all_covers(problem), key=lambda cover: (cost(problem, cover), cover))]
        _best(solver.prepare(problem, blocked), problem, expected[1:], 1)


def _best(search: Search, problem: ExactCover, expected: list[int], limit: int) -> None:
    """Compare the steps of a search for the `limit` cheapest covers with the costs of all covers, ascending."""
    found: dict[Cover, int] = {}
    open_bounds: list[tuple[int, int]] = []
    for cover, bound in search.cheapest(limit):
        if cover is not None:
            if cover in found or not check(problem, Covers.of([cover]))[0]:
                raise Broken(f"options {cover} are given as a cheapest cover, and come twice or are no cover")
            found[cover] = cost(problem, cover)
        if bound is not None:
            open_bounds.append((bound, len(found)))
    best = sorted(found.values())[:limit]
    if best != expected[:limit]:
        raise Broken(f"the {limit} cheapest cost {best}, and brute force finds {expected[:limit]}")
    order = list(found.values())
    for bound, n_before in open_bounds:
        if any(later < bound and sum(own < later for own in order) < limit for later in order[n_before:]):
            raise Broken(f"after {n_before} covers the bound is {bound}, and a cheaper one comes later")


def keeps_to_a_bound(solver: Solver, problem: ExactCover) -> None:
    """With a bound on the cost, exactly the covers within it are found."""
    costs = sorted(cost(problem, cover) for cover in all_covers(problem))
    # the least cost, the median, and less than any; without covers only 0
    for bound in sorted({costs[0], costs[len(costs) // 2], costs[0] - 1} if costs else {0}):
        bounded = replace(problem, max_cost=bound)
        _compare(_listed(solver, bounded, ()), all_covers(bounded))


def lists_each_choice(solver: Solver, problem: ExactCover) -> None:
    """Each choice of options with even numbers that a cover extends comes with one cover, also from parts of a list."""
    expected, is_even = all_covers(problem), np.arange(problem.n_options) % 2 == 0
    found = [*Distinct(solver, problem, is_even, patience=0).covers()]
    if not expected.issuperset(found):
        raise Broken(f"options {min({*found} - expected)} are given for a choice, and are no cover")

    def choice(cover: Cover) -> Cover:
        return tuple(k for k in cover if is_even[k])

    _compare([*map(choice, found)], {*map(choice, expected)})


def keeps_its_order(solver: Solver, problem: ExactCover) -> None:
    """Two searches that stop after a few covers give the same covers: the first ones of a full search."""
    every = list(solver.prepare(problem).covers())
    for limit in (1, 3):
        first = list(islice(solver.prepare(problem).covers(), limit))
        if first != every[:limit]:
            raise Broken(f"the first {limit} of all covers are {every[:limit]}, and with a limit {first}")


def starts_anew(solver: Solver, problem: ExactCover) -> None:
    """A search that is prepared while another search is under way gives all covers, and so does the other search."""
    under_way = solver.prepare(problem).covers()
    first = list(islice(under_way, 1))
    for found in ([*solver.prepare(problem).covers()], [*first, *under_way]):
        _compare(found, all_covers(problem))


def leaves_the_problem_alone(solver: Solver, problem: ExactCover) -> None:
    """A search changes nothing in the problem."""
    before = _content(problem)
    for walk in _walks(solver):
        for _ in walk(solver.prepare(problem)):
            pass
        if _content(problem) != before:
            raise Broken("the problem has changed")


def leaves_nothing_behind(solver: Solver, problem: ExactCover) -> None:
    """No process or thread is left by a walk that ends, is closed early, or is never begun."""
    for n_steps in (None, 0, 1):
        with _nothing_left(), solver.prepare(problem) as search:
            for _ in islice(search.increments(), n_steps):
                pass


def can_be_left(solver: Solver, problem: ExactCover) -> None:
    """A walk that is closed after a few of its steps ends there, and leaves no process or thread behind."""
    for walk, n_steps in product(_walks(solver), range(3)):
        with _nothing_left():
            search = solver.prepare(problem)
            steps = walk(search)
            for _ in islice(steps, n_steps):
                pass
            steps.close()
            _whole_numbers(search.stats())


def is_walked_once(solver: Solver, problem: ExactCover) -> None:
    """A second walk raises SearchWalked, and so does a walk after `close`."""
    walked, closed = solver.prepare(problem), solver.prepare(problem)
    walked.count()
    closed.close()
    for search in (walked, closed):
        try:
            search.count()
        except SearchWalked:
            continue
        raise Broken("a search can be walked twice, or after it was closed")


def keeps_stats(solver: Solver, problem: ExactCover) -> None:
    """At any moment statistics are whole numbers, work is at least 0, neither ever falls, and done is a share."""
    for walk, is_closed in product(_walks(solver), (False, True)):
        search = solver.prepare(problem)
        before = _effort(search, {})
        for _ in islice(walk(search), 1 if is_closed else None):
            before = _effort(search, before)
        search.close()
        _effort(search, before)


def _effort(search: Search, before: Mapping[str, float]) -> Mapping[str, float]:
    """Return the statistics and the work of a search, after checking that neither is less than before."""
    stats, work, done = dict(search.stats()), search.work(), search.done()
    _whole_numbers(stats)
    if not (0 <= work < inf and 0 <= done <= 1):
        raise Broken(f"work() is {work}, which must be at least 0, and done() is {done}, which must be from 0 to 1")
    after = {f"stats()[{name!r}]": value for name, value in stats.items()} | {"work()": work}
    if shrunk := [name for name, value in before.items() if after.get(name, value) < value]:
        raise Broken(f"{shrunk[0]} goes from {before[shrunk[0]]} to {after[shrunk[0]]}")
    return after


def refuses_what_it_does_not_claim(solver: Solver, problem: ExactCover) -> None:
    """A problem is refused if it needs a feature that the solver does not declare; the given problem has one cover."""
    (cover,) = all_covers(problem)
    secondary = (Feature.SECONDARY, ExactCover.from_options(["as"], "a", "s"), ())
    multiple = (Feature.MULTIPLICITY, ExactCover.from_options("aa", "a", multiplicity={"a": (2, 2)}), ())
    for feature, asked, blocked in (secondary, multiple, (Feature.BLOCK, problem, [cover])):
        if feature in solver.features:
            continue
        try:
            solver.prepare(asked, blocked)
        except UnsupportedProblem:
            continue
        raise Broken(f"a problem that needs the feature {feature.name} is not refused, and features does not name it")


def goes_deep(solver: Solver, problem: ExactCover) -> None:
    """A search as deep as the problem, whose only cover has all of its options, overflows no stack."""
    _compare(list(solver.prepare(problem).covers()), {tuple(range(problem.n_options))})


def gives_first_covers_at_once(solver: Solver, problem: ExactCover) -> None:
    """If there are very many covers, the first 20 are listed, and counted, without waiting for the others."""
    found = list(islice(solver.prepare(problem).covers(), 20))
    if len(set(found)) != 20 or not check(problem, Covers.of(found)).all():
        raise Broken("the first 20 covers are not 20 covers")
    n_counted = 0
    with solver.prepare(problem) as search:
        for increment in search.increments():
            n_counted += increment
            if n_counted >= 20:
                return
    raise Broken(f"of very many covers {n_counted} are counted")


def gives_heartbeats(solver: Solver, problem: ExactCover) -> None:
    """A long search of a problem without covers sends heartbeats, and so can be stopped."""
    with _nothing_left():
        steps = solver.prepare(problem).increments()
        if (found := list(islice(steps, 2))) != [0, 0]:
            raise Broken(f"the first two increments are {found}, and must be 0: there is no cover to be found soon")
        steps.close()


@contextmanager
def _nothing_left() -> Iterator[None]:
    before = at_work()
    yield
    if (left := at_work()) != before:
        raise Broken(f"before the search there were {before} (threads, processes), after it {left}")


def at_work() -> tuple[int, int]:
    """Return the number of threads, and the number of child processes, of this process."""
    threads = [one for one in threading.enumerate() if not isinstance(one, threading.Timer)]  # timers tell progress
    return len(threads), len(psutil.Process().children(recursive=True))


LISTING: Mapping[str, Rule] = {
    "lists every cover once": lists_every_cover,
    "keeps to a bound on the cost": keeps_to_a_bound,
    "lists each choice of options once": lists_each_choice,
    "keeps its order with a limit": keeps_its_order,
    "starts anew with every search": starts_anew,
}
"""Rules about all problems, for solvers that list covers."""
ALL: Mapping[str, Rule] = {
    "counts every cover": counts_every_cover,
    "leaves blocked covers out": leaves_blocked_covers_out,
    "answers what is left of a problem": answers_what_is_left,
    "leaves the problem alone": leaves_the_problem_alone,
    "leaves nothing behind": leaves_nothing_behind,
    "is walked once": is_walked_once,
    "keeps stats": keeps_stats,
}
"""Rules about all problems, for all solvers."""

BEST: Mapping[str, Rule] = {"finds the cheapest covers": finds_the_cheapest}
"""Rules about all problems, for solvers that find the cheapest covers."""


class OfOne(NamedTuple):
    """A rule about one problem.

    words: the problem in words.
    listing: whether the rule is for solvers that list covers.
    """

    rule: Rule
    problem: ExactCover
    words: str
    listing: bool = True


_TWO_EACH = dealt(60, 2), "60 items, and 2 options of its own for each"
OF_ONE: Mapping[str, OfOne] = {
    "refuses what it does not claim": OfOne(
        refuses_what_it_does_not_claim, dealt(2), "one that needs what it lacks", listing=False
    ),
    "gives first covers of 2^60 at once": OfOne(gives_first_covers_at_once, *_TWO_EACH),
    "can be left after each of its steps": OfOne(can_be_left, *_TWO_EACH),
    "finds a cover of 2000 options": OfOne(goes_deep, dealt(2000), "2000 items, and an option of its own for each"),
    "gives heartbeats": OfOne(gives_heartbeats, pairs(35), "an option for each pair of 35 items", listing=False),
}


def rules_for(solver: Solver) -> dict[str, Rule | OfOne]:
    """Return the rules that a solver with its features must keep, by their names."""
    lists = Feature.LIST in solver.features
    finds_best = Feature.BEST in solver.features
    kept: dict[str, Rule | OfOne] = {**(LISTING if lists else {}), **ALL, **(BEST if finds_best else {})}
    if str(solver).startswith(BY_THE_CLOCK):
        del kept["keeps its order with a limit"]
    return kept | {name: one for name, one in OF_ONE.items() if lists or not one.listing}


def _walks(solver: Solver) -> list[Callable[[Search], Generator[object]]]:
    walks = {Feature.LIST: Search.batches, Feature.BEST: Search.cheapest}
    return [Search.increments, *(walk for feature, walk in walks.items() if feature in solver.features)]


def _whole_numbers(stats: Mapping[str, int]) -> None:
    if wrong := [name for name, value in stats.items() if type(value) is not int]:
        raise Broken(f"stats()[{wrong[0]!r}] is {stats[wrong[0]]!r}, and must be an int")


def _listed(solver: Solver, problem: ExactCover, blocked: tuple[Cover, ...]) -> list[Cover]:
    found: list[Cover] = []
    for k, batch in enumerate(solver.prepare(problem, blocked).batches()):
        if len(batch) == 0 or (k == 0 and len(batch) != 1):
            raise Broken(f"batch {k} has {len(batch)} covers; the first has one, and none is empty")
        found += batch
    return found


def _compare(found: list[Cover], expected: Set[Cover]) -> None:
    if len(set(found)) < len(found):
        raise Broken(f"a cover is given twice: {next(c for c in found if found.count(c) > 1)}")
    if wrong := sorted(set(found) - expected):
        raise Broken(f"options {wrong[0]} are given, and are no cover or are blocked")
    if lost := sorted(expected - set(found)):
        raise Broken(f"the cover {lost[0]} is missing")


def _content(problem: ExactCover) -> tuple[object, ...]:
    arrays = (problem.start, problem.item, problem.least, problem.most, problem.colour, problem.cost)
    return (problem.n_items, problem.n_primary, *(array.tobytes() for array in arrays), problem.option_names)

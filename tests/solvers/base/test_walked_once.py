"""A search is walked once, whatever is called in whatever order: every call answers rightly or raises."""

import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count, islice, product

import pytest
from contract import queens

from danceoff.experiments.contract.rules import at_work
from danceoff.experiments.contract.small import all_covers
from danceoff.problems import Covers, catalog
from danceoff.solvers import Search, SearchWalked, UnsupportedProblem, load
from danceoff.solvers.base import from_thread, in_thread
from danceoff.solvers.base.count_only import CountOnly
from danceoff.solvers.rewriting.orbit_search import OrbitSearch

Call = Callable[[Search], object]
LISTING: dict[str, Call] = {
    "covers": lambda search: sorted(search.covers()),
    "batches": lambda search: sorted(cover for batch in search.batches() for cover in batch),
    "heartbeats": lambda search: sorted(cover for batch in search.batches(heartbeats=True) for cover in batch),
}
COUNTING: dict[str, Call] = {"count": Search.count, "increments": lambda search: sum(search.increments())}
WALKS = LISTING | COUNTING
OTHERS: dict[str, Call] = {
    "close": Search.close,
    "with": lambda search: search.__enter__().__exit__(),
    "first": lambda search: next(search.covers()),
    "first and close": lambda search: search.covers().close(),
    "begun": lambda search: search.increments(),
    "stats": lambda search: dict(search.stats()),
}
CALLS = WALKS | OTHERS


PROBLEM, N_COVERS = queens(6), 4


class Knowing(CountOnly):
    """Counts, and lists nothing."""

    def _count(self):
        return N_COVERS


def prepare(shape: str) -> Search:
    return Knowing() if shape == "count only" else load(shape).prepare(PROBLEM)


every_shape = pytest.mark.parametrize("spec", ["algorithm-x", "bits", "sat", "cpsat", "auto", "parts", "count only"])
"""How searches are made: one by one, by kernels, with native memory, in a thread, of others, in processes, of a count.

That each setting is walked once is a rule of the contract.
"""


def said(call: Call, search: Search) -> object:
    """What a call answers, or that it refuses."""
    try:
        return call(search)
    except (SearchWalked, UnsupportedProblem) as refusal:
        return type(refusal)


def answer(walk: str, spec: str) -> object:
    """What a walk must answer: one that only counts refuses to list."""
    if walk in COUNTING:
        return N_COVERS
    return UnsupportedProblem if spec == "count only" else sorted(all_covers(PROBLEM))


@every_shape
def test_after_any_call_every_other_is_correct_or_raises(spec):
    before = at_work()
    for first, backwards in product(CALLS, (False, True)):
        search = prepare(spec)
        answered = said(CALLS[first], search)
        if first in WALKS:
            assert answered == answer(first, spec), first
        is_over = first != "stats" and answered is not UnsupportedProblem
        for name in list(CALLS)[:: -1 if backwards else 1]:
            again = said(CALLS[name], search)
            if name in ("close", "with"):
                is_over = True
            elif name != "stats" and is_over:
                assert again in (SearchWalked, UnsupportedProblem), (first, name)
            elif name in WALKS:
                assert again == answer(name, spec), (first, name)
            is_over |= name != "stats" and again is not UnsupportedProblem
        assert all(type(value) is int for value in search.stats().values())
        assert at_work() == before, first


@every_shape
def test_a_call_during_a_walk_raises_and_the_walk_continues(spec):
    for walk in ("covers", "batches", "increments"):
        search = prepare(spec)
        if answer(walk, spec) is UnsupportedProblem:
            assert said(WALKS[walk], search) is UnsupportedProblem
            continue
        found = []
        for one in getattr(search, walk)():
            found.append(one)
            for call in WALKS.values():
                assert said(call, search) in (SearchWalked, UnsupportedProblem), walk
        if walk == "batches":
            found = [cover for batch in found for cover in batch]
        assert (sum(found) if walk == "increments" else sorted(found)) == answer(walk, spec), walk


@every_shape
def test_a_walk_that_failed_is_over(spec):
    before = at_work()
    search = prepare(spec)
    increments = search.increments()
    next(increments)
    with pytest.raises(ZeroDivisionError):
        increments.throw(ZeroDivisionError)
    assert at_work() == before
    with pytest.raises(SearchWalked, match="walked or closed already: prepare another one"):
        search.count()


@every_shape
def test_only_one_of_two_threads_walks(spec):
    together = threading.Barrier(2)
    for walk in WALKS:

        def ask(search, call=WALKS[walk]):
            together.wait()
            return said(call, search)

        with ThreadPoolExecutor(2) as threads:
            answers = [*threads.map(ask, [prepare(spec)] * 2)]
        expected = answer(walk, spec)
        other = UnsupportedProblem if expected is UnsupportedProblem else SearchWalked
        assert answers in ([expected, other], [other, expected]), walk


class Waiting(Search):
    """Finds nothing before it may go on."""

    def __init__(self) -> None:
        self.is_at_work, self.may_go_on = threading.Event(), threading.Event()

    def _batches(self):
        self.is_at_work.set()
        self.may_go_on.wait()
        yield Covers.of([(0,)])


def test_another_thread_cannot_close_a_search_at_work():
    search, counted = Waiting(), []
    thread = threading.Thread(target=lambda: counted.append(search.count()))
    thread.start()
    search.is_at_work.wait()
    with pytest.raises(SearchWalked, match="close it between two steps"):
        search.close()
    with pytest.raises(SearchWalked, match="prepare another one"):
        search.count()
    search.may_go_on.set()
    thread.join()
    assert counted == [1]


def test_further_kinds_of_walks_are_walks():
    instance = catalog.instance("tromino/5x5-0")
    for search, walk in (
        (load("algorithm-x").prepare(instance.problem), lambda search: list(search.events())),
        (OrbitSearch(load("dlx"), instance), lambda search: list(search.batches())),
    ):
        assert walk(search)
        for call in (walk, *WALKS.values()):
            assert said(call, search) is SearchWalked


def in_a_fork(work: Callable[[], object]) -> int:
    """Do this in a fork of this process; return its exit code: 0 if it was done."""
    child = os.fork()
    if not child:
        signal.alarm(60)
        code = 1
        try:
            work()
            code = 0
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def is_refused(walk: Callable[[], object]) -> None:
    with pytest.raises(SearchWalked, match=f"belongs to process {os.getppid()}, which made it"):
        walk()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no process here forks")
@pytest.mark.parametrize("spec", ["algorithm-x", "bits", "sat", "parts", "race", "cpsat", "clingo"])
def test_a_search_belongs_to_the_process_that_made_it(spec):
    """However another one takes it, walks on, closes or drops it, all covers come here."""
    walks = (Search.covers, Search.increments) if spec in ("parts", "clingo") else (Search.covers,)
    for walk, begins in product(walks, (True, False)):
        search = prepare(spec)
        steps = walk(search)
        found = [next(steps)] if begins else []

        def take(search=search, steps=steps) -> None:
            is_refused(search.count)
            search.close()
            is_refused(lambda: list(steps))
            is_refused(search.count)

        assert in_a_fork(take) == in_a_fork(steps.close) == 0
        found += steps
        assert (sum(found) if walk is Search.increments else len(found)) == N_COVERS


@pytest.mark.parametrize("heartbeats", [False, True])
def test_the_first_batch_holds_one_cover_whatever_a_backend_left_out_before(heartbeats):
    class Late(Search):
        def _batches(self):
            for n in (0, 0, 3, 0, 2):
                yield Covers.of([(k,) for k in range(n)])

    sizes = [len(batch) for batch in Late().batches(heartbeats)]
    assert sizes == ([0, 0, 1, 2, 0, 2] if heartbeats else [1, 2, 2])


def test_heartbeats_come_while_nothing_is_found():
    done = threading.Event()
    steps = from_thread(lambda _: done.wait(), done.set)
    assert list(islice(steps, 2)) == [None, None]
    done.set()
    assert set(steps) <= {None}


def test_a_thread_that_waits_for_room_ends_at_once_when_the_reader_leaves(monkeypatch):
    monkeypatch.setattr(in_thread, "_PATIENCE_S", 5.0)
    is_full = threading.Event()

    def work(put):
        for k in count():
            if k > in_thread._WAITING:  # as many wait, and the reader has one
                is_full.set()
            put(k)

    steps = from_thread(work)
    next(steps)
    is_full.wait()
    time.sleep(0.1)  # until the thread waits
    began = time.monotonic()
    steps.close()
    assert time.monotonic() - began < 2.5


def test_work_that_only_asks_whether_somebody_reads_ends_when_nobody_does():
    before, asked = threading.active_count(), []

    def work(put):
        put(1)
        while True:
            asked.append(put(None))

    steps = from_thread(work)
    assert next(steps) == 1
    steps.close()
    assert threading.active_count() == before
    assert asked


def test_ctrl_c_while_the_thread_starts_ends_it(monkeypatch):
    before, plain = threading.active_count(), threading.Thread.start

    def start(thread):
        plain(thread)
        os.kill(os.getpid(), signal.SIGINT)

    def work(put):
        while True:
            put(1)

    monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(KeyboardInterrupt):
        next(from_thread(work))
    assert threading.active_count() == before

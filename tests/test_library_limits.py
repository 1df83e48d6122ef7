"""Searches from Python: their limits, in this process and in another, and what they release."""

import inspect
import pickle
import tracemalloc
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

import numpy as np
import pytest

import danceoff
from danceoff.problems import Cover, Covers, ExactCover, Fingerprint
from danceoff.problems.formats import knuth
from danceoff.solvers import Feature, Search, Solver

MANY = 100_000
NAMED = {"left": ["a", "b"], "right": ["c"], "one": ["a"], "two": ["b", "c"]}
HARD = "langford/27"
"""Has covers that no solver finds soon all."""


class Tile:
    """A name that no other process can read."""

    def __reduce__(self):
        raise TypeError("a tile stays here")


def test_isolated_a_problem_needs_no_names_and_no_file(monkeypatch):
    monkeypatch.setattr(knuth, "write", None)
    tiles = Tile(), Tile(), Tile()
    options = dict(zip(tiles, (["a", Tile], ["a"], ["b"]), strict=True))
    found = danceoff.solve(danceoff.problem(options, secondary=[Tile]), isolate=True)
    assert {*found.covers} == {frozenset(tiles[::2]), frozenset(tiles[1:])}
    assert danceoff.solve(danceoff.problem({}, secondary=[]), isolate=True).count == 1


def test_isolated_searches_stop_at_their_limits():
    assert danceoff.solve(HARD, "dlx", memory_limit=20, time_limit=60, isolate=True).status == "memory"
    result = danceoff.solve("queens/14", "dlx", time_limit=0.2, isolate=True)
    assert (result.status, bool(result)) == ("timeout", True)
    limited = danceoff.solve("queens/8", "dlx", limit=3, isolate=True)
    assert (limited.status, len(limited.covers)) == ("limit", 3)


@pytest.mark.parametrize("solver", ["auto", "bits", "dlx", "algorithm-x", "sat", "cpsat"])
def test_a_search_in_this_process_stops_in_time(solver):
    assert danceoff.solve(HARD, solver, time_limit=0.1).status == "timeout"


def test_a_count_that_takes_too_long_says_how_far_it_came():
    with pytest.raises(TimeoutError, match=r"the number of covers is not known; timeout: at least \d+ covers in "):
        danceoff.count(HARD, time_limit=0.1)


def test_no_verb_has_a_limit_that_nobody_gave():
    verbs = [getattr(danceoff, name) for name in danceoff.__all__ if inspect.isfunction(getattr(danceoff, name))]
    limits = [inspect.signature(verb).parameters.get("time_limit") for verb in verbs]
    assert {limit.default for limit in limits if limit} == {None}
    assert len([limit for limit in limits if limit]) >= 11


@pytest.mark.parametrize(
    ("then", "limit", "kind", "status"),
    [
        ("wait", None, TimeoutError, "timeout"),
        ("memory", None, MemoryError, "memory"),
        ("lie", None, RuntimeError, "wrong"),
        ("", 1, ValueError, "limit"),
    ],
)
def test_a_result_that_was_cut_says_so_in_all_ways(then, limit, kind, status):
    cut = danceoff.solve(NAMED, Fake(then), limit=limit, time_limit=0.05 if then == "wait" else None)
    assert (cut.status, len(cut.covers), bool(cut)) == (status, 1, True)
    assert repr(cut).startswith(f"<{status}: at least 1 cover in ")
    with pytest.raises(kind, match=f"the number of covers is not known; {status}: at least 1 cover in "):
        _ = cut.count
    if limit is None:
        cut.covers, cut.known = cut.covers[:0], {**cut.known, "covers": 0}
        with pytest.raises(kind, match=f"whether there is a cover is not known; {status}: at least 0 covers in "):
            bool(cut)
        assert cut._repr_html_().startswith(f"<p>{status}: at least 0 covers")


def test_a_stream_stops_at_its_limits_and_says_so():
    stream = danceoff.covers("queens/8", "dlx", limit=5)
    assert (stream.status, len(list(stream)), stream.status) == ("", 5, "limit")
    stream = danceoff.covers("queens/4", "dlx")
    assert (len(list(stream)), stream.status) == (2, "complete")
    stream = danceoff.covers("tromino/9x9", "bits", time_limit=0.01)
    assert (len(list(stream)) < 1193600, stream.status) == (True, "timeout")


class FakeSearch(Search):
    def __init__(self, solver: "Fake") -> None:
        self.solver = solver

    def _batches(self) -> Generator[Covers]:
        yield Covers.of([(0, 1)])
        if self.solver.then == "lie":
            yield Covers.of([(0, 2)])
        elif self.solver.then == "repeat":
            yield Covers.of([(1, 0)])
        elif self.solver.then == "wait":
            while True:
                yield Covers.of([])
        elif self.solver.then:
            raise {"interrupt": KeyboardInterrupt, "memory": MemoryError}[self.solver.then]
        yield Covers.of([(3, 2)])

    def stats(self) -> Mapping[str, int]:
        return {"nodes": 7}

    def _release(self) -> None:
        self.solver.released.append(True)


@dataclass(frozen=True)
class Fake(Solver):
    name: ClassVar[str] = "none of ours"  # which alone are not warmed up
    features: ClassVar[frozenset[Feature]] = frozenset({Feature.LIST})
    released: ClassVar[list[bool]] = []

    then: str = ""

    def build(self, _problem: ExactCover, _blocked: frozenset[Cover]) -> Search:
        return FakeSearch(self)

    def warm_up(self, _problem: ExactCover, listing: bool) -> None:  # noqa: ARG002
        self.released.clear()


class ManySearch(Search):
    def _batches(self) -> Generator[Covers]:
        for first in range(0, MANY, 1000):
            numbers = first + np.arange(1000)
            bits = (numbers[:, None] >> np.arange(20)) & 1
            yield Covers(np.arange(1001) * 20, (2 * np.arange(20) + bits).ravel().astype(np.int32))


class Many(Fake):
    def build(self, _problem: ExactCover, _blocked: frozenset[Cover]) -> Search:
        return ManySearch()


@pytest.mark.parametrize(("n_more", "width"), [(0, 2), (1 << 16, 4)])
def test_a_cover_is_kept_in_two_bytes_an_option_where_they_suffice(n_more, width):
    """And in 8 more: no second copy of all covers is made, not even for a moment."""
    items = np.concatenate([np.repeat(np.arange(20), 2), np.zeros(n_more, np.int64)]).astype(np.int32)
    problem = ExactCover(np.arange(len(items) + 1), items, 20, 20)
    tracemalloc.start()
    result = danceoff.solve(problem, Many())
    fingerprint, most = result.fingerprint, tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    bytes_of_repeats = 16 << 22
    assert (most - bytes_of_repeats) / MANY < 20 * width + 8 + 32
    assert result.count == MANY
    assert fingerprint == str(Fingerprint.of(result.covers.packed))
    assert result.covers[MANY - 1].numbers == result.covers[-1].numbers == (*[*result.covers][-1].numbers,)
    assert pickle.loads(pickle.dumps(result.covers[5:7])) == result.covers[5:7]


def test_leaving_a_loop_and_an_interrupt_release_the_search():
    for _ in danceoff.covers(NAMED, Fake()):
        assert not Fake.released
        break
    assert Fake.released
    with danceoff.covers(NAMED, Fake()) as stream:
        next(stream)
        assert not Fake.released
    assert Fake.released
    assert list(stream) == []
    with pytest.raises(KeyboardInterrupt):
        danceoff.solve(NAMED, Fake("interrupt"))
    assert Fake.released


def test_the_options_of_a_cover_ascend_in_whatever_order_the_solver_gives_them():
    result = danceoff.solve(NAMED, Fake())
    assert (result.covers[1].numbers, result.covers[1].options) == ((2, 3), ("one", "two"))


def test_what_is_no_cover_or_comes_twice_and_what_needs_too_much_memory_is_a_status():
    lie = danceoff.solve(NAMED, Fake("lie"))
    assert (lie.status, lie.detail) == ("wrong", "options 'left', 'one' are not a cover")
    assert (len(lie.covers), lie.stats) == (1, {"nodes": 7})
    for limit in (None, 2):
        again = danceoff.solve(NAMED, Fake("repeat"), limit=limit)
        assert (again.status, again.detail) == ("wrong", "a cover came twice")
    with danceoff.covers(NAMED, Fake("repeat")) as stream:
        assert (len(list(stream)), stream.status) == (3, "wrong")
    full = danceoff.solve(NAMED, Fake("memory"))
    assert (full.status, len(full.covers)) == ("memory", 1)


def test_two_threads_solve_at_once():
    def ask(problem: str, solvers: list[str]) -> list[str]:
        return [danceoff.solve(problem, solver, time_limit=None).fingerprint for solver in solvers]

    with ThreadPoolExecutor(2) as threads:
        queens, soma = threads.map(ask, ["queens/8", "soma"], [["bits", "sat", "dlx"], ["bits", "dlx"]])
    assert len(set(queens)) == len(set(soma)) == 1


def of_queens(*verbs: Callable[..., object], **named: object) -> list[Callable[..., object]]:
    return [partial(verb, "queens/4", **named) for verb in verbs]


ASKED = "solve", "count", "best", "unique", "most_covered", "backbone", "explain", "estimate"
LIMITED = {
    "time_limit": [
        *of_queens(*(getattr(danceoff, name) for name in ASKED)),
        *of_queens(danceoff.solve, isolate=True),
        lambda **limit: list(danceoff.covers("queens/4", **limit)),
        lambda **limit: danceoff.disassembly(danceoff.solve("tromino/2x3").covers[0], **limit),
        lambda **limit: next(danceoff.make("sudoku/4x4", **limit)),
    ],
    "memory_limit": of_queens(danceoff.solve, danceoff.best, isolate=True),
    "memory_mb": of_queens(danceoff.Diagram, danceoff.sample, danceoff.options_held),
    "limit": of_queens(danceoff.solve),
    "probes": of_queens(danceoff.estimate),
    "seed": [*of_queens(danceoff.estimate, danceoff.sample), lambda **seed: next(danceoff.make("sudoku/4x4", **seed))],
}


NO_LIMITS = [10**400, -(10**400), 10**5000, 2**64, "5", float("nan"), float("inf"), -1, True, []]


@pytest.mark.parametrize("argument", LIMITED)
@pytest.mark.parametrize("number", NO_LIMITS, ids=range(10))
def test_a_number_that_is_no_limit_is_named_with_its_argument(argument, number):
    for ask in LIMITED[argument]:
        with pytest.raises(ValueError, match=rf"^{argument} must be ") as told:
            ask(**{argument: number})
        assert len(str(told.value)) < 150


def test_a_limit_far_beyond_any_search_is_one():
    assert danceoff.explain("domino/3x3", time_limit=1e12).has_cover is False
    assert danceoff.solve("queens/4", time_limit=1e12, isolate=True).status == "complete"
    assert danceoff.Diagram("queens/4", memory_mb=None).count == 2


def test_names_of_any_length_are_taken_and_shown():
    assert danceoff.count({10**5000: ["a"], -(10**5000): ["b"]}) == 1
    assert danceoff.count({"o": [10**5000]}) == 1
    with pytest.raises(danceoff.InvalidProblem, match=r"no option is called 10{29}\.\.\.; there are r1 c1"):
        danceoff.count("queens/4", given=[10**5000])

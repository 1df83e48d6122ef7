"""A cover that comes twice is seen at any distance, in bounded memory; one that only looks like another is not."""

import tracemalloc
from collections.abc import Iterator
from functools import partial

import night
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from danceoff.asking import walks
from danceoff.asking.ask import Ask
from danceoff.experiments.run.one_case import worker
from danceoff.problems import Covers
from danceoff.problems.analysis import repeats as module
from danceoff.problems.analysis.repeats import Repeats
from danceoff.solvers.rewriting.orbit_search import OrbitSearch


def lanes(n: int, seed: int = 1) -> np.ndarray:
    """Keys of n covers, all different."""
    return np.random.default_rng(seed).integers(0, 2**64, (2, n), np.uint64)


def is_seen(keys: np.ndarray, run: int, batch: int) -> bool:
    repeats = Repeats(run)
    for begin in range(0, keys.shape[1], batch):
        if repeats.add(keys[:, begin : begin + batch]):
            return True
    assert not repeats.left_out
    return repeats.found()


@night.drawn(30)
@given(st.data(), st.integers(2, 300), st.integers(1, 40), st.integers(1, 100))
def test_one_repeated_cover_is_detected_at_any_distance(data, n, run, batch):
    keys = lanes(n)
    assert not is_seen(keys, run, batch)
    first, again = sorted(data.draw(st.lists(st.integers(0, n - 1), min_size=2, max_size=2, unique=True)))
    keys[:, again] = keys[:, first]
    assert is_seen(keys, run, batch)


@night.drawn(30)
@given(st.data(), st.integers(2, 300), st.integers(1, 40), st.sampled_from([0, 1]))
def test_covers_that_are_equal_in_one_lane_are_different(data, n, run, lane):
    keys = lanes(n)
    for first, again in data.draw(st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=10)):
        keys[lane, again] = keys[lane, first]
    assert not is_seen(keys, run, 7)


def test_the_smallest_and_the_largest_key_are_keys():
    for value in (0, 2**64 - 1):
        keys = lanes(50)
        keys[:, [3, 40]] = np.uint64(value)
        assert is_seen(keys, run=8, batch=5)


def test_a_search_in_an_endless_loop_is_detected_before_it_ends():
    repeats, keys = Repeats(64), lanes(100)
    assert any(repeats.add(keys) for _ in range(50))


def test_a_long_list_takes_the_memory_of_a_run():
    """Of 1.6 MB of keys 64 kB are held: a run, and what sorting and merging takes."""
    keys = lanes(24 << 12)
    keys[:, -1] = keys[:, 77]
    repeats = Repeats(1 << 12)
    tracemalloc.start()
    try:
        for begin in range(0, keys.shape[1], 1 << 12):
            assert not repeats.add(keys[:, begin : begin + (1 << 12)])
        assert repeats.found()
        assert tracemalloc.get_traced_memory()[1] < 500_000
    finally:
        tracemalloc.stop()


def test_on_a_full_disk_the_row_says_what_was_not_compared():
    keys = lanes(100)
    keys[:, 90] = keys[:, 1]
    repeats = Repeats(run=16, spare=1 << 62)
    assert not repeats.add(keys)
    assert not repeats.found()
    assert repeats.left_out.startswith("only the first 16 covers were compared with each other: the disk of ")


def test_covers_that_fit_on_a_filling_disk_are_compared(monkeypatch):
    keys = lanes(100)
    keys[:, 40] = keys[:, 1]
    repeats = Repeats(run=16)
    write = module.os.pwrite

    def full_soon(file: int, data: memoryview, place: int) -> int:
        if place >= 2 * 16 * 16:
            raise OSError(28, "No space left on device")
        return write(file, data[:24], place)  # a write may be short

    monkeypatch.setattr(module.os, "pwrite", full_soon)
    repeats.add(keys)
    assert repeats.found()
    assert repeats.left_out == "only the first 48 covers were compared with each other: No space left on device"


@pytest.mark.parametrize("n", [0, 1, 16, 32])
def test_lists_that_end_with_a_full_run_are_compared(n):
    keys = lanes(n)
    assert not is_seen(keys, 16, 16)
    if n > 1:
        keys[:, -1] = keys[:, 0]
        assert is_seen(keys, 16, 16)


def worked(**asked: object) -> dict[str, object]:
    """The columns of the row of a case, run in this process."""
    columns: dict[str, object] = {}
    worker.work(Ask(**asked), None, lambda **more: columns.update(more))
    return columns


def test_the_row_says_how_many_covers_were_compared(monkeypatch):
    whole = worked(problem="tromino/6x6", solver="auto", task="enumerate")
    monkeypatch.setattr(walks, "Repeats", partial(Repeats, 4, 1 << 62))
    row = worked(problem="tromino/6x6", solver="auto", task="enumerate")
    assert (row["status"], row["covers"]) == ("complete", 162)
    assert row["detail"].startswith(f"{whole['detail']}; only the first 4 covers were compared with each other: ")


def test_a_repeated_orbit_is_a_wrong_answer(monkeypatch):
    def repeating(self: OrbitSearch) -> Iterator[Covers]:
        several = Covers.of([cover for batch in batches(self) for cover in batch])
        yield Covers.of([*list(several)[1:], next(iter(several))])
        yield several.select(np.arange(len(several)) == 3)

    asked = {"problem": "tromino/6x6", "solver": "dlx", "task": "enumerate", "up_to_symmetry": True}
    assert worked(**asked)["status"] == "complete"
    batches = OrbitSearch.batches
    monkeypatch.setattr(OrbitSearch, "batches", repeating)
    assert (row := worked(**asked))["detail"] == "a cover came twice"
    assert row["status"] == "wrong"

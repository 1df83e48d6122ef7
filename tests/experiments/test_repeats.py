"""A cover that comes twice is seen at any distance; one that only looks like another is not."""

from collections.abc import Iterator

import night
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from danceoff.asking.ask import Ask
from danceoff.asking.totals import Repeats
from danceoff.experiments.run.one_case import worker
from danceoff.problems import Covers
from danceoff.solvers.rewriting.orbit_search import OrbitSearch


def lanes(n: int, seed: int = 1) -> np.ndarray:
    """Keys of n covers, all different."""
    return np.random.default_rng(seed).integers(0, 2**64, (2, n), np.uint64)


def is_seen(keys: np.ndarray, batch: int) -> bool:
    repeats = Repeats()
    for begin in range(0, keys.shape[1], batch):
        if repeats.add(keys[:, begin : begin + batch]):
            return True
    assert not repeats.left_out
    return repeats.found()


@night.drawn(30)
@given(st.data(), st.integers(2, 3000), st.integers(1, 1000))
def test_one_repeated_cover_is_detected_at_any_distance(data, n, batch):
    keys = lanes(n)
    assert not is_seen(keys, batch)
    first, again = sorted(data.draw(st.lists(st.integers(0, n - 1), min_size=2, max_size=2, unique=True)))
    keys[:, again] = keys[:, first]
    assert is_seen(keys, batch)


@night.drawn(30)
@given(st.data(), st.integers(2, 300), st.sampled_from([0, 1]))
def test_covers_that_are_equal_in_one_lane_are_different(data, n, lane):
    keys = lanes(n)
    for first, again in data.draw(st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=10)):
        keys[lane, again] = keys[lane, first]
    assert not is_seen(keys, 7)


def test_a_search_in_an_endless_loop_is_detected_before_it_ends():
    repeats, keys = Repeats(), lanes(100)
    assert any(repeats.add(keys) for _ in range(50))


def test_beyond_a_limit_the_row_says_what_was_not_compared(monkeypatch):
    monkeypatch.setattr("danceoff.asking.totals.MOST_COMPARED", 16)
    keys = lanes(100)
    keys[:, 90] = keys[:, 1]
    repeats = Repeats()
    assert not repeats.add(keys)
    assert not repeats.found()
    assert repeats.left_out == "only the first 16 covers were compared with each other"
    keys[:, 15] = keys[:, 1]
    assert Repeats().add(keys)


def worked(**asked: object) -> dict[str, object]:
    """The columns of the row of a case, run in this process."""
    columns: dict[str, object] = {}
    worker.work(Ask.of(asked), None, lambda **more: columns.update(more))
    return columns


def test_the_row_says_how_many_covers_were_compared(monkeypatch):
    whole = worked(problem="tromino/6x6", solver="auto", task="enumerate")
    monkeypatch.setattr("danceoff.asking.totals.MOST_COMPARED", 4)
    row = worked(problem="tromino/6x6", solver="auto", task="enumerate")
    assert (row["status"], row["covers"]) == ("complete", 162)
    assert row["detail"].startswith(f"{whole['detail']}; only the first 4 covers were compared with each other")


def test_a_repeated_orbit_is_a_wrong_answer(monkeypatch):
    def repeating(self: OrbitSearch, heartbeats: bool) -> Iterator[Covers]:
        several = Covers.of([cover for batch in batches(self, heartbeats) for cover in batch])
        yield Covers.of([*list(several)[1:], next(iter(several))])
        yield several.select(np.arange(len(several)) == 3)

    asked = {"problem": "tromino/6x6", "solver": "dlx", "task": "enumerate", "up_to_symmetry": True}
    assert worked(**asked)["status"] == "complete"
    batches = OrbitSearch.batches
    monkeypatch.setattr(OrbitSearch, "batches", repeating)
    assert (row := worked(**asked))["detail"] == "a cover came twice"
    assert row["status"] == "wrong"

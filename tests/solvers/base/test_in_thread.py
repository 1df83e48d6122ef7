"""Calls in a thread of their own: what they find, what they raise, and their end when nobody reads any more."""

import os
import signal
import threading
import time
from itertools import count, islice

import pytest

from danceoff.solvers.base import from_thread, in_thread


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

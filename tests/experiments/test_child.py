"""One case in a child process: however a backend misbehaves, the row says what happened and no process is left."""

import time

import psutil
import pytest
from left_over import left
from of_runs import fake

from danceoff.asking.ask import Ask, Limits
from danceoff.experiments import BadInput
from danceoff.experiments.results import record
from danceoff.experiments.run.one_case.child import run_case
from danceoff.problems import Covers, Fingerprint
from danceoff.problems.sources import read as problem_of

BOARD = "tromino/2x3"
"""Its two covers are options 0 7 and 2 4."""
pytestmark = pytest.mark.usefixtures("fake_worker")


def test_a_complete_case_fills_in_the_whole_row_which_can_be_read(tmp_path):
    row = fake("end", good=2)
    assert (row.status, row.covers, row.checked, row.stats) == ("complete", 2, 2, {"nodes": 7})
    assert row.fingerprint == str(Fingerprint.of(Covers.of([[0, 7], [2, 4]])))
    assert row.digest == problem_of(BOARD).problem.digest
    assert (row.n_items, row.n_options, row.published) == (6, 8, 2)
    assert min(row.startup_s, row.prepare_s, row.first_s, row.search_s, row.cpu_s) > 0
    assert row.first_s <= row.search_s
    assert [covers for _, covers in row.points] == [1, 2]
    assert row.points[0][0] <= row.points[1][0] <= row.search_s
    assert (row.measured_by, row.schema) == ("poll", record.SCHEMA)
    assert 10 < row.peak_rss_mb < 1000
    assert None not in (row.load_begin, row.load_end, row.swap_begin_mb, row.swap_end_mb)
    record.append(tmp_path, row)
    (read,) = record.read(tmp_path)
    assert (read.load_end, read.swap_end_mb, read.cpu_end_mhz) == (row.load_end, row.swap_end_mb, row.cpu_end_mhz)


def test_first_stops_at_the_first_cover_and_is_complete():
    row = fake("sleep", good=5, task="first")
    assert (row.status, row.covers, row.limit, row.is_exact) == ("complete", 1, 1, False)
    row = fake("end", task="first")
    assert (row.status, row.covers, row.is_exact) == ("complete", 0, True)


def test_count_neither_lists_nor_rounds():
    row = fake("count only", good=1, task="count")
    assert (row.status, row.covers, row.fingerprint, row.checked) == ("complete", 10**30 + 1, "", 0)


@pytest.mark.parametrize(
    ("then", "status", "detail"),
    [
        ("lie", "wrong", "options 'L 0,0 0,1 1,0', 'L 0,0 0,1 1,1' are not a cover"),
        ("segfault", "crashed", "SIGSEGV"),
        ("raise", "crashed", "ZeroDivisionError: no way out (fakes.py:"),
        ("exit", "crashed", "exit code 0 without a result"),
        ("out of memory", "memory", "out of memory"),
        ("unsupported", "unsupported", "does not do this one"),
        ("missing", "missing", "needs a library"),
        ("rubbish", "complete", ""),
        ("send junk", "crashed", "sent what is no answer: b'\\x00\\xffjunk{}'"),
        ("send a list", "crashed", "sent what is no answer: b'[1, 2]'"),
        ("send half", "crashed", """sent what is no answer: b'[{"covers": 7"""),
        ("fork and go on", "complete", ""),
        ("fork in C and go on", "complete", ""),
        ("raise much", "crashed", "ZeroDivisionError: no no no"),
    ],
)
def test_every_end_has_its_status(then, status, detail):
    row = fake(then, good=1)
    assert row.status == status
    assert detail in row.detail
    assert "\n" not in row.detail
    assert len(row.detail) < 2100
    assert not record.fault(row)
    assert row.covers == (0 if then in ("unsupported", "missing") else 1)
    assert not row.is_exact or status == "complete"


def test_a_time_limit_stops_the_case_and_keeps_what_was_found():
    begin = time.monotonic()
    row = fake("sleep on", good=2, time_limit_s=0.5)
    assert (row.status, row.covers, row.stats) == ("timeout", 2, {"nodes": 7})
    assert 0.5 <= row.search_s < 5
    assert time.monotonic() - begin < 30
    assert not left()


@pytest.mark.parametrize("then", ["leak", "leak in child"])
def test_a_memory_limit_counts_the_whole_tree(then):
    row = fake(then, good=1, memory_limit_mb=350, time_limit_s=30)
    assert (row.status, row.covers) == ("memory", 1)
    assert row.peak_rss_mb > 350
    assert not left()


def test_shared_memory_counts_once_before_it_exceeds_a_limit():
    row = fake("share", good=1, memory_limit_mb=350)
    assert (row.status, row.covers) == ("complete", 1)
    assert 150 < row.peak_rss_mb < 350


def test_an_exception_in_the_parent_leaves_no_child_behind():
    def interrupt(message):
        if "prepare_s" in message:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_case(Ask(BOARD, "fake:then=sleep", "enumerate"), interrupt)
    assert not left()


@pytest.mark.skipif(psutil.cpu_count() == 1, reason="on one core NumPy starts no threads")
def test_numpy_starts_no_threads_in_a_worker(monkeypatch):
    monkeypatch.delenv("OPENBLAS_NUM_THREADS")
    seen = {}

    def look(message):
        if "worker" in message:
            seen["worker"] = message["worker"]
        if "prepare_s" in message:
            seen["n_threads"] = psutil.Process(seen["worker"]).num_threads()

    run_case(Ask(BOARD, "fake:then=sleep", "enumerate", limits=Limits(0.3)), look)
    assert seen["n_threads"] == 1


@pytest.mark.parametrize(
    ("problem", "solver", "digest"),
    [("nowhere.dlx", "fake", ""), (BOARD, "nobody", ""), (BOARD, "fake:good=x", ""), (BOARD, "fake", "0" * 16)],
)
def test_an_invalid_case_is_bad_input(problem, solver, digest):
    with pytest.raises(BadInput):
        run_case(Ask(problem, solver, "count", digest=digest))

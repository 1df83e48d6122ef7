"""Lines on a terminal: what a search has found so far, how many kernels are compiled, how far a run is."""

import fcntl
import io
import os
import pty
import re
import struct
import sys
import termios
from collections.abc import Iterator
from contextlib import redirect_stderr
from itertools import pairwise
from threading import active_count
from time import sleep
from types import SimpleNamespace
from typing import IO, NamedTuple

import pytest
from in_process import cases_here
from rich.console import Console

from danceoff.asking.ask import Ask
from danceoff.experiments import cli
from danceoff.experiments.run.one_case import child
from danceoff.experiments.terminal import progress
from danceoff.experiments.terminal.progress import ProgressLine, StatusLine
from danceoff.experiments.terminal.screen import Screen
from danceoff.questions.answer import Answer
from danceoff.questions.best import Best
from danceoff.solvers.engines import compiling

ERASE = "\r\x1b[K"


class Terminal(NamedTuple):
    shown: IO[bytes]
    stderr: IO[str]

    def read(self) -> str:
        return (self.shown.read() or b"").decode()


@pytest.fixture
def terminal(monkeypatch) -> Iterator[Terminal]:
    """A terminal of 30 columns that is the standard error; what it shows can be read."""
    main, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 30, 0, 0))
    os.set_blocking(main, False)
    monkeypatch.setenv("TERM", "xterm")
    with os.fdopen(main, "rb", buffering=0) as shown, os.fdopen(its, "w") as stderr:
        yield Terminal(shown, stderr)


def shown_of(terminal, seen, kind=Answer) -> str:
    with redirect_stderr(terminal.stderr), ProgressLine(kind(known=seen)) as line:
        sleep(0.1)
        with line.aside():
            print("aside", file=sys.stderr, flush=True)
    return terminal.read()


def test_a_terminal_shows_what_is_found_and_erases_it(terminal, monkeypatch):
    monkeypatch.setattr(progress, "_EVERY_S", 0.01)
    shown = shown_of(terminal, {"ready": True, "covers": 1234567})
    assert shown.startswith(f"{ERASE}1,234,567 covers, 0 s")
    assert f"{ERASE}aside" in shown
    assert shown.rpartition(ERASE)[2] in ("", "aside\r\n")
    assert "1 cover, 0 s" in shown_of(terminal, {"ready": True, "covers": 1})
    assert shown_of(terminal, {}) == "aside\r\n"
    with monkeypatch.context() as patch:
        patch.setattr(progress, "_SILENT_S", 0.0)
        assert "reading and loading, 0 s" in shown_of(terminal, {})
    fcntl.ioctl(terminal.stderr, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    line = "compiling bits, once on this machine: 0 s of about 20 s"
    assert line in shown_of(terminal, {"compiling": ("bits", 20)})
    assert line in shown_of(terminal, {"compiling": ("bits", 20), "ready": False})
    assert "compiling" not in shown_of(terminal, {"compiling": ("bits", 20), "ready": True})
    fcntl.ioctl(terminal.stderr, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 30, 0, 0))
    assert "best found 3, no bound, 0 s" in shown_of(terminal, {"ready": True, "cost": 3}, Best)
    cut = shown_of(terminal, {"ready": True, "cost": 3, "bound": 1}, Best)
    assert f"{ERASE}best found 3, bound 1, gap 66{ERASE}" in cut


def test_they_are_told_what_is_compiled_if_that_takes_long(terminal, monkeypatch):
    monkeypatch.setattr(terminal.stderr, "isatty", lambda: False)
    monkeypatch.setattr(progress, "_EVERY_S", 0.01)
    compiling = {"compiling": ("bits", 20)}
    assert "compiling" not in shown_of(terminal, compiling)
    monkeypatch.setattr(progress, "PATIENCE_S", 0.0)
    assert shown_of(terminal, compiling).count("danceoff: compiling bits, once on this machine: about 20 s") == 1
    assert "compiling" not in shown_of(terminal, {**compiling, "ready": True})


@pytest.mark.parametrize(
    ("known", "begins", "later"),
    [
        ({"covers": 10**40}, "about 10^40 covers, 0 s", "about 10^40 covers, about 10^38 a second, 100 s"),
        (
            {"covers": 2000, "done": 0.25},
            "2,000 covers, 0 s",
            "2,000 covers, 20 a second, 100 s, 25% done, about 5 min to go",
        ),
        ({"covers": 2000, "done": 0.0005}, "2,000 covers, 0 s", "2,000 covers, 20 a second, 100 s"),
    ],
)
def test_the_rate_and_the_time_to_go_are_those_of_the_whole_search(monkeypatch, known, begins, later):
    line = ProgressLine(Answer(known={"ready": True, **known}))
    now = iter([0.0, 0.0, 100.0])
    monkeypatch.setattr(progress, "monotonic", lambda: next(now))
    assert [line._line(), line._line()] == [begins, later]


def test_solve_prints_covers_beside_the_line(terminal, monkeypatch, capsys):
    cases_here(monkeypatch)
    monkeypatch.setattr(progress, "_EVERY_S", 1e-3)
    with redirect_stderr(terminal.stderr):
        assert cli.main(["solve", "queens/6", "--task", "enumerate", "--solver", "backtracking"]) == 0
    assert capsys.readouterr().out.count("Q") == 24
    assert all(re.fullmatch(r"|\d covers?, 0 s", line) for line in terminal.read().split(ERASE))


def test_a_command_that_waits_says_so_on_a_terminal_alone(terminal, monkeypatch, capsys):
    monkeypatch.setattr(progress, "_EVERY_S", 1e-3)
    for stderr in (terminal.stderr, sys.stderr):
        with redirect_stderr(stderr):
            assert cli.main(["make", "sudoku/4x4", "--unique"]) == 0
    shown, (out, err) = terminal.read(), capsys.readouterr()
    assert (out.count("givens"), err) == (2, "")
    assert (set(shown.split(ERASE)), shown[-len(ERASE) :]) == ({"", "making puzzles, 0 s"}, ERASE)


def test_a_file_or_pipe_gets_a_line_within_two_seconds_and_fewer_in_a_long_run(monkeypatch, capsys):
    now = 0.0
    monkeypatch.setattr(progress, "monotonic", lambda: now)
    line = StatusLine()
    while now < 3600:
        now += progress._EVERY_S
        line.show(f"{now}")
    out, err = capsys.readouterr()
    said = [float(one.removeprefix("danceoff: ")) for one in err.splitlines()]
    gaps = [later - before for before, later in pairwise([0.0, *said])]
    assert (out, said[0] < 2, len(said) < 80) == ("", True, True)
    assert [gap for gap, at in zip(gaps, said, strict=True) if gap > max(2, 0.12 * at)] == []


def test_compiling_is_told_when_it_begins_and_ends(monkeypatch, capsys):
    heard: list[tuple[str, int]] = []
    with compiling.compiling_reported(lambda *so_far: heard.append(so_far)):
        compiling.begins("danceoff.solvers.engines.dancing_links.kernel")
        compiling.ends("danceoff.solvers.engines.dancing_links.kernel")
    assert heard == 2 * [("dancing links", compiling.SECONDS["dancing links"])]
    assert compiling._report is compiling.said_if_long
    monkeypatch.setattr(compiling, "PATIENCE_S", 0.01)
    monkeypatch.setattr(compiling, "_said", set())
    for module in ("danceoff.solvers.engines.bits.kernel", "danceoff.solvers.engines.bits.kernel_each"):
        compiling.begins(module)
        sleep(0.1)
        compiling.ends(module)
    about_s = compiling.SECONDS["bits"]
    assert capsys.readouterr().err == f"danceoff: compiling bits, once on this machine: about {about_s} s\n"


def test_a_run_says_once_what_is_compiled(capsys):
    screen = Screen()
    for case in (Ask("queens/4", "dlx", "first"), Ask("queens/6", "dlx", "first")):
        screen.case_answers(case, {"compiling": ("dancing links", 10)})
        screen.case_answers(case, {"compiling": ("dancing links", 10)})
    assert capsys.readouterr().out == "compiling dancing links, once on this machine: about 10 s\n"


def test_a_run_says_once_what_a_case_warns_of_and_nothing_without_words(capsys):
    screen = Screen()
    for warning in ("", "shaky", "shaky"):
        screen.case_answers(Ask("queens/4", "dlx", "first"), {"warning": warning})
    assert capsys.readouterr().out == "warning: shaky\n"


def test_a_worker_that_compiles_is_alive(monkeypatch):
    monkeypatch.setattr(child, "_STARTUP_LIMIT_S", 10.0)
    said: list[str] = []
    one = SimpleNamespace(received={}, case=Ask("queens/4", "dlx", "first"), is_ready=False, status="", reader=0)
    one.tree = SimpleNamespace(poll=lambda *_: 0, n_processes=1)
    one.group, one._read_clock, one.clock, one.cpu_s = None, lambda: None, SimpleNamespace(wall_s=0.0), 0.0
    one.in_cgroup = False
    one._hold_to_group, one._stop = lambda **_: False, lambda _, detail: said.append(detail)
    one.spawned, one.heard = 0.0, 95.0
    child._Child._hold_to_limits(one, 100.0)
    assert said == []
    child._Child._hold_to_limits(one, 106.0)
    assert said == ["not started: not heard of for 10 s"]


def lines_of_run(monkeypatch, width: int, *names: str, **progress: int) -> list[str]:
    """The lines of the progress of a run of cases."""
    monkeypatch.setenv("COLUMNS", str(width))
    screen = Screen()
    screen.progress.update(screen.task, **progress)
    for k, name in enumerate(names, 1):
        screen.case_begins(Ask(name, "algorithm-x", "enumerate", repeat=k))
    file = io.StringIO()
    Console(file=file, width=width).print(screen.progress.get_renderable())
    return file.getvalue().splitlines()


@pytest.mark.parametrize("width", [20, 40, 63, 64, 80, 100, 200])
@pytest.mark.parametrize("name", ["inst/rand-30.dlx", "inst/漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字.dlx", "q"])
def test_the_progress_line_is_one_line(monkeypatch, width, name):
    (line,) = lines_of_run(monkeypatch, width, name, name, total=756, completed=123)
    if width >= 40:
        assert " 123/756 0:00:00 -:--:-- to go" in line, "the names give way first"
    if width == 200 and name.isascii():
        assert f"{name} algorithm-x enumerate; {name} algorithm-x enumerate 2 " in line, "repeats are told apart"
        assert " 0/? " in lines_of_run(monkeypatch, width)[0], "before the run begins"


@pytest.mark.usefixtures("capsys")
def test_where_no_line_is_shown_no_thread_works_beside_the_cases():
    before = active_count()
    with Screen().progress:
        assert active_count() == before

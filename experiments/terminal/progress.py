"""A line on the terminal, rewritten again and again, that says what a search has found so far."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from threading import Event, RLock, Thread
from time import monotonic
from typing import Self

from danceoff.experiments.run.estimate import duration
from danceoff.experiments.terminal import say as lines
from danceoff.experiments.terminal.say import say
from danceoff.problems.model.digits import short
from danceoff.questions.answer import Answer
from danceoff.solvers.engines.compiling import PATIENCE_S, in_words

_EVERY_S = 0.25
_LEAST_DONE = 0.001  # of less nothing is said
_ERASE = "\r\x1b[K"
_SILENT_S = 1.5
"""After so many seconds of silence a file or pipe gets a line; with the time between looks it is less than two."""
_RARER = 0.1
"""Lines of a long run are so much of its time apart, so that an hour has some seventy."""


class StatusLine:
    """Says on standard error what is done now: a terminal rewrites one line, a file or pipe gets one now and then."""

    def __init__(self) -> None:
        self._is_shown = False
        self._began = self._said = monotonic()

    def show(self, words: str) -> None:
        """Show what is done now."""
        now = monotonic()
        if sys.stderr.isatty():
            width = os.get_terminal_size(sys.stderr.fileno()).columns or 80
            print(_ERASE + words[: width - 1], end="", file=sys.stderr, flush=True)
            self._is_shown = True
        elif now - self._said > max(_SILENT_S, _RARER * (now - self._began)):
            self._said = now
            say(f"danceoff: {words}", error=True)

    def erase(self) -> None:
        """Erase the line of a terminal."""
        if self._is_shown:
            print(_ERASE, end="", file=sys.stderr, flush=True)
            self._is_shown = False


class ProgressLine:
    """A line on standard error with what was found so far, on a terminal.

    A short search never shows it. As a context manager it erases the line at the end. Without a terminal, the work of a
    command is said from time to time; a search only says, once for each engine, that kernels are compiled, if compiling
    takes longer than two seconds.

    answer: the answer so far; its owner keeps filling it.
    busy: the work of a command that has no answer, in words.
    """

    def __init__(self, answer: Answer, busy: str = "") -> None:
        self._answer, self._busy = answer, busy
        self._began: float | None = None
        self._status = StatusLine()
        self._lock, self._ended = RLock(), Event()
        shows = self._show if busy or sys.stderr.isatty() else self._say_what_is_compiled
        self._thread = Thread(target=shows, daemon=True)
        self._compiling = "", 0.0  # what, and since when
        self._made = monotonic()

    def __enter__(self) -> Self:
        lines.aside = self.aside
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()
        lines.aside = nullcontext

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Erase the line while something else is printed."""
        with self._lock:
            self._status.erase()
            yield

    def _show(self) -> None:
        while not self._ended.wait(_EVERY_S):
            line = self._line()
            with self._lock:
                if line:
                    self._status.show(line)
        with self._lock:
            self._status.erase()

    def _say_what_is_compiled(self) -> None:
        said = set[str]()
        while not self._ended.wait(_EVERY_S):
            known = self._answer.known
            if known.get("ready") or "compiling" not in known:
                continue
            engine, about_s = known["compiling"]
            if engine not in said and monotonic() - self._compiling_since(engine) > PATIENCE_S:
                said.add(engine)
                with self._lock:
                    say(f"danceoff: {in_words(engine, about_s)}", error=True)

    def _compiling_since(self, engine: str) -> float:
        if self._compiling[0] != engine:
            self._compiling = engine, monotonic()
        return self._compiling[1]

    def _line(self) -> str:
        known = self._answer.known
        if not known.get("ready"):
            if "compiling" not in known:
                seconds = monotonic() - self._made
                return f"reading and loading, {seconds:.0f} s" if seconds > _SILENT_S else ""
            engine, about_s = known["compiling"]
            seconds = monotonic() - self._compiling_since(engine)
            return f"compiling {engine}, once on this machine: {seconds:.0f} s of about {about_s} s"
        if self._began is None:
            self._began = monotonic()
        seconds = monotonic() - self._began
        # An answer that is no number of covers has words of its own, and no rate.
        if words := self._answer.so_far or known.get("parts", self._busy):
            return f"{words}, {seconds:.0f} s"
        covers = self._answer.n_covers
        rate = f", {short(int(covers / seconds))} a second" if covers and seconds > 1 else ""
        left = _to_go(known.get("done", 0.0), seconds)
        return f"{short(covers)} {'cover' if covers == 1 else 'covers'}{rate}, {seconds:.0f} s{left}"


def left_s(done: float, seconds: float) -> float | None:
    """Return how many more seconds a search will probably take; None if nothing is known.

    done: the share of the search tree that is done.
    seconds: the time that the search has taken so far.
    """
    return seconds * (1 - done) / done if done >= _LEAST_DONE and seconds >= 1 else None


def _to_go(done: float, seconds: float) -> str:
    left = left_s(done, seconds)
    return "" if left is None else f", {done:.0%} done, about {duration(left)} to go"

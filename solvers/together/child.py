"""A child process that searches: how it starts, what it reports, and how it ends.

`race`, `parts` and `danceoff contract` use it. The runner of experiments starts each case differently
(experiments/run/one_case/child.py): under a supervisor, and measured from outside.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import replace
from functools import partial
from itertools import chain
from multiprocessing import connection
from multiprocessing.connection import Connection, Pipe
from threading import local
from time import thread_time
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, Self
from weakref import WeakSet, finalize

from danceoff.problems import Covers, ExactCover
from danceoff.processes.descendants import at_rest, descendants
from danceoff.processes.die_with_parent import die_with_parent
from danceoff.processes.exit_codes import in_words
from danceoff.processes.system import KILL, inherited, spawned
from danceoff.solvers.base.interrupts import interrupted_later, started
from danceoff.solvers.engines.compiling import compiling_reported, said_if_long
from danceoff.solvers.engines.loading import Load, here, uncounted

if TYPE_CHECKING:
    from subprocess import Popen

_FORKS = sys.platform == "linux"
"""Whether a fork is safe: it starts at once, with everything that its parent has imported and compiled."""
_PATIENCE_S = 0.05
_STDIN = 0


class _Here(local):
    """The children that this thread started and did not end."""

    def __init__(self) -> None:
        self.children: WeakSet[Child] = WeakSet()


_here = _Here()


class Report(NamedTuple):
    """A message from a child about its search: a batch, an increment, the end of the search, or a failure.

    covers: a batch, in the numbering of the whole problem; None if it counts.
    n_covers: an increment.
    stats: the counters of the search so far.
    is_done: whether the search, or that of a part, is finished.
    error: what the backend raised, or ChildDied.
    note: any further data, from a child that does more than search.
    """

    covers: Covers | None = None
    n_covers: int = 0
    stats: Mapping[str, int] = {}
    is_done: bool = False
    error: Exception | None = None
    note: Any = None


class ChildDied(RuntimeError):
    """A child ended without a last report, or could not be started; the message says how."""


class Child:
    """A process that runs `search(pipe, *arguments)`, which sends Reports through the pipe.

    It ignores Ctrl-C, since its parent ends it, and it dies with its parent, which may be any process: also a daemonic
    one of `multiprocessing`.

    pipe: the parent's end of the pipe, for `multiprocessing.connection.wait`.
    pid: the number of the process.
    end: kills the process and all processes that it started, and returns how it ended; a second call does nothing.

    Raises ChildDied if the system starts no more processes.
    """

    def __init__(self, search: Callable[..., None], *arguments: object) -> None:
        try:
            self.pipe, theirs = Pipe()
            with theirs:
                given = bool(here.counting), search, arguments
                process = _forked(theirs, given) if _FORKS else _spawned(theirs)
        except OSError as error:
            raise ChildDied(f"no process could be started: {error}") from error
        self.pid = process.pid
        self.end = finalize(self, _end, os.getpid(), process, self.pipe)
        if not _FORKS:
            self.pipe.send((bool(here.counting), search, [_unnamed(one) for one in arguments]))
        self._siblings = _here.children
        self._siblings.add(self)

    @classmethod
    def started(cls, *arguments: Any) -> AbstractContextManager[Self]:
        """Start a process for a block, at whose end it is ended, whatever comes in between."""
        return started(partial(cls, *arguments), lambda child: child.end())

    def hear(self) -> Report:
        """Wait for the next report and return it; if the child has died, return a report whose error is ChildDied.

        A child that was to load something sends a report without content.
        """
        try:
            report: Report | None = self.pipe.recv()
            if report is None:
                uncounted(self._let_load)
        except (EOFError, ConnectionError):
            code: int = self.end() or 0
            return Report(error=ChildDied(in_words(code) + " without an answer" * (code >= 0)))
        return report or Report()

    def _let_load(self) -> None:
        """Let the child load what it asked for, while the other children of this thread rest."""
        others = [other.pid for other in self._siblings if other is not self and other.end.alive]
        with at_rest(lambda: [*others, *chain.from_iterable(map(descendants, others))]):
            self.pipe.send(None)
            here.elsewhere_s += self.pipe.recv()

    def paused(self) -> AbstractContextManager[None]:
        """Stop the process for the block, on systems where a stopped process dies with its parent."""
        return at_rest(lambda: [self.pid]) if sys.platform == "linux" else nullcontext()


def notes(search: Callable[..., None], *arguments: object) -> Generator[Any]:
    """Run a search in a child; yield the note of each report, and None as a heartbeat; raise what the search raises.

    The child only searches while its next note is waited for: searches that take turns do not share a core.
    """
    with Child.started(search, *arguments) as child:
        while True:
            while not child.pipe.poll(_PATIENCE_S):
                with child.paused():
                    yield None
            report = child.hear()
            if report.error is not None:
                raise report.error
            if report.is_done:
                return
            with child.paused():
                yield report.note


class _Fork(NamedTuple):
    """A process that was forked, with what `Popen` has of a new interpreter."""

    pid: int

    def wait(self) -> int:
        """Wait for its end; return its exit code, negative for a signal."""
        status = 0
        with suppress(ChildProcessError):  # where SIGCHLD is ignored, the system has waited for it
            _, status = os.waitpid(self.pid, 0)
        return os.waitstatus_to_exitcode(status)


def _forked(pipe: Connection, given: tuple[bool, Callable[..., None], tuple[object, ...]]) -> _Fork:
    """Fork a child; `given` says whether the parent has a clock, and has the search and its arguments."""
    parent = os.getpid()
    _flush()
    return _Fork(os.fork() or _run(parent, pipe, lambda: given))


def _spawned(pipe: Connection) -> Popen[bytes]:
    """Start a child in a new interpreter, which reads from the pipe what to run.

    It imports this module and not the parent's program, which may have no `if __name__ == "__main__"`.
    """
    number = pipe.fileno()
    begun = f"from {__name__} import begin; begin({os.getpid()}, {number})"
    return spawned(f"import sys; sys.path[:] = {sys.path}; {begun}", number)


def _unnamed(argument: object) -> object:
    """Return a problem without its names, which may be objects of the parent's program; anything else as it is."""
    if isinstance(argument, ExactCover):
        return replace(argument, item_names=(), option_names=(), colour_names=())
    return argument


def begin(parent: int, number: int) -> NoReturn:
    """Run what the parent sends; called in a new interpreter, with the number of its end of the pipe."""
    inherited(number, False)
    pipe: Connection = getattr(connection, "PipeConnection", Connection)(number)  # that of Windows has another class
    _run(parent, pipe, pipe.recv)


def _run(parent: int, pipe: Connection, receive: Callable[[], Any]) -> NoReturn:
    """Search, and end this process; nothing above this call in a fork is ever returned to."""
    code = 1
    try:
        gc.freeze()  # only the parent ends what it has dropped: a walk collected here would kill the parent's processes
        die_with_parent(parent)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        os.dup2(os.open(os.devnull, os.O_RDONLY), _STDIN)
        is_counted, search, arguments = receive()
        _here.children = WeakSet()
        here.counting = [partial(_while_parent_waits, pipe)] * is_counted
        with compiling_reported(said_if_long):  # not as the parent reports, which a fork has inherited
            search(pipe, *arguments)
        code = 0
    except Exception as error:  # noqa: BLE001 - a backend may raise anything, and the parent decides
        pipe.send(Report(error=_portable(error)))
    finally:
        _flush()
        os._exit(code)


def _end(parent: int, process: _Fork | Popen[bytes], pipe: Connection) -> int:
    """Kill a child and all processes that it started; return its exit code, negative for a signal."""
    if os.getpid() == parent:  # not in a fork of the parent, which has the object, too
        with interrupted_later():
            for one in (*descendants(process.pid), process.pid):
                with suppress(OSError):  # it has ended
                    os.kill(one, KILL)
            pipe.close()
            return process.wait()
    return 0


def _flush() -> None:
    """Print what is still to be printed: a fork has a copy of it, and `os._exit` forgets it."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):  # there is none, or nobody reads it, or it is closed
            stream.flush()


def _while_parent_waits(pipe: Connection, load: Load) -> Any:
    """Load while the parent, which has the clock, waits; tell the parent the CPU seconds that the loading took."""
    pipe.send(None)
    pipe.recv()
    before_s = thread_time() + here.elsewhere_s
    try:
        return load()
    finally:
        pipe.send(thread_time() + here.elsewhere_s - before_s)


def _portable(error: Exception) -> Exception:
    """Return the error, or a RuntimeError with its text if it cannot be sent to another process."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:  # noqa: BLE001 - pickling runs code of the error's own class
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error

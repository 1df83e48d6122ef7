"""The server's side of `processes.servers`: a supervisor that forks a worker for one case after the other.

It has imported the modules that its workers need, and loaded the kernels that an earlier case loaded. A fork starts
with all of that, but with nothing else from earlier cases.

A worker must begin with the pages that a new interpreter would have. A fork shares each page with its parent until one
of the two writes to it, and does not map pages of files until it reads them. A search would pay for this: a millisecond
of CPU time for every 300 pages. So before anything is measured, a worker takes over the pages of its server at the
fork: it copies all pages that it may write to, and maps all pages of files. Its resident memory is then as large as a
new interpreter's, and its control group is charged for it.
"""

import ctypes
import gc
import json
import os
import socket
import sys
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import starmap
from typing import Any, NoReturn, TypeAlias

import numpy as np

import danceoff.solvers.rewriting.shuffled  # noqa: F401 - for repeats of a case
from danceoff.asking.warm import Shape, warm_up
from danceoff.problems.sources import import_reader
from danceoff.processes.collector import uncollected
from danceoff.processes.supervisor import LARGEST, forget_signals, fork_worker, join_groups, status_of
from danceoff.questions.table import QUESTIONS
from danceoff.solvers import load
from danceoff.solvers.engines.compiling import compiling_reported
from danceoff.solvers.entries import standard

_ASKED = [*QUESTIONS.values()]
"""All questions, which are imported when they are taken from the table."""
_DESCRIPTORS = 5
_loaded: set[Shape] = set()

_PAGE = os.sysconf("SC_PAGE_SIZE")
_ENTRY = 8  # bytes of /proc/self/pagemap for each page
_PRESENT = 1 << 63
_POPULATE_READ, _POPULATE_WRITE = 22, 23  # since Linux 5.14
_OF_KERNEL = " [v"  # how the name of a mapping begins that the kernel makes


Range: TypeAlias = tuple[int, int, int]
"""Consecutive pages: address and size in bytes, and the advice to the kernel by which a fork gets them."""


def serve(descriptor: int) -> tuple[int, int, list[Range]]:
    """Fork a worker for each request, until the run closes the socket.

    Returns only in workers: the descriptors of a worker's messages and clock, and the pages of the server.
    """
    channel = socket.socket(fileno=descriptor)
    pages: list[Range] = []
    while True:
        message, descriptors, _, _ = socket.recv_fds(channel, LARGEST, _DESCRIPTORS)
        if not message:
            os._exit(0)
        asked = json.loads(message)
        has_loaded = _get_ready(asked["solver"], asked["source"], asked["shapes"])
        if not descriptors:
            _send(channel, imported=True)
            continue
        if len(os.listdir("/proc/self/task")) > 1:  # noqa: PTH208 - a fork would lose the other threads
            os._exit(1)
        gc.freeze()
        if has_loaded or not pages:
            pages = resident()
            if not own(pages[:1]):  # before Linux 5.14
                os._exit(1)
        forget_signals()
        variables = asked["variables"]
        if not (worker := fork_worker()):
            channel.close()
            return *_become(variables, *descriptors), pages
        for one in descriptors:
            os.close(one)
        _send(channel, worker=worker)
        _send(channel, status=status_of(worker, variables["TMPDIR"]))


def _send(channel: socket.socket, **message: int) -> None:
    with suppress(OSError):  # the run has been killed, as `status_of` and the loop find out
        channel.send(json.dumps(message).encode())


def _become(
    variables: dict[str, str | None], stdin: int, stderr: int, messages: int, page: int, folder: int
) -> tuple[int, int]:
    """Become the worker of a case: with its environment, its folder and its pipes."""
    os.dup2(stdin, 0)
    os.dup2(stderr, 2)
    os.fchdir(folder)
    for one in (stdin, stderr, folder):
        os.close(one)
    join_groups()
    for name, value in variables.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value
    tempfile.tempdir = None
    return messages, page


def _get_ready(solver: str, source: str, shapes: Iterable[Sequence[Any]]) -> bool:
    """Import and load what cases of these shapes need; return whether anything of that was new.

    Ends this process if a kernel would have to be compiled: a case must measure and report that.
    """
    n_modules = len(sys.modules)
    new = [shape for shape in starmap(Shape, shapes) if shape not in _loaded]
    _loaded.update(new)
    try:
        with uncollected():
            if solver:
                load(solver)
            if source:
                import_reader(source)
        with compiling_reported(_refuse):
            for shape in new:
                warm_up(load(shape.solver), shape.question, shape.limit, shape.listing, shape.problem())
    except _NotCompiled:
        os._exit(1)
    except Exception:  # noqa: BLE001 - the worker raises it again
        pass
    standard.cache_clear()  # a file of the user's, which may change
    return bool(new) or len(sys.modules) > n_modules


def _refuse(*_so_far: object) -> NoReturn:
    raise _NotCompiled


class _NotCompiled(Exception):
    """A kernel is not on the disk."""


def resident() -> list[Range]:
    """Return the resident pages of this process, without memory that it shares with others; raises OSError."""
    found: list[Range] = []
    with open("/proc/self/pagemap", "rb") as pagemap, open("/proc/self/maps", encoding="utf-8") as maps:  # noqa: PTH123
        for line in maps:
            where, access, *_ = line.split()
            if access[0] != "r" or access[3] != "p" or _OF_KERNEL in line:  # not readable, or not private
                continue
            first, end = (int(address, 16) // _PAGE for address in where.split("-"))
            pagemap.seek(first * _ENTRY)
            is_there = np.frombuffer(pagemap.read((end - first) * _ENTRY), np.uint64) & np.uint64(_PRESENT) != 0
            edges = np.flatnonzero(np.diff(is_there, prepend=False, append=False))  # begin and end of each range
            advice = _POPULATE_WRITE if access[1] == "w" else _POPULATE_READ
            for begin, past in edges.reshape(-1, 2).tolist():
                found.append(((first + begin) * _PAGE, (past - begin) * _PAGE, advice))
    return found


def own(ranges: list[Range]) -> bool:
    """Make all of these pages resident in this process; return whether the system allows it."""
    madvise = ctypes.CDLL(None).madvise
    madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
    return all(madvise(*one) == 0 for one in ranges)

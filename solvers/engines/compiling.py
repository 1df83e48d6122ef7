"""Reports the progress of compiling kernels, which happens once and takes most of a minute."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from danceoff.solvers.engines import loading

Report = Callable[[str, int, int], None]
"""Takes the name of an engine, how many of its kernels are compiled, and how many it needs, as far as is known."""


@contextmanager
def compiling_reported(report: Report) -> Iterator[None]:
    """Within the block, call `report` when the first kernel begins to compile, and after each one that was compiled.

    Kernels that are loaded from disk do not count. Numba is imported only if a kernel is loaded.
    """
    with ExitStack() as stack:

        def listen() -> None:
            from numba.core import event

            loading.before_the_first = None
            event.Listener.register(_Compiled)
            listener = _Compiled(report)
            event.register("numba:compile", listener)
            stack.callback(event.unregister, "numba:compile", listener)

        loading.before_the_first = listen
        stack.callback(setattr, loading, "before_the_first", None)
        yield


class _Compiled:
    """Counts the kernels that Numba compiles; while it compiles one, it compiles the kernels that this one calls.

    A kernel that no other one calls needs itself and all kernels that its code names. Some of these may be loaded from
    disk, or belong to another build: they are never compiled, so the end may come early.
    """

    def __init__(self, report: Report) -> None:
        self._report = report
        self._engine = ""
        self._depth = self._n_compiled = 0
        self._needed: set[Any] = set()

    def notify(self, event: Any) -> None:
        """Take an event: a kernel begins to compile, or is compiled."""
        if event.is_start:
            if self._depth == 0:
                self._begin(event.data["dispatcher"])
            self._depth += 1
        else:
            self._depth -= 1
            self._n_compiled += 1
            self._report_now()

    def _begin(self, dispatcher: Any) -> None:
        engine = dispatcher.py_func.__module__.split(".")[-2].replace("_", " ")
        if engine != self._engine:
            self._engine, self._n_compiled = engine, 0
            self._needed = set()
        needed = [dispatcher]
        while needed:
            one = needed.pop()
            if one not in self._needed:
                self._needed.add(one)
                named = map(one.py_func.__globals__.get, one.py_func.__code__.co_names)
                needed += [value for value in named if hasattr(value, "py_func")]
        self._report_now()

    def _report_now(self) -> None:
        self._report(self._engine, self._n_compiled, max(self._n_compiled, len(self._needed)))

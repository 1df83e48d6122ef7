"""The time in which a kernel is compiled or loaded, or an engine imported, does not count for those who measure.

A search may need another kernel at any step: with skips items have multiplicities, and a small problem at a node has
another form than the whole. No warm-up knows them all. So all loading goes through `uncounted`, and `here.counting` has
what measures searches in this thread now: a clock, or a child whose parent has the clock.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from threading import local
from time import monotonic
from types import ModuleType
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
Load: TypeAlias = Callable[[], Any]
Counting: TypeAlias = Callable[[Load], Any]
"""Calls a function that loads something, does not count the time, and returns what the function returns."""


class _Here(local):
    """What this thread knows: what measures its searches, and how long loading took, here and in other processes."""

    def __init__(self) -> None:
        self.counting: list[Counting] = []
        self.is_loading = False
        self.loaded_s = self.elsewhere_s = 0.0


here = _Here()


def uncounted(load: Callable[[], T]) -> T:
    """Return what `load` returns; the time does not count for what measures the searches of this thread."""
    if here.is_loading:
        return load()
    began, here.is_loading = monotonic(), True
    try:
        whole: Load = load
        for one in here.counting:
            whole = partial(one, whole)
        found: T = whole()
        return found
    finally:
        here.is_loading = False
        here.loaded_s += monotonic() - began


def imported(name: str) -> ModuleType:
    """Return a module that takes long to import, such as that of an engine; the time does not count."""
    if name not in sys.modules:
        uncounted(partial(import_module, name))
    return import_module(name)


def counted_s() -> float:
    """Return the seconds of `monotonic` without those in which this thread loaded: what limits and turns go by."""
    return monotonic() - here.loaded_s

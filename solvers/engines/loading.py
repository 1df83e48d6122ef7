"""A guard for tests: no kernel may be loaded while a search is measured."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

_is_allowed = True
before_the_first: Callable[[], None] | None = None
"""Called before the next kernel is loaded; it removes itself."""


class LoadedLate(Exception):
    """A kernel was loaded or compiled inside `no_loading`."""


@contextmanager
def no_loading() -> Iterator[None]:
    """Make loading or compiling a kernel raise LoadedLate within the block, also in processes forked there."""
    global _is_allowed
    before, _is_allowed = _is_allowed, False
    try:
        yield
    finally:
        _is_allowed = before


def about_to_load(kernel: str) -> None:
    """Raise LoadedLate inside `no_loading`; otherwise run what was registered to run before the first kernel."""
    if before_the_first:
        before_the_first()
    if not _is_allowed:
        raise LoadedLate(f"kernel {kernel} is loaded while a search is measured: `warm_up` must load it")

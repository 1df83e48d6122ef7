"""A guard for tests: no kernel may be loaded while a search is measured."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

_is_allowed = True


class LoadedLate(Exception):
    """A kernel was loaded or compiled inside `no_loading`."""


def no_loading() -> AbstractContextManager[None]:
    """Make loading or compiling a kernel raise LoadedLate within the block, also in processes forked there."""
    return _allowed(False)


def unmeasured() -> AbstractContextManager[None]:
    """Allow loading within the block, also inside `no_loading`: no time is measured there."""
    return _allowed(True)


@contextmanager
def _allowed(is_allowed: bool) -> Iterator[None]:
    global _is_allowed
    before, _is_allowed = _is_allowed, is_allowed
    try:
        yield
    finally:
        _is_allowed = before


def about_to_load(kernel: str) -> None:
    """Raise LoadedLate inside `no_loading`."""
    if not _is_allowed:
        raise LoadedLate(f"kernel {kernel} is loaded while a search is measured: `warm_up` must load it")

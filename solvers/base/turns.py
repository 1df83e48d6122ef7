"""Work in turns: generators that yield heartbeats and return what they make."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeVar

Made = TypeVar("Made")
LARGE = 1 << 20
"""Entries of a problem beyond which NumPy may take 0.1 s to rewrite it: then a heartbeat comes after that."""


def ended(turns: Generator[Any, None, Made]) -> Made:
    """Go on to the end; return what is made."""
    while True:
        try:
            next(turns)
        except StopIteration as end:
            made: Made = end.value
            return made


def in_pieces(n: int, n_at_once: int, work: Callable[[int, int], None]) -> Generator[None]:
    """Do the work for `first` to `last` - 1, so many at a time up to n; yields between two pieces."""
    for first in range(0, n, n_at_once):
        if first:
            yield
        work(first, min(first + n_at_once, n))

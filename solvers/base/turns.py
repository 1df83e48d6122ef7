"""Generators for long work: they yield heartbeats while they work, and return the result at the end."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeVar

Made = TypeVar("Made")
LARGE = 1 << 20
"""Entries of a problem beyond which NumPy may take 0.1 s to rewrite it; a heartbeat then follows the rewriting."""


def ended(turns: Generator[Any, None, Made], between: Callable[[], None] = lambda: None) -> Made:
    """Run the generator to its end and return its result.

    between: called after each turn but the last; it may raise, to end the work.
    """
    while True:
        try:
            next(turns)
            between()
        except StopIteration as end:
            made: Made = end.value
            return made


def in_pieces(n: int, n_at_once: int, work: Callable[[int, int], None]) -> Generator[None]:
    """Call `work(first, end)` for consecutive ranges below n of at most `n_at_once` numbers; yield in between."""
    for first in range(0, n, n_at_once):
        if first:
            yield
        work(first, min(first + n_at_once, n))

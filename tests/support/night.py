"""`pytest --night`: twenty times as much that is drawn at random, from a fresh seed; by day it is the same each time.

`--night=SEED` draws again what the night of that seed drew. Tests marked `night` are run by `make test-night` only.
"""

from collections.abc import Callable, Iterable
from random import SystemRandom
from typing import Any, TypeVar

import pytest
from hypothesis import seed as seeded
from hypothesis import settings

T = TypeVar("T")
_TIMES = 20
_FRESH = -1
seed = 0
"""What random numbers begin with; 0 by day."""


def pytest_addoption(parser: pytest.Parser) -> None:
    text = "draw twenty times as many random cases, from this seed; default: a fresh one"
    parser.addoption("--night", metavar="SEED", type=int, nargs="?", const=_FRESH, default=0, help=text)


def pytest_configure(config: pytest.Config) -> None:
    global seed
    if config.option.night == _FRESH:
        config.option.night = SystemRandom().randrange(1, 2**32)  # which xdist hands to its workers
    seed = config.option.night


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if seed:
        terminalreporter.write_line(f"night: what was drawn at random is drawn again by --night={seed}")


def times(n: int) -> int:
    """n by day, twenty times as many at night."""
    return n * _TIMES if seed else n


def sampled(things: Iterable[T], n: int) -> list[T]:
    """Every nth of them by day, and all at night."""
    return list(things)[:: 1 if seed else n]


def drawn(n: int, of: str = "", **arguments: Any) -> Callable[[Any], Any]:
    """Settings of Hypothesis for a test: n examples by day, the same each time, and twenty times as many at night.
    of: whom the examples are for; each has examples of its own."""
    chosen = settings(max_examples=times(n), deadline=None, database=None, **arguments)
    return lambda test: seeded(f"{seed} {of}")(chosen(test))

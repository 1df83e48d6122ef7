"""The log of a search as it grows: the steps that the kernel has written are taken from its buffers."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.learning.kernel_log import BUFFERED, HINTS, LITERALS, N_COUNTS, NESTS, Log

_BUFFER = 1 << 18  # literals and hints each, unless there are more options than that
_STEPS = 1 << 14


@dataclass
class Steps:
    """All steps of a search, in the parts in which they were taken from the buffers.

    literal: the literals of the steps, as `Log` has them.
    hint: the hints of the steps, as `Log` has them.
    n_literals: int64[n_steps], how many literals each step has.
    n_hints: int64[n_steps], how many hints each step has.
    """

    literal: list[NDArray[np.uint32]] = field(default_factory=list)
    hint: list[NDArray[np.uint64]] = field(default_factory=list)
    n_literals: list[NDArray[np.int64]] = field(default_factory=list)
    n_hints: list[NDArray[np.int64]] = field(default_factory=list)

    def take(self, log: Log) -> None:
        """Move the steps that the buffers of a log hold to the end of these."""
        n = int(log.counts[BUFFERED])
        ends = log.end[: 2 * n].reshape(n, 2).astype(np.int64)
        n_literals, n_hints = np.diff(ends, axis=0, prepend=0).T
        self.literal.append(log.literal[: int(log.counts[LITERALS])].copy())
        self.hint.append(log.hint[: int(log.counts[HINTS])].copy())
        self.n_literals.append(n_literals)
        self.n_hints.append(n_hints)
        log.counts[[BUFFERED, LITERALS, HINTS]] = 0


def no_log() -> Log:
    """Return the arrays that say that no log is kept."""
    return _log(0, 0, 0)


def new_log(n_options: int, covers_may_nest: bool) -> Log:
    """Return the buffers of a log."""
    log = _log(max(_BUFFER, 8 * n_options), _STEPS, n_options + 2)
    log.counts[NESTS] = covers_may_nest
    return log


def _log(n_each: int, n_steps: int, n: int) -> Log:
    numbers = (np.zeros(size, np.uint32) for size in (n_each, 2 * n_steps, n, n))
    literal, end, exhausted, unit = numbers
    return Log(literal, np.zeros(n_each, np.uint64), end, exhausted, unit, np.zeros(N_COUNTS, np.uint64))

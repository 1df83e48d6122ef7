"""Fingerprints: signatures of sets of covers that do not depend on the order of the covers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from danceoff.problems.model.arguments import instance_of, shown, whole_number
from danceoff.problems.model.cover import Covers, InvalidProblem

_MASK = (1 << 64) - 1
_LANES = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD1B54A32D192ED03))


@dataclass(frozen=True)
class Fingerprint:
    """128 bits that name a set of covers; the sum over disjoint sets is the fingerprint of their union.

    Every option number has a pseudo-random 64-bit key. The key of a cover is the mixed sum of its options' keys, and
    the fingerprint is the sum of the covers' keys modulo 2**64, in two independent lanes. The mixer is from SplitMix64
    (Steele, Lea, Flood, OOPSLA 2014). Equal counts do not prove equal covers: a solver can lose one cover and repeat
    another.

    high, low: the two lanes. Raises InvalidProblem unless they are whole numbers below 2**64.
    """

    high: int = 0
    low: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "high", whole_number("high", self.high, 0, _MASK))
        object.__setattr__(self, "low", whole_number("low", self.low, 0, _MASK))

    @classmethod
    def of(cls, covers: Covers) -> Fingerprint:
        """Return the fingerprint of a batch, in the numbering of the batch."""
        return cls.of_keys(keys(covers))

    @classmethod
    def of_keys(cls, keys: NDArray[np.uint64]) -> Fingerprint:
        """Return the fingerprint of covers with these keys, uint64[2, n_covers]; InvalidProblem for other arrays."""
        if not isinstance(keys, np.ndarray) or keys.dtype != np.uint64 or keys.ndim != 2 or len(keys) != 2:
            raise InvalidProblem(f"keys must be uint64[2, n_covers], not {shown(keys)}")
        return cls(*(int(total) for total in keys.sum(axis=1, dtype=np.uint64)))

    def __add__(self, other: Any) -> Fingerprint:
        if not isinstance(other, Fingerprint):
            return NotImplemented
        return Fingerprint((self.high + other.high) & _MASK, (self.low + other.low) & _MASK)

    def __str__(self) -> str:
        return f"{self.high:016x}{self.low:016x}"


def keys(covers: Covers) -> NDArray[np.uint64]:
    """Return a 128-bit key of every cover as two 64-bit integers, uint64[2, n_covers]; equal covers have equal keys.

    Raises InvalidProblem for a negative option, and TypeError unless `covers` is a `Covers`.
    """
    if instance_of("covers", covers, Covers).option.min(initial=0) < 0:
        raise InvalidProblem(f"option {covers.option.min()} is not an option number")
    return np.stack([_lane(covers, seed) for seed in _LANES])


def _lane(covers: Covers, seed: np.uint64) -> NDArray[np.uint64]:
    n_keys = int(covers.option.max(initial=-1)) + 1
    total = np.zeros(len(covers.option) + 1, np.uint64)
    if n_keys <= len(covers.option):
        of_option = mixed(np.arange(1, n_keys + 1, dtype=np.uint64) * seed)[covers.option]
    else:  # a table of all options would have more entries than are needed
        of_option = mixed((covers.option.astype(np.uint64) + np.uint64(1)) * seed)
    np.cumsum(of_option, out=total[1:])
    return mixed(total[covers.start[1:]] - total[covers.start[:-1]] + seed)


def mixed(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return a hash of each value: the finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014)."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))

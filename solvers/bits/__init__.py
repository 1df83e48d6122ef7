"""The bitset engine."""

from danceoff.solvers.bits.solver import Bits

__all__ = ["Bits"]

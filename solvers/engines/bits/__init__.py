"""The bitset engine."""

from danceoff.solvers.engines.bits.solver import Bits

__all__ = ["Bits"]

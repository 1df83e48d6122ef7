"""The bitset engine."""

from solvers.bits.solver import Bits

__all__ = ["Bits"]

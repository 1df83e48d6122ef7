"""Counting without listing, by the walk that a certificate of kind `trace` records."""

from solvers.trace.solver import Trace

__all__ = ["Trace"]

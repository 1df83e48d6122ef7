"""Counting without listing, by whichever method is cheapest for the problem."""

from danceoff.solvers.engines.counter.solver import Counter

__all__ = ["Counter"]

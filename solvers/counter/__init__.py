"""Counting without listing, by whichever method is cheapest for the problem."""

from danceoff.solvers.counter.solver import Counter

__all__ = ["Counter"]

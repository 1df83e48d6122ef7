"""A problem made smaller, and its covers brought back: for the cheapest covers, or for all of them."""

from danceoff.solvers.engines.reductions.reductions import Reduced, reduced

__all__ = ["Reduced", "reduced"]

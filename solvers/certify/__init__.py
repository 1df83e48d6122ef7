"""Writes certificates of a count: a trace of the count, or the covers and a SAT proof that there are no others."""

from danceoff.solvers.certify.proof import Incomplete
from danceoff.solvers.certify.trace import OutOfBounds, recorded
from danceoff.solvers.certify.write import write_list, write_trace

__all__ = ["Incomplete", "OutOfBounds", "recorded", "write_list", "write_trace"]

"""What proves a number of covers: a trace of the count, or the covers and a proof by SAT that there are no others."""

from solvers.certify.proof import Incomplete
from solvers.certify.trace import OutOfBounds, recorded
from solvers.certify.write import write_list, write_trace

__all__ = ["Incomplete", "OutOfBounds", "recorded", "write_list", "write_trace"]

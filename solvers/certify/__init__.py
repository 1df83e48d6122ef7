"""Writes certificates of a count: a trace, the covers and a proof that these are all, or weights that allow no cover.

A trace is a count that walks equal sub-problems once. problems/certificate/ has the walk, and says what a trace means.
The checker branches on the items that the file names; the writer branches on the items that a strategy chooses, and
records them. So the checker repeats the walk of the writer, whatever the strategy.

trace.py         the strategies, and which of them needs the fewest nodes; symmetries; the parts of a problem one by one
proof.py         a proof by CaDiCaL that a list of covers is complete
write.py         certificates of either kind, as files
veripb.py        proofs for another checker, VeriPB
"""

from danceoff.solvers.certify.proof import Incomplete
from danceoff.solvers.certify.trace import NotBest, OutOfBounds, recorded, recorded_best
from danceoff.solvers.certify.write import write_list, write_walk, write_weights

__all__ = [
    "Incomplete", "NotBest", "OutOfBounds", "recorded", "recorded_best", "write_list", "write_walk", "write_weights",
]  # fmt: skip

"""Whether and how the pieces of a packing come apart."""

from __future__ import annotations

from math import inf

from danceoff.found import FoundCover
from danceoff.problems.analysis.disassembly import Disassembler, Disassembly, Undecided
from danceoff.problems.model.arguments import instance_of
from danceoff.solving import positive


def disassembly(cover: FoundCover, time_limit: float | None = 10.0) -> Disassembly | None:
    """Return how the pieces of a cover come apart by moves along the axes; None if they do not.

    cover: of a packing of squares or cubes. The pieces of a move are places in its `options`.
    time_limit: seconds; None for no limit.

    Raises InvalidProblem for a cover of any other problem, ValueError if the time limit is invalid, and TimeoutError if
    the answer is not known after that time, or after MOST_STATES positions.
    """
    instance_of("cover", cover, FoundCover)
    seconds = positive("time_limit", time_limit, "seconds")
    try:
        return Disassembler(cover.numbering.instance.board).disassembly(cover.numbers, seconds=seconds or inf)
    except Undecided as undecided:
        raise TimeoutError(str(undecided)) from None

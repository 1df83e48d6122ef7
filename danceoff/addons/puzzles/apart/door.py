"""Whether and how the pieces of a packing come apart."""

from __future__ import annotations

from dataclasses import dataclass, field

from danceoff.addons.puzzles.apart import disassembly as analysis
from danceoff.addons.puzzles.apart.taking_apart import taking_apart
from danceoff.problems.found import FoundCover
from danceoff.problems.model.arguments import bound, instance_of


@dataclass(frozen=True)
class Disassembly(analysis.Disassembly):
    """How the pieces of a cover come apart, one by one.

    cover: the packing. A move names its pieces by their index in `cover.options`.
    """

    cover: FoundCover = field(repr=False, compare=False)

    def _repr_svg_(self) -> str | None:
        """An animation for a notebook; text if it is too large to draw."""
        instance = self.cover.numbering.instance
        return taking_apart(analysis.Disassembler(instance.board).packing, self.cover.numbers, self, instance.name)


def disassembly(cover: FoundCover, time_limit: float | None = None) -> Disassembly | None:
    """Return how the pieces of a cover come apart by moves along the axes; None if they do not.

    cover: a cover of a packing of squares, cubes or triangular prisms.
    time_limit: seconds; None for no limit.

    Raises InvalidProblem for a cover of any other problem or of more than MOST_PIECES pieces, ValueError if the time
    limit is invalid, and TimeoutError if the answer is not known after that time, or after MOST_STATES positions.
    """
    instance_of("cover", cover, FoundCover)
    seconds = bound("time_limit", time_limit, "seconds")
    disassembler = analysis.Disassembler(cover.numbering.instance.board)
    try:
        found = disassembler.disassembly(cover.numbers, seconds=seconds)
    except analysis.Undecided as undecided:
        raise TimeoutError(str(undecided)) from None
    return None if found is None else Disassembly(found.moves, found.levels, cover)

"""Problems: the exact cover model, and everything that turns a puzzle into one.

The names below are imported when they are first used, so that the command line can read the table of formats without
importing NumPy.
"""

from typing import TYPE_CHECKING

from danceoff.lazily import lazily

if TYPE_CHECKING:
    from danceoff.problems.model.checking import check
    from danceoff.problems.model.cover import Cover, Covers, ExactCover, InvalidProblem
    from danceoff.problems.model.fingerprint import Fingerprint

__all__ = ["Cover", "Covers", "ExactCover", "Fingerprint", "InvalidProblem", "check"]

__getattr__ = lazily(
    __name__,
    {
        "danceoff.problems.model.cover": ["Cover", "Covers", "ExactCover", "InvalidProblem"],
        "danceoff.problems.model.fingerprint": ["Fingerprint"],
        "danceoff.problems.model.checking": ["check"],
    },
)

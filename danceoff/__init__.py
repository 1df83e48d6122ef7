"""A solver comparison suite for exact cover: one instance, every solver, the same set of answers, honest times.

docs/library.md shows each of these names at work. Nothing is loaded before it is used.
"""

from __future__ import annotations

import os
import sys

try:
    from danceoff.processes.sigint import end_by_sigint, is_command

    if is_command():
        end_by_sigint()
except KeyboardInterrupt:
    if os.path.basename(sys.argv[0]) not in ("danceoff", "-m"):  # noqa: PTH119 - pathlib takes longer than all this
        raise
    os.write(2, b"danceoff: interrupted\n")
    os._exit(130)

from typing import TYPE_CHECKING

from danceoff.lazily import lazily

if TYPE_CHECKING:
    from danceoff import solvers
    from danceoff.door.backbone import Backbone, backbone
    from danceoff.door.best import Best, best
    from danceoff.door.campaign import Campaign, results, run
    from danceoff.door.check_covers import check_covers
    from danceoff.door.diagram import Diagram, OptionsHeld, nth, options_held, rank, sample
    from danceoff.door.disassembly import Disassembly, disassembly
    from danceoff.door.estimate import estimate
    from danceoff.door.explain import Explanation, explain
    from danceoff.door.found import FoundCover, FoundCovers, Result
    from danceoff.door.making import PieceSet, Puzzle, make, piece_sets
    from danceoff.door.nearest import Nearest, nearest
    from danceoff.door.solve import Stream, count, covers, solve
    from danceoff.door.stating import problem
    from danceoff.door.unique import Uniqueness, unique
    from danceoff.problems import ExactCover, InvalidProblem
    from danceoff.problems.analysis.checked_list import CheckedCovers
    from danceoff.problems.sets.table import DataSet, sets
    from danceoff.problems.sources import read
    from danceoff.questions.estimate import Estimate
    from danceoff.solvers import MissingBackend, SearchWalked, UnsupportedProblem, load
    from danceoff.solvers.functions import solver

__all__ = [
    "Backbone",
    "Best",
    "Campaign",
    "CheckedCovers",
    "DataSet",
    "Diagram",
    "Disassembly",
    "Estimate",
    "ExactCover",
    "Explanation",
    "FoundCover",
    "FoundCovers",
    "InvalidProblem",
    "MissingBackend",
    "Nearest",
    "OptionsHeld",
    "PieceSet",
    "Puzzle",
    "Result",
    "SearchWalked",
    "Stream",
    "Uniqueness",
    "UnsupportedProblem",
    "backbone",
    "best",
    "check_covers",
    "count",
    "covers",
    "disassembly",
    "estimate",
    "explain",
    "load",
    "make",
    "nearest",
    "nth",
    "options_held",
    "piece_sets",
    "problem",
    "rank",
    "read",
    "results",
    "run",
    "sample",
    "sets",
    "solve",
    "solver",
    "solvers",
    "unique",
]

__getattr__ = lazily(
    __name__,
    {
        "danceoff.door.campaign": ["Campaign", "results", "run"],
        "danceoff.door.best": ["Best", "best"],
        "danceoff.door.found": ["FoundCover", "FoundCovers", "Result"],
        "danceoff.problems": ["ExactCover", "InvalidProblem"],
        "danceoff.problems.analysis.checked_list": ["CheckedCovers"],
        "danceoff.problems.sets.table": ["DataSet", "sets"],
        "danceoff.problems.sources": ["read"],
        "danceoff.door.backbone": ["Backbone", "backbone"],
        "danceoff.door.check_covers": ["check_covers"],
        "danceoff.door.diagram": ["Diagram", "OptionsHeld", "nth", "options_held", "rank", "sample"],
        "danceoff.door.disassembly": ["Disassembly", "disassembly"],
        "danceoff.door.estimate": ["estimate"],
        "danceoff.door.explain": ["Explanation", "explain"],
        "danceoff.door.making": ["PieceSet", "Puzzle", "make", "piece_sets"],
        "danceoff.door.nearest": ["Nearest", "nearest"],
        "danceoff.door.unique": ["Uniqueness", "unique"],
        "danceoff.questions.estimate": ["Estimate"],
        "danceoff.solvers": ["solvers", "MissingBackend", "SearchWalked", "UnsupportedProblem", "load"],
        "danceoff.solvers.functions": ["solver"],
        "danceoff.door.solve": ["Stream", "count", "covers", "solve"],
        "danceoff.door.stating": ["problem"],
    },
)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

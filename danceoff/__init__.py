"""A solver comparison suite for exact cover: one instance, every solver, the same set of answers, honest times.

docs/library.md shows each of these names at work. Nothing is loaded before it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from danceoff.lazily import lazily

if TYPE_CHECKING:
    from danceoff import solvers
    from danceoff.campaign import Campaign, results, run
    from danceoff.cheapest import Best, best
    from danceoff.found import FoundCover, FoundCovers, Result
    from danceoff.problems import ExactCover, InvalidProblem
    from danceoff.problems.analysis.checked_list import CheckedCovers
    from danceoff.problems.sets.table import DataSet, sets
    from danceoff.problems.sources import read
    from danceoff.questions.backbone import Backbone, backbone
    from danceoff.questions.check_covers import check_covers
    from danceoff.questions.diagram import Diagram, OptionsHeld, nth, options_held, rank, sample
    from danceoff.questions.disassembly import Disassembly, disassembly
    from danceoff.questions.estimate import Estimate, estimate
    from danceoff.questions.explain import Explanation, explain
    from danceoff.questions.making import PieceSet, Puzzle, make, piece_sets
    from danceoff.questions.nearest import Nearest, nearest
    from danceoff.questions.unique import Uniqueness, unique
    from danceoff.solvers import MissingBackend, SearchWalked, UnsupportedProblem, load
    from danceoff.solvers.functions import solver
    from danceoff.solving import Stream, count, covers, solve
    from danceoff.stating import problem

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
        "danceoff.campaign": ["Campaign", "results", "run"],
        "danceoff.cheapest": ["Best", "best"],
        "danceoff.found": ["FoundCover", "FoundCovers", "Result"],
        "danceoff.problems": ["ExactCover", "InvalidProblem"],
        "danceoff.problems.analysis.checked_list": ["CheckedCovers"],
        "danceoff.problems.sets.table": ["DataSet", "sets"],
        "danceoff.problems.sources": ["read"],
        "danceoff.questions.backbone": ["Backbone", "backbone"],
        "danceoff.questions.check_covers": ["check_covers"],
        "danceoff.questions.diagram": ["Diagram", "OptionsHeld", "nth", "options_held", "rank", "sample"],
        "danceoff.questions.disassembly": ["Disassembly", "disassembly"],
        "danceoff.questions.estimate": ["Estimate", "estimate"],
        "danceoff.questions.explain": ["Explanation", "explain"],
        "danceoff.questions.making": ["PieceSet", "Puzzle", "make", "piece_sets"],
        "danceoff.questions.nearest": ["Nearest", "nearest"],
        "danceoff.questions.unique": ["Uniqueness", "unique"],
        "danceoff.solvers": ["solvers", "MissingBackend", "SearchWalked", "UnsupportedProblem", "load"],
        "danceoff.solvers.functions": ["solver"],
        "danceoff.solving": ["Stream", "count", "covers", "solve"],
        "danceoff.stating": ["problem"],
    },
)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

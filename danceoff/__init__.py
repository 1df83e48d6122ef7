"""A solver comparison suite for exact cover: one instance, every solver, the same set of answers, honest times.

docs/library.md shows each of these names at work. Nothing is loaded before it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from danceoff.lazily import lazily
from danceoff.processes import system as _system  # noqa: F401 - before what needs more than Windows has

if TYPE_CHECKING:
    from danceoff import solvers
    from danceoff.addons.planning.best import Best
    from danceoff.addons.planning.door import best, improving, most_covered
    from danceoff.addons.planning.most_covered import MostCovered
    from danceoff.addons.planning.rota import rota
    from danceoff.addons.puzzles.apart.door import Disassembly, disassembly
    from danceoff.addons.puzzles.making.door import PieceSet, Puzzle, make, piece_sets
    from danceoff.door.about import Backbone, backbone, check_covers, estimate, explain
    from danceoff.door.campaign import Campaign, results, run
    from danceoff.door.diagram import Diagram, nth, options_held, rank, sample
    from danceoff.door.solve import Stream, count, covers, solve, unique
    from danceoff.problems import ExactCover, InvalidProblem
    from danceoff.problems.analysis.checked_list import CheckedCovers
    from danceoff.problems.found import FoundCover, FoundCovers
    from danceoff.problems.sets.table import DataSet, sets
    from danceoff.problems.sources import read
    from danceoff.problems.stated import problem
    from danceoff.questions.enumerate import Result
    from danceoff.questions.estimate import Estimate
    from danceoff.questions.explain import Explanation
    from danceoff.questions.options import OptionsHeld
    from danceoff.questions.unique import Uniqueness
    from danceoff.solvers import MissingBackend, SearchWalked, UnsupportedProblem, load
    from danceoff.solvers.functions import solver

    nearest, Nearest = most_covered, MostCovered

__all__ = [
    "Backbone", "Best", "Campaign", "CheckedCovers", "DataSet", "Diagram", "Disassembly", "Estimate", "ExactCover",
    "Explanation", "FoundCover", "FoundCovers", "InvalidProblem", "MissingBackend", "MostCovered", "OptionsHeld",
    "PieceSet", "Puzzle", "Result", "SearchWalked", "Stream", "Uniqueness", "UnsupportedProblem", "backbone", "best",
    "check_covers", "count", "covers", "disassembly", "estimate", "explain", "improving", "load", "make",
    "most_covered", "nth", "options_held", "piece_sets", "problem", "rank", "read", "results", "rota", "run", "sample",
    "sets", "solve", "solver", "solvers", "unique",
]  # fmt: skip

__getattr__ = lazily(
    __name__,
    {
        "danceoff.door.campaign": ["Campaign", "results", "run"],
        "danceoff.problems.found": ["FoundCover", "FoundCovers"],
        "danceoff.problems": ["ExactCover", "InvalidProblem"],
        "danceoff.problems.analysis.checked_list": ["CheckedCovers"],
        "danceoff.problems.sets.table": ["DataSet", "sets"],
        "danceoff.problems.sources": ["read"],
        "danceoff.door.about": ["Backbone", "backbone", "check_covers", "estimate", "explain"],
        "danceoff.door.diagram": ["Diagram", "nth", "options_held", "rank", "sample"],
        "danceoff.addons.planning.best": ["Best"],
        "danceoff.addons.planning.door": ["best", "improving", "most_covered"],
        "danceoff.addons.planning.most_covered": ["MostCovered"],
        "danceoff.addons.planning.rota": ["rota"],
        "danceoff.addons.puzzles.apart.door": ["Disassembly", "disassembly"],
        "danceoff.addons.puzzles.making.door": ["PieceSet", "Puzzle", "make", "piece_sets"],
        "danceoff.questions.enumerate": ["Result"],
        "danceoff.questions.estimate": ["Estimate"],
        "danceoff.questions.explain": ["Explanation"],
        "danceoff.questions.options": ["OptionsHeld"],
        "danceoff.questions.unique": ["Uniqueness"],
        "danceoff.solvers": ["solvers", "MissingBackend", "SearchWalked", "UnsupportedProblem", "load"],
        "danceoff.solvers.functions": ["solver"],
        "danceoff.door.solve": ["Stream", "count", "covers", "solve", "unique"],
        "danceoff.problems.stated": ["problem"],
    },
)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

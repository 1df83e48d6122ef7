"""A solver comparison suite for exact cover: one instance, every solver, the same set of answers, honest times.

docs/library.md shows each of these names at work. Nothing is loaded before it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from danceoff import solvers
    from danceoff.campaign import Campaign, results, run
    from danceoff.cheapest import Best, best
    from danceoff.found import FoundCover, FoundCovers, Result
    from danceoff.problems import ExactCover, InvalidProblem
    from danceoff.problems.analysis.checked_list import CheckedCovers
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
    from danceoff.solving import Stream, count, covers, solve
    from danceoff.stating import problem

__all__ = [
    "Backbone",
    "Best",
    "Campaign",
    "CheckedCovers",
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
    "solve",
    "solvers",
    "unique",
]

_FOUND_IN = {
    "Backbone": "danceoff.questions.backbone",
    "Best": "danceoff.cheapest",
    "Campaign": "danceoff.campaign",
    "CheckedCovers": "danceoff.problems.analysis.checked_list",
    "Diagram": "danceoff.questions.diagram",
    "Disassembly": "danceoff.questions.disassembly",
    "Estimate": "danceoff.questions.estimate",
    "ExactCover": "danceoff.problems",
    "Explanation": "danceoff.questions.explain",
    "FoundCover": "danceoff.found",
    "FoundCovers": "danceoff.found",
    "InvalidProblem": "danceoff.problems",
    "MissingBackend": "danceoff.solvers",
    "Nearest": "danceoff.questions.nearest",
    "OptionsHeld": "danceoff.questions.diagram",
    "PieceSet": "danceoff.questions.making",
    "Puzzle": "danceoff.questions.making",
    "Result": "danceoff.found",
    "SearchWalked": "danceoff.solvers",
    "Stream": "danceoff.solving",
    "Uniqueness": "danceoff.questions.unique",
    "UnsupportedProblem": "danceoff.solvers",
    "backbone": "danceoff.questions.backbone",
    "best": "danceoff.cheapest",
    "check_covers": "danceoff.questions.check_covers",
    "count": "danceoff.solving",
    "covers": "danceoff.solving",
    "disassembly": "danceoff.questions.disassembly",
    "estimate": "danceoff.questions.estimate",
    "explain": "danceoff.questions.explain",
    "load": "danceoff.solvers",
    "make": "danceoff.questions.making",
    "nearest": "danceoff.questions.nearest",
    "nth": "danceoff.questions.diagram",
    "options_held": "danceoff.questions.diagram",
    "piece_sets": "danceoff.questions.making",
    "problem": "danceoff.stating",
    "rank": "danceoff.questions.diagram",
    "read": "danceoff.problems.sources",
    "results": "danceoff.campaign",
    "run": "danceoff.campaign",
    "sample": "danceoff.questions.diagram",
    "solve": "danceoff.solving",
    "unique": "danceoff.questions.unique",
}


def __getattr__(name: str) -> Any:
    if name == "solvers":
        return import_module("danceoff.solvers")
    if name not in _FOUND_IN:
        raise AttributeError(f"module 'danceoff' has no attribute {name!r}; it has {', '.join(__all__)}")
    value = globals()[name] = getattr(import_module(_FOUND_IN[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

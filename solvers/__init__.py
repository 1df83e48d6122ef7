"""What answers: backends, all behind the interface in solvers/base/, found through the table in solvers/table.py."""

from danceoff.solvers.base import Answers, Feature, MissingBackend, Search, SearchWalked, Solver, UnsupportedProblem
from danceoff.solvers.table import (
    BACKENDS,
    KNOWN_MISCOUNTS,
    Backend,
    backends,
    installed,
    load,
    missing,
    names,
    packages,
    programs,
    version,
)

__all__ = [
    "BACKENDS",
    "KNOWN_MISCOUNTS",
    "Answers",
    "Backend",
    "Feature",
    "MissingBackend",
    "Search",
    "SearchWalked",
    "Solver",
    "UnsupportedProblem",
    "backends",
    "installed",
    "load",
    "missing",
    "names",
    "packages",
    "programs",
    "version",
]

"""What answers: backends, all behind the interface in solvers/base/, found through the table in solvers/ours.py.

The names below are imported when they are first used: who wants one module of solvers does not load all.
"""

from typing import TYPE_CHECKING

from danceoff.lazily import lazily

if TYPE_CHECKING:
    from danceoff.solvers.base.one_by_one import TICK, OneByOne, Steps
    from danceoff.solvers.base.refusals import MissingBackend, UnsupportedProblem
    from danceoff.solvers.base.search import Search, SearchWalked
    from danceoff.solvers.base.solver import Answers, Feature, Solver
    from danceoff.solvers.ours import BACKENDS, KNOWN_MISCOUNTS, Backend, missing
    from danceoff.solvers.registry import backends, installed, names, packages, programs, version
    from danceoff.solvers.table import load

__all__ = [
    "BACKENDS", "KNOWN_MISCOUNTS", "TICK", "Answers", "Backend", "Feature", "MissingBackend", "OneByOne", "Search",
    "SearchWalked", "Solver", "Steps", "UnsupportedProblem", "backends", "installed", "load", "missing", "names",
    "packages", "programs", "version",
]  # fmt: skip

__getattr__ = lazily(
    __name__,
    {
        "danceoff.solvers.ours": ["BACKENDS", "KNOWN_MISCOUNTS", "Backend", "missing"],
        "danceoff.solvers.base.one_by_one": ["TICK", "OneByOne", "Steps"],
        "danceoff.solvers.base.refusals": ["MissingBackend", "UnsupportedProblem"],
        "danceoff.solvers.base.search": ["Search", "SearchWalked"],
        "danceoff.solvers.base.solver": ["Answers", "Feature", "Solver"],
        "danceoff.solvers.registry": ["backends", "installed", "names", "packages", "programs", "version"],
        "danceoff.solvers.table": ["load"],
    },
)

"""The table of our backends: the module of each, the library that it needs, and whether that is installed."""

from importlib.util import find_spec
from typing import NamedTuple

from danceoff.processes.system import version_of
from danceoff.rooms import added_by_rooms


class Backend(NamedTuple):
    """Where a backend is defined, and what must be installed for it.

    module: its module.
    solver: its class in the module.
    library: the module that it imports.
    package: the package on PyPI that contains the library.
    program: the executable that it runs, which is also the name of its Debian package.
    also: another backend, whose library and package it needs, too.
    """

    module: str
    solver: str
    library: str = ""
    package: str = ""
    program: str = ""
    also: str = ""

    @property
    def starts_no_thread(self) -> bool:
        """Whether it can be imported and warmed up before a fork, which loses threads. PySAT starts none."""
        return self.library in ("", "pysat") and not self.program


BACKENDS = {
    "brute-force": Backend("danceoff.solvers.readable.brute_force", "BruteForce"),
    "backtracking": Backend("danceoff.solvers.readable.backtracking", "Backtracking"),
    "algorithm-x": Backend("danceoff.solvers.readable.algorithm_x", "AlgorithmX"),
    "cdcl": Backend("danceoff.solvers.readable.cdcl", "Cdcl"),
    "dlx": Backend("danceoff.solvers.engines.dancing_links", "DancingLinks"),
    "bits": Backend("danceoff.solvers.engines.bits", "Bits"),
    "counter": Backend("danceoff.solvers.engines.counter", "Counter"),
    "learn": Backend("danceoff.solvers.engines.learning", "Learn"),
    "sat": Backend("danceoff.solvers.sat.solver", "Sat", "pysat", "python-sat"),
    "cpsat": Backend("danceoff.solvers.constraints.cpsat", "CpSat", "ortools", "ortools"),
    "highs": Backend("danceoff.solvers.constraints.mip", "Highs", "ortools", "ortools"),
    "scip": Backend("danceoff.solvers.constraints.mip", "Scip", "ortools", "ortools"),
    "auto": Backend("danceoff.solvers.together.auto", "Auto"),
    "race": Backend("danceoff.solvers.together.race", "Race", "pysat", "python-sat"),
    "parts": Backend("danceoff.solvers.together.parts", "Parts"),
    "clingo": Backend("danceoff.solvers.constraints.clingo", "Clingo", "clingo", "clingo"),
    "pycryptosat": Backend("danceoff.solvers.others.pycryptosat", "CryptoMiniSat", "pycryptosat", "pycryptosat"),
}
BACKENDS |= {name: Backend(*place) for name, place in added_by_rooms("solvers").items()}

KNOWN_MISCOUNTS = added_by_rooms("known miscounts")
"""Solvers, as `load` takes them, that are known to count wrongly, and why; `danceoff verify` prints the reason."""


def missing(name: str) -> str:
    """Return the command that installs what a backend still needs; empty if it can be loaded, or if it is not ours.

    A library only counts if its package is installed, since other packages have modules of the same name (`dlx`,
    `sage`).
    """
    if (backend := BACKENDS.get(name)) is None:
        return ""
    if backend.program:
        from shutil import which  # late: with readers of archives, 2 ms

        if not which(backend.program):
            return f"apt-get install {backend.program}"
    if backend.library and not (find_spec(backend.library) and version_of(backend.package)):
        return f"pip install '{backend.package}'"
    return missing(backend.also)

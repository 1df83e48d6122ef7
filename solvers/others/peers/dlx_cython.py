"""dlx-cython 0.1.6 (MIT): dancing links in Cython, over a dense matrix."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import files
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any, ClassVar

import numpy as np

from danceoff.problems import ExactCover
from danceoff.solvers.base import Feature, MissingBackend, UnsupportedProblem
from danceoff.solvers.others.peers.peer import Native, Peer, largest_cover, matrix

_STACK = 1000


@dataclass(frozen=True)
class DlxCython(Peer):
    """Lists all covers before it yields the first.

    first: whether to search for a single cover before listing all.
    """

    name: ClassVar[str] = "peer-dlx-cython"
    features: ClassVar[frozenset[Feature]] = frozenset({Feature.LIST, Feature.BLOCK})

    first: bool = False

    def native(self, problem: ExactCover) -> Native:
        """Build the links."""
        if largest_cover(problem) >= _STACK:
            raise UnsupportedProblem(f"{self.name} has a stack of {_STACK} options and writes beyond it")
        links = _extension().DLX(problem.n_options, problem.n_items, matrix(problem).astype(np.int32))
        return Native(lambda: links.solve(find_all=True), first=links.solve_one if self.first else None)


def _extension() -> Any:
    """Return the compiled module, found through its distribution: the package dlx uses the same import name."""
    for path in files("dlx-cython") or ():
        if path.name.startswith("dlx.") and path.suffix in (".so", ".pyd"):
            spec = spec_from_file_location("dlx", path.locate())
            if spec is not None and spec.loader is not None:
                module = module_from_spec(spec)
                spec.loader.exec_module(module)
                return module
    raise MissingBackend("solver peer-dlx-cython: dlx-cython is installed without its compiled module")

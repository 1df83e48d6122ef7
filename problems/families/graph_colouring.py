"""Colourings of the vertices of a graph, neighbours being different: `graph-colouring/petersen-3`.

An edge is a primary item, a vertex a secondary one with its colour.
"""

from __future__ import annotations

import re
from itertools import permutations
from math import perm

import numpy as np

from danceoff.problems.families import graph
from danceoff.problems.grids.labelling import Labelling
from danceoff.problems.grids.tiles import SYMBOLS
from danceoff.problems.instance import Family, Known, Model
from danceoff.problems.model.cover import ExactCover, InvalidProblem
from danceoff.problems.model.sizes import LARGEST_NAMED, refuse_beyond_limit

_FORM = f"GRAPH-COLOURS, with 1 to 26 colours, GRAPH being {graph.FORM}"


def _build(size: str) -> Model:
    name, _, colours = size.rpartition("-")
    if not re.fullmatch(r"[1-9]\d?", colours, re.ASCII) or int(colours) > len(SYMBOLS):
        raise InvalidProblem(f"{size!r} is not of the form {_FORM}")
    drawn, n_colours = graph.graph(name, _FORM), int(colours)
    edges = drawn.edges.tolist()
    refuse_beyond_limit(3 * len(edges) * n_colours * n_colours, f"{name} in {n_colours} colours", LARGEST_NAMED)
    written = [[(u, a), (v, b)] for u, v in edges for a, b in permutations(range(n_colours), 2)]
    options = [[f"e{u}-{v}", (f"v{u}", SYMBOLS[a]), (f"v{v}", SYMBOLS[b])] for (u, a), (v, b) in written]
    vertices = [f"v{u}" for u in range(len(drawn.place))]
    names = [f"v{u}={SYMBOLS[a]} v{v}={SYMBOLS[b]}" for (u, a), (v, b) in written]
    problem = ExactCover.from_options(options, [f"e{u}-{v}" for u, v in edges], vertices, names)
    return problem, Labelling(drawn.place, drawn.edges, np.array(written, np.int32).reshape(-1, 2, 2), SYMBOLS, True)


def _petersen(k: int) -> Known:
    factors = (-704, 2606, -4305, 4275, -2861, 1353, -455, 105, -15, 1)
    covers = sum(factor * k**power for power, factor in enumerate(factors, 1))
    return Known(covers, None, "OEIS A296913: the chromatic polynomial of the Petersen graph")


def _cycle(n: int, k: int) -> Known:
    return Known((k - 1) ** n + (-1) ** n * (k - 1), None, "G. D. Birkhoff 1912: the chromatic polynomial of a cycle")


def _complete(n: int, k: int) -> Known:
    return Known(perm(k, n), None, "the chromatic polynomial of a complete graph")


def _prism(n: int, k: int) -> Known:
    covers = (k * k - 3 * k + 3) ** n + (k - 1) * ((3 - k) ** n + (1 - k) ** n) + k * k - 3 * k + 1
    return Known(covers, None, "N. L. Biggs, R. M. Damerell and D. A. Sands 1972: the chromatic polynomial of a prism")


FAMILIES = (
    Family(
        "graph-colouring",
        _FORM,
        _build,
        {
            "cycle-9-3": _cycle(9, 3),
            "complete-5-6": _complete(5, 6),
            "complete-6-5": _complete(6, 5),
            "prism-6-3": _prism(6, 3),
            "petersen-3": _petersen(3),
            "petersen-4": _petersen(4),
            "petersen-5": _petersen(5),
        },
    ),
)

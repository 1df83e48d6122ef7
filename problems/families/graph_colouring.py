"""Colourings of the vertices of a graph, neighbours being different: `graph-colouring/petersen-3`.

An edge is a primary item, a vertex a secondary one with its colour.
"""

import re
from itertools import permutations
from string import ascii_lowercase

import numpy as np

from danceoff.problems.families import graph
from danceoff.problems.grids.labelling import Labelling
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import ExactCover, InvalidProblem
from danceoff.problems.model.sizes import LARGEST_NAMED, refuse_beyond_limit

SYMBOLS = ascii_lowercase
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


FAMILIES = (Family("graph-colouring", _FORM, _build),)

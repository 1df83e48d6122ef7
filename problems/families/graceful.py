"""Graceful labellings of graphs: `graceful/path-8`.

The vertices of a graph with m edges have different labels from 0 to m so that the differences along the edges are 1 to
m (A. Rosa, 1967). Edges and differences are primary items. Vertices and labels are secondary items: a vertex is
coloured by its label, a label by its vertex (D. E. Knuth, graceful-dlx.w). Automorphisms and complements give further
covers.
"""

import numpy as np

from danceoff.problems.families.graph import FORM, graph
from danceoff.problems.grids.labelling import Labelling
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.cover import ExactCover
from danceoff.problems.model.sizes import LARGEST_NAMED, refuse_beyond_limit


def _build(size: str) -> Model:
    drawn = graph(size, FORM)
    n, m = len(drawn.place), len(drawn.edges)
    refuse_beyond_limit(6 * m * m * (m + 1), f"the graph {size}", LARGEST_NAMED)
    options, written = [], []
    for edge, (u, v) in enumerate(drawn.edges.tolist()):
        for difference in range(1, m + 1):
            for low in range(m + 1 - difference):
                for a, b in ((low, low + difference), (low + difference, low)):
                    labels = (f"v{u}", a), (f"v{v}", b), (f"label{a}", u), (f"label{b}", v)
                    options.append([f"e{u}-{v}", f"d{difference}", *labels])
                    written.append([(u, a), (v, b), (n + edge, difference)])
    primary = [*(f"e{u}-{v}" for u, v in drawn.edges.tolist()), *(f"d{k}" for k in range(1, m + 1))]
    secondary = [*(f"v{u}" for u in range(n)), *(f"label{k}" for k in range(m + 1))]
    names = [f"v{u}={a} v{v}={b}" for (u, a), (v, b), _ in written]
    problem = ExactCover.from_options(options, primary, secondary, names)
    return problem, Labelling(
        drawn.place, drawn.edges, np.array(written, np.int32), tuple(map(str, range(m + 1))), False
    )


FAMILIES = (Family("graceful", FORM, _build),)

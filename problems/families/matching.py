"""The perfect matchings of the complete graph: `matching/20`."""

from functools import partial

import numpy as np

from danceoff.problems.grids.points import Points
from danceoff.problems.instance import Family, Model
from danceoff.problems.model.sizes import equal_options, joined, refuse_beyond_limit, whole_number

_FORM = "N, the number of vertices"


def _build(size: str) -> Model:
    n = whole_number(size, _FORM)
    refuse_beyond_limit(n * n, f"the complete graph of {n} vertices")
    edges = np.column_stack(np.triu_indices(n, 1)).astype(np.int32)
    problem = equal_options(edges, n, str, partial(joined, edges))
    return problem, Points(n, problem.start, problem.item)


FAMILIES = (Family("matching", _FORM, _build),)

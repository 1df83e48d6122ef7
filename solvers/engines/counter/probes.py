"""The size of a search tree and the work of counting its covers one by one, estimated by random probes."""

from __future__ import annotations

from math import inf

import numpy as np

from danceoff.problems import ExactCover
from danceoff.solvers.engines.counter.kernel_probes import probe
from danceoff.solvers.rewriting.colours import in_places
from danceoff.solvers.rewriting.multiplicities import anchored

_N_PROBES = 64
_MOST_VISITS = 1 << 18  # entries of the problem read by all probes: about 1 ms
_FEW_VISITS, _EASY = 1 << 15, 1 << 23  # of the first probes; if these see so few in the tree, no method has a budget
_FAR = 1 << 24  # entries read by one probe: 50 ms; where there are more, what it has seen must do


def plain_work(problem: ExactCover) -> tuple[float, float]:
    """Estimate the nodes of a search by the fewest-options rule, and the entries of the problem that it reads.

    The same problem always gives the same estimates.
    """
    problem, needs, takes = in_places(anchored(problem))
    owner = np.repeat(np.arange(problem.n_options), np.diff(problem.start))
    needed = problem.item[needs]
    option = owner[needs][np.argsort(needed, kind="stable")]
    option_start = np.concatenate([[0], np.cumsum(np.bincount(needed, minlength=problem.n_items))])
    start = problem.start.astype(np.int64)
    if not isinstance(takes, slice):
        start = np.concatenate([[0], np.cumsum(takes)])[start]
    item, most = problem.item[takes].astype(np.int64), problem.most.astype(np.int64)
    scratch = (
        np.empty(problem.n_items, np.int64),
        np.empty(problem.n_items, np.int64),
        np.empty(problem.n_options, np.bool_),
    )
    nodes = visits = inf
    for most_visits in (_FEW_VISITS, _MOST_VISITS):
        if visits > _EASY:
            nodes, visits, _ = probe(
                start, item, option_start, option, problem.n_primary, _N_PROBES, most_visits, _FAR, most, *scratch
            )
    return nodes, visits

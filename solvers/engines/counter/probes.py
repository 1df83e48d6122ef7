"""The size of a search tree and the work of counting its covers one by one, estimated by random probes."""

from __future__ import annotations

import numpy as np

from danceoff.problems import ExactCover
from danceoff.solvers.engines.counter.kernel_probes import probe
from danceoff.solvers.rewriting.colours import in_places
from danceoff.solvers.rewriting.multiplicities import anchored

_N_PROBES = 64
FEW_VISITS, MOST_VISITS = 1 << 15, 1 << 18  # entries of the problem read by all probes: about 0.1 ms, and 1 ms
_FAR = 1 << 24  # entries that one probe reads at most: 50 ms


def plain_work(problem: ExactCover, most_visits: int = MOST_VISITS) -> tuple[float, float]:
    """Estimate the nodes of a search by the fewest-options rule, and the entries of the problem that it reads.

    most_visits: the entries that all probes read, or a few more; with few, the estimate is often far too low.

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
    nodes, visits, _ = probe(
        start, item, option_start, option, problem.n_primary, _N_PROBES, most_visits, _FAR, most, *scratch
    )
    return nodes, visits

"""Random covers by searches over shuffled options: any cover may come, but not all of them are equally likely."""

from collections.abc import Collection, Iterator

import numpy as np

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.problems.model.options import with_options
from danceoff.solvers.base.solver import tiny_like
from danceoff.solvers.table import load

ENGINE, READABLE = "bits", "algorithm-x"
_SMALL = 1 << 12
_READABLE_PATIENCE = 16
"""Heartbeats of the longest search by Algorithm X, which the engine follows. All searches up to it take 0.1 s."""


def is_small(problem: ExactCover) -> bool:
    """Return whether a problem has so few entries that Algorithm X in Python should begin."""
    return len(problem.item) <= _SMALL


def warm_up(problem: ExactCover) -> None:
    """Load what is needed to draw random covers of a problem, and to count for many sets of its givens."""
    engine = load(ENGINE)
    engine.warm_up(problem, listing=True)
    for tiny in tiny_like(problem):
        for _ in engine.each(tiny, Covers.of([()])):
            pass


def random_covers(problem: ExactCover, n: int, seed: int, repeats: bool = True) -> Iterator[Cover]:
    """Yield n covers, each by a search of its own; fewer only if there are no more.

    seed: the same seed gives the same covers.
    repeats: whether a cover may come again.
    """
    random, drawn = np.random.default_rng(seed), set[Cover]()
    for _ in range(n):
        cover = next((found for found in random_cover(problem, random, drawn) if found is not None), None)
        if cover is None:
            return
        if not repeats:
            drawn.add(cover)
        yield cover


def random_cover(
    problem: ExactCover, random: np.random.Generator, drawn: Collection[Cover] = (), in_python: bool = False
) -> Iterator[Cover | None]:
    """Yield None as heartbeats, then the first cover of a search over shuffled options, if there is one.

    Some orders make a search very long, so it restarts with another order, each time with twice the limit on steps.

    drawn: covers that must not be drawn again.
    in_python: whether small first searches run in plain Python, so that one cover needs no compiled kernel.
    """
    patience = 1  # heartbeats
    while True:
        order = random.permutation(problem.n_options).astype(np.int32)
        n_beats = 0
        name = READABLE if in_python and patience <= _READABLE_PATIENCE else ENGINE
        with load(name).prepare(with_options(problem, order)) as search:
            for batch in search.batches(heartbeats=True):
                for found in batch:
                    cover = tuple(sorted(order[list(found)].tolist()))
                    if cover not in drawn:
                        yield cover
                        return
                yield None
                n_beats += len(batch) == 0
                if n_beats == patience:
                    break
            else:  # the search has ended, so there are no more covers
                return
        patience *= 2

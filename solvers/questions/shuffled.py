"""Random covers by searches over shuffled options: any cover may come, but not all of them are equally likely."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

import numpy as np

from danceoff.problems import Cover, ExactCover
from danceoff.problems.model.covers import offsets
from danceoff.solvers.table import load

ENGINE = "bits"


def random_covers(problem: ExactCover, n: int, seed: int, repeats: bool = True) -> Iterator[Cover]:
    """Yield n covers, each by a search of its own; fewer only if there are no more.

    seed: the same seed gives the same covers.
    repeats: whether a cover may come again.
    """
    random, drawn = np.random.default_rng(seed), set[Cover]()
    for _ in range(n):
        cover = random_cover(problem, random, drawn)
        if cover is None:
            return
        if not repeats:
            drawn.add(cover)
        yield cover


def random_cover(problem: ExactCover, random: np.random.Generator, drawn: Collection[Cover] = ()) -> Cover | None:
    """Return the first cover that a search finds with the options shuffled; None if there is none.

    drawn: covers that may not come again.
    """
    order = random.permutation(problem.n_options).astype(np.int32)
    size = np.diff(problem.start)[order]
    start = offsets(size)
    entry = np.repeat(problem.start[order] - start[:-1], size) + np.arange(start[-1])
    shuffled = replace(
        problem,
        start=start,
        item=problem.item[entry],
        colour=problem.colour[entry] if problem.has_colours else problem.colour,
        cost=problem.cost[order] if problem.has_costs else problem.cost,
        option_names=(),
        origin=np.zeros(0, np.int32),
        taken=np.zeros(0, np.int32),
    )
    with load(ENGINE).prepare(shuffled) as search:
        for found in search.covers():
            cover = tuple(sorted(order[list(found)].tolist()))
            if cover not in drawn:
                return cover
    return None

"""The problem whose covers differ from some covers."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from danceoff.problems import Cover, ExactCover
from danceoff.problems.model.cover import IntArray
from danceoff.problems.model.covers import offsets


def apart(problem: ExactCover, covers: Sequence[Cover], n: int) -> tuple[ExactCover, IntArray]:
    """Return the problem whose covers lack at least n options of each of these covers, and the options that it keeps.

    Each cover becomes a primary item, which its options cover, from 0 times up to n less than they are. The options of
    a cover that has only n go.

    covers: each has n options or more.
    """
    gone = np.array(sorted({option for cover in covers if len(cover) == n for option in cover}), np.int32)
    rest, keep = problem.without(gone), np.setdiff1d(np.arange(problem.n_options, dtype=np.int32), gone)
    larger = [cover for cover in covers if len(cover) > n]
    held = [np.flatnonzero(np.isin(keep, cover)) for cover in larger]
    row = np.concatenate([np.repeat(np.arange(rest.n_options), np.diff(rest.start)), *held])
    new = rest.n_primary + np.repeat(np.arange(len(held)), [len(options) for options in held])
    item = np.concatenate([rest.item + len(held) * (rest.item >= rest.n_primary), new])
    order = np.lexsort((item, row))
    colour = np.append(rest.colour, np.zeros(len(new), np.int32))[order] if rest.has_colours else rest.colour
    return replace(
        rest,
        start=offsets(np.bincount(row, minlength=rest.n_options)),
        item=item[order],
        colour=colour,
        n_items=rest.n_items + len(held),
        n_primary=rest.n_primary + len(held),
        item_names=(),
        least=np.insert(rest.least, rest.n_primary, [0] * len(held)),
        most=np.insert(rest.most, rest.n_primary, [len(cover) - n for cover in larger]),
    ), keep

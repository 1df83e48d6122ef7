"""Several good covers: covers that cost little more than the cheapest one, or covers that differ from each other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from fractions import Fraction
from math import floor
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from danceoff.asking.judge import Judge
from danceoff.asking.walks import Asked, proven, sought
from danceoff.problems import Cover, ExactCover
from danceoff.problems.model.costs import MOST
from danceoff.problems.model.cover import ADDED, IntArray
from danceoff.problems.model.covers import offsets
from danceoff.questions.events import Ended, Events, Improved, Settled
from danceoff.solvers import Search

Prepare: TypeAlias = Callable[[ExactCover, Collection[Cover]], tuple[Asked, Search]]
"""Returns what a walk needs for another problem with the same costs, and a search that leaves out some covers."""


def several(
    asked: Asked, search: Search, judge: Judge, prepare: Prepare, share: Fraction | None, n: int | None
) -> Events:
    """Look for a cheapest cover, and then for the others that are wanted.

    prepare: prepares each further search.
    share: how much more than the cheapest cover the others may cost, as a share; None if they may cost anything.
    n: how many options of each earlier cover every further cover must lack; None if covers need not differ.
    """
    if (yield from sought(asked, search, judge, 1)):
        return
    if judge.cost is None:
        yield from proven(asked, search, judge)
        return
    judge.bound = judge.cost
    yield Improved(judge.cost, judge.bound, None)
    problem, most = asked.problem, MOST
    if share is not None:
        most = min(judge.cost + floor(share * abs(judge.cost)), MOST)
        of_options = most - problem.constant
        bound = of_options if problem.max_cost is None else min(of_options, problem.max_cost)
        problem = replace(problem, max_cost=max(-MOST, min(bound, MOST)))
    if n:
        yield from _differing(asked, search, judge, prepare, problem, n)
    else:
        yield from _within(search, judge, prepare, problem, most)


def _within(search: Search, judge: Judge, prepare: Prepare, problem: ExactCover, most: int) -> Events:
    """Go on with the other covers of a problem, which bounds the cost of its covers."""
    blocked = judge.seen
    judge.problem = problem
    judge.kept.kept[:] = [one for one in judge.kept.kept if one[0] <= most]  # by their costs
    asked, others = prepare(problem, blocked)
    with others:
        is_over = yield from sought(asked, others, judge, judge.kept.limit)
    if not is_over:
        yield from proven(asked, search, judge)


def _differing(asked: Asked, search: Search, first: Judge, prepare: Prepare, problem: ExactCover, n: int) -> Events:
    """Go on, again and again, with the cheapest cover that differs from all before."""
    totals, limit = asked.totals, asked.limit or 1
    own = np.flatnonzero(problem.origin < ADDED)
    chosen = [_among(own, first.kept.kept[0][2])]
    while len(chosen) < limit and len(chosen[-1]) >= n:  # else no cover lacks so many of its options
        yield Settled()
        rest, places = apart(problem, chosen, n)
        asked, others = prepare(rest, ())
        judge = Judge(rest, 1, asked.original, settled=first.settled)
        with others:
            for event in sought(asked, others, judge, 1):
                if isinstance(event, Improved):  # the row has the cost and the bound of the cheapest cover
                    totals.covers = len(chosen) + len(judge.kept.kept)
                    event = Improved(first.cost, first.bound, event.cover)
                yield event
                if isinstance(event, Ended):
                    return
        if judge.cost is None:
            break
        chosen.append(_among(own, places[list(judge.kept.kept[0][2])]))
    totals.covers = len(chosen)
    no_more = "there are no more" if len(chosen) < limit else ""
    yield Ended("complete", "; ".join(filter(None, (search.choice, no_more))))


def _among(own: NDArray[np.intp], cover: Sequence[int] | NDArray[np.int32]) -> Cover:
    """Return those options of a cover that the root problem has, too."""
    return tuple(np.intersect1d(own, cover).tolist())


def apart(problem: ExactCover, covers: Sequence[Cover], n: int) -> tuple[ExactCover, IntArray]:
    """Return the problem whose covers lack at least n options of each of these covers, and the numbers of its options.

    For each cover there is a new primary item in all its options, which is covered at most as often as there are such
    options, less n. If a cover has only n options, they are removed instead.

    covers: each has n options or more.
    """
    gone = np.array(sorted({option for cover in covers if len(cover) == n for option in cover}), np.int32)
    rest, keep = problem.without(gone), np.setdiff1d(np.arange(problem.n_options, dtype=np.int32), gone)
    larger = [cover for cover in covers if len(cover) > n]
    held = [np.flatnonzero(np.isin(keep, cover)) for cover in larger]
    option = np.concatenate([np.repeat(np.arange(rest.n_options), np.diff(rest.start)), *held])  # of each entry
    new = rest.n_primary + np.repeat(np.arange(len(held)), [len(options) for options in held])
    item = np.concatenate([rest.item + len(held) * (rest.item >= rest.n_primary), new])  # secondary ones move
    order = np.lexsort((item, option))
    colour = np.append(rest.colour, np.zeros(len(new), np.int32))[order] if rest.has_colours else rest.colour
    return replace(
        rest,
        start=offsets(np.bincount(option, minlength=rest.n_options)),
        item=item[order],
        colour=colour,
        n_items=rest.n_items + len(held),
        n_primary=rest.n_primary + len(held),
        item_names=(),
        least=np.insert(rest.least, rest.n_primary, [0] * len(held)),
        most=np.insert(rest.most, rest.n_primary, [len(cover) - n for cover in larger]),
    ), keep

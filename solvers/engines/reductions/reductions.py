"""Makes a problem smaller before it is searched, by options that are in all covers, in none, or in no cheapest one."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from danceoff.problems import Cover, Covers, ExactCover
from danceoff.problems.model.colours import has_colour
from danceoff.problems.model.cover import BoolArray
from danceoff.problems.model.covers import offsets
from danceoff.problems.model.naming import picked
from danceoff.solvers.engines.reductions.kernel_dominated import dominated
from danceoff.solvers.engines.reductions.kernel_implied import (
    GONE,
    IS_DEAD,
    N_CHANGES,
    N_WORK,
    TAKEN,
    Board,
    drop_what_leaves_an_item,
    drop_where_rows_are_contained,
    take_forced,
)

_MOST_WORK = 1 << 22  # entries that a pass of one reduction reads: a few milliseconds


@dataclass(frozen=True)
class Reduced:
    """A smaller problem, and the way back.

    problem: the smaller problem; its `lift` gives covers in the option numbers of the original.
    cost: the sum of the costs of the options that every cover has, and that the smaller problem does not.
    """

    problem: ExactCover
    cost: int

    def lift(self, cover: Cover) -> Cover:
        """Return a cover of the smaller problem as one of the original."""
        return next(iter(self.problem.lift(Covers.of([cover]))))

    def lower(self, covers: frozenset[Cover]) -> frozenset[Cover]:
        """Return the covers of the original that exist in the smaller problem, in its numbering."""
        number = {option: k for k, option in enumerate(self.problem.origin.tolist())}
        taken = set(self.problem.taken.tolist())
        left = [set(cover) - taken for cover in covers if taken <= set(cover)]
        return frozenset(tuple(sorted(number[o] for o in cover)) for cover in left if cover <= number.keys())


def reduced(problem: ExactCover, n_best: int | None = None) -> Reduced:
    """Apply all reductions, again and again until none changes anything.

    n_best: how many of the cheapest covers are wanted; the smaller problem has covers of the same costs, cheapest
        first, up to this number. None: all covers are kept.

    - An item has no more options than it needs: they are taken.
    - All options of one item cover another one: the other item is dropped, and all its options that do not cover the
      first.
    - An option excludes all options of an item: it is dropped. Narrow items are looked at first, and not all of a large
      problem.
    - Several options cover the same items: the `n_best` cheapest are kept, more where a cover may have several of them.
    - Other options together cover what an option covers, and cost no more: it is dropped, if `n_best` is 1.

    Items covered several times, at most once, or in colours are respected; some reductions leave them alone.

    Garfinkel and Nemhauser, "The set-partitioning problem: set covering with equality constraints" (Operations Research
    17, 1969) have all but the third, which is what Knuth's program DLX-PRE does.
    """
    smaller = replace(problem, origin=np.arange(problem.n_options, dtype=np.int32), taken=np.zeros(0, np.int32))
    size = -1, -1
    while size != (size := (smaller.n_options, smaller.n_items)):
        smaller = implied(smaller)
        if n_best is not None:
            smaller = _less(smaller, duplicates(smaller, n_best))
        if n_best == 1:
            smaller = _less(smaller, replaceable(smaller))
    cost = int(problem.cost[smaller.taken].sum()) if problem.has_costs else 0
    return Reduced(smaller, cost)


def implied(problem: ExactCover) -> ExactCover:
    """Return the problem after the reductions that keep all covers; `lift` completes its covers."""
    board = _board(problem)
    narrowest_first = np.argsort(board.degree, kind="stable")
    n_met = np.zeros(problem.n_options, np.int64)
    n_changes = -1
    while board.at[IS_DEAD] == 0 and n_changes != (n_changes := int(board.at[N_CHANGES])):
        take_forced(board)
        drop_where_rows_are_contained(board, np.full(problem.n_options, -1))
        board.at[N_WORK] = 0
        drop_what_leaves_an_item(board, narrowest_first, n_met, _MOST_WORK)
    if board.at[IS_DEAD]:
        return _impossible(problem)
    is_left = board.status != GONE
    number = np.cumsum(is_left) - 1
    rest = _less(problem, ~is_left)
    degree = np.bincount(rest.item, minlength=rest.n_items)
    is_secondary = np.arange(rest.n_items) >= rest.n_primary
    rest = _of_items(rest, board.is_kept & ((degree > 1) | ~is_secondary))
    return rest.given(number[board.status == TAKEN])


def duplicates(problem: ExactCover, n_best: int) -> BoolArray:
    """Return which options are superfluous, bool[n_options].

    An option is superfluous if `n_best` cheaper options cover the same items; if a cover may hold several of them, more
    than `n_best` must be cheaper.
    """
    n = problem.n_options
    if n == 0:
        return np.zeros(0, bool)
    entry = problem.item.astype(np.uint64) << np.uint64(32)
    if problem.has_colours:
        entry |= problem.colour.astype(np.uint64)
    mixed = entry * np.uint64(0x9E3779B97F4A7C15)  # a sum of mixed entries stands for a row, until rows are compared
    mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    key = np.add.reduceat(mixed ^ (mixed >> np.uint64(32)), problem.start[:-1])
    cost = problem.cost if problem.has_costs else np.zeros(n, np.int64)
    order = np.lexsort((np.arange(n), cost, key))
    size = problem.start[1:] - problem.start[:-1]
    is_same = np.concatenate([[False], (key[order][1:] == key[order][:-1]) & (size[order][1:] == size[order][:-1])])
    for a in np.flatnonzero(is_same):
        one, other = (slice(problem.start[o], problem.start[o + 1]) for o in order[a - 1 : a + 1])
        is_same[a] = np.array_equal(entry[one], entry[other])
    most = problem.most[problem.item]
    if problem.has_colours:
        most = np.where(problem.colour > 0, problem.n_options, most)
    at_once = np.minimum.reduceat(most, problem.start[:-1])  # how many equal options a cover may have
    first = np.maximum.accumulate(np.where(is_same, 0, np.arange(n)))
    found = np.zeros(n, bool)
    found[order] = np.arange(n) - first >= n_best - 1 + at_once[order].astype(np.int64)
    return found


def replaceable(problem: ExactCover) -> BoolArray:
    """Return the options that several others cover together at no higher cost: bool[n_options]."""
    if problem.n_options == 0:
        return np.zeros(0, bool)
    start = problem.start[:-1]
    colour = problem.colour if problem.has_colours else np.zeros(len(problem.item), np.int64)
    is_single = (problem.most[problem.item] == 1) & (
        colour == 0
    )  # then no cover with the replaced option has another option of the item
    may_replace = np.logical_or.reduceat(is_single, start) & np.logical_and.reduceat(colour == 0, start)
    cost = problem.cost.copy() if problem.has_costs else np.zeros(problem.n_options, np.int64)
    first = problem.item[start]
    return dominated(
        problem.start.astype(np.int64),
        problem.item.astype(np.int64),
        colour.astype(np.int64),
        problem.n_primary,
        cost,
        np.searchsorted(np.sort(first), np.arange(problem.n_items + 1)),
        np.lexsort((cost, first)),
        may_replace,
        np.zeros(problem.n_items, np.int64),
        _MOST_WORK,
    )


def _board(problem: ExactCover) -> Board:
    n_items, item = problem.n_items, problem.item.astype(np.int64)
    colour = problem.colour.astype(np.int64) if problem.has_colours else np.zeros(len(item), np.int64)
    by_item = np.argsort(item, kind="stable")
    degree = np.bincount(item, minlength=n_items)
    need, room = problem.least.astype(np.int64), problem.most.astype(np.int64)
    return Board(
        start=problem.start.astype(np.int64),
        item=item,
        colour=colour,
        by_item=np.concatenate([[0], np.cumsum(degree)]),
        option=np.repeat(np.arange(problem.n_options), np.diff(problem.start))[by_item],
        given=colour[by_item],
        status=np.zeros(problem.n_options, np.int64),
        need=need,
        room=room,
        degree=degree,
        agreed=np.zeros(n_items, np.int64),
        is_kept=np.ones(n_items, bool),
        has_colour=has_colour(problem),
        at=np.array([(need > degree).any(), 0, 0], np.int64),
    )


def _less(problem: ExactCover, options: BoolArray) -> ExactCover:
    return problem.without(np.flatnonzero(options).astype(np.int32))


def _of_items(problem: ExactCover, is_kept: BoolArray) -> ExactCover:
    """Return the problem with these items only; every option must cover a primary one of them."""
    entries = is_kept[problem.item]
    before = np.concatenate([[0], np.cumsum(entries)])
    number = np.cumsum(is_kept, dtype=np.int32) - np.int32(1)
    return replace(
        problem,
        start=offsets(np.diff(before[problem.start])),
        item=number[problem.item[entries]],
        n_items=int(np.count_nonzero(is_kept)),
        n_primary=int(np.count_nonzero(is_kept[: problem.n_primary])),
        item_names=picked(problem.item_names, is_kept),
        least=problem.least[is_kept],
        most=problem.most[is_kept],
        colour=problem.colour[entries] if problem.has_colours else problem.colour,
    )


def _impossible(problem: ExactCover) -> ExactCover:
    """Return a sub-problem without options, and without covers."""
    none = _less(problem, np.ones(problem.n_options, bool))
    one = np.arange(problem.n_items) == np.argmax(problem.least > 0)
    return _of_items(none, one)

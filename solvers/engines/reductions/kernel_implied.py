"""The loops behind reductions that keep the set of covers: options that must be chosen, and options that never can be.

A `Board` is a problem and its options known to be in all or no covers; `take` and `drop` change it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.compiled import kernel, lean, part

LIVE, TAKEN, GONE = 0, 1, 2

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

IS_DEAD, N_WORK, N_CHANGES = 0, 1, 2


class Board(NamedTuple):
    """A problem in compressed rows, and what is known of it.

    start, item, colour: option o has entries start[o]..start[o + 1] with these items and colours, 0 for none.
    by_item, option, given: item i is in entries by_item[i]..by_item[i + 1] of these options, in these colours.
    status: of each option, LIVE, TAKEN or GONE.
    need, room: how often each item must still be covered, and can be.
    degree: the number of live options of each item.
    agreed: the colour in which an item is covered by a taken option, or 0.
    is_kept: the items that the reduced problem needs.
    has_colour: items that some option gives a colour.
    at: whether there is no cover, entries looked at, changes made.
    """

    start: Ints
    item: Ints
    colour: Ints
    by_item: Ints
    option: Ints
    given: Ints
    status: Ints
    need: Ints
    room: Ints
    degree: Ints
    agreed: Ints
    is_kept: Bools
    has_colour: Bools
    at: Ints


@part
def drop(board: Board, o: int) -> None:
    """Record that no cover has a live option."""
    board.status[o] = GONE
    board.at[N_CHANGES] += 1
    # No other option is looked at, so that dropping many takes linear time.
    for k in range(board.start[o], board.start[o + 1]):
        i = board.item[k]
        board.degree[i] -= 1
        if board.degree[i] < board.need[i]:
            board.at[IS_DEAD] = 1


@part
def take(board: Board, o: int) -> None:
    """Record that every cover has a live option, and drop those that exclude it."""
    board.status[o] = TAKEN
    board.at[N_CHANGES] += 1
    # First all items of the option, then what they exclude: `drop` compares with what is needed by now.
    for k in range(board.start[o], board.start[o + 1]):
        i = board.item[k]
        board.degree[i] -= 1
        if board.colour[k] == 0:
            board.need[i] = max(board.need[i] - 1, 0)
            board.room[i] -= 1
    for k in range(board.start[o], board.start[o + 1]):
        i, c = board.item[k], board.colour[k]
        # A multiple item that has room left excludes nothing.
        if c == 0 and board.room[i] > 0:
            continue
        board.agreed[i] = c
        for e in range(board.by_item[i], board.by_item[i + 1]):
            if board.status[board.option[e]] == LIVE and (c == 0 or board.given[e] != c):
                drop(board, board.option[e])


@lean
def take_forced(board: Board) -> None:
    """Take the options of items that have no more than they need, until there are none."""
    is_over = False
    while not is_over and board.at[IS_DEAD] == 0:
        is_over = True
        for i in range(len(board.need)):
            if board.need[i] == 0 or board.degree[i] > board.need[i]:
                continue
            for e in range(board.by_item[i], board.by_item[i + 1]):
                if board.status[board.option[e]] == LIVE:
                    take(board, board.option[e])
                    # Taking an option may force others before it, so there is another round.
                    is_over = False


@kernel
def drop_where_rows_are_contained(board: Board, seen: Ints) -> None:
    """Where all options of item i cover item j, drop the other options of j; then j says nothing new, and goes, too.

    This holds only if i is covered exactly once, and j at most once.

    seen: scratch, -1 for each option.
    """
    n_items = len(board.need)
    candidates = np.empty(n_items, np.int64)
    for i in range(n_items):
        if not board.is_kept[i] or board.need[i] != 1 or board.room[i] != 1:
            continue
        # The items that all options of i cover: those of the first option, cut down option by option.
        n_candidates = -1
        for e in range(board.by_item[i], board.by_item[i + 1]):
            o = board.option[e]
            if board.status[o] != LIVE:
                continue
            seen[o] = i
            if n_candidates < 0:
                n_candidates = 0
                for k in range(board.start[o], board.start[o + 1]):
                    j = board.item[k]
                    if j != i and board.is_kept[j] and board.room[j] == 1 and not board.has_colour[j]:
                        candidates[n_candidates] = j
                        n_candidates += 1
                continue
            n_left, k = 0, board.start[o]
            for c in range(n_candidates):  # both are ascending
                while k < board.start[o + 1] and board.item[k] < candidates[c]:
                    k += 1
                if k < board.start[o + 1] and board.item[k] == candidates[c]:
                    candidates[n_left] = candidates[c]
                    n_left += 1
            n_candidates = n_left
            if n_candidates == 0:
                break
        # Every cover takes an option of i, and so covers j by it. The other options of j would cover it twice.
        for c in range(max(n_candidates, 0)):
            j = candidates[c]
            for e in range(board.by_item[j], board.by_item[j + 1]):
                o = board.option[e]
                if board.status[o] == LIVE and seen[o] != i:
                    drop(board, o)
            board.is_kept[j] = False
            board.need[j] = 0
            board.at[N_CHANGES] += 1
        if board.at[IS_DEAD]:
            return


@kernel
def drop_what_leaves_an_item(board: Board, order: Ints, n_met: Ints, most_work: int) -> None:
    """Drop options that exclude all options of an item which they do not cover.

    order: the items to look at, until most_work entries have been read.
    n_met: scratch, 0 for each option.
    """
    met = np.empty(len(n_met), np.int64)
    for i in order:
        if board.at[N_WORK] >= most_work or board.at[IS_DEAD]:
            return
        # An item that needs nothing may be left without options.
        if board.need[i] == 0:
            continue
        n_before, n_options = 0, 0  # options that exclude all of the first n_options options of the item
        for e in range(board.by_item[i], board.by_item[i + 1]):
            p = board.option[e]
            if board.status[p] != LIVE:
                continue
            # `n_met[o]` is how many of the first n_options options of i exclude o. An o that one of them does not
            # exclude is no candidate any more: only counts equal to n_options still grow, by at most 1 for each p.
            n_now = 0
            for k in range(board.start[p], board.start[p + 1]):
                j, c = board.item[k], board.colour[k]
                # p excludes nothing by i itself, by an item with room for both, or by one whose colour is settled.
                if j == i or (c == 0 and board.room[j] != 1) or board.agreed[j] != 0:
                    continue
                board.at[N_WORK] += board.by_item[j + 1] - board.by_item[j]
                for f in range(board.by_item[j], board.by_item[j + 1]):
                    o = board.option[f]
                    if board.status[o] != LIVE or n_met[o] != n_options or o == p or (c != 0 and board.given[f] == c):
                        continue
                    if n_options == 0:
                        met[n_before] = o
                        n_before += 1
                    n_met[o] += 1
                    n_now += 1
            n_options += 1
            if n_now == 0:
                break
        for e in range(board.by_item[i], board.by_item[i + 1]):
            n_met[board.option[e]] = 0
        for m in range(n_before):
            if n_met[met[m]] == n_options and n_options > 0 and board.status[met[m]] == LIVE:
                drop(board, met[m])
            n_met[met[m]] = 0

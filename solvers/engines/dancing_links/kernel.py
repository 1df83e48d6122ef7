"""The search of the dancing links: depth first, without recursion, resumable; see results/notes/dancing-links.md."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from danceoff.solvers.engines.compiled import CHECKED, lean, part
from danceoff.solvers.engines.dancing_links.kernel_costs import Costs, fewest_affordable, spend
from danceoff.solvers.engines.dancing_links.kernel_links import (
    ROOT,
    Colours,
    Links,
    check,
    cover,
    most_hidden,
    smallest,
    uncover,
)
from danceoff.solvers.engines.dancing_links.kernel_multiplicity import (
    EACH,
    LEFT,
    TAKEN,
    Multiplicities,
    cover_rest,
    leave,
    take,
    tightest,
    uncover_rest,
    unleave,
    untake,
)


class Place(NamedTuple):
    """Where a search stands between two calls.

    choice: uint32[n_levels], the node chosen at each level; the header of an item if none of its nodes is chosen yet.
    at: int64[3], the level (-1: the search is over), whether the level is new, and the nodes of the tree so far.
    """

    choice: NDArray[np.uint32]
    at: NDArray[np.int64]


@lean
def search(
    links: Links,
    colours: Colours | None,
    multiplicity: Multiplicities | None,
    costs: Costs | None,
    place: Place,
    budget: int,
    start: NDArray[np.int32],
    option: NDArray[np.int32],
) -> int:
    """Walk on from `place` for at most `budget` tree nodes, or `most_hidden` options; return the number of covers.

    Pauses when `start` is full or `option` may not hold another cover.

    start, option: the output; cover k is option[start[k]:start[k + 1]]. A `start` of length 0 asks to count only.

    Numba compiles the kernel once for each combination of None and arrays that callers use, and prunes the code that
    None does not need.
    """
    choice, at = place.choice, place.at
    level, is_new, n_nodes = at[0], at[1], at[2]
    n_items = len(links.size) - 1
    last_node = n_nodes + budget
    links.size[ROOT], n_hidden = 0, most_hidden(links)
    listing, room = len(start) > 0, len(option) - len(choice)
    n_covers = 0
    # Between two steps the links differ from the first ones by the moves of choice[:level], and by those of
    # choice[level] if the level is not new. So a call may end here. The root has no column; its size counts what this
    # call has hidden.
    while level >= 0 and n_nodes < last_node and links.size[ROOT] < n_hidden:
        if is_new:
            is_new = 0
            if CHECKED:
                check(links, colours)
            # The caller may have lowered the room since the options above were paid for.
            if costs is not None and costs.spent[level] > costs.room[0]:
                level -= 1
                continue
            multiple = ROOT
            # Items that are counted are not in the ring. Any of them with too few options left makes the level dead;
            # else the tightest is branched on, but only if no item is left in the ring.
            if multiplicity is not None:
                multiple, is_dead = tightest(links, multiplicity)
                if is_dead:
                    level -= 1
                    continue
                multiplicity.kind[level] = EACH if links.right[ROOT] != ROOT else TAKEN
            # An item of the ring: cover it, and let `choice` stand before its first option. That an item has no option
            # left is seen below, where its column is empty.
            if links.right[ROOT] != ROOT:
                item = smallest(links) if costs is None else fewest_affordable(links, costs, level)
                cover(links, item)
                choice[level] = item
            # No item is left, and no counted one with room and an option: a cover. Nothing was chosen on this level, so
            # there is nothing to undo on the way back.
            elif multiple == ROOT:
                if listing:
                    write(links, multiplicity, choice, level, n_covers, start, option)
                n_covers += 1
                level -= 1
                if listing and (n_covers + 1 == len(start) or start[n_covers] > room):
                    break
                continue
            # A counted item: its first option is taken here, and left out when the walk comes back. Together these two
            # branches have every cover from here on exactly once.
            elif multiplicity is not None:
                choice[level] = links.down[multiple]
                take(links, colours, multiplicity, choice[level])
                if costs is not None:
                    spend(links, costs, level, choice[level])
                level += 1
                n_nodes += 1
                is_new = 1
                continue
        # The level has a choice: undo it, and make the next one.
        here = choice[level]
        # The option of a counted item was TAKEN, and all that follows is searched. Now it is LEFT out, which spends
        # nothing. The next time it is linked in again, and the level is done.
        if multiplicity is not None and multiplicity.kind[level] != EACH:
            if multiplicity.kind[level] == TAKEN:
                untake(links, colours, multiplicity, here)
                leave(links, here)
                multiplicity.kind[level] = LEFT
                if costs is not None:
                    costs.spent[level + 1] = costs.spent[level]
                level += 1
                n_nodes += 1
                is_new = 1
            else:
                unleave(links, here)
                level -= 1
            continue
        # `here` is the header, for nothing is chosen yet, or the last chosen node, whose option is undone in reverse.
        if here > n_items:
            uncover_rest(links, colours, multiplicity, here)
        # The column itself is not touched by what lies below a level, so that it can be followed from one option to the
        # next.
        here = links.down[here]
        if costs is not None and here > n_items and not spend(links, costs, level, here):
            here = links.top[here]  # those that follow are no cheaper
        choice[level] = here
        # The options of the column are hidden from the other items already, so only the other items of this option have
        # to be covered. At the header again, all options are tried, and the level above is next.
        if here > n_items:
            cover_rest(links, colours, multiplicity, here)
            level += 1
            n_nodes += 1
            is_new = 1
        else:
            uncover(links, here)
            level -= 1
    at[0], at[1], at[2] = level, is_new, n_nodes
    return n_covers


@part
def write(
    links: Links,
    multiplicity: Multiplicities | None,
    choice: NDArray[np.uint32],
    level: int,
    n_covers: int,
    start: NDArray[np.int32],
    option: NDArray[np.int32],
) -> None:
    """Write the options chosen above `level` as cover number n_covers."""
    end = start[n_covers]
    for depth in range(level):
        if multiplicity is None or multiplicity.kind[depth] != LEFT:
            option[end] = links.option[choice[depth]]
            end += 1
    start[n_covers + 1] = end

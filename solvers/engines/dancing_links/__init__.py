"""Dancing links: Algorithm X of Knuth (TAOCP 4B, 7.2.2.1), compiled, without recursion, resumable.

The arrays, for primary items 1 and 2, secondary item 3, and the options {1, 3:A}, {2, 3:A}, {1, 2}, where A is a
colour. Nodes 1..n_items are the headers of the items' columns; the nodes of an option stand in a row between two
spacers (*):

    node      0     1     2     3  |  4     5     6     7     8     9    10    11    12    13
            root  head  head  head |  *   {1    3:A}    *   {2    3:A}    *   {1     2}     *
    top       0     1     2     3  |  0     1     3     0     2     3     0     1     2     0
    down      -     5     8     6  |  6    11     9     9    12     3    12     1     2     -
    up        -    11    12     9  |  -     1     3     5     2     6     8     5     8    11
    option    -     -     -     -  |  -     0     0     -     1     1     -     2     2     -
    colour    -     -     -     -  |  -     0     1     -     0     1     -     0     0     -

    left, right   the ring of active primary items, through the root: 0 - 1 - 2 - 0
    size          the active options of an item
    settler       by item: the chosen node that settled its colour, or the root
    choice        by level: the node chosen, or the header where no option is chosen yet

`down` of a spacer is the last node of the option behind it, `up` the first node of the option before it: a walk
along an option, rightwards or leftwards, turns there and goes round.

The search is two states; `at` keeps level, state and node count between two calls:

            +----------- an option is left: cover its other items, level + 1 --------+
            v                                                                        |
    is_new = 1 -- cover the item with the fewest options ----------------------> is_new = 0
            |                                                                        ^  |
            +-- no primary item left: a cover; back to the level above --------------+  |
                                                                                     +--+
                                                          none left: uncover the item, level - 1

With multiplicities a level may also try one option of an item twice: kind[level] is TAKEN while the option is part of
the cover, then LEFT while it is excluded; EACH marks the levels drawn above. times[item] is how often an item is
covered so far, at most most[item]; an item is covered in the links when it reaches that.

With colours, a chosen option covers only the items that it does not colour. If it is the first to colour an item, it
settles the colour: the item is purified, that is, the options that use it otherwise are hidden. After that, a chosen
option does nothing to this item. Backtracking beyond the settler undoes the purification.

Between two steps: the links differ from the first ones by the moves of the levels above, in order, and by nothing else;
size[i] is the length of column i; every active node is in the column of its item; every active option has the settled
colour of each of its items whose colour is settled. Undoing goes exactly backwards.

kernel.py               the search; compiled with and without colours, multiplicities, and costs
kernel_links.py         the links, and the moves on them with their inverses
kernel_multiplicity.py  items that are covered lo to hi times
kernel_costs.py         costs: what a partial cover has spent, and options that it can afford
kernel_branches.py      the first levels of a tree, with a weight for each subtree; for dividing a problem
solver.py               builds the links, gives buffers to the kernel, maps nodes back to options
"""

from danceoff.solvers.engines.dancing_links.solver import DancingLinks

__all__ = ["DancingLinks"]

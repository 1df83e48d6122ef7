"""Writes certificates of a count: a trace of the count, or the covers and a SAT proof that there are no others.

A trace is a count that walks equal sub-problems once. A node is the set of items that are still free, its level is how
many of them are primary; its children are what is left of it for each option of its branching item. All levels wait at
once, the root on the highest:

    _Level, one for each level                   Children, what `branch` has made and `gather` sorts in
    row  0..n_nodes  the nodes that wait         row  0..n_children  children on any of the levels below
    node[row]   the free items, a bit an item    node[row]    the free items
    ways[row]   in how many ways it is reached   parent[row]  the row of the parent on the level at hand
    table[h]    the row of the node of hash h,   level[row]   the level of the child
                or of the first free slot on
                from h; -1 in a free slot        the trace    the branching item of each node, in the order walked

The walk goes through the levels from the highest down:

    the level at hand has nodes --- branch: its last nodes, while there is room for children --> children are waiting
    children are waiting ---------- gather, for each level that they are on --------------------> the level at hand
    the level at hand is empty ---- clear; take the next lower one ------------------------------> the level at hand
    level 0 ----------------------- the ways of its node are the count

Between two steps: the nodes of a level differ, and have as many free primary items as the level says. A child is on a
lower level than its parent, so whatever reaches a node has been added to its ways before the node is branched on. No
sum of ways passes its limbs. A table is at most half full, and names the waiting nodes of each level below the one at
hand. A secondary item is free only if an option inside the node needs it. The checked build asserts all but the last.

kernel_trace.py  `branch` and `gather`
trace.py         the levels and their room; which order of the items needs the fewest nodes; components one by one
proof.py         the other way: a proof by CaDiCaL that a list of covers is complete
write.py         certificates of either kind, as files
"""

from danceoff.solvers.certify.proof import Incomplete
from danceoff.solvers.certify.trace import OutOfBounds, recorded
from danceoff.solvers.certify.write import write_list, write_trace

__all__ = ["Incomplete", "OutOfBounds", "recorded", "write_list", "write_trace"]

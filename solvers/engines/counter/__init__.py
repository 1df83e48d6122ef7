"""Counting without listing, by whichever method is cheapest for the problem.

The frontier method (kernel_frontier.py) keeps states: the next step to cover, and which items of the frontier are
covered. Each state is a row of the pool, in two chains at once:

    row[e]   | chain << 32 | next |  step, key word(s)  |  count, lowest limb first  |
                  |          |
                  |          +--> the next state of the same step; queue[step] is the first
                  +-------------> the next state of the same hash; head[hash] is the first

    rows 0..TOP have been used; LIVE of them are states, the free rows are chained from FREE by their first word

    step s:  take a state from queue[s] --> each option of s that fits --> DONE at the last step, or a state of a later
             step: found by its hash and added to, or put in a free row

Between two states: every live state is in both of its chains, and its key holds its step; no two have the same key; no
top limb passes 32 bits, or WIDE is returned before the next state is taken; states of steps before STEP are gone.

The memo (kernel_memo.py) is a depth-first search; a row a level holds what is live, left and untried:

    new level --> take forced options --> dead or a cover: value --> level above adds it to its sum
                                      --> stored: value from the table --> the same
                                      --> an untried option: new level below
                                      --> none untried: sum goes into the table and up

Between two nodes: an option is live if and only if all its items are left; sum is the covers of the options tried so
far, and its top limb does not pass 32 bits, or WIDE is returned; table rows hold whole keys, so a hit is never wrong;
STORED is the rows in use. The checked build asserts the first, that no sum overflows, and that STORED fits the table.

Both kernels stop with PAUSED, FULL or WIDE between two such steps, and go on there. With a record, they keep all
sub-problems and the edges between them (../diagram/), and stop with LONG where the record must grow.

An item with colours becomes a few items without, its *places*, which its options need and take (rewriting/colours.py).
So its colour is in the key of both methods as bits, and the kernels know no colours.

kernel_frontier.py    the frontier method; steps.py makes its steps and masks, frontier.py gives it room
kernel_memo.py        search with a memo; memo.py gives it room
kernel_item_order.py  greedy item orders for the frontier method; item_order.py takes the best
kernel_probes.py      random probes of the search tree; probes.py estimates the work of plain counting from them
solver.py             `auto`: which method may spend how much, and when
"""

from danceoff.solvers.engines.counter.solver import Counter

__all__ = ["Counter"]

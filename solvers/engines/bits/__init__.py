"""The bitset engine: live options are bits in a few words, taking one is live & ~conflict, undoing it is going back.

The arrays; W words hold a bit an option, X words a bit a primary item, V words a byte a primary item:

    Tables, never changed                    Levels, a row a level, never changed by the levels below
    conflict[option]  W  options it excludes     live[level]  W  live options
    column[item]      W  options of the item     left[level]  X  open items
    items[option]     X  items of the option     size[level]  V  live options of an item; 128 or more: it is covered
    row[option]       V  the same, bytes of 1    branch, word, untried, path: the branching item and what is tried of it

    Memo.block holds covers, each as its length and its options:

    0              first[slot]..end[slot]        TAIL          BLOCK                END                            len
    | covers of sub-problems that are remembered | written out | found, not written | free: `walk` writes here next |

    TAIL   where what is remembered ends: `remember` moves it to END, in the first half of the block only
    BLOCK  the next cover to write out: set where a sub-problem begins or is recalled, moved by `emit`
    END    where the covers at hand end: set where a sub-problem is recalled, and from `walk` by `walked`
    SLOT   where the sub-problem at hand may be remembered, or NONE

Colours are in `conflict` alone: two options exclude each other if they share an item on which they do not agree. Live
options agree with all that are taken, so they also say which colours are settled: the key of a remembered sub-problem
needs nothing else.

The phases of `search`; a call may end between any two steps, and the next call goes on there:

    NEW  --- enter: wide ------------------> NEXT
         --- enter: dead ------------------> NEXT on the level above, where the dead item becomes the option's witness
         --- enter: at most 64 options ----> WALK
         --- enter: recalled, or a cover --> EMIT
    WALK --- walk: more to find -----------> WALK, or EMIT where block is full, or where covers are only counted
         --- walk: over; remember ---------> EMIT
    EMIT --- output is full ---------------> EMIT in the next call
         --- sub-problem is not over ------> WALK
         --- sub-problem is over ----------> NEXT on the level above (with multiplicities, on this level)
    NEXT --- advance, take ----------------> NEW on the level below; NEXT where the option's witness is dead
         --- no option left ---------------> NEXT on the level above; OVER at level 0

Between two steps: n_live and n_left are the numbers of bits in live and left. Where has_sizes is set, the byte of an
open item is the popcount of live & column, and that of a covered item has bit 7. path[1:level] are the options taken.
BLOCK <= END, and TAIL <= BLOCK unless the sub-problem was recalled. The checked build asserts the first two.

kernel.py               the phases and their steps; compiled once without and once with multiplicities
kernel_state.py         Tables, Levels, Memo, and what `at` holds
kernel_sizes.py         the item with the fewest options, by popcounts or from bytes kept up to date
kernel_inside.py        sub-problems of at most 64 options and items: `pack`, and their search in single words
kernel_memo.py          remembered sub-problems
kernel_multiplicity.py  items that are covered lo to hi times
kernel_costs.py         costs: what a partial cover has spent, and options that it can afford
kernel_each.py          many sets of givens on one problem
kernel_descend.py       the upper tree of a large problem with dancing links, down to sub-problems for bitsets
kernel_words.py         popcount, trailing zeros, sums of rows
"""

from danceoff.solvers.engines.bits.solver import Bits

__all__ = ["Bits"]

"""The bitset engine: live options are bits in a few words, taking one is live & ~conflict, undoing it is going back.

results/notes/bits.md draws the arrays and the phases, and says what was tried.

kernel.py               the phases and their steps; compiled once without and once with multiplicities
kernel_state.py         Tables, Levels, Memo, and what `at` holds
kernel_sizes.py         the item with the fewest options, by popcounts or from bytes kept up to date
kernel_inside.py        sub-problems of at most 64 options and items: `pack`, and their search in single words
kernel_memo.py          remembered sub-problems
kernel_multiplicity.py  items that are covered lo to hi times
kernel_costs.py         costs: what a partial cover has spent, and options that it can afford
kernel_each.py          many sets of givens on one problem
kernel_narrow.py        narrow boards: items in a fixed order, options in lists
kernel_words.py         popcount, trailing zeros, sums of rows
"""

from danceoff.solvers.engines.bits.solver import Bits

__all__ = ["Bits"]

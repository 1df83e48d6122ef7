"""Dancing links: Algorithm X of Knuth (TAOCP 4B, 7.2.2.1), compiled, without recursion, resumable.

results/notes/dancing-links.md draws the arrays, and says what was tried.

kernel.py               the search; compiled with and without colours, multiplicities, and costs
kernel_links.py         the links, and the moves on them with their inverses
kernel_multiplicity.py  items that are covered lo to hi times
kernel_costs.py         costs: what a partial cover has spent, and options that it can afford
kernel_branches.py      the first levels of a tree, with a weight for each subtree; for dividing a problem
solver.py               builds the links, gives buffers to the kernel, maps nodes back to options
"""

from danceoff.solvers.engines.dancing_links.solver import DancingLinks

__all__ = ["DancingLinks"]

"""Clause learning for exact cover: items as they are, conflicts explained, covers listed without blocking clauses.

docs/internals/learn.md follows one search step by step, and says why it is right.

kernel.py               the search: one compiled function, into which the rest is inlined
kernel_state.py         the problem, the items as sparse sets, the trail, and the numbers in `at`
kernel_propagate.py     what follows from items, and how it is undone
kernel_costs.py         what follows from the bound on the cost
kernel_clauses.py       learned clauses: watches, reduction
kernel_analyse.py       the clause of a conflict, and how it is made shorter
kernel_branching.py     the next decision: fewest options, or most conflicts
state.py                the arrays, and room for more
solver.py               the options, the pace, and the buffers for covers
"""

from danceoff.solvers.engines.learning.solver import Learn

__all__ = ["Learn"]

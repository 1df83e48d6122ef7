"""Counting without listing, by whichever method is cheapest for the problem.

results/notes/counter.md draws the states of both methods, and says how one is chosen, and what was tried.

kernel_frontier.py    the frontier method; steps.py makes its steps and masks, frontier.py gives it room
kernel_memo.py        search with a memo; memo.py gives it room
kernel_item_order.py  greedy item orders for the frontier method; item_order.py takes the best
kernel_probes.py      random probes of the search tree; probes.py estimates the work of plain counting from them
solver.py             `auto`: which method may spend how much, and when
"""

from danceoff.solvers.engines.counter.solver import Counter

__all__ = ["Counter"]

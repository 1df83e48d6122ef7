"""Clause learning for exact cover: items as they are, conflicts explained, covers listed without blocking clauses.

Knuth's dancing cells (2023) and a CDCL solver (MiniSat) in one search. No clause stands for the problem: each item
propagates on its own, and is a reason by its number. All clauses are learned ones.

    propagate   what follows, until nothing more does          kernel_propagate.py, kernel_clauses.py
    conflict    learn a clause, go back, assert its first       kernel_analyse.py
    nothing     decide                                          kernel_branching.py
    all set     a cover: flip the deepest decision              kernel.py

The trail holds the options that have a value, level by level. A level begins with a decision, or with a *flipped*
decision: one whose other value was searched to the end.

    level        0         1           2 flipped         3
    trail     4 out   | 7 in  1 out | 2 out  5 in  | 9 in  3 out
    reason            |  -   opt 7  |   -   item 2 |  -   clause 12

After a cover the deepest decision that is not flipped is undone and flipped. So each cover comes once, and no cover has
to be remembered. Three rules keep that right:

- No jump and no restart goes back beyond a flipped level. Only this rule keeps a cover from coming twice.
- A flipped decision has no reason, so resolution never passes it: every learned clause follows from the problem alone,
  for ever, and can be a step of a proof (kernel_log.py). A conflict on a flipped level flips the deepest decision that
  is not flipped, like a cover.
- A literal that follows from the problem alone, but was found beneath a flipped level, is set again after each step
  back (`fix`).

If a flipped level is in the way, a clause is asserted on a higher level than its own. A later step back may then leave
it with all literals but one false, unnoticed: that costs time, and no cover.

Learning stops where it does not pay: once there is a cover, and fewer than two fifths of 1,000 analyses used a learned
clause, the search goes on without learning for 8,000 conflicts, then 16,000, up to 64,000 (`look`, `pause`). It then
branches as dancing links do. Where packings or queens are listed, that is nearly all the time.

A bound on the cost is one more reason: options that cost too much beside those that are in are out. Where the cheapest
covers are sought, each cover lowers the bound, and its conflict with the new bound is learned from like any other. An
item that is covered more often than it must be, or less often than it may, costs its price. That ends coverings in
milliseconds for which `bits`, which does not count these prices, takes over ten seconds.

Two threads search together: one whose branch is over takes the other side of the first decision of another
(`threads=2`). Both keep what they learned, and exchange it from time to time (`team.py`).

kernel.py               the search: one compiled function, into which the rest is inlined
kernel_state.py         the problem, the items as sparse sets, the trail, and the numbers in `at`
kernel_propagate.py     what follows from items, and how it is undone
kernel_costs.py         what follows from the bound on the cost
kernel_clauses.py       learned clauses: watches, reduction
kernel_analyse.py       the clause of a conflict, and how it is made shorter
kernel_log.py           the proof: what was learned, with its reasons
kernel_branching.py     the next decision: fewest options, or most conflicts
kernel_exchange.py      learned clauses that pass from one search to another
team.py                 what threads exchange, and when it pays
state.py                the arrays, and room for more clauses
log.py                  the log as it grows
solver.py               the options, the pace, the buffers for covers, and branches given to another thread
"""

from danceoff.solvers.engines.learning.solver import Learn

__all__ = ["Learn"]

"""All that the author of a backend must read.

A backend is a `Solver` (solver.py): a frozen dataclass of its options. `prepare` builds a `Search` (search.py), which
is walked once. A backend that finds one cover at a time derives its search from `OneByOne`, one that only counts from
`CountOnly`. Neither holds clocks, limits, repeats or crash handling: those belong to the runner, which owns the
process. A reader who wants ten covers takes ten from the iterator.

The names below are imported when they are first used.
"""

from typing import TYPE_CHECKING

from danceoff.lazily import lazily

if TYPE_CHECKING:
    from danceoff.solvers.base.cheapest import Cheapest, Improvement, by_rounds, cheapest_of, cost_of, in_order
    from danceoff.solvers.base.count_only import CountOnly, silenced
    from danceoff.solvers.base.in_thread import from_thread
    from danceoff.solvers.base.interrupts import interrupted_later
    from danceoff.solvers.base.one_by_one import TICK, OneByOne, Steps, settled
    from danceoff.solvers.base.refusals import MissingBackend, UnsupportedProblem
    from danceoff.solvers.base.search import Search, SearchWalked, without
    from danceoff.solvers.base.solver import AT_ONCE, OPTIMISING, Answers, Feature, Solver, tiny_like, warm_up_best

__all__ = [
    "AT_ONCE", "OPTIMISING", "TICK", "Answers", "Cheapest", "CountOnly", "Feature", "Improvement", "MissingBackend",
    "OneByOne", "Search", "SearchWalked", "Solver", "Steps", "UnsupportedProblem", "by_rounds", "cheapest_of",
    "cost_of", "from_thread", "in_order", "interrupted_later", "settled", "silenced", "tiny_like", "warm_up_best",
    "without",
]  # fmt: skip

__getattr__ = lazily(
    __name__,
    {
        f"{__name__}.cheapest": ["Cheapest", "Improvement", "by_rounds", "cheapest_of", "cost_of", "in_order"],
        f"{__name__}.count_only": ["CountOnly", "silenced"],
        f"{__name__}.in_thread": ["from_thread"],
        f"{__name__}.interrupts": ["interrupted_later"],
        f"{__name__}.one_by_one": ["TICK", "OneByOne", "Steps", "settled"],
        f"{__name__}.refusals": ["MissingBackend", "UnsupportedProblem"],
        f"{__name__}.search": ["Search", "SearchWalked", "without"],
        f"{__name__}.solver": ["AT_ONCE", "OPTIMISING", "Answers", "Feature", "Solver", "tiny_like", "warm_up_best"],
    },
)

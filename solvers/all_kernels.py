"""All kernels of our engines, in pieces that processes can compile side by side."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import product

from danceoff.problems import ExactCover
from danceoff.solvers.base import Feature, tiny_like
from danceoff.solvers.engines import diagram
from danceoff.solvers.engines.compiling import SECONDS
from danceoff.solvers.questions import shuffled
from danceoff.solvers.table import load
from danceoff.solvers.together import cheapest
from danceoff.solvers.together.balance import balance

_OPTIONS = [["a", ("c", "red")], ["b", ("c", "red")], ["b", ("c", "blue")]]
_ANY = ExactCover.from_options(_OPTIONS, "ab", "c", multiplicity={"b": (1, 2)}, cost=[1, 2, 3])
"""A problem for which a warm-up loads what any problem may need."""


def _engine(spec: str) -> None:
    solver = load(spec)
    for problem, listing in product((_ANY, replace(_ANY, max_cost=3)), (False, True)):
        if not listing or Feature.LIST in solver.features:
            solver.warm_up(problem, listing)


def _parts() -> None:
    for problem in tiny_like(_ANY):
        balance(problem, 2)


PIECES: Mapping[str, tuple[int, Callable[[], None]]] = {
    "bits": (SECONDS["bits"], partial(_engine, "bits")),
    "counter": (SECONDS["counter"], partial(_engine, "counter")),
    "learn": (SECONDS["learning"], partial(_engine, "learn")),
    "dlx": (SECONDS["dancing links"], partial(_engine, "dlx")),
    "diagram": (SECONDS["diagram"], diagram.warm_up),
    "sets of givens": (SECONDS["sets of givens"], partial(shuffled.warm_up, _ANY)),
    "prices": (SECONDS["prices"] + SECONDS["reductions"], partial(cheapest.warm_up, _ANY)),
    "parts": (SECONDS["parts"], _parts),
}
"""Name -> about how many seconds the piece takes to compile, and the function that compiles it; the longest first."""
